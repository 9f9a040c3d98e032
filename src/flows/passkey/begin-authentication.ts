import type { ResolvedWebAuthnProvider } from '../../config/webauthn-provider.js'
import { keepCeremony } from '../../context/ceremony-cookie.js'
import type { RouteContext } from '../../context/context.js'
import { requireStore } from '../../context/require-store.js'
import { sha256Base64url } from '../../crypto/digest.js'
import { mac } from '../../crypto/mac.js'
import { oldestSecret } from '../../crypto/secrets.js'
import type { AdapterAuthenticator } from '../../model/adapter.js'
import { idOf } from '../../store/user-id.js'
import type { PasskeyChallenge } from '../../webauthn/ceremony.js'
import { createDummyCredentials } from '../../webauthn/dummy-credentials.js'
import {
  areDiscoverable,
  lifetimeOf,
  makeRequestOptions,
  type CredentialDescriptor,
} from '../../webauthn/options.js'
import { loadSecondFactorFlows } from '../second-factor/load-flows.js'
import { askForUser, siteOf } from './ask-provider.js'
import { describeCredential, describeId } from './describe-credential.js'

/** Makes the options for a sign-in or for a second factor, and keeps the challenge in a cookie. */
export async function beginAuthentication(
  ctx: RouteContext,
  provider: ResolvedWebAuthnProvider,
): Promise<unknown> {
  const { config, id: providerId } = provider
  const asked = await findAsked(ctx)
  const named = asked ?? (areDiscoverable(config) ? undefined : await findNamed(ctx, provider))
  const options = await makeRequestOptions(config, siteOf(ctx, provider), named?.credentials ?? [])
  await keepCeremony(ctx, {
    kind: 'authenticate',
    providerId,
    challenge: options.challenge,
    startedAt: ctx.startedAt,
    expires: ctx.now + lifetimeOf(config.authenticationOptions),
    namedUser: named && (await sha256Base64url(named.userId)),
    asked: asked?.challenge,
  })
  return options
}

/** Returns the user whose second factor is asked for, if the request is about one. */
async function findAsked(
  ctx: RouteContext,
): Promise<(Named & { readonly challenge: PasskeyChallenge }) | undefined> {
  const purpose = ctx.query.get('for')
  const { secondFactor } = ctx.config
  if (!secondFactor || (purpose !== 'second-factor' && purpose !== 'confirm')) return undefined
  const { askPasskey } = await loadSecondFactorFlows(secondFactor)
  const { userId, passkeys, challenge } = await askPasskey(ctx, purpose)
  return { userId, credentials: passkeys.map(describeCredential), challenge }
}

/** The user whose credentials are accepted, and these credentials. */
interface Named {
  readonly userId: string
  readonly credentials: readonly CredentialDescriptor[]
}

/**
 * Section 14.6.2: an authenticator that cannot discover its credentials needs a list of them. A
 * user without credentials gets dummy credentials, which are the same each time.
 */
async function findNamed(
  ctx: RouteContext,
  provider: ResolvedWebAuthnProvider,
): Promise<Named | undefined> {
  const info = await askForUser(ctx, provider)
  if (!info) return undefined
  const known = info.exists ? await listCredentials(ctx, info.user.id ?? '') : []
  // Dummy credentials have no transports, so real credentials must not have any either.
  const credentials = known.map(({ credentialID }) => describeId(credentialID))
  if (info.exists && credentials.length > 0) return { userId: idOf(info.user), credentials }
  // The oldest secret keeps dummy credentials stable, because real credentials do not change when
  // a secret is added.
  const secret = oldestSecret(ctx.config.secrets)
  // The seed uses the address, not the typed name, because an existing user may have another name.
  const who = JSON.stringify([provider.id, info.user.email ?? info.user.name])
  const seed = await mac(who, secret, 'dummy credential')
  return { userId: seed, credentials: await createDummyCredentials(seed) }
}

async function listCredentials(
  ctx: RouteContext,
  userId: string,
): Promise<readonly AdapterAuthenticator[]> {
  return requireStore(ctx).call('listAuthenticatorsByUserId', userId)
}
