import { mac } from '../crypto/mac.js'
import { TooManyRequests } from '../errors/request-errors.js'
import { AdapterError } from '../errors/runtime-errors.js'
import { limitWait } from '../http/limit-wait.js'
import { isLoopback } from '../http/origin.js'
import type { Attempt, AttemptCount } from '../model/limits.js'
import type { ResolvedLimits } from '../config/limits.js'
import type { Context } from './context.js'
import { giveBackAttempt, returnedAttempts, type RunningCount } from './returned-attempts.js'

/** The limits of the config, by name. */
type LimitName =
  | 'identifier'
  | 'currentPassword'
  | 'client'
  | 'mail'
  | 'allMails'
  | 'code'
  | 'codes'
  | 'factor'
  | 'factors'

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

/** What a limit still allows after an attempt was counted. */
export interface AttemptsLeft {
  /** 0 if the next attempt is one too many. */
  readonly left: number
  /** When the count ends, in seconds since the epoch. */
  readonly expires: number
  /**
   * Allows another attempt. Call it only if what the limit protects was not tried, or was known. What
   * is given back makes a limit ten times as high at most.
   */
  readonly giveBack: () => void
}

/** An attempt that a limit counts. */
export interface LimitedAttempt {
  readonly name: LimitName
  readonly subject: string
  readonly options?: CountOptions
}

/**
 * How many times the number of allowed attempts can be given back. A hash takes time also if the
 * password is right, so a client must not cause as many as it wants.
 */
const mostReturned = 9

/** Counts an attempt by several limits, and throws if one of them had too many. */
export async function countAttempts(
  ctx: Context,
  attempts: readonly LimitedAttempt[],
): Promise<readonly AttemptsLeft[]> {
  const counted: AttemptsLeft[] = []
  for (const { name, subject, options } of attempts) {
    const left = await countAttempt(ctx, name, subject, options)
    if (left) counted.push(left)
  }
  return counted
}

/**
 * Counts an attempt, and throws if there were too many. A limit always ends after some time, so
 * that an attacker cannot lock a user out for good. Returns undefined if the limit is switched off.
 */
export async function countAttempt(
  ctx: Context,
  name: LimitName,
  subject: string,
  { until, factor = 1, warning }: CountOptions = {},
): Promise<AttemptsLeft | undefined> {
  const rate = ctx.config.limits[name]
  if (!rate) return undefined
  const counted = await countOne(ctx, name, subject, until ?? ctx.now + rate.seconds)
  const { count, expires } = counted
  const least = rate.attempts * factor
  const most = least + Math.min(returnedAttempts(ctx, counted), least * mostReturned)
  if (count <= most) {
    return { left: most - count, expires, giveBack: () => giveBackAttempt(ctx, counted) }
  }
  // Logged once per count, so that a flood of attempts does not flood the log.
  if (warning && count === most + 1) ctx.log.warn(...warning)
  throw tooMany(ctx, name, expires)
}

/** A limit whose waits grow. */
export interface GrowingLimit {
  /** How many waits there are. After the last one, no attempt is allowed until the counts end. */
  readonly waits: number
  /** Seconds that no wait exceeds. */
  readonly longestWait: number
  /** Seconds for which attempts are remembered. Longer than all waits together. */
  readonly memory: number
  /** Logged once, when the last attempt was used up. */
  readonly warning: readonly [code: string, message: string]
  /** Called once, when the attempts before the first wait were used up, with their number. */
  readonly onFirstWait: (attempts: number) => void
  /** Called once, when the last attempt was used up, with the number of attempts. */
  readonly onUsedUp: (attempts: number) => void
}

/**
 * Counts an attempt, and throws if it comes too early. The limit's number of attempts is allowed, then
 * there is a wait, then the same number is allowed again, and so on. Each wait is twice as long as the
 * one before. An attempt during a wait does not make the wait longer.
 *
 * There is one count for each wait, so that every process finds the same one.
 */
