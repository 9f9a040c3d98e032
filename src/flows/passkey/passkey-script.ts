import { sha256Hex } from '../../crypto/digest.js'
import type { PasskeyScript } from './passkey-flow.js'

let loaded: Promise<PasskeyScript> | undefined

/** Loads the script once, when an app with passkeys needs it. */
export function loadPasskeyScript(): Promise<PasskeyScript> {
  loaded ??= load()
  return loaded
}

async function load(): Promise<PasskeyScript> {
  const { pageScript } = await import('#page-script')
  return { text: pageScript, version: (await sha256Hex(pageScript)).slice(0, 12) }
}
