/** A value or a promise of it. */
export type Awaitable<T> = T | PromiseLike<T>

/** Whether a value is a promise, possibly of another library. */
export function isThenable<T>(value: Awaitable<T>): value is PromiseLike<T> {
  const isObject = typeof value === 'object' || typeof value === 'function'
  return isObject && value !== null && 'then' in value
}
