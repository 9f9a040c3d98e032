import type { RouteContext } from '../../context/context.js'
import type { RedirectOutcome } from '../../context/outcome.js'
import { dropWaitingSignIns, type PendingSignIn } from '../../context/waiting-sign-in.js'
import { InvalidCode } from '../../errors/second-factor-errors.js'
import type { AdapterPassword, AdapterUser } from '../../model/adapter.js'
import { twoFactors, type Authentication } from '../../session/authentication.js'
import { operationsOf } from '../../store/operations.js'
import {
  findPasswordProvider,
  loadPasswordFlows,
  type PasswordProvider,
} from '../password/password-provider.js'
import { checkOwn, requirePassword } from '../password/require-password.js'
import type { Challenge } from './check-code.js'
import { waysOf, type UserFactors } from './ways.js'

/** The methods of a sign-in with a passkey that did not verify its user, and then with the password. */
const methods = ['pwd', twoFactors] as const

/**
 * Checks the password that a signed-in user typed after a passkey that did not verify its user, and
 * returns the methods. Undefined if no password was typed, or if it is not a second factor here.
 */
export async function provePassword(
  ctx: RouteContext,
  factors: UserFactors,
  proven: Pick<Authentication, 'amr'>,
  challenge: Challenge,
): Promise<readonly string[] | undefined> {
  const asked = await findAsked(ctx, factors, proven)
  if (!asked) return undefined
  const how = { field: 'password', challenge }
  await requirePassword(ctx, asked.provider, asked.stored, asked.typed, how)
  return methods
}

/** A password that was right, at a sign-in. If it must be changed, there may be no session yet. */
export type EnteredPassword =
  | { readonly amr: readonly string[] }
  | { readonly mustChange: AdapterPassword; readonly provider: PasswordProvider }

/** Checks a password like {@link provePassword}, at a sign-in. */
export async function enterPassword(
  ctx: RouteContext,
  factors: UserFactors,
  pending: PendingSignIn,
  challenge: Challenge,
): Promise<EnteredPassword | undefined> {
  const asked = await findAsked(ctx, factors, pending)
  if (!asked) return undefined
  const { provider, stored, typed } = asked
  const how = { field: 'password', isSignIn: true, challenge }
  const checked = await checkOwn(ctx, provider, stored, typed, how)
  return checked.mustChange ? { mustChange: checked, provider } : { amr: methods }
}

/**
 * Leads a user whose password must be changed to the page that asks for a new one. After it the passkey
 * is asked for again, as after every sign-in with a password.
 */
export async function continueWithPassword(
  ctx: RouteContext,
  pending: PendingSignIn,
  user: AdapterUser,
  { mustChange: stored, provider }: Extract<EnteredPassword, { provider: PasswordProvider }>,
): Promise<RedirectOutcome> {
  dropWaitingSignIns(ctx)
  const flows = await loadPasswordFlows(provider)
  return flows.holdSignIn(ctx, provider, {
    checked: { user, stored },
    at: pending.start.at,
    callbackUrl: pending.callbackUrl,
    typed: pending.identifier,
  })
}

interface AskedPassword {
  readonly provider: PasswordProvider
  readonly stored: AdapterPassword
  readonly typed: string
}

async function findAsked(
  ctx: RouteContext,
  factors: UserFactors,
  proven: Pick<Authentication, 'amr'>,
): Promise<AskedPassword | undefined> {
  const { password: typed } = ctx.fields
  const isAsked = waysOf(factors, proven).includes('password')
  if (typeof typed !== 'string' || !isAsked) return undefined
  const provider = findPasswordProvider(ctx.config)
  const stored = provider && (await operationsOf(ctx).passwords.find(factors.userId))
  if (!provider || !stored) throw new InvalidCode('The user has no password any more.')
  return { provider, stored, typed }
}
