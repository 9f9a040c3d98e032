import type { ResolvedSecondFactor } from '../../config/second-factor.js'
import type { Context } from '../../context/context.js'
import type { PendingSignIn } from '../../context/pending-sign-in.js'
import { sha256Hex } from '../../crypto/digest.js'
import { randomHex } from '../../crypto/random.js'
import type { AdapterFactor } from '../../model/adapter.js'
import type { User } from '../../model/records.js'
import { operationsOf } from '../../store/operations.js'
import type { UserFactors } from './ways.js'

const day = 24 * 60 * 60
const longestName = 256

/** A user has at most this many remembered browsers. The oldest is forgotten first. */
const mostDevices = 20

/** Each user of a browser has a cookie of their own. */
async function cookieName(ctx: Context, userId: string): Promise<string> {
  return `${ctx.cookies.attempt.name}-device-${(await sha256Hex(userId)).slice(0, 16)}`
}

/** A token begins with the name of its browser, which stays when the token is replaced. */
async function idOf(token: string): Promise<string> {
  const [name = '', secret] = token.split('.')
  const hash = await sha256Hex(token)
  return secret === undefined ? `device:${hash}` : `device:${name}:${hash}`
}

/** Returns the name of a browser from the id of its row. A row of an older version has none. */
function browserOf(id: string): string | undefined {
  return /^device:([0-9a-f]+):/.exec(id)?.[1]
}

/** Whether a row is that of a browser, also if its cookie was replaced since the id was listed. */
export function isDevice({ id }: AdapterFactor, listed: unknown): boolean {
  if (id === listed) return true
  const browser = browserOf(id)
  return browser !== undefined && typeof listed === 'string' && browser === browserOf(listed)
}

/**
 * What a remembered browser depends on. It changes with the password, the address and the
 * second factors, so every change of these forgets all browsers.
 */
async function stampOf(ctx: Context, factors: UserFactors): Promise<string> {
  const { userId, apps, passkeys } = factors
  const operations = operationsOf(ctx)
  const password = await operations.passwords.findStamp(userId)
  // `authorize` may return a user without the address that the database has.
  const email = (await operations.findStored(userId))?.email ?? null
  const ids = [...apps.map(({ id }) => id), ...passkeys.map((one) => one.credentialID)].sort()
  return sha256Hex(JSON.stringify([password, email, ...ids]))
}

/**
 * Remembers this browser, after its user has proven a second factor. `since` is when the sign-in
 * began: if the user has signed out everywhere since, the browser is forgotten again.
 */
async function rememberDevice(
  ctx: Context,
  factors: UserFactors,
  { days, since, passwordStamp }: Remembered & { readonly days: number },
): Promise<void> {
  const stamp = await stampOf(ctx, factors)
  await writeDevice(ctx, factors, { expires: ctx.now + days * day, stamp, since, passwordStamp })
}

/** Remembers this browser after a second factor, if the app allows that. */
export async function rememberAfter(
  ctx: Context,
  { deviceDays: days }: ResolvedSecondFactor,
  { factors, pending }: FinishedSignIn,
): Promise<void> {
  if (days === undefined) return
  const { at, restartedAt, passwordStamp } = pending.start
  await rememberDevice(ctx, factors, { days, since: restartedAt ?? at, passwordStamp })
}

/** A sign-in that has just proven its second factor. */
export interface FinishedSignIn {
  readonly user: User
  readonly factors: UserFactors
  readonly pending: PendingSignIn
}

/** The sign-in that a browser is remembered with. */
interface Remembered {
  readonly since: number
  /** The stamp of the password that was checked. If it has changed, nothing is remembered. */
  readonly passwordStamp?: string | undefined
}

interface WrittenDevice extends Remembered {
  /** In seconds since the epoch. */
  readonly expires: number
  /** What the browser depends on, see {@link stampOf}. */
  readonly stamp: string
  /** The name of the browser, if it was remembered before. */
  readonly browser?: string | undefined
}

async function writeDevice(
  ctx: Context,
  factors: UserFactors,
  { expires, stamp, since, passwordStamp, browser }: WrittenDevice,
): Promise<void> {
  const { userId, devices } = factors
  const operations = operationsOf(ctx)
  const { random } = ctx.config.runtime
  const token = `${browser ?? randomHex(8, random)}.${randomHex(32, random)}`
  const id = await idOf(token)
  const end = new Date(expires * 1000)
  const now = new Date(ctx.now * 1000)
  const oldest = [...devices].sort((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
  for (const { id: forgotten } of oldest.slice(mostDevices - 1)) {
    await operations.factors.remove(forgotten)
  }
  await operations.factors.create({
    id,
    userId,
    type: 'device',
    name: ctx.request.headers.get('user-agent')?.slice(0, longestName) ?? null,
    secret: stamp,
    lastStep: 0,
    createdAt: now,
    lastUsedAt: now,
    expires: end,
  })
  const isChanged =
    passwordStamp !== undefined && (await operations.passwords.findStamp(userId)) !== passwordStamp
  // These checks follow the write, because a sign-out everywhere may not have seen the row.
  if (isChanged || (await operations.isSignInRevoked(userId, since))) {
    await operations.factors.remove(id)
    return
  }
  ctx.jar.set(await cookieName(ctx, userId), token, {
    expires: end,
    ...ctx.cookies.attempt.attributes,
  })
}

/**
 * Whether this browser is remembered for the user. Its cookie is replaced, so a copy of it works
 * once at most.
 */
export async function isRememberedDevice(
  ctx: Context,
  factors: UserFactors,
  since: number,
): Promise<boolean> {
  const token = ctx.jar.get(await cookieName(ctx, factors.userId))
  if (token === undefined) return false
  const id = await idOf(token)
  const device = factors.devices.find((row) => row.id === id)
  const stamp = await stampOf(ctx, factors)
  const isValid = device?.secret === stamp
  // Of two sign-ins with one cookie, one is remembered and the other one is asked.
  if (!isValid || !device.expires || !(await operationsOf(ctx).factors.remove(id))) {
    ctx.jar.delete(await cookieName(ctx, factors.userId), ctx.cookies.attempt.attributes)
    return false
  }
  // The stamp that was compared. If the password has changed since, a new one would revive the browser.
  const expires = device.expires.getTime() / 1000
  await writeDevice(ctx, factors, { expires, stamp, since, browser: browserOf(id) })
  return true
}
