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
  const token = showImage(structuredClone(claims))
  const answer = (await jwt({ ...reason, token })) as JWT | null | undefined
  if (answer === undefined) ctx.log.warn('jwt-callback-returned-nothing', explainNothing)
  if (!answer) return null
  // Only deleting `image` in place removes the picture, because a callback may build a token
  // without the alias.
  const isDeleted = answer === token && !('image' in token)
  return storePicture(isDeleted ? { ...answer, image: undefined } : answer, claims.picture)
}

const explainNothing =
  'The `jwt` callback returned undefined, so there is no session. Return the token, or null if you mean it.'

/** Returns the claims as callbacks see them, with `image` as an alias of the claim `picture`. */
export function showImage(claims: JWT): JWT {
  return { ...claims, image: claims.picture }
}

/**
 * Returns the claims as they are stored. They contain only `picture`, with the value of the alias
 * if the callback changed that one.
 */
function storePicture(answer: JWT, before: JWT['picture']): JWT {
  const { image, ...claims } = answer
  return 'image' in answer && image !== before ? { ...claims, picture: image } : claims
}
