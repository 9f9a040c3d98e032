import type * as Dpop from './dpop.js'

let loading: Promise<typeof Dpop> | undefined

/** Loads the proofs of possession. Only an app with such a provider needs them. */
export function loadDpop(): Promise<typeof Dpop> {
  // The next call retries a failed import.
  loading ??= import('./dpop.js').catch((cause: unknown) => {
    loading = undefined
    throw cause
  })
  return loading
}
