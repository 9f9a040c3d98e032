import { InvalidConfig } from '../errors/config-errors.js'
import type { DefaultSession } from '../model/records.js'
import type { ConfigQrl } from './event.js'
import { expectOwnSegment } from './expect-private-config.js'
import { claimHash } from './instance-owner.js'
import { withdrawServerFunction } from './server-functions.js'

declare global {
  /** Set by the Vite plugin in every build that it takes part in. */
  const __LATCHKEY_VITE__: true | undefined
}

/** Makes an instance ready on the server: one owner for its ids, and no way to call its config. */
export function openInstance<S extends DefaultSession>(
  configQrl: ConfigQrl<S>,
  server: { readonly isDev: boolean },
): void {
  withdrawServerFunction(configQrl)
  expectOwnSegment(configQrl)
  claimHash(configQrl, server)
}

/** Refuses to serve an app whose build may have published the config function. */
export function requireVitePlugin(isPresent: boolean): void {
  if (isPresent) return
  throw new InvalidConfig(
    'The config function of `FrameworkAuth$` is published to the browser, because this build ran without the plugin of latchkey/vite. Add `latchkey()` to `plugins` in vite.config.ts, before `qwikVite()`, or call `routeAuth$` instead. Then change the secrets that were published.',
  )
}
