import { mac } from '../crypto/mac.js'
import { TooManyRequests } from '../errors/request-errors.js'
import { isLoopback } from '../http/origin.js'
import type { Attempt, AttemptCount } from '../model/limits.js'
import type { ResolvedLimits } from '../config/limits.js'
import type { Context } from './context.js'

/** What is counted, and how often it may be. */
type LimitName = 'identifier' | 'client' | 'mail' | 'allMails' | 'code' | 'codes'

/** How a count differs from what its limit says. */
export interface CountOptions {
  /** When the count ends, in seconds since the epoch. Default: as long from now as the limit says. */
  readonly until?: number
  /** How many times as many attempts are allowed. Default one. */
  readonly factor?: number
  /** What the log says, once a count, when there were too many. */
  readonly warning?: readonly [code: string, message: string]
}

/**
 * Counts an attempt, and refuses it when there were too many: for a while, never for good, so that
 * a stranger cannot lock a user out for longer than that.
 */
export async function countAttempt(
  ctx: Context,
  name: LimitName,
  whose: string,
  { until, factor = 1, warning }: CountOptions = {},
): Promise<void> {
  const { limits } = ctx.config
  const rate = limits[name]
  if (!rate) return
  const [secret = ''] = ctx.config.secrets
  const key = await mac(JSON.stringify([name, ctx.config.basePath, whose]), secret, 'limits')
  const attempt = toAttempt(ctx, key, until ?? ctx.now + rate.seconds)
  const { count, expires } = await ask(ctx, limits, attempt)
  const most = rate.attempts * factor
  if (count <= most) return
  // Once a count: a flood of attempts must not become a flood of lines.
  if (warning && count === most + 1) ctx.log.warn(...warning)
  const seconds = Math.max(1, Math.ceil(new Date(expires).getTime() / 1000 - ctx.now))
  throw new TooManyRequests(
    `Too many attempts (${name}). Another is possible in ${seconds} s.`,
    seconds,
  )
}

/** Counts an attempt of the client; one that cannot be told from others is not counted. */
export async function countClient(ctx: Context): Promise<void> {
  const client = ctx.client()
  if (client === undefined) {
    warnOfUnknownClient(ctx)
    return
  }
  await countAttempt(ctx, 'client', client, {
    warning: [
      'client-limit-reached',
      `${client} tried too often. If that is a proxy of yours, set \`trustedProxies\`.`,
    ],
  })
}

/** A limit that is off must not be off in silence. On a developer's own machine it may. */
function warnOfUnknownClient({ config, origin, log }: Context): void {
  if (!config.limits.client || isLoopback(new URL(origin).hostname)) return
  const { trustedProxies } = config
  const cure =
    trustedProxies === 0
      ? 'If a proxy is in front of the app, set `trustedProxies`. If not, have the server pass on the address of the connection.'
      : `\`trustedProxies\` is ${trustedProxies}, but \`X-Forwarded-For\` has no address at that place. Set it to the number of proxies that append to the header.`
  log.warnOnce(
    'client-address-unknown',
    `Attempts are not limited per client, because the client's address is unknown. ${cure}`,
  )
}

function toAttempt(ctx: Context, key: string, expires: number): Attempt {
  return { key, now: new Date(ctx.now * 1000), expires: new Date(expires * 1000) }
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
