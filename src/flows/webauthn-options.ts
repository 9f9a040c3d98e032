import type { ResolvedWebAuthnProvider } from '../config/webauthn-provider.js'
import { keepCeremony } from '../context/ceremony-cookie.js'
import type { RouteContext } from '../context/context.js'
import { answerJson, type Outcome } from '../context/outcome.js'
import { requireStore } from '../context/require-store.js'
import { routeUrl } from '../context/redirects.js'
import { toBase64url } from '../crypto/base64.js'
import { mac } from '../crypto/mac.js'
import { randomToken } from '../crypto/random.js'
import { InvalidEmailAddress } from '../errors/email-errors.js'
import { InvalidRequestBody } from '../errors/request-errors.js'
import { parseEmailAddress } from '../http/email-address.js'
import type { AdapterAuthenticator, AdapterUser } from '../model/adapter.js'
import type { User } from '../model/records.js'
import type { RelayingParty, WebAuthnUserInfo } from '../model/webauthn.js'
import { strategyOf } from '../session/choose-strategy.js'
import { idOf } from '../store/user-id.js'
import { operationsOf } from '../store/operations.js'
import type { RegistrationCeremony } from '../webauthn/ceremony.js'
import { makeDecoys } from '../webauthn/decoys.js'
import {
  areDiscoverable,
  lifetimeOf,
  makeCreationOptions,
  makeRequestOptions,
  type CredentialDescriptor,
} from '../webauthn/options.js'

/** A browser drops a cookie of more than 4096 bytes, and this goes into one. */
const longestUser = 1500

/** Nobody is called by a longer name. */
const longestName = 200

/**
 * Begins a ceremony: gives the browser its options, and keeps in it what must be known at the end.
 *
 * Whoever asks about another's address sees the same as for one that nobody has.
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

/** The site that credentials belong to. */
export function siteOf(ctx: RouteContext, provider: ResolvedWebAuthnProvider): RelayingParty {
  return provider.site(baseUrl(ctx), hookRequest(ctx))
}

async function beginAuthentication(
  ctx: RouteContext,
  provider: ResolvedWebAuthnProvider,
): Promise<unknown> {
  const { config, id: providerId } = provider
  const allowed = areDiscoverable(config) ? [] : await findAllowed(ctx, provider)
  const options = await makeRequestOptions(config, siteOf(ctx, provider), allowed)
  await keepCeremony(ctx, {
    kind: 'authenticate',
    providerId,
    challenge: options.challenge,
    expires: ctx.now + lifetimeOf(config.authenticationOptions),
    isNamed: allowed.length > 0,
  })
  return options
}

/**
 * Section 14.6.2: authenticators that do not find their credentials by themselves must be told them.
 * For whoever has none they are made up, and the same each time.
 */
async function findAllowed(
  ctx: RouteContext,
  provider: ResolvedWebAuthnProvider,
): Promise<readonly CredentialDescriptor[]> {
  const info = await askWho(ctx, provider)
  if (!info) return []
  const known = info.exists ? await listCredentials(ctx, info.user.id ?? '') : []
  // Made-up ones have no transports, so that no others have any.
  if (known.length > 0) return known.map(({ credentialID }) => describeId(credentialID))
  const [secret = ''] = ctx.config.secrets
  // Not by a name that can be typed: whoever exists has another.
  const who = JSON.stringify([provider.id, info.user.email ?? info.user.name])
  return makeDecoys(await mac(who, secret, 'decoy credential'))
}

async function beginRegistration(
  ctx: RouteContext,
  provider: ResolvedWebAuthnProvider,
): Promise<unknown> {
  const { config, id: providerId } = provider
  const holder = await strategyOf(ctx).holder(ctx)
  const known = holder ? await listCredentials(ctx, holder.user.id) : []
  const registrant = {
    user: holder ? describeUser(holder.user) : await findNewcomer(ctx, provider),
    userHandle: known.find(({ userHandle }) => userHandle)?.userHandle ?? randomToken(),
    linkTo: holder && idOf(holder.user),
  }
  const site = siteOf(ctx, provider)
  const excluded = known.map(describeCredential)
  const options = await makeCreationOptions(config, site, registrant, excluded)
  const ceremony: RegistrationCeremony = {
    kind: 'register',
    providerId,
    challenge: options.challenge,
    expires: ctx.now + lifetimeOf(config.registrationOptions),
    ...registrant,
  }
  await keepCeremony(ctx, ceremony)
  return options
}

/** Who is about to sign up. If there is such a user already, that is said when nobody can guess. */
async function findNewcomer(
  ctx: RouteContext,
  provider: ResolvedWebAuthnProvider,
): Promise<Partial<User>> {
  const info = await askWho(ctx, provider)
  if (!info) throw new InvalidRequestBody('Expected the request to say who signs up.')
  // Of somebody who exists a stranger learns what they typed themselves, and all of it.
  const typed = typedName(ctx, provider)
  const user: Partial<User> = info.exists
    ? { ...typed, email: info.user.email }
    : { ...typed, ...info.user }
  if (new TextEncoder().encode(JSON.stringify(user)).length > longestUser) {
    throw new InvalidRequestBody('Expected less to be said about who signs up.')
  }
  return user
}

/** The name that was typed, where the form asks for one. */
function typedName(
  { query }: RouteContext,
  { config }: ResolvedWebAuthnProvider,
): Pick<User, 'name'> {
  const name = 'name' in config.formFields ? (query.get('name') ?? '').trim() : ''
  return name === '' || name.length > longestName ? {} : { name }
}

/** Asks the provider, and takes its address in the one form in which addresses are compared. */
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
  // A provider that does not know our form may have looked for another.
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

/** Enough to recognise oneself by; the rest would not fit. */
function describeUser({ name, email }: AdapterUser): Partial<User> {
  return { name: name?.slice(0, longestName), email }
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
