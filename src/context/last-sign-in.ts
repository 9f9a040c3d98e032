import { sha256Hex } from '../crypto/digest.js'
import { findMacSecret, mac } from '../crypto/mac.js'
import type { Context } from './context.js'

/** How the user last signed in with this browser. */
export interface LastSignIn {
  readonly providerId: string
  /** A hash of the user name that was last entered. Empty if a user name was never entered. */
  readonly who: string
}

const label = 'last sign-in'
const lifetime = 365 * 24 * 60 * 60

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
  // A sign-in by mail or with an OAuth provider keeps the user name that was entered before.
  const who =
    userName === undefined ? (await findLastSignIn(ctx))?.who : await hashUserName(userName)
  const text = join({ providerId, who: who ?? '' })
  const value = `${text}|${await mac(text, secret, label)}`
  if (ctx.jar.get(name) !== value) ctx.jar.set(name, value, { maxAge: lifetime, ...attributes })
}

export async function findLastSignIn(ctx: Context): Promise<LastSignIn | undefined> {
  const value = ctx.jar.get(ctx.cookies.lastSignIn.name)
  const [providerId, who, proof, ...rest] = value?.split('|') ?? []
  if (!providerId || who === undefined || !proof || rest.length > 0) return undefined
  const text = join({ providerId, who })
  const secret = await findMacSecret(text, proof, ctx.config.secrets, label)
  return secret === undefined ? undefined : { providerId, who }
}

/** Whether this user name was the last one to sign in with this browser. */
export async function isKnownHere(ctx: Context, userName: string): Promise<boolean> {
  const last = await findLastSignIn(ctx)
  return last?.who === (await hashUserName(userName))
}

/** Half a hash is enough to tell names apart, and keeps a cookie short that every request sends. */
async function hashUserName(userName: string): Promise<string> {
  return (await sha256Hex(`${label}:${userName}`)).slice(0, 32)
}

function join({ providerId, who }: LastSignIn): string {
  return `${providerId}|${who}`
}
