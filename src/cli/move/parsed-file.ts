import type ts from 'typescript'

/** The compiler's API, as the app's own copy of TypeScript exports it. */
export type TypeScript = typeof ts

/** A source file of the app. */
export interface ParsedFile {
  /** Relative to the app's folder, with slashes. */
  readonly path: string
  readonly text: string
  readonly root: ts.SourceFile
  readonly ts: TypeScript
}

/** Parses a file. A syntax error does not throw, because TypeScript recovers from it. */
export function parseFile(typescript: TypeScript, path: string, text: string): ParsedFile {
  const root = typescript.createSourceFile(path, text, typescript.ScriptTarget.Latest, true)
  return { path, text, root, ts: typescript }
}

/** Lists a node and everything below it, in the order of the text. */
export function nodesOf({ ts, root }: ParsedFile, from: ts.Node = root): readonly ts.Node[] {
  const found: ts.Node[] = []
  const visit = (node: ts.Node): void => {
    found.push(node)
    ts.forEachChild(node, visit)
  }
  visit(from)
  return found
}

/** The line of a node, counted from 1. */
export function lineOf({ root }: ParsedFile, node: ts.Node): number {
  return root.getLineAndCharacterOfPosition(node.getStart(root)).line + 1
}

/** Removes what does not change the value of an expression, such as parentheses and `await`. */
export function unwrap(file: ParsedFile, node: ts.Node): ts.Node {
  const { ts } = file
  const isWrapped =
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isTypeAssertionExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isAwaitExpression(node)
  return isWrapped ? unwrap(file, node.expression) : node
}

/** Returns the expression with the parentheses and types that are written around it. */
export function wrap(file: ParsedFile, node: ts.Node): ts.Node {
  const { ts } = file
  const { parent } = node
  const isWrapped =
    ts.isParenthesizedExpression(parent) ||
    ts.isAsExpression(parent) ||
    ts.isTypeAssertionExpression(parent) ||
    ts.isSatisfiesExpression(parent) ||
    ts.isNonNullExpression(parent)
  return isWrapped ? wrap(file, parent) : node
}
