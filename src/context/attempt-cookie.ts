import { open, seal } from '../crypto/seal.js'
import { attemptLifetime, type Attempt } from '../oauth/attempt.js'
import type { CookieAttributes } from '../http/cookie.js'
import type { Context } from './context.js'
import { dropOldestCookies } from './drop-oldest-cookies.js'

/** The purpose of the key that seals attempts; nothing else is sealed with it. */
const label = 'latchkey.attempt'

/** More tabs than a person has open on a sign-in, and fewer bytes than a server refuses. */
const mostAttempts = 10

/**
 * Keeps an attempt in a sealed cookie of its own, so that parallel ones do not disturb each other.
 *
 * `posted` says that the response will be a form that the other site posts: only then does the
 * cookie go along with requests from elsewhere.
 */
export async function keepAttempt(
  ctx: Context,
  attempt: Attempt,
  { posted }: { readonly posted: boolean },
): Promise<void> {
  dropOldestCookies(ctx, ctx.cookies.attempt, mostAttempts)
  const { name, attributes } = ctx.cookies.attempt
  const value = await seal<Attempt>(pack(attempt), ctx.config.secrets, label)
  const crossSite: CookieAttributes = posted ? { sameSite: 'none', secure: true } : {}
  ctx.jar.set(`${name}.${attempt.id}`, value, {
    maxAge: attemptLifetime,
    ...attributes,
    ...crossSite,
  })
}

/** Takes the attempt with this id out of the browser: whatever comes of it, it was used. */
export async function takeAttempt(ctx: Context, id: string): Promise<Attempt | undefined> {
  const { name, attributes } = ctx.cookies.attempt
  const value = ctx.jar.get(`${name}.${id}`)
  if (value === undefined) return undefined
  ctx.jar.delete(`${name}.${id}`, attributes)
  const opened = await open(value, ctx.config.secrets, label)
  const attempt = opened && unpack(opened.plaintext)
  const isOver = !attempt || attempt.startedAt + attemptLifetime <= ctx.now
  return isOver || attempt.id !== id ? undefined : attempt
}

/** Without the names of the members: ten attempts must fit into the headers of a request. */
function pack(attempt: Attempt): string {
  return JSON.stringify(members.map((name) => attempt[name]))
}

function unpack(text: string): Attempt {
  // Only we can have sealed it, so it is what `pack` made; JSON writes undefined as null.
  const values = JSON.parse(text) as (string | number | null)[]
  const entries = members.map((name, at) => [name, values[at] ?? undefined])
  return Object.fromEntries(entries) as Attempt
}

const members: readonly (keyof Attempt)[] = [
  'id',
  'providerId',
  'issuer',
  'startedAt',
  'redirectUri',
  'state',
  'nonce',
  'codeVerifier',
  'maxAge',
  'wantedUrl',
  'linkTo',
]
