import type ts from 'typescript'
import { replaceNode, type Edit } from './edit.js'
import { nodesOf, type ParsedFile } from './parsed-file.js'

/**
 * Renames every use of a name, but not its declaration. Returns undefined if the new name already
 * occurs in the file, or if another declaration has the old one, because the meaning could change.
 */
export function renameUses(
  file: ParsedFile,
  declaration: ts.Identifier,
  to: string,
): readonly Edit[] | undefined {
  const { ts } = file
  const identifiers = nodesOf(file).filter(ts.isIdentifier)
  const isTaken = identifiers.some((one) => one.text === to && !isMember(file, one))
  const uses = identifiers.filter(
    (one) => one !== declaration && one.text === declaration.text && !isMember(file, one),
  )
  if (isTaken || uses.some((one) => isDeclaration(file, one))) return undefined
  return uses.map((use) => renameUse(file, use, to))
}

/** `{ name }` and `export { name }` keep the name that others see. */
function renameUse(file: ParsedFile, use: ts.Identifier, to: string): Edit {
  const { ts } = file
  if (ts.isShorthandPropertyAssignment(use.parent)) {
    return replaceNode(file, use, `${use.text}: ${to}`)
  }
  const isLocalExport = ts.isExportSpecifier(use.parent) && use.parent.propertyName === undefined
  return replaceNode(file, use, isLocalExport ? `${to} as ${use.text}` : to)
}

/** Whether an identifier names a member of something and not a variable or type of the file. */
export function isMember({ ts }: ParsedFile, identifier: ts.Identifier): boolean {
  const { parent } = identifier
  if (ts.isPropertyAccessExpression(parent)) return parent.name === identifier
  if (ts.isLabeledStatement(parent)) return parent.label === identifier
  if (ts.isBreakOrContinueStatement(parent)) return true
  if (ts.isQualifiedName(parent)) return parent.right === identifier
  if (ts.isBindingElement(parent)) return parent.propertyName === identifier
  if (ts.isImportSpecifier(parent)) return parent.propertyName === identifier
  if (ts.isExportSpecifier(parent)) {
    const isFromElsewhere = parent.parent.parent.moduleSpecifier !== undefined
    return isFromElsewhere || (parent.propertyName !== undefined && parent.name === identifier)
  }
  const isNamed =
    ts.isPropertyAssignment(parent) ||
    ts.isPropertySignature(parent) ||
    ts.isPropertyDeclaration(parent) ||
    ts.isMethodDeclaration(parent) ||
    ts.isMethodSignature(parent) ||
    ts.isAccessor(parent) ||
    ts.isEnumMember(parent) ||
    ts.isJsxAttribute(parent)
  return isNamed && parent.name === identifier
}

/** Whether an identifier is the name of something that is declared there. */
export function isDeclaration({ ts }: ParsedFile, identifier: ts.Identifier): boolean {
  const { parent } = identifier
  const declares =
    ts.isVariableDeclaration(parent) ||
    ts.isParameter(parent) ||
    ts.isBindingElement(parent) ||
    ts.isFunctionLike(parent) ||
    ts.isClassLike(parent) ||
    ts.isInterfaceDeclaration(parent) ||
    ts.isTypeAliasDeclaration(parent) ||
    ts.isEnumDeclaration(parent) ||
    ts.isTypeParameterDeclaration(parent) ||
    ts.isModuleDeclaration(parent) ||
    ts.isImportEqualsDeclaration(parent) ||
    ts.isImportSpecifier(parent) ||
    ts.isImportClause(parent) ||
    ts.isNamespaceImport(parent)
  return declares && parent.name === identifier
}
