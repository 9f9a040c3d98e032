import { open, seal } from '../crypto/seal.js'
import type { Ceremony } from '../webauthn/ceremony.js'
import { withLifetime } from '../http/cookie.js'
import type { Context } from './context.js'
import { dropOldestCookies } from './drop-oldest-cookies.js'

/** The label of the key that encrypts ceremony cookies. No other cookie uses this key. */
const label = 'latchkey.ceremony'

/** A sign-in page starts a ceremony when it opens, and a user may have several tabs open. */
const mostCeremonies = 6

/** Stores a ceremony in its own encrypted cookie, so that only this browser can finish it. */
export async function keepCeremony(ctx: Context, ceremony: Ceremony): Promise<void> {
  const cookie = ctx.cookies.webauthnChallenge
  dropOldestCookies(ctx, cookie, mostCeremonies)
  const value = await seal<Ceremony>(JSON.stringify(ceremony), ctx.config.secrets, label)
  const name = `${cookie.name}.${ctx.now.toString(36)}-${shorten(ceremony.challenge)}`
  ctx.jar.set(name, value, withLifetime(ceremony.expires - ctx.now, cookie.attributes))
}

/**
 * Returns the ceremony with this challenge and deletes its cookie, because a challenge works only
 * once, also if it fails.
 */
export async function takeCeremony(ctx: Context, challenge: string): Promise<Ceremony | undefined> {
  const { name: prefix, attributes } = ctx.cookies.webauthnChallenge
  const suffix = `-${shorten(challenge)}`
  const name = ctx.jar.names(`${prefix}.`).find((known) => known.endsWith(suffix))
  const value = name === undefined ? undefined : ctx.jar.get(name)
  if (name === undefined || value === undefined) return undefined
  ctx.jar.delete(name, attributes)
  const opened = await open(value, ctx.config.secrets, label)
  // Only this library can encrypt the cookie, so `keepCeremony` wrote the value.
  const ceremony = opened && (JSON.parse(opened.plaintext) as Ceremony)
  return ceremony?.challenge === challenge && ceremony.expires > ctx.now ? ceremony : undefined
}

/** Deletes all ceremonies that this browser has started. After a sign-in they are not needed. */
export function dropCeremonies({ jar, cookies: { webauthnChallenge } }: Context): void {
  const { name: prefix, attributes } = webauthnChallenge
  for (const name of jar.names(`${prefix}.`)) jar.delete(name, attributes)
}

/** Enough characters to tell challenges apart. */
function shorten(challenge: string): string {
  return challenge.slice(0, 16)
}
