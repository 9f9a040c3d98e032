import type ts from 'typescript'
import type { Edit } from './edit.js'
import { findingAt, type Finding } from './finding.js'
import type { ParsedFile } from './parsed-file.js'

/** What becomes of a file. */
export interface Rewrite {
  readonly edits: readonly Edit[]
  readonly findings: readonly Finding[]
}

/** Reports a use of a module that stays as it is. */
export function cannotMove(
  file: ParsedFile,
  literal: ts.StringLiteralLike,
  names: readonly string[] = [],
): Rewrite {
  const problem =
    names.length > 0
      ? `Latchkey has no ${names.join(' and no ')} of "${literal.text}".`
      : `Latchkey has nothing that replaces this use of "${literal.text}".`
  return { edits: [], findings: [findingAt(file, literal, { problem, cure: cureFor(literal) })] }
}

function cureFor({ text }: ts.StringLiteralLike): string {
  return text.includes('/providers/')
    ? 'The line is unchanged and works with Latchkey as long as @auth/core is installed.'
    : 'The line is unchanged. Remove what it is used for, then remove the line.'
}

/** Joins the rewrites of several places. */
export function joinRewrites(rewrites: readonly Rewrite[]): Rewrite {
  return {
    edits: rewrites.flatMap(({ edits }) => edits),
    findings: rewrites.flatMap(({ findings }) => findings),
  }
}
