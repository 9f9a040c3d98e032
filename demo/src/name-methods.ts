/** The names of the values that a confirmation can have. @see RFC 8176 */
const names: Readonly<Record<string, string>> = {
  pwd: 'password',
  otp: 'code',
  pop: 'passkey',
}

/** Says in plain words what a user has confirmed with, such as "Password, code". */
export function nameMethods(methods: readonly string[]): string {
  const known = methods.map((method) => names[method]).filter((name) => name !== undefined)
  const text = known.join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}
