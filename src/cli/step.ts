/** What is to be done about one file. */
export type Step = WriteStep | LeaveStep

/** A file that is new, or gets more lines. */
export interface WriteStep {
  readonly kind: 'write'
  /** Below the folder of the app, with slashes. */
  readonly path: string
  /** What it holds now; undefined when it is not there. */
  readonly before: string | undefined
  readonly text: string
  /** What is shown of it: lines that begin with `+` or `-`. */
  readonly diff: readonly string[]
  /** Whether it is nobody else's to read. */
  readonly isPrivate: boolean
}

/** A file that is there already, and not ours to change. */
export interface LeaveStep {
  readonly kind: 'leave'
  /** The file that is there. */
  readonly path: string
  /** What would be in its place. */
  readonly text: string
}
