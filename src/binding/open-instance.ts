import { InvalidConfig } from '../core.js'
import type { DefaultSession } from '../model/records.js'
import { rememberDevServer } from './dev-server.js'
import type { ConfigQrl } from './event.js'
import { expectOwnSegment } from './expect-private-config.js'
import { claimHash } from './instance-owner.js'
import { withdrawServerFunction } from './server-functions.js'

declare global {
  /** The Vite plugin sets this constant in every build that it takes part in. */
  const __LATCHKEY_VITE__: true | undefined
}

/**
 * Prepares an instance on the server. Its ids get one owner, and the browser cannot call its
 * config.
 */
export function openInstance<S extends DefaultSession>(
  configQrl: ConfigQrl<S>,
  server: { readonly isDev: boolean },
): void {
  if (server.isDev) rememberDevServer(configQrl)
  withdrawServerFunction(configQrl)
  expectOwnSegment(configQrl)
  claimHash(configQrl, server)
}

/** Refuses to serve an app if its build may have published the config function. */
export function requireVitePlugin(isPresent: boolean): void {
  if (isPresent) return
  throw new InvalidConfig(
    'The config function may be published to the browser, because this build ran without the plugin of latchkey/vite. Run `npx latchkey init`, which adds it, or add `latchkey()` from latchkey/vite to `plugins` in vite.config.ts, before `qwikVite()`. If the app was deployed without the plugin, change its secrets.',
  )
}
