import { readFileSync, readdirSync } from 'node:fs'
import { join, posix } from 'node:path'
import { root } from '../folder.js'

/** A code block of a page, and the comment before it that says how to treat it. */
export interface Sample {
  /** The page, such as `docs/guide/qwik.md`. */
  readonly page: string
  /** The line of the page that the code begins at. */
  readonly line: number
  /** The language after the fence. */
  readonly language: string
  readonly code: string
  readonly marker: Marker
}

/**
 * How a sample is treated. Without a comment, it is compiled and run. An HTML comment right before
 * its fence changes that:
 * - `sample: continue` makes it a part of the previous sample.
 * - `sample: options` makes it a part of a config object.
 * - `sample: compile, because …` compiles it, and does not run it.
 * - `sample: skip, because …` does not compile it.
 *
 * A comment `sample setup:` contains code that comes before the sample and is not shown.
 */
export interface Marker {
  readonly kind: 'whole' | 'continue' | 'options' | 'compile' | 'skip'
  readonly reason: string
  readonly setup: string
}

const fence = /^([ \t]*)```(\w*)\n(.*?)^\1```/gms
const comment = /<!-- sample(?: (setup))?:\s([^]*?)-->/g

/** Whether a language is TypeScript or JavaScript. */
export function isCode(language: string): boolean {
  return /^[tj]sx?$/.test(language)
}

/** Returns the README and every page of the documentation. */
export function listPages(): string[] {
  const pages = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  return [
    'README.md',
    ...pages
      .filter((page) => page.endsWith('.md') && !page.startsWith('reference/api/'))
      .map((page) => `docs/${page}`),
  ]
}

export function readPage(page: string): string {
  return readFileSync(join(root, page), 'utf8')
}

/** Returns the code blocks of a text in their order. */
export function readSamples(page: string, text: string): Sample[] {
  let end = 0
  return [...text.matchAll(fence)].map((found) => {
    const [whole, indent = '', language = '', code = ''] = found
    const before = text.slice(end, found.index)
    end = found.index + whole.length
    return {
      page: posix.normalize(page),
      line: text.slice(0, found.index).split('\n').length + 1,
      language,
      code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      marker: readMarker(before),
    }
  })
}

/** Returns the examples in the comments of the source, which are compiled and not run. */
export function readExamples(): Sample[] {
  return readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) => readExamplesOf(`src/${file}`, readPage(`src/${file}`)))
}

export function readExamplesOf(file: string, source: string): Sample[] {
  // Code outside of comments becomes empty lines, so that each example keeps its line.
  const lines = source.split('\n').map((line) => /^ *\* ?(.*)$/.exec(line)?.[1] ?? '')
  const marker: Marker = { kind: 'compile', reason: 'it is an example in a comment', setup: '' }
  return readSamples(file, lines.join('\n'))
    .filter(({ language }) => isCode(language))
    .map(({ page, line, language, code }) => ({ page, line, language, code, marker }))
}

/** Only comments that nothing but white space separates from the fence belong to it. */
function readMarker(before: string): Marker {
  const adjacent = /(?:<!-- sample(?:(?!-->)[^])*-->\s*)+$/.exec(before)?.[0] ?? ''
  let marker: Marker = { kind: 'whole', reason: '', setup: '' }
  for (const [, setup, content = ''] of adjacent.matchAll(comment)) {
    marker = setup ? { ...marker, setup: content } : { ...marker, ...readKind(content.trim()) }
  }
  return marker
}

function readKind(content: string): Pick<Marker, 'kind' | 'reason'> {
  const [, kind = '', reason = ''] = /^(\w+)(?:, because (.+))?$/s.exec(content) ?? []
  if ((kind === 'skip' || kind === 'compile') && reason) return { kind, reason }
  if (kind === 'continue' || kind === 'options') return { kind, reason: '' }
  throw new Error(`Expected a marker such as "sample: skip, because …", got "sample: ${content}".`)
}
