import type * as Dpop from './dpop.js'

/** Loads the proofs of possession. Only an app with such a provider needs them. */
export function loadDpop(): Promise<typeof Dpop> {
  return import('./dpop.js')
}