export async function countWithGrowingWaits(
  ctx: Context,
  name: 'factors',
  subject: string,
  { waits, longestWait, memory, warning, onFirstWait, onUsedUp }: GrowingLimit,
): Promise<void> {
  const { attempts, seconds } = ctx.config.limits[name]
  /** When the first count ends, after which there are attempts again. */
  let firstEnd = Infinity
  for (let wait = 0; wait < waits; wait++) {
    const end = ctx.now + memory
    const { count, expires } = await countOne(ctx, name, `${wait}:${subject}`, end)
    if (count <= attempts) return
    firstEnd = Math.min(firstEnd, expires)
    if (wait === 0 && count === attempts + 1) onFirstWait(attempts)
    const isLast = wait === waits - 1
    if (isLast && count === attempts + 1) {
      ctx.log.warn(...warning)
      onUsedUp(attempts * waits)
    }
    // The store remembers when the first attempt of this count was made.
    const opens = expires - memory + Math.min(seconds * 2 ** wait, longestWait)
    if (isLast || ctx.now < opens) throw tooMany(ctx, name, isLast ? firstEnd : opens)
  }
}

/** Counts an attempt. Times are in seconds since the epoch. */
async function countOne(
  ctx: Context,
  name: LimitName,
  subject: string,
  until: number,
): Promise<RunningCount & { readonly count: number }> {
  const { limits, secrets, basePath } = ctx.config
  const key = await mac(JSON.stringify([name, basePath, subject]), secrets[0], 'limits')
  const { count, expires } = await countInStore(ctx, limits, toAttempt(ctx, key, until))
  return { key, count, expires: new Date(expires).getTime() / 1000 }
}

/** Returns the error for an attempt before a limit opens again, in seconds since the epoch. */
export function tooMany({ now, config }: Context, name: LimitName, opens: number): TooManyRequests {
  config.telemetry?.count('latchkey.limits.hits', { 'latchkey.limit': name })
  const seconds = Math.max(1, Math.ceil(opens - now))
  return new TooManyRequests(`Too many attempts (${name}). Try again in ${seconds} s.`, seconds)
}

/** Counts an attempt by the client. A client whose address is unknown is not counted. */
export async function countClient(ctx: Context): Promise<void> {
  await countAttempts(ctx, clientAttempts(ctx))
}

/** How many times more attempts a count allows that many users may share. */
export const sharedFactor = 10

/**
 * Returns the attempt by the client, or none if its address is unknown. Browsers that are known have a
 * count of their own, because a stranger behind the same address must not lock them out.
 */
export function clientAttempts(
  ctx: Context,
  { isKnown = false }: { readonly isKnown?: boolean } = {},
): readonly LimitedAttempt[] {
  const client = ctx.client()
  if (client === undefined) {
    warnOfUnknownClient(ctx)
    return []
  }
  const warning = [
    'client-limit-reached',
    `The client ${client} made too many attempts. If this is the address of your own proxy, set \`trustedProxies\`.`,
  ] as const
  const options = { warning }
  return isKnown
    ? [
        {
          name: 'client',
          subject: `known ${client}`,
          options: { ...options, factor: sharedFactor },
        },
      ]
    : [{ name: 'client', subject: client, options }]
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

function tooSlow(): Error {
  return new AdapterError(
    'The store of the limits took longer than `adapterTimeout` to count an attempt.',
  )
}

async function countInStore(
  ctx: Context,
  { store, fallback, timeout }: ResolvedLimits,
  attempt: Attempt,
): Promise<AttemptCount> {
  try {
    const pending = Promise.resolve(store.countAttempt(attempt))
    const isLimited = timeout > 0 && store !== fallback
    const counted = await (isLimited ? limitWait(pending, timeout * 1000, tooSlow) : pending)
    if (isCount(counted)) return counted
    throw new TypeError('Expected `countAttempt` to return { count, expires }.')
  } catch (error) {
    // Without its store, the limit still works per process.
    ctx.log.error(error)
    return fallback.countAttempt(attempt)
  }
}
