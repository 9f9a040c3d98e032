import { posix } from 'node:path'
import type { Sample } from './read-samples.js'

/** A file to compile, and the sample that each of its lines comes from. */
export interface SampleFile {
  readonly path: string
  readonly text: string
  /** Whether the file is run, too. */
  readonly isRun: boolean
  /** Says where in the documentation a line of the file is. */
  locate(line: number): string
}

interface Piece {
  readonly text: string
  readonly sample: Sample
  /** The line of the page that the text begins at. Undefined for code that the page hides. */
  readonly line: number | undefined
}

/** Puts samples into files. A sample that continues another one goes into the same file. */
export function toFiles(samples: readonly Sample[]): SampleFile[] {
  const groups: Sample[][] = []
  for (const sample of samples) {
    if (sample.marker.kind === 'skip') continue
    const previous = groups.at(-1)
    if (sample.marker.kind !== 'continue') groups.push([sample])
    else if (previous?.[0]?.page === sample.page) previous.push(sample)
    else throw new Error(`${sample.page}:${sample.line} continues no sample.`)
  }
  return groups.map(toFile)
}

function toFile(group: readonly Sample[]): SampleFile {
  const pieces = group.flatMap(toPieces)
  const [first] = group
  if (!first) throw new Error('A file needs a sample.')
  return {
    path: pathOf(first),
    text: `${pieces.map(({ text }) => text).join('\n')}\nexport {}\n`,
    isRun: group.every(({ marker }) => marker.kind !== 'compile'),
    locate: (line) => locate(pieces, line),
  }
}

function toPieces(sample: Sample): Piece[] {
  const { marker, code, line } = sample
  const setup = { text: marker.setup, sample, line: undefined }
  if (marker.kind !== 'options') return [setup, { text: code, sample, line }]
  return [
    {
      ...setup,
      text: `${marker.setup}\nexport const options: Partial<import('latchkey').AuthConfig> = {`,
    },
    { text: code, sample, line },
    { ...setup, text: '}' },
  ]
}

/**
 * In the folder that the first line names, so that relative imports find what they mean. A recipe is an app of its
 * own, whose files import each other.
 */
function pathOf({ page, line, language, code }: Sample): string {
  const [, named = 'src/sample.ts'] = /^\/\/ (src\/\S+|[\w.]+\.ts)\n/.exec(code) ?? []
  const [, recipe] = /^docs\/recipes\/(.+)\.md$/.exec(page) ?? []
  if (recipe) return posix.join('recipes', recipe, named)
  const name = `${page.replaceAll(/\W/g, '-')}-${line}`
  const extension = language === 'tsx' || named.endsWith('.tsx') ? 'tsx' : 'ts'
  return posix.join(posix.dirname(named), `${name}.${extension}`)
}

function locate(pieces: readonly Piece[], wanted: number): string {
  let line = wanted
  for (const { text, sample, line: first } of pieces) {
    const length = text.split('\n').length
    if (line <= length) {
      return first === undefined
        ? `${sample.page}, the setup of the sample at line ${sample.line}`
        : `${sample.page}:${first + line - 1}`
    }
    line -= length
  }
  return pieces.at(-1)?.sample.page ?? 'a sample'
}
