import type { SignInContext } from '../../context/context.js'

/** Milliseconds. No timer outlives the work by more than this. */
const look = 500

/**
 * Waits for work that another request of this process has begun, and returns its result. Returns
 * undefined if the time is over: a platform may have ended that request, and then its work never ends.
 */
export async function awaitShared<T extends object>(
  { config }: Pick<SignInContext, 'config'>,
  work: Promise<T>,
  until: number,
): Promise<T | undefined> {
  const { clock, sleep } = config.runtime
  const left = until - clock()
  for (let waited = 0; waited < left; waited += look) {
    const result = await Promise.race([work, sleep(look)])
    if (result) return result
  }
  return undefined
}
