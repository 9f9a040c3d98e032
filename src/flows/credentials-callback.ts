import type { ResolvedCredentialsProvider } from '../config/providers.js'
import type { Context } from '../context/context.js'
import type { RedirectOutcome } from '../context/outcome.js'
import { isAuthError } from '../errors/auth-error.js'
import { CredentialsSignin } from '../errors/credentials-signin.js'
import { CallbackRouteError } from '../errors/runtime-errors.js'
import type { BodyFields } from '../http/body.js'
import type { SignInCallbackParams } from '../model/callbacks.js'
import type { User } from '../model/records.js'
import { idOf } from '../session/user-id.js'
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
  const user = await authorize(ctx, attempt)
  const id = idOf({ id: user.id ?? user.email ?? crypto.randomUUID() })
  return completeSignIn(ctx, {
    user: { ...user, id },
    account: { provider: provider.id, type: 'credentials', providerAccountId: id },
    credentials: credentials as SignInCallbackParams['credentials'],
    wantedUrl,
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
