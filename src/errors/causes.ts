/** More than any driver and ORM wrap an error. */
const mostCauses = 16

/**
 * Returns an error and its causes, the outermost first. The list ends also if an error is its own cause, or
 * the cause of one of its causes.
 */
export function causesOf(thrown: unknown): readonly Error[] {
  const causes: Error[] = []
  let error = thrown
  while (error instanceof Error && causes.length < mostCauses) {
    causes.push(error)
    error = error.cause
  }
  return causes
}
