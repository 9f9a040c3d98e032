import type ts from 'typescript'
import type { ParsedFile } from './parsed-file.js'

/** Replaces a range of a text. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** An edit, and the path of the file that it changes. */
export interface FileEdit extends Edit {
  readonly path: string
}

/**
 * Applies edits that do not overlap. Everything between them stays byte for byte. What is inserted in
 * front of a replaced range comes before the replacement.
 */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let edited = ''
  let at = 0
  const ordered = [...edits].sort((a, b) => a.start - b.start || a.end - b.end)
  for (const { start, end, text: inserted } of ordered) {
    if (start < at) throw new Error(`Two edits overlap at ${text.slice(start, end)}.`)
    edited += text.slice(at, start) + inserted
    at = end
  }
  return edited + text.slice(at)
}

/** Inserts a text. */
export function insertAt(position: number, text: string): Edit {
  return { start: position, end: position, text }
}

/** Replaces a node, but not the space and the comments before it. */
export function replaceNode({ root }: ParsedFile, node: ts.Node, text: string): Edit {
  return { start: node.getStart(root), end: node.getEnd(), text }
}

/** Replaces the content of a string literal. Its quotes stay. */
export function replaceContent(file: ParsedFile, literal: ts.Node, text: string): Edit {
  const { start, end } = replaceNode(file, literal, text)
  return { start: start + 1, end: end - 1, text }
}
