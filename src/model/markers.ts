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
