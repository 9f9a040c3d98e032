import { open, seal } from '../crypto/seal.js'
import type { Ceremony } from '../webauthn/ceremony.js'
import type { Context } from './context.js'
import { dropOldestCookies } from './drop-oldest-cookies.js'

/** The purpose of the key that seals ceremonies; nothing else is sealed with it. */
const label = 'latchkey.ceremony'

/** A page begins one by itself when it is opened, and a person has several open. */
const mostCeremonies = 6

/** Keeps a ceremony in a sealed cookie of its own: only this browser can finish it. */
export async function keepCeremony(ctx: Context, ceremony: Ceremony): Promise<void> {
  const cookie = ctx.cookies.webauthnChallenge
  dropOldestCookies(ctx, cookie, mostCeremonies)
  const value = await seal<Ceremony>(JSON.stringify(ceremony), ctx.config.secrets, label)
  const name = `${cookie.name}.${ctx.now.toString(36)}-${shorten(ceremony.challenge)}`
  ctx.jar.set(name, value, { maxAge: ceremony.expires - ctx.now, ...cookie.attributes })
}

/** Takes the ceremony with this challenge out of the browser: whatever comes of it, it was used. */
export async function takeCeremony(ctx: Context, challenge: string): Promise<Ceremony | undefined> {
  const { name: prefix, attributes } = ctx.cookies.webauthnChallenge
  const suffix = `-${shorten(challenge)}`
  const name = ctx.jar.names(`${prefix}.`).find((known) => known.endsWith(suffix))
  const value = name === undefined ? undefined : ctx.jar.get(name)
  if (name === undefined || value === undefined) return undefined
  ctx.jar.delete(name, attributes)
  const opened = await open(value, ctx.config.secrets, label)
  // Only we can have sealed it, so it is what `keepCeremony` made.
  const ceremony = opened && (JSON.parse(opened.plaintext) as Ceremony)
  return ceremony?.challenge === challenge && ceremony.expires > ctx.now ? ceremony : undefined
}

/** Forgets what was begun: whoever has signed in need not do so again. */
export function dropCeremonies({ jar, cookies: { webauthnChallenge } }: Context): void {
  const { name: prefix, attributes } = webauthnChallenge
  for (const name of jar.names(`${prefix}.`)) jar.delete(name, attributes)
}

/** Enough to tell challenges apart. */
function shorten(challenge: string): string {
  return challenge.slice(0, 16)
}
