import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from './run.mjs'

const sections = [
  'guide',
  'recipes',
  'adapters',
  'reference',
  'security',
  'providers',
  'internals',
  'internals/decisions',
]
/** Pages outside of the sections. */
export const otherPages = [
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'README.md',
  'SECURITY.md',
  'docs/README.md',
  'examples/hono/README.md',
  'test/README.md',
]
export const longestSentence = 30
/**
 * Words that hide the actor: the user, the visitor, the browser, the provider, the app or an attacker. "Who" is fine
 * right after its noun, as in "a user who has a passkey".
 */
const bannedWords =
  /\b(?:whoever|somebody|someone|anyone|nobody|no one|anybody|everybody|everyone|one's|they that|(?<!\b(?:administrator|attacker|developer|employee|member|owner|user|visitor)s? )who)\b/gi

/**
 * A sentence that is too long, or a word that hides the actor.
 *
 * @typedef {{ page: string, line: number, problem: string }} Complaint
 */

/**
 * Lists the pages that are checked.
 *
 * @returns {string[]} such as `docs/guide/email.md`
 */
export function listCheckedPages() {
  return sections.flatMap((section) =>
    readdirSync(join(root, 'docs', section))
      .filter((page) => page.endsWith('.md'))
      .map((page) => `docs/${section}/${page}`),
  )
}

/**
 * Counts the pages and the words of each section, without code.
 *
 * @returns {{ section: string, pages: number, words: number }[]}
 */
export function countSections() {
  const pages = listCheckedPages()
  return sections.map((section) => {
    const own = pages.filter((page) => dirname(page) === `docs/${section}`)
    const prose = own.flatMap((page) => readBlocks(readFileSync(join(root, page), 'utf8')))
    const words = prose.map((block) => countWords(block.prose)).reduce((sum, one) => sum + one, 0)
    return { section, pages: own.length, words }
  })
}

/**
 * Checks the pages of the sections, and those of the repository, such as README and SECURITY.
 *
 * @returns {Complaint[]}
 */
export function checkPages() {
  return [...otherPages, ...listCheckedPages()].flatMap((page) =>
    checkText(page, readFileSync(join(root, page), 'utf8')),
  )
}

/**
 * @param {string} page
 * @param {string} text
 * @returns {Complaint[]}
 */
export function checkText(page, text) {
  return readBlocks(text).flatMap(({ line, prose }) => {
    const words = [...prose.matchAll(bannedWords)].map(([word]) => `"${word}" hides the actor`)
    const sentences = prose.split(/(?<=[.?!])["')*]*\s+(?=["'(*]*[A-Z`0-9])/)
    const long = sentences
      .map((sentence) => ({ sentence, count: countWords(sentence) }))
      .filter(({ count }) => count > longestSentence)
      .map(({ sentence, count }) => `${count} words: ${sentence.slice(0, 80)}…`)
    return [...words, ...long].map((problem) => ({ page, line, problem }))
  })
}

/**
 * The paragraphs, list items and table cells of a page, without code and comments.
 *
 * @param {string} text
 */
function readBlocks(text) {
  const blank = /** @param {string} found */ (found) => found.replaceAll(/[^\n]/g, '')
  const prose = text
    .replaceAll(/<!--[^]*?-->/g, blank)
    .replaceAll(/^[ \t]*```.*?^[ \t]*```/gms, blank)
    .replaceAll(/^---\n[^]*?\n---\n/g, blank)
    .replaceAll(/<svg[^]*?<\/svg>/g, blank)
    .replaceAll(/<\/?(?:details|div|figcaption|figure|img|summary)\b[^>]*>/g, blank)
  /** @type {{ line: number, prose: string }[]} */
  const blocks = []
  let isOpen = false
  for (const [at, full] of prose.split('\n').entries()) {
    const line = full.trim()
    if (/^\||^#|^$/.test(line)) {
      isOpen = false
      const cells = line.startsWith('|')
        ? line.split(/(?<!\\)\|/)
        : line.startsWith('#')
          ? [line]
          : []
      for (const cell of cells) blocks.push({ line: at + 1, prose: plain(cell) })
      continue
    }
    const last = blocks.at(-1)
    if (isOpen && last && !/^(?:[-*]|\d+\.|>) /.test(line)) last.prose += ` ${plain(line)}`
    else blocks.push({ line: at + 1, prose: plain(line) })
    isOpen = true
  }
  return blocks
}

/**
 * Code is one word, and a link is its text.
 *
 * @param {string} line
 */
function plain(line) {
  return line
    .replaceAll(/`[^`]*`/g, '`code`')
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^(?:[-*]|\d+\.|>|#+) /, '')
}

/** @param {string} sentence */
function countWords(sentence) {
  const words = sentence.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word))
  // A list of names is not a sentence.
  return words.every((word) => word.startsWith('`')) ? 0 : words.length
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const { section, pages, words } of countSections())
    console.log(`${section}: ${pages} pages, ${words} words`)
  const complaints = checkPages()
  for (const { page, line, problem } of complaints) console.log(`${page}:${line}: ${problem}`)
  process.exitCode = complaints.length > 0 ? 1 : 0
}
