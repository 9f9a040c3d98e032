import { mac } from '../crypto/mac.js'
import { TooManyRequests } from '../errors/request-errors.js'
import type { Attempt, AttemptCount, Rate } from '../model/limits.js'
import type { ResolvedLimits } from '../config/limits.js'
import type { Context } from './context.js'

/** What is counted, and how often it may be. */
type LimitName = 'identifier' | 'client' | 'mail' | 'code'

/**
 * Counts an attempt, and refuses it when there were too many: for a while, never for good, so that
 * nobody can be locked out by a stranger for longer than that.
 */
export async function countAttempt(ctx: Context, name: LimitName, whose: string): Promise<void> {
  const { limits } = ctx.config
  const rate = limits[name]
  if (!rate) return
  const [secret = ''] = ctx.config.secrets
  const key = await mac(JSON.stringify([name, ctx.config.basePath, whose]), secret, 'limits')
  const { count, expires } = await ask(ctx, limits, toAttempt(ctx, key, rate))
  if (count <= rate.attempts) return
  if (name === 'client') warnOfProxy(ctx, whose)
  const seconds = Math.max(1, Math.ceil(new Date(expires).getTime() / 1000 - ctx.now))
  throw new TooManyRequests(
    `Too many attempts (${name}). Another is possible in ${seconds} s.`,
    seconds,
  )
}

/** Counts an attempt of whoever sent this request; whom we cannot tell from others is not counted. */
export async function countClient(ctx: Context): Promise<void> {
  const client = ctx.client()
  if (client !== undefined) await countAttempt(ctx, 'client', client)
}

/** Said aloud: behind a proxy that we were not told of, all visitors are one client. */
function warnOfProxy(ctx: Context, client: string): void {
  ctx.log.warn(
    'client-limit-reached',
    `${client} tried too often. If that is a proxy of yours, set \`trustedProxies\`.`,
  )
}

function toAttempt(ctx: Context, key: string, { seconds }: Rate): Attempt {
  return { key, now: new Date(ctx.now * 1000), expires: new Date((ctx.now + seconds) * 1000) }
}

/** A store is somebody else's code: what it gives may be from JSON, or nothing. */
function isCount(counted: AttemptCount | undefined): boolean {
  const moment = new Date(counted?.expires ?? Number.NaN).getTime()
  return Number.isFinite(counted?.count) && !Number.isNaN(moment)
}

async function ask(
  ctx: Context,
  { store, fallback }: ResolvedLimits,
  attempt: Attempt,
): Promise<AttemptCount> {
  try {
    const counted = await store.countAttempt(attempt)
    if (isCount(counted)) return counted
    throw new TypeError('Expected `countAttempt` to give { count, expires }.')
  } catch (error) {
    // Without its store a limit still holds, a process at a time.
    ctx.log.error(error)
    return fallback.countAttempt(attempt)
  }
}
