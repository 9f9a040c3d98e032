import type ts from 'typescript'
import { replaceContent, replaceNode, type Edit } from './edit.js'
import type { ParsedFile } from './parsed-file.js'

/** A member that is read from an object, as in `auth.decode` and `auth['decode']`. */
export interface Member {
  readonly object: ts.Expression
  readonly name: string
  readonly node: ts.Node
}

/** Returns the member that an expression reads. Returns undefined if its name cannot be seen. */
export function memberOf({ ts }: ParsedFile, node: ts.Node): Member | undefined {
  if (ts.isPropertyAccessExpression(node)) {
    return { object: node.expression, name: node.name.text, node: node.name }
  }
  if (!ts.isElementAccessExpression(node)) return undefined
  const { expression: object, argumentExpression: key } = node
  return ts.isStringLiteralLike(key) ? { object, name: key.text, node: key } : undefined
}

/** Returns the text of a property's name, also of `'name'` and `['name']`. */
export function textOfName(file: ParsedFile, name: ts.Node): string {
  const { ts } = file
  const text = ts.isComputedPropertyName(name) ? name.expression : name
  return ts.isStringLiteralLike(text) ? text.text : name.getText(file.root)
}

/** Renames what a node names: an identifier, `'name'` or `['name']`. */
export function renameNode(file: ParsedFile, node: ts.Node, to: string): Edit {
  const { ts } = file
  const text = ts.isComputedPropertyName(node) ? node.expression : node
  return ts.isStringLiteralLike(text) ? replaceContent(file, text, to) : replaceNode(file, node, to)
}

/** Returns the `import(…)` whose module a parameter receives, as in `import(…).then((module) => …)`. */
export function moduleOfParameter(
  { ts }: ParsedFile,
  { parent }: ts.ParameterDeclaration,
): ts.CallExpression | undefined {
  const call = parent.parent
  const isCallback = call && ts.isCallExpression(call) && call.arguments[0] === parent
  const callee = isCallback ? call.expression : undefined
  if (!callee || !ts.isPropertyAccessExpression(callee) || callee.name.text !== 'then') {
    return undefined
  }
  const { expression } = callee
  const isImport =
    ts.isCallExpression(expression) && expression.expression.kind === ts.SyntaxKind.ImportKeyword
  return isImport ? expression : undefined
}
