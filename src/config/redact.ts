/** Member names whose values never reach a log. */
const sensitiveName =
  /secret|passw|passphrase|token|cookie|authorization|credential|verifier|assertion|api_?key|^code$|^otp$/i

/** Compact JWTs and JWEs, wherever they stand in a text. */
const compactToken = /\beyJ[\w-]+\.[\w-]*\.[\w.-]+/g

const hidden = '[redacted]'
const deepest = 6

/** A copy of a value that is safe to print: nothing sensitive by name, by form, or known by value. */
export function redact(value: unknown, secrets: readonly string[], depth = 0): unknown {
  if (typeof value === 'string') return redactText(value, secrets)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= deepest) return '[…]'
  if (value instanceof Error) return redactError(value, secrets, depth)
  if (Array.isArray(value)) return value.map((item) => redact(item, secrets, depth + 1))
  if (value instanceof Date) return value
  if (!isPlain(value)) return `[${value.constructor.name}]`
  return redactMembers(value, secrets, depth)
}

function redactText(text: string, secrets: readonly string[]): string {
  let safe = text.replace(compactToken, hidden)
  for (const secret of secrets) if (secret) safe = safe.replaceAll(secret, hidden)
  return safe
}

function redactError(error: Error, secrets: readonly string[], depth: number): Error {
  const copy = Object.create(Object.getPrototypeOf(error) as object) as Error
  const members = redactMembers(error, secrets, depth)
  const own = { message: redactText(error.message, secrets), ...members }
  for (const [name, value] of Object.entries(own)) define(copy, name, value, true)
  define(copy, 'stack', redactText(error.stack ?? '', secrets), false)
  if ('cause' in error) define(copy, 'cause', redact(error.cause, secrets, depth + 1), false)
  return copy
}

function define(target: object, name: string, value: unknown, enumerable: boolean): void {
  Object.defineProperty(target, name, {
    value,
    enumerable,
    configurable: true,
    writable: true,
  })
}

function redactMembers(
  value: object,
  secrets: readonly string[],
  depth: number,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      sensitiveName.test(name) ? hidden : redact(member, secrets, depth + 1),
    ]),
  )
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}
