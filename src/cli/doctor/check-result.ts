/** The state of a check. Only `wrong` makes the command fail. */
export type CheckState = 'ok' | 'warning' | 'wrong' | 'unknown' | 'skipped'

/** The result of one check. */
export interface CheckResult {
  /** The name of the check, such as `secret`. */
  readonly check: string
  readonly state: CheckState
  /** What was found. */
  readonly message: string
  /** What to do about it. */
  readonly cure?: string
}

/** Splits a message of the engine, whose first sentence is the finding and whose rest is the cure. */
export function toResult(check: string, state: CheckState, text: string): CheckResult {
  const end = /\.\s+(?=[A-Z])/.exec(text)
  if (!end) return { check, state, message: text }
  return {
    check,
    state,
    message: text.slice(0, end.index + 1),
    cure: text.slice(end.index + end[0].length),
  }
}
