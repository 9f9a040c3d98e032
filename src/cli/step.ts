/** A planned change to one file. */
export type Step = WriteStep | LeaveStep

/** A file that is created or extended. */
export interface WriteStep {
  readonly kind: 'write'
  /** Relative to the app's folder, with slashes. */
  readonly path: string
  /** The current content. Undefined if the file does not exist. */
  readonly before: string | undefined
  readonly text: string
  /** The printed diff. Its lines start with `+` or `-`. */
  readonly diff: readonly string[]
  /** Whether only the file's owner may read it, and git must not commit it. */
  readonly isPrivate: boolean
}

/** An existing file that `init` does not change. */
export interface LeaveStep {
  readonly kind: 'leave'
  /** The path of the existing file. */
  readonly path: string
  /** Says that the file is not changed, and why, and what the text below it is for. */
  readonly notice: string
  /** What `init` would have written. */
  readonly text: string
}
