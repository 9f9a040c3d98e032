import type { Context, SignInContext } from '../../context/context.js'
import { countAttempt, countWithGrowingWaits, type GrowingLimit } from '../../context/limits.js'
import { recordEvent } from '../../context/record-event.js'
import { InvalidCode } from '../../errors/second-factor-errors.js'
import { readRecoveryCode, recoveryCodeId } from '../../factors/recovery-codes.js'
import { openSecret, sealSecret } from '../../factors/sealed-secret.js'
import { findStep, stepAt } from '../../factors/totp.js'
import { isChecked, type BodyFields } from '../../http/body.js'
import type { AdapterFactor, AdapterUser } from '../../model/adapter.js'
import type { Authentication } from '../../session/authentication.js'
import { operationsOf } from '../../store/operations.js'
import { mailAboutFactor } from './send-factor-mail.js'
import { isTouched, type UserFactors } from './ways.js'

/** A second factor that was just proven. */
export interface ProvenFactor {
  readonly kind: 'code' | 'recovery-code'
  /** How RFC 8176 names it. */
  readonly amr: readonly string[]
}

/** What the tries belong to: a pending sign-in, or a session that is to be confirmed. */
export interface Challenge {
  readonly id: string
  /** When it ends, in seconds since the epoch. */
  readonly expires: number
}

/** The user whose code is checked. */
export interface CheckedUser {
  readonly user: AdapterUser
  readonly factors: UserFactors
  /** What the sign-in or the session has proven so far. */
  readonly proven: Pick<Authentication, 'amr'>
  readonly challenge: Challenge
  /**
   * What the code is typed for. A confirmation has a count of its own, so that a stolen session cannot
   * keep the owner from signing in.
   */
  readonly purpose: 'sign-in' | 'confirm'
}

/**
 * Checks the code that a user with a second factor typed and uses it up. Throws `InvalidCode` if it is wrong.
 *
 * The try is counted before the code is looked at. Of many tries in parallel, only the allowed
 * number is therefore evaluated.
 */
export async function checkCode(
  ctx: SignInContext,
  checked: CheckedUser,
  { code, recoveryCode, again }: BodyFields,
): Promise<ProvenFactor> {
  const { user, factors, challenge } = checked
  await countAttempt(ctx, 'factor', challenge.id, { until: challenge.expires })
  if (typeof recoveryCode === 'string' && recoveryCode !== '') {
    await useRecoveryCode(ctx, factors, recoveryCode)
    await recordEvent(ctx, { event: 'recovery-code-used', userId: factors.userId })
    return { kind: 'recovery-code', amr: ['otp'] }
  }
  await countWithGrowingWaits(ctx, 'factors', subjectOf(checked), {
    ...wrongCodes,
    onFirstWait: (count) => mailAboutFactor(ctx, user, { kind: 'guessed', count }),
    onUsedUp: (count) => mailAboutFactor(ctx, user, { kind: 'locked', count }),
  })
  await useAppCode(ctx, factors, code, isChecked(again))
  return { kind: 'code', amr: ['otp'] }
}

const day = 24 * 60 * 60

/**
 * Ten wrong codes in a row are allowed in 15 minutes, the next ten in 30, and so on up to a day. NIST
 * SP 800-63B allows 100 in a row. Recovery codes and passkeys cannot be guessed, so they never wait,
 * and the owner is never locked out by a guesser.
 */
const wrongCodes: Omit<GrowingLimit, 'onFirstWait' | 'onUsedUp'> = {
  waits: 10,
  longestWait: day,
  memory: 30 * day,
  warning: [
    'second-factor-locked',
    'A user has typed 100 wrong codes in a row. For up to 30 days, only a recovery code or a passkey opens the account.',
  ],
}

/**
 * A count begins anew when a factor has been used, so it counts failures in a row. After a security key
 * that was only touched, passkeys do not matter: the holder of the key could begin a new count at will.
 */
function subjectOf({ factors, proven, purpose }: CheckedUser): string {
  const { userId, apps, passkeys, recoveryCodes } = factors
  const counted = isTouched(proven) ? [] : passkeys
  const uses = [
    ...apps.map(({ id, lastStep }) => `${id}:${lastStep}`),
    ...counted.map(({ credentialID, counter, lastUsedAt }) =>
      [credentialID, counter, lastUsedAt && new Date(lastUsedAt).getTime()].join(':'),
    ),
  ].sort()
  const codes = recoveryCodes.map(({ id }) => id).sort()
  return JSON.stringify([purpose, userId, uses, codes])
}

async function useAppCode(
  ctx: Context,
  { userId, apps }: UserFactors,
  code: unknown,
  isAgain: boolean,
): Promise<void> {
  for (const app of apps) {
    if (await usesStep(ctx, userId, app, code)) return
  }
  const message = 'The code is wrong, has expired, or was used before.'
  throw new InvalidCode(message, isAgain ? 'again' : 'code')
}

async function usesStep(
  ctx: Context,
  userId: string,
  { id, secret: sealed, lastStep }: AdapterFactor,
  code: unknown,
): Promise<boolean> {
  // The undo of a change of address leaves such an app, so that sign-ins keep asking.
  if (sealed === null) return false
  const { secrets } = ctx.config
  const opened = await openSecret(secrets, sealed, { userId, id })
  if (!opened) {
    ctx.log.warn(
      'factor-unreadable',
      `The secret of the authenticator app ${id} does not open: it was sealed with a secret that is no longer in the option \`secret\`, or it belongs to another row.`,
    )
    return false
  }
  const step = await findStep(opened.secret, code, stepAt(ctx.now), lastStep)
  if (step === undefined) return false
  const renewed = opened.isCurrent
    ? {}
    : { secret: await sealSecret(secrets, { userId, id, secret: opened.secret }) }
  const use = { step, lastUsedAt: new Date(ctx.now * 1000), ...renewed }
  return operationsOf(ctx).factors.useStep(id, use)
}

async function useRecoveryCode(
  ctx: Context,
  { userId }: UserFactors,
  typed: string,
): Promise<void> {
  const code = readRecoveryCode(typed)
  const isRight =
    code !== undefined &&
    (await operationsOf(ctx).factors.remove(await recoveryCodeId(userId, code)))
  if (isRight) return
  throw new InvalidCode('The recovery code is wrong or was used before.', 'recovery-code')
}
