import type { ResolvedCredentialsProvider } from '../config/providers.js'
import type { Context } from '../context/context.js'
import type { RedirectOutcome } from '../context/outcome.js'
import { isAuthError } from '../errors/auth-error.js'
import { CredentialsSignin } from '../errors/credentials-signin.js'
import { CallbackRouteError } from '../errors/runtime-errors.js'
import type { BodyFields } from '../http/body.js'
import type { SignInCallbackParams } from '../model/callbacks.js'
import type { User } from '../model/records.js'
import { completeSignIn } from './complete-sign-in.js'

/** What someone typed, and where they wanted to go. */
export interface CredentialsAttempt {
  readonly provider: ResolvedCredentialsProvider
  readonly credentials: BodyFields
  readonly wantedUrl: unknown
  /** What `authorize` is given beside the credentials. */
  readonly request: Request
}

/** Fields of the form that are ours, not the person's. */
const ownFields = new Set(['csrfToken', 'callbackUrl', 'redirectTo'])

/** Signs in whoever `authorize` accepts. */
export async function credentialsCallback(
  ctx: Context,
  attempt: CredentialsAttempt,
): Promise<RedirectOutcome> {
  const { provider, wantedUrl } = attempt
  const credentials = Object.fromEntries(
    Object.entries(attempt.credentials).filter(([name]) => !ownFields.has(name)),
  )
  const typed = Object.values(credentials).filter((value) => typeof value === 'string')
  const guarded: Context = { ...ctx, log: ctx.log.hiding(typed) }

  const user = await authorize(guarded, attempt, credentials)
  const id = user.id ?? user.email ?? crypto.randomUUID()
  return completeSignIn(guarded, {
    user: { ...user, id: String(id) },
    account: { provider: provider.id, type: 'credentials', providerAccountId: String(id) },
    credentials: credentials as SignInCallbackParams['credentials'],
    isNewUser: false,
    wantedUrl,
  })
}

async function authorize(
  ctx: Context,
  { provider, request }: CredentialsAttempt,
  credentials: BodyFields,
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
  if (typeof user !== 'object' || user === null) throw new CredentialsSignin()
  return user
}
