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
  readonly check: (run: RunHash) => Promise<T>
  /** Whether the result says that the password was right. Default: the attempt stays counted. */
  readonly isRight?: (result: T) => boolean
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
  { host, attempts, check, isRight }: CountedTask<T>,
): Promise<T> {
  passwords.requireRoom(host)
  const counted = await countAttempts(ctx, attempts)
  const giveBack = (): void => counted.forEach((one) => one.giveBack())
  let hasHashed = false
  try {
    const result = await passwords.enter(host, (run) =>
      check((work) =>
        run(() => {
          hasHashed = true
          return work()
        }),
      ),
    )
    if (isRight?.(result)) giveBack()
    return result
  } catch (thrown) {
    const isBusy = isAuthError(thrown) && thrown.type === 'ServerBusy'
    if (isBusy && !hasHashed) giveBack()
    throw thrown
  }
}
