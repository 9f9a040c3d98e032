import type { ResolvedWebAuthnProvider } from '../../config/webauthn-provider.js'
import { keepCeremony } from '../../context/ceremony-cookie.js'
import type { RouteContext } from '../../context/context.js'
import { answerJson, type Outcome } from '../../context/outcome.js'
import { requireStore } from '../../context/require-store.js'
import { routeUrl } from '../../context/redirects.js'
import { toBase64url } from '../../crypto/base64.js'
import { sha256Base64url } from '../../crypto/digest.js'
import { mac } from '../../crypto/mac.js'
import { randomToken } from '../../crypto/random.js'
import { oldestSecret } from '../../crypto/secrets.js'
import { InvalidEmailAddress } from '../../errors/email-errors.js'
import { InvalidRequestBody } from '../../errors/request-errors.js'
import { parseEmailAddress } from '../../http/email-address.js'
import type { AdapterAuthenticator, AdapterUser } from '../../model/adapter.js'
import type { User } from '../../model/records.js'
import type { RelayingParty, WebAuthnUserInfo } from '../../model/webauthn.js'
import { strategyOf } from '../../session/choose-strategy.js'
import { idOf } from '../../store/user-id.js'
import { operationsOf } from '../../store/operations.js'
import type { PasskeyChallenge, RegistrationCeremony } from '../../webauthn/ceremony.js'
import { createDummyCredentials } from '../../webauthn/dummy-credentials.js'
import {
  areDiscoverable,
  lifetimeOf,
  makeCreationOptions,
  makeRequestOptions,
  type CredentialDescriptor,
} from '../../webauthn/options.js'
import { provenAt } from '../../store/proven-address.js'
import { requireConfirmed } from '../confirm/require-confirmed.js'
import { requireChangeLeft } from '../count-change.js'
import { loadSecondFactorFlows } from '../second-factor/load-flows.js'

/** A browser drops a cookie of more than 4096 bytes, and this value is part of one. */
const longestUser = 1500

/** Longer than any real name. */
const longestName = 200

/**
 * Begins a ceremony. It returns the options for the browser, and stores in a cookie what the
 * callback needs.
 *
 * The response is the same for every address, so that a visitor cannot find out whether an address
 * has a user.
 */
export async function webauthnOptions(
  ctx: RouteContext,
  provider: ResolvedWebAuthnProvider,
): Promise<Outcome> {
  const action = ctx.query.get('action') ?? 'authenticate'
  switch (action) {
    case 'authenticate':
      return answerJson({ action, options: await beginAuthentication(ctx, provider) })
    case 'register':
      return answerJson({ action, options: await beginRegistration(ctx, provider) })
    default:
      throw new InvalidRequestBody('Expected `action` to be "authenticate" or "register".')
  }
}

/** Returns the site that credentials belong to. */
export function siteOf(ctx: RouteContext, provider: ResolvedWebAuthnProvider): RelayingParty {
  return provider.site(baseUrl(ctx), hookRequest(ctx))
}

