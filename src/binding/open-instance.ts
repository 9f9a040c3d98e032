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

const addPlugin =
  'Add `latchkey()` from latchkey/vite to `plugins` in vite.config.ts, before `qwikVite()`'

/** How an app keeps the config function on the server where another initializer does so, too. */
export const twoCures: string = `The config function of \`FrameworkAuth$\` is published to the browser, because this build ran without the plugin of latchkey/vite. ${addPlugin}, or call \`routeAuth$\` instead. Then change the secrets that were published.`

/** How an app keeps the config function on the server where only the plugin can tell. */
export const onlyCure: string = `The config function may be published to the browser, because this build ran without the plugin of latchkey/vite. ${addPlugin}.`

/** Refuses to serve an app whose build may have published the config function. */
export function requireVitePlugin(isPresent: boolean, message: string): void {
  if (!isPresent) throw new InvalidConfig(message)
}
