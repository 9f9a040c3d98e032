import type { AuthConfig } from '../core.js'
import type { DefaultSession } from '../model/records.js'

/** `noSerialize` from either version of Qwik. */
type NoSerialize = (value: object) => unknown

/**
 * Keeps a config, its list of providers and each provider out of the data that Qwik sends to the
 * browser.
 *
 * A loader, an action or a `server$` function that returns one of these objects returns `undefined`.
 * `JSON.stringify` of the config or of the list does not contain any secret. Both locks belong to the
 * objects: a copy such as `{ ...config }` has neither, and a single provider has only the first.
 */
export function preventSerialization<S extends DefaultSession>(
  config: AuthConfig<S>,
  noSerialize: NoSerialize,
): AuthConfig<S> {
  // If the config function threw, the config has no providers.
  const providers = config.providers ?? []
  for (const part of [config, providers, ...providers]) noSerialize(part)
  // Both are Latchkey's copies. A provider may be an object of the app, so it is never changed.
  for (const part of [config, providers]) {
    Object.defineProperty(part, 'toJSON', { value: () => undefined, configurable: true })
  }
  return config
}
