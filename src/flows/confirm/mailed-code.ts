import type { Context, SignInContext } from '../../context/context.js'
import { countAttempt } from '../../context/limits.js'
import { sealedCookie } from '../../context/sealed-cookie.js'
import { equalInConstantTime } from '../../crypto/equal.js'
import { randomDigits, randomToken } from '../../crypto/random.js'
import { InvalidCode } from '../../errors/second-factor-errors.js'
import { countMails } from '../count-mails.js'
import { sendFactorMail, type FactorNews } from '../second-factor/send-factor-mail.js'

/** What a mailed code belongs to. */
export interface MailedChallenge {
  readonly id: string
  /** A pending sign-in, or a session that is to be confirmed. */
  readonly purpose: 'sign-in' | 'confirmation'
  readonly userId: string
  /** When it ends, in seconds since the epoch. */
  readonly expires: number
}

/** A code that was mailed. Only the browser that asked for it can use it, for one challenge. */
export interface MailedCode {
  /** Random. */
  readonly id: string
  readonly challengeId: string
  /** The address that it was sent to. */
  readonly email: string
  readonly code: string
  /** In seconds since the epoch. */
  readonly expires: number
  /** The id of the provider that cannot prove a new sign-in, if that is why it was sent. */
  readonly provider?: string | undefined
}

/** A mail with a code. */
export interface CodeMail {
  readonly email: string
  readonly provider?: string | undefined
}

const cookie = sealedCookie<MailedCode>('factor-code')
const codeLength = 6

/** Mails a code and stores it in this browser. The mail is counted first. */
export async function mailCodeFor(
  ctx: SignInContext,
  challenge: MailedChallenge,
  { email, provider }: CodeMail,
): Promise<void> {
  await countAttempt(ctx, 'mail', subjectOf(challenge))
  await countMails(ctx, 'code')
  const code = randomDigits(codeLength)
  const { id: challengeId, expires } = challenge
  // Rounded down, so that the mail does not promise a minute that the code does not have.
  const minutes = Math.max(1, Math.floor((expires - ctx.now) / 60))
  await sendFactorMail(ctx, email, {
    kind: kinds[challenge.purpose],
    code: { value: code, minutes },
  })
  const id = randomToken(16, ctx.config.runtime.random)
  const mailed = { id, challengeId, email, code, expires, provider }
  await cookie.keep(ctx, mailed, expires - ctx.now)
}

const kinds = { 'sign-in': 'signInCode', confirmation: 'confirmCode' } as const satisfies Record<
  MailedChallenge['purpose'],
  FactorNews['kind']
>

/**
 * The mails and the tries of a user have counts of their own. A stranger who knows only the address
 * can use up those of the mailbox with the public forms. A stolen session can use up those of the
 * confirmation, and must not keep the owner from signing in.
 */
function subjectOf({ userId, purpose }: MailedChallenge): string {
  return JSON.stringify(['second factor', purpose, userId])
}

/** Returns the code that was mailed for a challenge in this browser, unless it has expired. */
export async function findMailedCode(
  ctx: Context,
  { id }: Pick<MailedChallenge, 'id'>,
): Promise<MailedCode | undefined> {
  const mailed = await cookie.find(ctx)
  // The browser's clock does not decide how long a code works.
  return mailed?.challengeId === id && ctx.now < mailed.expires ? mailed : undefined
}

/**
 * Returns the mailed code that a user typed. Throws `InvalidCode` if it is wrong. The try is counted
 * first, for the challenge and for the user, because each new challenge would allow new tries.
 *
 * The caller spends the challenge or the code, because a copy of the cookie stays valid.
 */
export async function requireMailedCode(
  ctx: Context,
  challenge: MailedChallenge,
  email: string,
  typed: unknown,
): Promise<MailedCode> {
  await countAttempt(ctx, 'factor', challenge.id, { until: challenge.expires })
  await countAttempt(ctx, 'codes', subjectOf(challenge))
  const mailed = await findMailedCode(ctx, challenge)
  const code = typeof typed === 'string' ? typed.replaceAll(/[\s-]/g, '') : ''
  if (mailed?.email !== email || !equalInConstantTime(code, mailed.code)) {
    throw new InvalidCode('The mailed code is wrong or has expired.', 'email-code')
  }
  cookie.drop(ctx)
  return mailed
}
