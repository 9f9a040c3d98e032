import type { Context } from '../context/context.js'
import type { JWTSignInParams, JWTUpdateParams } from '../model/callbacks.js'
import type { JWT } from '../model/records.js'

/** Why the `jwt` callback runs. It is empty if a session is only read. */
type JwtReason =
  | Omit<JWTSignInParams, 'token'>
  | Pick<JWTUpdateParams, 'trigger' | 'session'>
  | Record<never, never>

/**
 * Returns the claims that the `jwt` callback returns, or `null` if the callback ends the session.
 *
 * The callback receives a copy, because the original claims are needed for a later comparison.
 */
export async function askJwt(ctx: Context, claims: JWT, reason: JwtReason): Promise<JWT | null> {
  const { jwt } = ctx.config.callbacks
  if (!jwt) return claims
  const token: MarkedToken = { ...showImage(structuredClone(claims)), [copied]: true }
  // Without a sign-in there is no key `user`, although the type has one for the annotations of apps.
  const params = { ...reason, token } as Parameters<typeof jwt>[0]
  const answer = (await jwt(params)) as JWT | null | undefined
  if (answer === undefined) ctx.log.warn('jwt-callback-returned-nothing', explainNothing)
  if (!answer) return null
  return storePicture(answer, claims.picture)
}

/**
 * Marks the token that the `jwt` callback receives. Spread and rest copy the mark, so a copy without
 * `image` was made to remove the picture. A token that the callback builds from single claims has
 * no mark, and needs `picture` alone.
 */
const copied: unique symbol = Symbol('latchkey.token')

type MarkedToken = JWT & { readonly [copied]?: true }

const explainNothing =
  'The `jwt` callback returned undefined, so there is no session. Return the token, or null if you mean it.'

/** Returns the claims as callbacks see them, with `image` as an alias of the claim `picture`. */
export function showImage(claims: JWT): JWT {
  // Much faster than a spread, see `prepareConfig`.
  const shown: JWT = Object.assign({}, claims)
  shown.image = claims.picture
  return shown
}

/**
 * Returns the claims as they are stored. They contain only `picture`, with the value of the alias
 * if the callback changed or removed that one.
 */
function storePicture(answer: MarkedToken, before: JWT['picture']): JWT {
  const { image, [copied]: isCopy, ...claims } = answer
  const hasImage = 'image' in answer
  const isRemoved = isCopy && !hasImage && claims.picture === before
  return isRemoved || (hasImage && image !== before) ? { ...claims, picture: image } : claims
}
