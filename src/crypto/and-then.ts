/**
 * Applies `use` at once to a plain value, and later to a promise.
 *
 * On Node a token is decrypted synchronously. `await`ing each step would cost a good part of the
 * time that the cryptography takes.
 */
export function andThen<T, U>(
  value: T | Promise<T>,
  use: (value: T) => U | Promise<U>,
): U | Promise<U> {
  return value instanceof Promise ? value.then(use) : use(value)
}
