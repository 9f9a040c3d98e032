import { mac } from '../crypto/mac.js'
import { TooManyRequests } from '../errors/request-errors.js'
import { isLoopback } from '../http/origin.js'
import type { Attempt, AttemptCount } from '../model/limits.js'
import type { ResolvedLimits } from '../config/limits.js'
import type { Context } from './context.js'

/** The limits of the config, by name. */
type LimitName =
  | 'identifier'
  | 'client'
  | 'mail'
  | 'allMails'
  | 'code'
  | 'codes'
  | 'factor'
  | 'factors'
  | 'allFactors'

/** How a count differs from the configured limit. */
export interface CountOptions {
  /**
   * When the count ends, in seconds since the epoch. Default: after the limit's number of seconds.
   */
  readonly until?: number
  /** Multiplies the number of allowed attempts. Default: 1. */
  readonly factor?: number
  /** Logged once per count, when the limit is reached. */
  readonly warning?: readonly [code: string, message: string]
}

/**
 * Counts an attempt, and throws if there were too many. A limit always ends after some time, so
 * that an attacker cannot lock a user out for good.
 */
export async function countAttempt(
  ctx: Context,
  name: LimitName,
  subject: string,
  { until, factor = 1, warning }: CountOptions = {},
): Promise<void> {
  const { limits } = ctx.config
  const rate = limits[name]
  if (!rate) return
  const [secret] = ctx.config.secrets
  const key = await mac(JSON.stringify([name, ctx.config.basePath, subject]), secret, 'limits')
  const attempt = toAttempt(ctx, key, until ?? ctx.now + rate.seconds)
  const { count, expires } = await countInStore(ctx, limits, attempt)
  const most = rate.attempts * factor
  if (count <= most) return
  // Logged once per count, so that a flood of attempts does not flood the log.
  if (warning && count === most + 1) ctx.log.warn(...warning)
  ctx.config.telemetry?.count('latchkey.limits.hits', { 'latchkey.limit': name })
  const seconds = Math.max(1, Math.ceil(new Date(expires).getTime() / 1000 - ctx.now))
  throw new TooManyRequests(`Too many attempts (${name}). Try again in ${seconds} s.`, seconds)
}

/** Counts an attempt by the client. A client subject address is unknown is not counted. */
export async function countClient(ctx: Context): Promise<void> {
  const client = ctx.client()
  if (client === undefined) {
    warnOfUnknownClient(ctx)
    return
  }
  await countAttempt(ctx, 'client', client, {
    warning: [
      'client-limit-reached',
      `The client ${client} made too many attempts. If this is the address of your own proxy, set \`trustedProxies\`.`,
    ],
  })
}

/** Warns that the client limit has no effect. On a developer's own machine that is expected. */
function warnOfUnknownClient({ config, origin, log }: Context): void {
  if (!config.limits.client || isLoopback(new URL(origin).hostname)) return
  const { trustedProxies } = config
  const advice =
    trustedProxies === 0
      ? 'If a proxy is in front of the app, set `trustedProxies`. If not, have the server pass on the address of the connection.'
      : `\`trustedProxies\` is ${trustedProxies}, but \`X-Forwarded-For\` has no address at that place. Set it to the number of proxies that append to the header.`
  log.warnOnce(
    'client-address-unknown',
    `Attempts are not limited per client, because the client's address is unknown. ${advice}`,
  )
}

function toAttempt(ctx: Context, key: string, expires: number): Attempt {
  return { key, now: new Date(ctx.now * 1000), expires: new Date(expires * 1000) }
}

/** A store is third-party code. Its result may come from JSON, or be missing. */
function isCount(counted: AttemptCount | undefined): boolean {
  const moment = new Date(counted?.expires ?? Number.NaN).getTime()
  return Number.isFinite(counted?.count) && !Number.isNaN(moment)
}

async function countInStore(
  ctx: Context,
  { store, fallback }: ResolvedLimits,
  attempt: Attempt,
): Promise<AttemptCount> {
  try {
    const counted = await store.countAttempt(attempt)
    if (isCount(counted)) return counted
    throw new TypeError('Expected `countAttempt` to return { count, expires }.')
  } catch (error) {
    // Without its store, the limit still works per process.
    ctx.log.error(error)
    return fallback.countAttempt(attempt)
  }
}
