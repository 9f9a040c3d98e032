import { sha256Hex } from '../crypto/digest.js'
import { findMacSecret, mac } from '../crypto/mac.js'
import type { Context } from './context.js'

/** How someone signed in with this browser before. */
export interface LastSignIn {
  readonly providerId: string
  /** A hash of the name that was typed the last time one was; empty when none ever was. */
  readonly who: string
}

const label = 'last sign-in'
const lifetime = 365 * 24 * 60 * 60

/**
 * Remembers how someone signed in: the sign-in page marks it, and whoever comes back with this
 * browser is not held up by strangers who try the same name elsewhere.
 */
export async function keepLastSignIn(
  ctx: Context,
  providerId: string,
  typed: string | undefined,
): Promise<void> {
  const [secret = ''] = ctx.config.secrets
  const { name, attributes } = ctx.cookies.lastSignIn
  // Who comes by mail or through a service now is still the one who typed a name before.
  const who = typed === undefined ? (await findLastSignIn(ctx))?.who : await hashTyped(typed)
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

/** Whether the name that was typed is the one that signed in with this browser before. */
export async function isKnownHere(ctx: Context, typed: string): Promise<boolean> {
  const last = await findLastSignIn(ctx)
  return last?.who === (await hashTyped(typed))
}

/** Half a hash tells names apart, and keeps a cookie short that goes along with every request. */
async function hashTyped(typed: string): Promise<string> {
  return (await sha256Hex(`${label}:${typed}`)).slice(0, 32)
}

function join({ providerId, who }: LastSignIn): string {
  return `${providerId}|${who}`
}
