import type { ResolvedSecondFactor } from '../../config/second-factor.js'
import type { Context } from '../../context/context.js'
import type { PendingSignIn } from '../../context/waiting-sign-in.js'
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
  return /^device:([0-9a-f]{16}):/.exec(id)?.[1]
}

/** Whether a row is that of a browser, also if its cookie was replaced since the id was listed. */
function isDevice({ id }: AdapterFactor, listed: unknown): boolean {
  if (id === listed) return true
  const browser = browserOf(id)
  return browser !== undefined && typeof listed === 'string' && browser === browserOf(listed)
}

/** Seconds for which a sign-in under way learns that its browser was forgotten. No request takes as long. */
const forgottenFor = 60 * 60

/**
 * Forgets the browser that an id of the list names. A sign-in there replaces the row at the same moment,
 * so it either sees the record, or its new row is found here.
 */
export async function forgetDevice(ctx: Context, userId: string, listed: unknown): Promise<void> {
  const { factors, moments } = operationsOf(ctx)
  const browser = typeof listed === 'string' ? browserOf(listed) : undefined
  if (browser !== undefined) {
    await moments.record(forgottenKey(userId, browser), ctx.now + forgottenFor)
  }
  for (const row of await factors.list(userId)) {
    if (row.type === 'device' && isDevice(row, listed)) await factors.remove(row.id)
  }
}

function forgottenKey(userId: string, browser: string): readonly string[] {
  return ['forgotten browser', userId, browser]
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

/** Returns whether the browser is remembered. */
async function writeDevice(
  ctx: Context,
  factors: UserFactors,
  { expires, stamp, since, passwordStamp, browser }: WrittenDevice,
): Promise<boolean> {
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
  const isForgotten =
    browser !== undefined &&
    (await operations.moments.find(forgottenKey(userId, browser))) !== undefined
  // These checks follow the write, because a removal or a sign-out everywhere may not have seen the row.
  if (isChanged || isForgotten || (await operations.isSignInRevoked(userId, since))) {
    await operations.factors.remove(id)
    return false
  }
  ctx.jar.set(await cookieName(ctx, userId), token, {
    expires: end,
    ...ctx.cookies.attempt.attributes,
  })
  return true
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
  const name = await cookieName(ctx, factors.userId)
  const token = ctx.jar.get(name)
  if (token === undefined) return false
  const isRenewed = await renewDevice(ctx, factors, await idOf(token), since)
  if (!isRenewed) ctx.jar.delete(name, ctx.cookies.attempt.attributes)
  return isRenewed
}

async function renewDevice(
  ctx: Context,
  factors: UserFactors,
  id: string,
  since: number,
): Promise<boolean> {
  const device = factors.devices.find((row) => row.id === id)
  const others = factors.devices.filter((row) => row !== device)
  const stamp = await stampOf(ctx, factors)
  if (!device?.expires || device.secret !== stamp) return false
  // Of two sign-ins with one cookie, one is remembered and the other one is asked.
  if (!(await operationsOf(ctx).factors.remove(id))) return false
  // The stamp that was compared. If the password has changed since, a new one would revive the browser.
  const expires = device.expires.getTime() / 1000
  const renewed = { expires, stamp, since, browser: browserOf(id) }
  return writeDevice(ctx, { ...factors, devices: others }, renewed)
}
