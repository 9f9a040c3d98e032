import type ts from 'typescript'
import type { Edit } from './edit.js'
import { findingAt, type Concern, type Finding } from './finding.js'
import { nodesOf, type ParsedFile } from './parsed-file.js'

/** A package of Auth.js in any text. The packages of its adapters have other names. */
const mention = String.raw`(?:@auth\/(?:core|qwik)|@builder\.io\/qwik-auth|(?<![\w.@-])next-auth)(?![\w.-])`
const anyMention = new RegExp(mention)

/** Comments that a tool or TypeScript reads. All other comments may say what they like. */
const directive = new RegExp(
  String.raw`^\s*(?:\/\/|\/?\*).*(?:<reference\b|\bimport\(|@import\b|(?:eslint|oxlint|biome|prettier)-|@ts-).*${mention}`,
)

const text: Concern = {
  problem: 'This still names Auth.js.',
  cure: 'Change it or remove it. The package is gone unless another line imports it.',
}

const commonJs: Concern = {
  problem: 'This loads Auth.js with require.',
  cure: 'Latchkey is an ES module. Import the names from the entry point in the table of docs/guide/moving.md.',
}

const comment: Concern = {
  problem: 'This comment still names Auth.js.',
  cure: 'Name "latchkey" or its entry point instead, or remove the comment.',
}

/** What to do in files that are not code, by their paths. */
const cures: readonly (readonly [path: RegExp, concern: Concern])[] = [
  [
    /(?:^|\/)package\.json$/,
    {
      problem: 'This still names a package of Auth.js.',
      cure: 'Remove it when no file needs the package any more, and run the package manager.',
    },
  ],
  [
    /(?:^|\/)[tj]sconfig[\w.-]*\.json$/,
    {
      problem: 'This tells TypeScript where Auth.js is.',
      cure: 'Remove it, because TypeScript finds the types of Latchkey by itself.',
    },
  ],
]

/**
 * Finds the texts and comments of a file that name Auth.js after the move.
 *
 * @param edits - the changes of the file, which leave nothing behind where they are
 * @param reported - lines that another finding is about
 */
export function findLeftCode(
  file: ParsedFile,
  edits: readonly Edit[],
  reported: ReadonlySet<number>,
): readonly Finding[] {
  const { ts, root } = file
  const isLeft = (start: number, end: number): boolean =>
    !edits.some((edit) => edit.start < end && edit.end > start)
  const texts = nodesOf(file)
    .filter((node) => ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node))
    .filter((node) => anyMention.test(node.text) && isLeft(node.getStart(root), node.getEnd()))
    .map((node) => findingAt(file, node, isRequired(file, node) ? commonJs : text))
  const comments = findLines(file.path, file.text, directive, comment)
  return [...texts, ...comments].filter(({ line }) => !reported.has(line))
}

function isRequired({ ts, root }: ParsedFile, { parent }: ts.Node): boolean {
  return (
    ts.isExternalModuleReference(parent) ||
    (ts.isCallExpression(parent) && /^require\b/.test(parent.expression.getText(root)))
  )
}

/** Finds the lines of a file that is not code. */
export function findLeftLines(path: string, after: string): readonly Finding[] {
  const concern = cures.find(([pattern]) => pattern.test(path))?.[1] ?? text
  return findLines(path, after, anyMention, concern)
}

function findLines(
  path: string,
  text: string,
  pattern: RegExp,
  concern: Concern,
): readonly Finding[] {
  return text
    .split('\n')
    .flatMap((line, at) => (pattern.test(line) ? [{ path, line: at + 1, ...concern }] : []))
}
