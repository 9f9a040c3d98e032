/**
 * Value of the config's `skipCSRFCheck`. With it, the engine accepts every POST without checking
 * the Origin header and the token.
 * A registered symbol, so that two installed copies of the package share it.
 */
export const skipCSRFCheck: unique symbol = Symbol.for('latchkey.skip-csrf-check')

/**
 * The key of a provider's replacement for `fetch`.
 * The engine uses it for all calls to that provider: discovery, keys, token and user info.
 */
export const customFetch: unique symbol = Symbol.for('latchkey.custom-fetch')

/**
 * Marks a config of Auth.js whose result is not a `Response`. Latchkey has no such result, so the
 * marker has no effect. Call `signIn`, `signOut` or `readSession` instead of `Auth`.
 */
export const raw: unique symbol = Symbol.for('latchkey.return-type-raw')

/** Whether a value of `skipCSRFCheck` is the marker of this library or of a copy of Auth.js. */
export function skipsCsrfCheck(marker: unknown): boolean {
  if (typeof marker !== 'symbol') return false
  return marker === skipCSRFCheck || marker.description === 'skip-csrf-check'
}
