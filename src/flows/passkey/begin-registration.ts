import type { ResolvedWebAuthnProvider } from '../../config/webauthn-provider.js'
import { keepCeremony } from '../../context/ceremony-cookie.js'
import type { RouteContext } from '../../context/context.js'
import { randomToken } from '../../crypto/random.js'
import { InvalidRequestBody } from '../../errors/request-errors.js'
import { parseEmailAddress } from '../../http/email-address.js'
import type { AdapterUser } from '../../model/adapter.js'
import type { User } from '../../model/records.js'
import { strategyOf } from '../../session/choose-strategy.js'
import { operationsOf } from '../../store/operations.js'
import { provenAt } from '../../store/proven-address.js'
import { idOf } from '../../store/user-id.js'
import type { RegistrationCeremony } from '../../webauthn/ceremony.js'
import { lifetimeOf, makeCreationOptions } from '../../webauthn/options.js'
import { requireConfirmed } from '../confirm/require-confirmed.js'
import { isShowable } from '../account/profile-name.js'
import { requireChangeLeft } from '../count-change.js'
import { askForUser, siteOf } from './ask-provider.js'
import { describeCredential } from './describe-credential.js'

/** A browser drops a cookie of more than 4096 bytes, and this value is part of one. */
const longestUser = 1500

/** Longer than any real name. */
const longestName = 200

/** Makes the options for a new passkey, and keeps in a cookie whose it will be. */
export async function beginRegistration(
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
  const info = await askForUser(ctx, provider)
  return info !== null && !(info.exists && idOf(info.user) === idOf(user))
}

/**
 * Describes the person who wants to sign up. If the user already exists, only the callback says so.
 */
async function findNewcomer(
  ctx: RouteContext,
  provider: ResolvedWebAuthnProvider,
): Promise<Pick<RegistrationCeremony, 'user' | 'taken'>> {
  const info = await askForUser(ctx, provider)
  if (!info) throw new InvalidRequestBody('Expected the request to name the user who signs up.')
  const typed = typedName(ctx, provider)
  const user = { ...typed, ...(info.exists ? typedOf(ctx, info.user) : info.user) }
  if (new TextEncoder().encode(JSON.stringify(user)).length > longestUser) {
    throw new InvalidRequestBody('Expected a shorter name and address.')
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

/** Returns the typed name if the form has a field for it, and the name can be stored and shown. */
function typedName(
  { query }: RouteContext,
  { config }: ResolvedWebAuthnProvider,
): Pick<User, 'name'> {
  const name = 'name' in config.formFields ? (query.get('name') ?? '').trim() : ''
  return name.length <= longestName && isShowable(name) ? { name } : {}
}

/** These details are enough to recognize a user. More would not fit into the cookie. */
function describeUser({ name, email }: AdapterUser): Partial<User> {
  return { name: name?.slice(0, longestName), email }
}

function provenSecond(user: AdapterUser): number | undefined {
  const date = provenAt(user)
  return date && Math.floor(date.getTime() / 1000)
}
