import type ts from 'typescript'
import type { ParsedFile } from './parsed-file.js'

/** A function whose body may return a value. */
export type FunctionNode = ts.ArrowFunction | ts.FunctionExpression | ts.FunctionDeclaration

/** Whether a node is such a function. */
export function isFunction({ ts }: ParsedFile, node: ts.Node): node is FunctionNode {
  return ts.isArrowFunction(node) || ts.isFunctionExpression(node) || ts.isFunctionDeclaration(node)
}

/** The returned expressions of a function, but not of functions inside of it. */
export function returnsOf({ ts }: ParsedFile, { body }: FunctionNode): readonly ts.Expression[] {
  if (!body) return []
  if (!ts.isBlock(body)) return [body]
  const found: ts.Expression[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) return
    if (ts.isReturnStatement(node) && node.expression) found.push(node.expression)
    ts.forEachChild(node, visit)
  }
  visit(body)
  return found
}