async function beginAuthentication(
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
  const info = await askWho(ctx, provider)
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

async function beginRegistration(
  ctx: RouteContext,
  provider: ResolvedWebAuthnProvider,
): Promise<unknown> {
  const { config, id: providerId } = provider
  const signedIn = await strategyOf(ctx).currentUser(ctx)
  const currentUser =
    signedIn && (await namesAnother(ctx, provider, signedIn.user)) ? undefined : signedIn
  // A passkey is a new way to sign in, so a stolen session must not add one.
  if (currentUser) {
    await requireConfirmed(ctx, currentUser)
    await requireChangeLeft(ctx, 'new passkey', currentUser.user)
  }
  // A passkey whose account was removed is not listed, so its device can be registered again.
  const known = currentUser ? await operationsOf(ctx).listPasskeys(currentUser.user.id) : []
  const registrant = {
    ...(currentUser
      ? {
          user: describeUser(currentUser.user),
          taken: 0 as const,
          verified: provenSecond(currentUser.user),
        }
      : await findNewcomer(ctx, provider)),
    userHandle: known.find(({ userHandle }) => userHandle)?.userHandle ?? randomToken(),
    linkTo: currentUser && idOf(currentUser.user),
  }
  const site = siteOf(ctx, provider)
  const excluded = known.map(describeCredential)
  const options = await makeCreationOptions(config, site, registrant, excluded)
  const ceremony: RegistrationCeremony = {
    kind: 'register',
    providerId,
    challenge: options.challenge,
    startedAt: ctx.startedAt,
    expires: ctx.now + lifetimeOf(config.registrationOptions),
    ...registrant,
  }
  await keepCeremony(ctx, ceremony)
  return options
}

/**
 * Whether the form signs another user up. The passkey of a visitor who signs up must not open the account
 * of the user who was signed in before in the same browser. Without `signUp`, the passkey is for the
 * signed-in user, whatever the fields say.
 */
async function namesAnother(
  ctx: RouteContext,
  provider: ResolvedWebAuthnProvider,
  user: AdapterUser,
): Promise<boolean> {
  if (ctx.query.get('signUp') !== 'true') return false
  const info = await askWho(ctx, provider)
  return info !== null && !(info.exists && idOf(info.user) === idOf(user))
}

/**
 * Describes the person who wants to sign up. If the user already exists, only the callback says so.
 */
async function findNewcomer(
  ctx: RouteContext,
  provider: ResolvedWebAuthnProvider,
): Promise<Pick<RegistrationCeremony, 'user' | 'taken'>> {
  const info = await askWho(ctx, provider)
  if (!info) throw new InvalidRequestBody('Expected the request to say who signs up.')
  const typed = typedName(ctx, provider)
  const user = { ...typed, ...(info.exists ? typedOf(ctx, info.user) : info.user) }
  if (new TextEncoder().encode(JSON.stringify(user)).length > longestUser) {
    throw new InvalidRequestBody('Expected less to be said about who signs up.')
  }
  return { user, taken: info.exists ? 1 : 0 }
}

/** For an existing user, the visitor sees only what they typed themselves. */
function typedOf({ query }: RouteContext, { name, email }: Partial<User>): Partial<User> {
  const typed = [...query.values()].map((text) => text.trim())
  const address = typed.map(parseEmailAddress).find((one) => one !== undefined && one === email)
  const shown = parseEmailAddress(query.get('email')) ?? address
  return {
    ...(typeof name === 'string' && typed.includes(name) && { name }),
    ...(shown !== undefined && { email: shown }),
  }
}

/** Returns the typed name if the form has a field for it. */
function typedName(
  { query }: RouteContext,
  { config }: ResolvedWebAuthnProvider,
): Pick<User, 'name'> {
  const name = 'name' in config.formFields ? (query.get('name') ?? '').trim() : ''
  return name === '' || name.length > longestName ? {} : { name }
}

/** Asks the provider for the user and normalizes the address, so that it can be compared. */
async function askWho(
  ctx: RouteContext,
  provider: ResolvedWebAuthnProvider,
): Promise<WebAuthnUserInfo> {
  const info = await provider.who(baseUrl(ctx), hookRequest(ctx))
  if (!info || info.exists || typeof info.user.email !== 'string') return info
  const email = parseEmailAddress(info.user.email)
  if (email === undefined) {
    throw new InvalidEmailAddress('What was typed is not one e-mail address.')
  }
  if (email === info.user.email) return info
  // The provider may have looked for the address in another form.
  const known = await operationsOf(ctx).findUserByEmail(email)
  return known ? { user: known, exists: true } : { user: { ...info.user, email }, exists: false }
}

async function listCredentials(
  ctx: RouteContext,
  userId: string,
): Promise<readonly AdapterAuthenticator[]> {
  return requireStore(ctx).call('listAuthenticatorsByUserId', userId)
}

function describeCredential({
  credentialID,
  transports,
}: AdapterAuthenticator): CredentialDescriptor {
  return { ...describeId(credentialID), ...(transports && { transports: transports.split(',') }) }
}

function describeId(id: string): CredentialDescriptor {
  return { id: toBase64url(id), type: 'public-key' }
}

/** These details are enough to recognize a user. More would not fit into the cookie. */
function describeUser({ name, email }: AdapterUser): Partial<User> {
  return { name: name?.slice(0, longestName), email }
}

function provenSecond(user: AdapterUser): number | undefined {
  const date = provenAt(user)
  return date && Math.floor(date.getTime() / 1000)
}

function baseUrl(ctx: RouteContext): URL {
  return new URL(routeUrl(ctx, ''))
}

function hookRequest({
  request,
  query,
  fields,
}: RouteContext): Parameters<ResolvedWebAuthnProvider['who']>[1] {
  return {
    url: new URL(request.url),
    method: request.method,
    query: Object.fromEntries(query),
    body: fields,
  }
}
