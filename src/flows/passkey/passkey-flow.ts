import type { ResolvedWebAuthnProvider } from '../../config/webauthn-provider.js'
import type { RouteContext } from '../../context/context.js'
import type { Outcome } from '../../context/outcome.js'

/** The ceremonies of passkeys. Only an app with passkeys loads them. */
export interface PasskeyFlows {
  readonly beginCeremony: PasskeyFlow
  readonly finishCeremony: PasskeyFlow
  readonly loadScript: () => Promise<PasskeyScript>
}

/** Answers a request to one of the routes for passkeys. */
export type PasskeyFlow = (
  ctx: RouteContext,
  provider: ResolvedWebAuthnProvider,
) => Promise<Outcome>

/** The sign-in page's script, and a hash that identifies its version. */
export interface PasskeyScript {
  readonly text: string
  readonly version: string
}
