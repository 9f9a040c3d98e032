import type { ResolvedCredentialsProvider } from '../config/providers.js'
import type { Context } from '../context/context.js'
import { isKnownHere } from '../context/last-sign-in.js'
import { countAttempt, countClient } from '../context/limits.js'
import type { RedirectOutcome } from '../context/outcome.js'
import { isAuthError } from '../errors/auth-error.js'
import { CredentialsSignin } from '../errors/credentials-signin.js'
import { AdapterError, CallbackRouteError } from '../errors/runtime-errors.js'
import type { BodyFields } from '../http/body.js'
import type { SignInCallbackParams } from '../model/callbacks.js'
import type { User } from '../model/records.js'
import { idOf } from '../store/user-id.js'
import { completeSignIn } from './complete-sign-in.js'

/** What someone typed, and where they wanted to go. */
export interface CredentialsAttempt {
  readonly provider: ResolvedCredentialsProvider
  readonly credentials: BodyFields
  readonly wantedUrl: unknown
  /** What `authorize` is given beside the credentials. */
  readonly request: Request
}

/** Signs in whoever `authorize` accepts. */
export async function credentialsCallback(
  ctx: Context,
  attempt: CredentialsAttempt,
): Promise<RedirectOutcome> {
  const { provider, credentials, wantedUrl } = attempt
  await countClient(ctx)
  const typed = nameOf(attempt)
  if (typed !== undefined) {
    // A browser that has signed in with the name before is not held up by strangers who guess.
    const isKnown = await isKnownHere(ctx, typed)
    await countAttempt(ctx, 'identifier', isKnown ? `known:${typed}` : typed)
  }
  const authorized = await authorize(ctx, attempt)
  const id = idOf({ id: authorized.id ?? authorized.email ?? crypto.randomUUID() })
  const user = { ...authorized, id }
  return completeSignIn(ctx, {
    user,
    settle: async () => {
      await requireRowForSession(ctx, id)
      return { user, isNewUser: false, evidence: undefined }
    },
    account: { provider: provider.id, type: 'credentials', providerAccountId: id },
    credentials: credentials as SignInCallbackParams['credentials'],
    wantedUrl,
    typed,
  })
}

async function authorize(
  ctx: Context,
  { provider, credentials, request }: CredentialsAttempt,
): Promise<User> {
  let user: User | null
  try {
    user = await provider.authorize(credentials, request)
  } catch (cause) {
    if (isAuthError(cause)) throw cause
    // Something is broken, but to a stranger it must look like any refused sign-in.
    ctx.log.error(new CallbackRouteError(`\`authorize\` of "${provider.id}" threw.`, { cause }))
    throw new CredentialsSignin('', { cause })
  }
  if (typeof user !== 'object' || user === null || Array.isArray(user)) {
    throw new CredentialsSignin()
  }
  return user
}

/** A session in the database belongs to a user of the database, whoever else `authorize` knows. */
async function requireRowForSession({ config }: Context, userId: string): Promise<void> {
  const { store, session } = config
  if (session.strategy !== 'database' || (await store?.call('getUser', userId))) return
  throw new AdapterError(
    'The credentials belong to a user who is not in the database, where the session would be ' +
      'kept. Let `authorize` return a user of the database, or set `session.strategy: "jwt"`.',
  )
}

/**
 * The account that is tried: what was typed into the fields that name one. Undefined when no field
 * is known to: all people would be one.
 */
function nameOf({ provider, credentials }: CredentialsAttempt): string | undefined {
  const fields = Object.entries(provider.credentials)
  const names = fields.flatMap(([name, { type }]) => (namesNobody(name, type) ? [] : [name]))
  if (names.length === 0) return undefined
  const typed = names.map((name) => textOf(credentials[name]))
  return JSON.stringify([provider.id, ...typed])
    .normalize('NFKC')
    .toLowerCase()
}

/** A password, or a field that can be filled with anything: with it every guess had a new name. */
function namesNobody(name: string, type: string | undefined): boolean {
  return (
    /^(?:password|checkbox|radio)$/i.test(type ?? '') ||
    /passw|pwd|secret|^(?:pin|otp|totp|code|token|remember)$/i.test(name)
  )
}

/** What is no text can be written in endless ways, and may still be read as one. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : typeof value
}
