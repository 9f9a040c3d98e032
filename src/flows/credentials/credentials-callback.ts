import type { ResolvedCredentialsProvider } from '../../config/providers.js'
import type { Context, RouteContext } from '../../context/context.js'
import { noteEnteredNames } from '../../context/entered-names.js'
import { countAttempts } from '../../context/limits.js'
import type { RedirectOutcome } from '../../context/outcome.js'
import { CredentialsSignin } from '../../errors/credentials-signin.js'
import type { BodyFields } from '../../http/body.js'
import type { SignInCallbackParams } from '../../model/callbacks.js'
import type { User } from '../../model/records.js'
import { idOf } from '../../store/user-id.js'
import { completeSignIn } from '../complete-sign-in.js'
import { hasPasswords } from '../password/password-provider.js'
import { findPasswordCounts } from './password-counts.js'
import { findNameFields } from './login-names.js'
import { passwordCallback } from './password-callback.js'
import { readCredentials } from './read-credentials.js'
import { runAuthorize } from './run-authorize.js'

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
  ctx: RouteContext,
  attempt: CredentialsAttempt,
): Promise<RedirectOutcome> {
  const { provider, credentials, callbackUrl } = attempt
  const names = findNameFields(provider.credentials)
  noteEnteredNames(ctx, provider.id, pick(credentials, names))
  if (hasPasswords(provider)) return passwordCallback(ctx, { ...attempt, provider })
  const { attempts, typed } = await findPasswordCounts(ctx, provider, credentials)
  await countAttempts(ctx, attempts)
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

function pick(fields: BodyFields, names: readonly string[]): BodyFields {
  return Object.fromEntries(names.map((name) => [name, fields[name]]))
}

async function authorize(
  ctx: Context,
  { provider, credentials: typed, request }: CredentialsAttempt,
): Promise<User> {
  const credentials = readCredentials(provider.credentials, typed)
  const user: User | null = await runAuthorize(ctx, provider, () =>
    provider.authorize(credentials, request),
  )
  if (typeof user !== 'object' || user === null || Array.isArray(user)) {
    throw new CredentialsSignin()
  }
  return user
}
