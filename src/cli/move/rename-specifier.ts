import type ts from 'typescript'
import { replaceNode, type Edit } from './edit.js'
import type { ParsedFile } from './parsed-file.js'
import { renameUses } from './rename-uses.js'

/**
 * Changes which name an import or a re-export takes from a module. An import without an alias also
 * renames the uses in the file, unless they would clash with another name there.
 */
export function renameSpecifier(
  file: ParsedFile,
  specifier: ts.ImportSpecifier | ts.ExportSpecifier,
  to: string,
): readonly Edit[] {
  const { name, propertyName } = specifier
  if ((propertyName ?? name).text === to) return []
  if (propertyName) return [replaceNode(file, propertyName, to)]
  const isImport = file.ts.isImportSpecifier(specifier)
  const uses = isImport ? renameUses(file, specifier.name, to) : undefined
  const declared = uses ? to : `${to} as ${name.text}`
  return [replaceNode(file, name, declared), ...(uses ?? [])]
}
