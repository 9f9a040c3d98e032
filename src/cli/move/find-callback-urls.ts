import type ts from 'typescript'
import type { Edit } from './edit.js'
import { findingAt, type Finding } from './finding.js'
import { nodesOf, type ParsedFile } from './parsed-file.js'

const fieldNames: ReadonlySet<string> = new Set(['callbackUrl', 'options.callbackUrl'])

/**
 * Finds fields named `callbackUrl` that may reach an action, which takes `redirectTo` now. The
 * routes themselves still take `callbackUrl`, in a query and in a plain form.
 *
 * @param edits - the fields that are renamed
 */
export function findLeftCallbackUrls(file: ParsedFile, edits: readonly Edit[]): readonly Finding[] {
  const { root } = file
  const isEdited = (node: ts.Node): boolean =>
    edits.some(({ start, end }) => start <= node.getEnd() && node.getStart(root) <= end)
  return nodesOf(file)
    .filter((node) => isProperty(file, node) || isField(file, node) || isAppended(file, node))
    .filter((node) => !isEdited(node))
    .map((node) =>
      findingAt(file, node, {
        problem: 'useSignIn and useSignOut of Latchkey take redirectTo, and ignore callbackUrl.',
        cure: 'Rename this to redirectTo if it reaches one of them. The routes themselves still take callbackUrl.',
      }),
    )
}

/** `{ callbackUrl }`, or `fields.callbackUrl = …`. */
function isProperty({ ts }: ParsedFile, node: ts.Node): boolean {
  if (!ts.isIdentifier(node) && !ts.isStringLiteral(node)) return false
  if (node.text !== 'callbackUrl') return false
  const { parent } = node
  if (ts.isPropertyAssignment(parent) || ts.isShorthandPropertyAssignment(parent)) {
    return parent.name === node && !ts.isNewExpression(parent.parent.parent)
  }
  const isMember = ts.isPropertyAccessExpression(parent) && parent.name === node
  if (!isMember || !ts.isBinaryExpression(parent.parent)) return false
  const { left, operatorToken } = parent.parent
  return left === parent && operatorToken.kind === ts.SyntaxKind.EqualsToken
}

/** `<input name="callbackUrl">`, unless it is in a plain form. */
function isField(file: ParsedFile, node: ts.Node): boolean {
  const { ts, root } = file
  if (!ts.isStringLiteralLike(node) || !fieldNames.has(node.text)) return false
  const holder = ts.isJsxExpression(node.parent) ? node.parent.parent : node.parent
  if (!ts.isJsxAttribute(holder) || holder.name.getText(root) !== 'name') return false
  const plainForm = ts.findAncestor(
    node,
    (one) => ts.isJsxElement(one) && one.openingElement.tagName.getText(root) === 'form',
  )
  return plainForm === undefined
}

/** `form.append('callbackUrl', …)`. */
function isAppended({ ts }: ParsedFile, node: ts.Node): boolean {
  if (!ts.isStringLiteralLike(node) || !fieldNames.has(node.text)) return false
  const { parent } = node
  if (!ts.isCallExpression(parent) || parent.arguments[0] !== node) return false
  return (
    ts.isPropertyAccessExpression(parent.expression) && parent.expression.name.text === 'append'
  )
}
