import type { Adapter } from '../model/adapter.js'
import type { Awaitable } from '../model/awaitable.js'
import type {
  RelayingParty,
  WebAuthnConfig,
  WebAuthnHookRequest,
  WebAuthnUserInfo,
} from '../model/webauthn.js'

/** A WebAuthn provider with every default filled in. */
export interface ResolvedWebAuthnProvider {
  readonly type: 'webauthn'
  readonly id: string
  readonly name: string
  readonly config: WebAuthnConfig
  /** Returns the site that credentials belong to. `url` is the URL of the auth routes. */
  readonly site: (url: URL, request: WebAuthnHookRequest) => RelayingParty
  /** Returns the user that a request is about. */
  readonly who: (url: URL, request: WebAuthnHookRequest) => Awaitable<WebAuthnUserInfo>
}

export function resolveWebAuthnProvider(
  config: WebAuthnConfig,
  adapter: Adapter | undefined,
): ResolvedWebAuthnProvider {
  return {
    type: 'webauthn',
    id: config.id,
    name: config.name,
    config,
    // Called as methods, because the provider's functions may use `this`.
    site: (url, request) => config.getRelayingParty({ url, provider: config, adapter }, request),
    who: (url, request) => config.getUserInfo({ url, provider: config, adapter }, request),
  }
}
