import type { RouteContext } from '../../context/context.js'
import { redirectTo, type RedirectOutcome } from '../../context/outcome.js'
import { waitingLifetime } from '../../context/waiting-sign-in.js'
import { pageUrl, resolveRedirect } from '../../context/redirects.js'
import { InvalidCode } from '../../errors/second-factor-errors.js'
import type { CurrentUser } from '../../session/strategy.js'
import { hasProvenAddress } from '../../store/proven-address.js'
import { spendOnce } from '../spend-once.js'
import {
  findMailedCode,
  mailCodeFor,
  requireMailedCode,
  type MailedChallenge,
  type MailedCode,
} from './mailed-code.js'

/**
 * Returns the address to which a code may be mailed, so that the user can confirm their identity. An
 * address that was never proven may belong to another person.
 */
export function findMailAddress(
  { config }: Pick<RouteContext, 'config'>,
  { user }: Pick<CurrentUser, 'user'>,
): string | undefined {
  return config.mailer && hasProvenAddress(user) ? user.email || undefined : undefined
}

/** Returns the code that was mailed to the user of this session in this browser. */
export async function findMailedProof(
  ctx: RouteContext,
  current: CurrentUser,
): Promise<MailedCode | undefined> {
  return findMailedCode(ctx, challengeOf(ctx, current))
}

/**
 * Mails a code to the signed-in user, and leads to the page that asks for it. `provider` is the one
 * that does not prove a new sign-in.
 */
export async function mailProof(
  ctx: RouteContext,
  current: CurrentUser,
  {
    provider,
    callbackUrl,
  }: { readonly provider?: string | undefined; readonly callbackUrl: unknown },
): Promise<RedirectOutcome> {
  const email = requireMailAddress(ctx, current)
  await mailCodeFor(ctx, challengeOf(ctx, current), { email, provider })
  const target = await resolveRedirect(ctx, callbackUrl)
  const params = { with: 'email-code', callbackUrl: target }
  return redirectTo(pageUrl(ctx, 'confirm', 'confirm', params))
}

/** Checks the mailed code that the signed-in user typed, uses it up, and returns the methods. */
export async function checkMailedProof(
  ctx: RouteContext,
  current: CurrentUser,
): Promise<readonly string[]> {
  const email = requireMailAddress(ctx, current)
  const challenge = challengeOf(ctx, current)
  const { id, expires } = await requireMailedCode(ctx, challenge, email, ctx.fields['code'])
  // Of two requests with one code, only one replaces the session.
  if (!(await spendOnce(ctx, `mailed code:${id}`, expires))) {
    throw new InvalidCode('The mailed code was used before.', 'email-code')
  }
  return ['otp']
}

function requireMailAddress(ctx: RouteContext, current: CurrentUser): string {
  const email = findMailAddress(ctx, current)
  if (email !== undefined) return email
  throw new InvalidCode('No code can be mailed to the user.', 'email-code')
}

/** The code belongs to one session, so it does not work in another browser or for another user. */
function challengeOf({ now }: RouteContext, { user, sessionKey }: CurrentUser): MailedChallenge {
  const id = `mailed proof:${sessionKey ?? user.id}`
  return { id, purpose: 'confirmation', userId: user.id, expires: now + waitingLifetime }
}
