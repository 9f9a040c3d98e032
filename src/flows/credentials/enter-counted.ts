import type { Context } from '../../context/context.js'
import { countAttempts, type LimitedAttempt } from '../../context/limits.js'
import { isAuthError } from '../../errors/auth-error.js'
import type { PasswordHost, RunHash } from '../../model/password.js'
import type { PasswordProvider } from '../password/password-provider.js'

/** Work that checks a password. */
export interface CountedTask<T> {
  readonly host: PasswordHost
  /** What is counted before the work begins. */
  readonly attempts: readonly LimitedAttempt[]
  /** Calls `noteRight` as soon as it knows that the password is right, whatever comes after. */
  readonly check: (run: RunHash, noteRight: () => void) => Promise<T>
}

/**
 * Counts an attempt at a password, and checks the password. An attempt that the limits refuse takes no
 * place in the queue of hashes, so that it cannot keep others from signing in.
 *
 * An overload throws `ServerBusy` and uses up no attempt. Nothing is counted while the queue is full.
 * If the queue fills up in the meantime, the attempt is given back, but only if nothing was hashed,
 * because a hash may have been a guess.
 *
 * A right password gives back its own attempt only, so that many users behind one address can sign in.
 * The guesses before it stay counted, because an attacker may know the password of another user.
 */
export async function enterCounted<T>(
  ctx: Context,
  { passwords }: PasswordProvider,
  { host, attempts, check }: CountedTask<T>,
): Promise<T> {
  passwords.requireRoom(host)
  const counted = await countAttempts(ctx, attempts)
  const giveBack = (): void => counted.forEach((one) => one.giveBack())
  let hasHashed = false
  try {
    return await passwords.enter(host, (run) => {
      const runNoted: RunHash = (work) =>
        run(() => {
          hasHashed = true
          return work()
        })
      return check(runNoted, giveBack)
    })
  } catch (thrown) {
    const isBusy = isAuthError(thrown) && thrown.type === 'ServerBusy'
    if (isBusy && !hasHashed) giveBack()
    throw thrown
  }
}
