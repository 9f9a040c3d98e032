import { isWebAuthn } from '../../config/providers.js'
import type { RouteContext } from '../../context/context.js'
import type { Outcome } from '../../context/outcome.js'
import { sha256Hex } from '../../crypto/digest.js'
import { UnknownAction } from '../../errors/request-errors.js'

/** The sign-in page's script, and a hash that identifies its version. */
export interface PasskeyScript {
  readonly text: string
  readonly version: string
}

let loaded: Promise<PasskeyScript> | undefined

/** Loads the script once, when an app with passkeys needs it. */
export function loadPasskeyScript(): Promise<PasskeyScript> {
  loaded ??= load()
  return loaded
}

/** Serves the script if the app has passkeys. Otherwise the route does not exist. */
export async function servePasskeyScript(ctx: RouteContext): Promise<Outcome> {
  if (![...ctx.config.providers.values()].some(isWebAuthn)) {
    throw new UnknownAction('There are no passkeys, and so no script for them.')
  }
  return { kind: 'script', text: (await loadPasskeyScript()).text }
}

async function load(): Promise<PasskeyScript> {
  const { pageScript } = await import('#page-script')
  return { text: pageScript, version: (await sha256Hex(pageScript)).slice(0, 12) }
}
