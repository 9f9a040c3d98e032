import type { AuthConfig } from '../core.js'
import type { DefaultSession } from '../model/records.js'

/** Qwik's own `noSerialize`, of either version. */
type NoSerialize = (value: object) => unknown

/**
 * Keeps a config, its list of providers and each provider out of what Qwik sends to the browser.
 *
 * A loader, an action or a `server$` function that returns one of them returns `undefined`, and
 * `JSON.stringify` of the config or its providers gives no secret.
 */
export function preventSerialization<S extends DefaultSession>(
  config: AuthConfig<S>,
  noSerialize: NoSerialize,
): AuthConfig<S> {
  // A config function that threw has left a config without providers.
  const providers = config.providers ?? []
  for (const part of [config, providers, ...providers]) noSerialize(part)
  // These two are copies of ours; a provider may be an object of the app, which is never written to.
  for (const part of [config, providers]) {
    Object.defineProperty(part, 'toJSON', { value: () => undefined, configurable: true })
  }
  return config
}
