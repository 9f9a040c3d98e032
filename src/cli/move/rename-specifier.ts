import type ts from 'typescript'
import { renamed } from './auth-js-names.js'
import { replaceNode, type Edit } from './edit.js'
import { nodesOf, type ParsedFile } from './parsed-file.js'
import { renameUses } from './rename-uses.js'

/** One name in the list of an import or a re-export. */
export type Specifier = ts.ImportSpecifier | ts.ExportSpecifier

/** The text of a specifier that takes another name, and the edits of its uses in the file. */
export interface RenamedSpecifier {
  readonly text: string
  readonly uses: readonly Edit[]
}

/**
 * Renames what a specifier takes from a module. An import without an alias also renames the uses in
 * the file, unless they would clash with another name there.
 */
export function renameTaken(file: ParsedFile, specifier: Specifier, to: string): RenamedSpecifier {
  const { name, propertyName, isTypeOnly } = specifier
  const text = specifier.getText(file.root)
  if ((propertyName ?? name).text === to) return { text, uses: [] }
  const prefix = isTypeOnly ? 'type ' : ''
  const isImport = file.ts.isImportSpecifier(specifier) && !propertyName
  const uses =
    isImport && !isClaimed(file, specifier, to) ? renameUses(file, specifier.name, to) : undefined
  // `import { QwikAuthConfig as FrameworkAuthConfig }` needs no alias any more.
  const isDone = file.ts.isImportSpecifier(specifier) && name.text === to
  if (isDone) return { text: `${prefix}${to}`, uses: [] }
  return uses
    ? { text: `${prefix}${to}`, uses }
    : { text: `${prefix}${to} as ${name.text}`, uses: [] }
}

/** Whether an import before this one takes the new name. Two names of Auth.js can have the same one. */
function isClaimed(file: ParsedFile, specifier: ts.ImportSpecifier, to: string): boolean {
  return nodesOf(file)
    .filter(file.ts.isImportSpecifier)
    .filter((one) => one.pos < specifier.pos && one.propertyName === undefined)
    .some(({ name: { text } }) => text !== specifier.name.text && renamed.get(text) === to)
}

/** Changes which name a specifier takes from a module, where it is written. */
export function renameSpecifier(
  file: ParsedFile,
  specifier: Specifier,
  to: string,
): readonly Edit[] {
  const { text, uses } = renameTaken(file, specifier, to)
  if (text === specifier.getText(file.root)) return uses
  return [replaceNode(file, specifier, text), ...uses]
}
