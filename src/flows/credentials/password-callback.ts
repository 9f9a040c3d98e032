import type { RouteContext } from '../../context/context.js'
import type { RedirectOutcome } from '../../context/outcome.js'
import { resolveRedirect } from '../../context/redirects.js'
import { CredentialsSignin } from '../../errors/credentials-signin.js'
import type { BodyFields } from '../../http/body.js'
import type { SignInCallbackParams } from '../../model/callbacks.js'
import type { AdapterUser } from '../../model/adapter.js'
import type { PasswordHost } from '../../model/password.js'
import { idOf } from '../../store/user-id.js'
import { completeSignIn } from '../complete-sign-in.js'
import { enterCounted } from './enter-counted.js'
import {
  loadPasswordFlows,
  needsMore,
  type PasswordProvider,
} from '../password/password-provider.js'
import { findPasswordCounts } from './password-counts.js'
import { passwordHost } from './password-host.js'
import { readCredentials } from './read-credentials.js'
import { runAuthorize } from './run-authorize.js'

/** A sign-in with a stored password. */
export interface PasswordAttempt {
  readonly provider: PasswordProvider
  readonly credentials: BodyFields
  readonly callbackUrl: unknown
}

/** Signs in the user whose stored password is right. */
export async function passwordCallback(
  ctx: RouteContext,
  { provider, credentials, callbackUrl }: PasswordAttempt,
): Promise<RedirectOutcome> {
  const host = namingUser(ctx, passwordHost(ctx, provider))
  const { attempts, typed } = await findPasswordCounts(ctx, provider, credentials)
  const checked = await enterCounted(ctx, provider, {
    host,
    attempts,
    check: async (run, noteRight) => {
      const texts = readCredentials(provider.credentials, credentials)
      const signIn = () => provider.passwords.signIn(host, run, texts)
      const found = await runAuthorize(ctx, provider, signIn)
      if (found) noteRight()
      return found
    },
  })
  if (!checked) throw new CredentialsSignin()
  if (needsMore(provider, checked)) {
    const flows = await loadPasswordFlows(provider)
    return flows.holdSignIn(ctx, provider, {
      checked,
      at: ctx.startedAt,
      callbackUrl: await resolveRedirect(ctx, callbackUrl),
      typed,
    })
  }
  const id = idOf(checked.user)
  const user = { ...checked.user, id }
  return completeSignIn(ctx, {
    user,
    resolveUser: async () => ({ user, isNewUser: false, evidence: undefined }),
    account: { provider: provider.id, type: 'credentials', providerAccountId: id },
    start: {
      at: ctx.startedAt,
      passwordStamp: checked.stored.stamp,
      refusal: (message) => new CredentialsSignin(message),
    },
    amr: ['pwd'],
    credentials: credentials as SignInCallbackParams['credentials'],
    callbackUrl,
    identifier: typed,
  })
}

/** A refusal names the user whose password was compared. */
function namingUser({ notes }: RouteContext, host: PasswordHost): PasswordHost {
  const name = (user: AdapterUser | null): AdapterUser | null => {
    notes.userId = user?.id
    return user
  }
  return {
    ...host,
    findUserByEmail: async (email) => name(await host.findUserByEmail(email)),
    findUserByName: async (userName) => name(await host.findUserByName(userName)),
  }
}
