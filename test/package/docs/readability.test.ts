import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  checkPages,
  checkText,
  countSections,
  listCheckedPages,
  longestSentence,
  otherPages,
} from '../../../scripts/readability.mjs'
import { root } from '../../../scripts/run.mjs'

/** Load runs, percentiles, and commands and files of this repository's tests. */
const proofs =
  /\bp(?:50|99)\b|load average|npm run (?:bench|load|mutation|runtimes|fuzz)|\btest\/\S+\.ts/g

describe('the pages that developers read', () => {
  const pages = listCheckedPages()

  it('are all checked: guide, recipes, adapters, reference, security and providers', () => {
    expect(pages.length).toBeGreaterThan(200)
    for (const page of ['guide/moving', 'recipes/prisma', 'adapters/redis', 'providers/github'])
      expect(pages).toContain(`docs/${page}.md`)
  })

  it('are checked beside the pages of the repository', () => {
    for (const page of ['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'docs/README.md'])
      expect(otherPages).toContain(page)
    expect(otherPages.filter((page) => pages.includes(page))).toEqual([])
  })

  it('have no sentence that is too long, and no word that hides the actor', () => {
    expect(checkPages()).toEqual([])
  })

  const own = pages.filter((page) => /^docs\/(?:guide|recipes)\//.test(page))

  it.each(own)('%s leaves measurements and names of tests to the internals', (page) => {
    const prose = readFileSync(join(root, page), 'utf8').replaceAll(/<!--[^]*?-->/g, '')
    expect(prose.match(proofs) ?? []).toEqual([])
  })

  it.each(own)('%s would be reported for one bad sentence', (page) => {
    const text = `${readFileSync(join(root, page), 'utf8')}\nWhoever signs in ${'twice '.repeat(28)}.\n`
    expect(checkText(page, text)).toHaveLength(2)
  })

  it.each(own)('%s starts with a paragraph that says what the reader gets', (page) => {
    const [, first = ''] = readFileSync(join(root, page), 'utf8').split('\n\n')
    expect(first).toMatch(/^[A-Z`[][^|]*[.:]$/)
  })
})

describe('the readability script', () => {
  it('counts the pages and words of each section', () => {
    const counts = countSections()
    const total = counts.reduce((sum, { pages }) => sum + pages, 0)
    expect(total).toBe(listCheckedPages().length)
    for (const { words } of counts) expect(words).toBeGreaterThan(10)
  })

  const problems = (text: string): string[] =>
    checkText('a.md', text).map(({ line, problem }) => `${line}: ${problem}`)
  const words = (count: number): string => Array.from({ length: count }, () => 'word').join(' ')

  it('reports a sentence that is too long, with its line', () => {
    expect(problems(`# A\n\n${words(longestSentence)}. Short.\n`)).toEqual([])
    expect(problems(`# A\n\n${words(longestSentence + 1)}.\n`)).toEqual([
      expect.stringMatching(/^3: 31 words: word/),
    ])
  })

  it('reads a sentence that goes on in the next line, but not in the next list item or table cell', () => {
    expect(problems(`${words(20)}\n${words(20)}`)).toHaveLength(1)
    expect(problems(`- ${words(20)}\n- ${words(20)}`)).toEqual([])
    expect(problems(`| ${words(20)} | ${words(20)} |`)).toEqual([])
  })

  it('counts code as one word, and skips code blocks and comments', () => {
    expect(problems(`${words(29)} \`${words(5)}\`.`)).toEqual([])
    expect(problems(`\`\`\`ts\n${words(40)}\n\`\`\`\n<!-- ${words(40)} -->`)).toEqual([])
  })

  it('reports words that hide the actor, but not "who" after its noun', () => {
    expect(problems('Whoever signs in')).toEqual(['1: "Whoever" hides the actor'])
    expect(problems('It says who signed in')).toEqual(['1: "who" hides the actor'])
    expect(problems('A user who signed in, and users who did not')).toEqual([])
  })
})
