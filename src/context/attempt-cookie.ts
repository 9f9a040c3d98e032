import { open, seal } from '../crypto/seal.js'
import { InvalidRequestBody } from '../errors/request-errors.js'
import { longestCookieValue } from '../http/chunks.js'
import { attemptLifetime, type Attempt } from '../oauth/attempt.js'
import { withLifetime, type CookieAttributes } from '../http/cookie.js'
import type { Context } from './context.js'
import { dropOldestCookies } from './drop-oldest-cookies.js'

/** The label of the key that encrypts attempt cookies. No other cookie uses this key. */
const label = 'latchkey.attempt'

/** More sign-in tabs than a user keeps open, and small enough for the header limits of servers. */
const mostAttempts = 10

/**
 * Stores a sign-in attempt in its own encrypted cookie, so that parallel attempts do not overwrite
 * each other.
 *
 * Set `posted` if the provider will send its response as a cross-site form post. Only then is the
 * cookie sent with cross-site requests.
 */
export async function keepAttempt(
  ctx: Context,
  attempt: Attempt,
  { posted }: { readonly posted: boolean },
): Promise<void> {
  dropOldestCookies(ctx, ctx.cookies.attempt, mostAttempts)
  const { name, attributes } = ctx.cookies.attempt
  const value = await sealWhatFits(ctx, attempt)
  const crossSite: CookieAttributes = posted ? { sameSite: 'none', secure: true } : {}
  ctx.jar.set(`${name}.${attempt.id}`, value, {
    ...withLifetime(attemptLifetime, attributes),
    ...crossSite,
  })
}

/**
 * Encrypts an attempt. If it is too large for a cookie, the page to return to is left out. The scopes are
 * not, because the callback compares them.
 */
async function sealWhatFits({ config }: Context, attempt: Attempt): Promise<string> {
  for (const kept of [attempt, { ...attempt, callbackUrl: undefined }]) {
    const value = await seal<Attempt>(pack(kept), config.secrets, label)
    if (value.length <= longestCookieValue) return value
  }
  throw new InvalidRequestBody('The scopes that the sign-in asks for do not fit into its cookie.')
}

/**
 * Returns the attempt with this id and deletes its cookie, because an attempt works only once, also
 * if it fails.
 */
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

/** Member names are left out, because ten attempts must fit into the request headers. */
function pack(attempt: Attempt): string {
  return JSON.stringify(members.map((name) => attempt[name]))
}

function unpack(text: string): Attempt {
  // Only this library can encrypt the cookie, so `pack` wrote the value. JSON writes undefined as
  // null.
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
  'callbackUrl',
  'linkTo',
  'confirms',
  'scope',
  'askedScope',
  'dpopKey',
]
