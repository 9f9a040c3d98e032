import type ts from 'typescript'
import type { ParsedFile } from './parsed-file.js'

const typescriptFile = /\.[cm]?tsx?$/

/**
 * Whether TypeScript may give an option of an object the type `string`, as it does in a constant
 * without a type.
 *
 * @param call - what the object is a config of, which gives a type to what is written inside
 */
export function mayWiden(
  file: ParsedFile,
  object: ts.ObjectLiteralExpression,
  call: ts.CallExpression,
): boolean {
  return typescriptFile.test(file.path) && widens(file, object, call)
}

function widens(file: ParsedFile, node: ts.Node, call: ts.CallExpression): boolean {
  const { ts } = file
  const { parent } = node
  const isTyped =
    ts.isAsExpression(parent) ||
    ts.isTypeAssertionExpression(parent) ||
    ts.isSatisfiesExpression(parent)
  if (isTyped) return false
  if (ts.isVariableDeclaration(parent)) return parent.type === undefined
  if (ts.isArrowFunction(parent)) return parent.type === undefined && widens(file, parent, call)
  if (ts.isReturnStatement(parent)) {
    const around = ts.findAncestor(parent, ts.isFunctionLike)
    return around !== undefined && around.type === undefined && widens(file, around, call)
  }
  if (parent === call) return false
  const isPassedOn =
    ts.isParenthesizedExpression(parent) ||
    ts.isConditionalExpression(parent) ||
    ts.isBinaryExpression(parent)
  return !isPassedOn || widens(file, parent, call)
}
