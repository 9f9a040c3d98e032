import { sha256Hex } from '../crypto/digest.js'
import { findMacSecret, mac } from '../crypto/mac.js'
import { randomToken } from '../crypto/random.js'
import { withLifetime } from '../http/cookie.js'
import type { Context } from './context.js'

/** How the user last signed in with this browser. */
export interface LastSignIn {
  readonly providerId: string
  /** A hash of the user name that was last entered. Empty if a user name was never entered. */
  readonly who: string
  /** A random id of the browser, so that its attempts are counted apart from those of others. */
  readonly browser: string
}

const label = 'last sign-in'
const lifetime = 365 * 24 * 60 * 60

/** Enough to tell browsers apart. The signature protects the id. */
const browserBytes = 8

/**
 * Remembers the provider and the user name of a sign-in. The sign-in page marks the provider. Rate
 * limits for that name do not block this browser when an attacker tries the same name elsewhere.
 */
export async function keepLastSignIn(
  ctx: Context,
  providerId: string,
  userName: string | undefined,
): Promise<void> {
  const [secret] = ctx.config.secrets
  const { name, attributes } = ctx.cookies.lastSignIn
  const last = await findLastSignIn(ctx)
  // A sign-in by mail or with an OAuth provider keeps the user name that was entered before.
  const who = userName === undefined ? (last?.who ?? '') : await hashUserName(userName)
  const browser =
    last?.who === who ? last.browser : randomToken(browserBytes, ctx.config.runtime.random)
  const text = join({ providerId, who, browser })
  const value = `${text}|${await mac(text, secret, label)}`
  if (ctx.jar.get(name) !== value) ctx.jar.set(name, value, withLifetime(lifetime, attributes))
}

export async function findLastSignIn(ctx: Context): Promise<LastSignIn | undefined> {
  const value = ctx.jar.get(ctx.cookies.lastSignIn.name)
  const [providerId, who, browser, proof, ...rest] = value?.split('|') ?? []
  if (!providerId || who === undefined || !browser || !proof || rest.length > 0) return undefined
  const last = { providerId, who, browser }
  const secret = await findMacSecret(join(last), proof, ctx.config.secrets, label)
  return secret === undefined ? undefined : last
}

/**
 * Returns the id of this browser if this user name was the last one to sign in with it. Undefined if
 * it was not.
 */
export async function findKnownBrowser(
  ctx: Context,
  userName: string,
): Promise<string | undefined> {
  const last = await findLastSignIn(ctx)
  return last?.who === (await hashUserName(userName)) ? last.browser : undefined
}

/** Half a hash is enough to tell names apart, and keeps a cookie short that every request sends. */
async function hashUserName(userName: string): Promise<string> {
  return (await sha256Hex(`${label}:${userName}`)).slice(0, 32)
}

function join({ providerId, who, browser }: LastSignIn): string {
  return `${providerId}|${who}|${browser}`
}
