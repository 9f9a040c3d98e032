/**
 * Value of `skipCSRFCheck` in the config: every POST is accepted without Origin check and token.
 * Registered, so that two installed copies of the package mean the same symbol.
 */
export const skipCSRFCheck: unique symbol = Symbol.for('latchkey.skip-csrf-check')

/**
 * Key of a provider under which a replacement for `fetch` is kept.
 * It is used for all calls to that provider: discovery, keys, token and user info.
 */
export const customFetch: unique symbol = Symbol.for('latchkey.custom-fetch')
