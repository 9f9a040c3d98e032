/**
 * Finds out why a config function gave no config, from what was logged with `console.error`. The
 * engine logs a code and then one line, which ends with the app's own error.
 */
export function findReason(logged: readonly unknown[]): string {
  const code = logged.findIndex((part) => part === refused || part === shapeless)
  const line = code === -1 ? undefined : logged[code + 1]
  if (typeof line !== 'string') return 'It returned no providers.'
  const [, cause = line] = / Cause: (.+)$/.exec(line) ?? []
  return cause
}

const refused = '[latchkey] InvalidConfig'
const shapeless = '[latchkey] MissingProviders'
