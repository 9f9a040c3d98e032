/**
 * Uses a value at once when it is there, and later when it is promised.
 *
 * On Node a token is opened synchronously; a chain of `await`s around it would cost a good part of
 * what the cryptography costs.
 */
export function andThen<T, U>(
  value: T | Promise<T>,
  use: (value: T) => U | Promise<U>,
): U | Promise<U> {
  return value instanceof Promise ? value.then(use) : use(value)
}
