/** A file of the app's own code. */
export interface SourceFile {
  /** Relative to the app's folder, with slashes. */
  readonly path: string
  readonly text: string
}
