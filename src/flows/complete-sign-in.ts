import type { Context } from '../context/context.js'
import { dropCsrfToken } from '../context/csrf.js'
import { tell } from '../context/events.js'
import { redirectTo, type RedirectOutcome } from '../context/outcome.js'
import { customPageUrl, resolveRedirect } from '../context/redirects.js'
import { AccessDenied } from '../errors/request-errors.js'
import { AdapterError } from '../errors/runtime-errors.js'
import type { AdapterUser } from '../model/adapter.js'
import type { SignInCallbackParams } from '../model/callbacks.js'
import type { Account, Profile, User } from '../model/records.js'
import { strategyOf } from '../session/choose-strategy.js'
import { purgeNowAndThen } from '../session/purge.js'
import { askSignIn } from './ask-sign-in.js'
import { keysOf, type Candidate } from './candidate.js'
import { settleAccount } from './settle-account.js'

/** What a provider's own flow has found out, and where the person wanted to go. */
export interface Proven {
  readonly user: User
  readonly account: Account
  readonly profile?: Profile
  readonly credentials?: SignInCallbackParams['credentials']
  /** What a database would keep; credentials have no account there. */
  readonly candidate?: Candidate
  readonly wantedUrl: unknown
}

/**
 * The tail that all providers share: ask the `signIn` callback, link or create the user, issue the
 * session, tell the event, redirect.
 */
export async function completeSignIn(ctx: Context, proven: Proven): Promise<RedirectOutcome> {
  const { profile, credentials, wantedUrl } = proven
  const owner = await findOwner(ctx, proven)
  const asked = { user: owner ?? proven.user, account: proven.account, profile, credentials }
  const answer = await askSignIn(ctx, asked)
  if (!answer.allowed) return redirectTo(await resolveRedirect(ctx, answer.url))

  const { user, isNewUser } = await settle(ctx, proven, owner)
  const account = { ...proven.account, ...(ctx.config.store && { userId: user.id }) }
  const issued = await strategyOf(ctx).issue(ctx, { user, account, profile, isNewUser })
  if (!issued) throw new AccessDenied('The `jwt` callback wants no session.')
  dropCsrfToken(ctx)
  await tell(ctx, 'signIn', { user, account, profile, isNewUser })
  purgeNowAndThen(ctx)
  const callbackUrl = await resolveRedirect(ctx, wantedUrl)
  const welcome = isNewUser ? customPageUrl(ctx, 'newUser', { callbackUrl }) : undefined
  return redirectTo(welcome ?? callbackUrl)
}

async function findOwner(ctx: Context, { candidate }: Proven): Promise<AdapterUser | null> {
  const { store } = ctx.config
  return store && candidate ? store.call('getUserByAccount', keysOf(candidate)) : null
}

async function settle(
  ctx: Context,
  { user, candidate }: Proven,
  owner: AdapterUser | null,
): Promise<{ readonly user: User; readonly isNewUser: boolean }> {
  const { store, session } = ctx.config
  if (store && candidate) return settleAccount(ctx, store, candidate, owner)
  if (store && session.strategy === 'database' && !(await store.call('getUser', user.id ?? ''))) {
    throw new AdapterError(
      'The credentials belong to a user who is not in the database, where the session would be ' +
        'kept. Let `authorize` return a user of the database, or set `session.strategy: "jwt"`.',
    )
  }
  return { user, isNewUser: false }
}
