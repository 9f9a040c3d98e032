import type { ResolvedCredentialsProvider } from '../../config/providers.js'
import type { Context } from '../../context/context.js'
import { countClient } from '../../context/limits.js'
import type { RedirectOutcome } from '../../context/outcome.js'
import { isAuthError } from '../../errors/auth-error.js'
import { CredentialsSignin } from '../../errors/credentials-signin.js'
import { CallbackRouteError } from '../../errors/runtime-errors.js'
import type { BodyFields } from '../../http/body.js'
import type { SignInCallbackParams } from '../../model/callbacks.js'
import type { User } from '../../model/records.js'
import { idOf } from '../../store/user-id.js'
import { completeSignIn } from '../complete-sign-in.js'
import { countPassword } from './count-password.js'
import { passwordHost } from './password-host.js'
import { readCredentials } from './read-credentials.js'

/** The credentials that the visitor typed, and the URL that they want to reach. */
export interface CredentialsAttempt {
  readonly provider: ResolvedCredentialsProvider
  readonly credentials: BodyFields
  readonly callbackUrl: unknown
  /** The request that `authorize` receives with the credentials. */
  readonly request: Request
}

/** Signs in the user that `authorize` returns. */
export async function credentialsCallback(
  ctx: Context,
  attempt: CredentialsAttempt,
): Promise<RedirectOutcome> {
  const { provider, credentials, callbackUrl } = attempt
  await countClient(ctx)
  const typed = await countPassword(ctx, provider, credentials)
  const authorized = await authorize(ctx, attempt)
  const id = idOf({ id: authorized.id ?? authorized.email ?? crypto.randomUUID() })
  const user = { ...authorized, id }
  return completeSignIn(ctx, {
    user,
    resolveUser: async () => ({ user, isNewUser: false, evidence: undefined }),
    account: { provider: provider.id, type: 'credentials', providerAccountId: id },
    start: { at: ctx.startedAt, refusal: (message) => new CredentialsSignin(message) },
    credentials: credentials as SignInCallbackParams['credentials'],
    amr: ['pwd'],
    callbackUrl,
    identifier: typed,
  })
}

async function authorize(
  ctx: Context,
  { provider, credentials: typed, request }: CredentialsAttempt,
): Promise<User> {
  const credentials = readCredentials(provider.credentials, typed)
  let user: User | null
  try {
    user = provider.passwords
      ? await provider.passwords.signIn(passwordHost(ctx.config), credentials)
      : await provider.authorize(credentials, request)
  } catch (cause) {
    if (isAuthError(cause)) throw cause
    // `authorize` is broken, but to the visitor the failure must look like any refused sign-in.
    ctx.log.error(new CallbackRouteError(`\`authorize\` of "${provider.id}" threw.`, { cause }))
    throw new CredentialsSignin('', { cause })
  }
  if (typeof user !== 'object' || user === null || Array.isArray(user)) {
    throw new CredentialsSignin()
  }
  return user
}
