import type ts from 'typescript'
import { lineOf, type ParsedFile } from './parsed-file.js'

/** Something that `move` cannot change, or that its user has to know. */
export interface Finding {
  readonly path: string
  /** Counted from 1. */
  readonly line: number
  /** What is there, in a sentence. */
  readonly problem: string
  /** What to do, in a sentence. */
  readonly cure: string
}

/** A finding without its place. */
export type Concern = Pick<Finding, 'problem' | 'cure'>

/** Makes a finding about a node. */
export function findingAt(file: ParsedFile, node: ts.Node, { problem, cure }: Concern): Finding {
  return { path: file.path, line: lineOf(file, node), problem, cure }
}
