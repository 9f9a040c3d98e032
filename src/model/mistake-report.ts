/** An error as the dev server's error page shows it. Everything in it may be logged, too. */
export interface MistakeReport {
  /** The code that the log line begins with. */
  readonly code: string
  /** What is wrong. */
  readonly problem: string
  /** What to do. Undefined if `problem` says what was expected. */
  readonly cure: string | undefined
  /** The option that is wrong or missing. */
  readonly option: string | undefined
  /** The file that contains the config, or the place where the app's code threw. */
  readonly file: string | undefined
  /** What the app, the database or the provider said. */
  readonly cause: string | undefined
}
