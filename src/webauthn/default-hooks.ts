import { parseEmailAddress } from '../http/email-address.js'
import { InvalidEmailAddress } from '../errors/email-errors.js'
import type {
  RelayingParty,
  WebAuthnHookOptions,
  WebAuthnHookRequest,
  WebAuthnUserInfo,
} from '../model/webauthn.js'

/**
 * Returns the site from the option `relayingParty`, with the host of the request as the default.
 */
export function defaultRelayingParty({ provider, url }: WebAuthnHookOptions): RelayingParty {
  const { id, name, origin } = provider.relayingParty ?? {}
  return {
    id: firstOf(id) ?? url.hostname,
    name: firstOf(name) ?? url.host,
    origin: firstOf(origin) ?? url.origin,
  }
}

/** Returns the user with the submitted address, or the data of a new user with it. */
export async function defaultUserInfo(
  { adapter }: WebAuthnHookOptions,
  { method, query = {}, body = {} }: WebAuthnHookRequest,
): Promise<WebAuthnUserInfo> {
  const fields = method === 'POST' ? body : query
  if (fields['email'] === undefined) return null
  const email = parseEmailAddress(fields['email'])
  if (email === undefined) {
    throw new InvalidEmailAddress('What was typed is not one e-mail address.')
  }
  const known = await adapter?.getUserByEmail?.(email)
  if (known) return { user: known, exists: true }
  return { user: { email }, exists: false }
}

function firstOf(given: string | string[] | undefined): string | undefined {
  return Array.isArray(given) ? given[0] : given
}
