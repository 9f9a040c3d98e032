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
