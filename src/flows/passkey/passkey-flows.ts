import type { PasskeyFlows } from './passkey-flow.js'
import { loadPasskeyScript } from './passkey-script.js'
import { webauthnCallback } from './webauthn-callback.js'
import { webauthnOptions } from './webauthn-options.js'

/** Undefined in bundles for Cloudflare Workers, see `no-passkey-flows.ts`. */
export const passkeyFlows: PasskeyFlows | undefined = {
  beginCeremony: webauthnOptions,
  finishCeremony: webauthnCallback,
  loadScript: loadPasskeyScript,
}
