import type ts from 'typescript'
import type { ParsedFile } from './parsed-file.js'

/** Whether the name of a property is computed, and not a text in brackets. */
export function hasUnseenName({ ts }: ParsedFile, name: ts.Node | undefined): boolean {
  if (name === undefined || !ts.isComputedPropertyName(name)) return false
  return !ts.isStringLiteralLike(name.expression)
}
