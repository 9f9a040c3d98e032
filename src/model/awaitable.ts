/** A value, or a promise of it: what a hook may return. */
export type Awaitable<T> = T | PromiseLike<T>
