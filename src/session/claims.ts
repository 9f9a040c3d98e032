import type { Context } from '../context/context.js'
import type { JWTSignInParams, JWTUpdateParams } from '../model/callbacks.js'
import type { JWT } from '../model/records.js'

/** Why the `jwt` callback is asked; nothing in it when a session is just read. */
type JwtReason =
  | Omit<JWTSignInParams, 'token'>
  | Pick<JWTUpdateParams, 'trigger' | 'session'>
  | Record<never, never>

/**
 * What the `jwt` callback makes of the claims; `null` when it wants no session.
 *
 * It works on a copy: what we compare with later must not have been touched.
 */
export async function askJwt(ctx: Context, claims: JWT, reason: JwtReason): Promise<JWT | null> {
  const { jwt } = ctx.config.callbacks
  if (!jwt) return claims
  const token = showImage(structuredClone(claims))
  const answer = (await jwt({ ...reason, token })) as JWT | null | undefined
  if (answer === undefined) ctx.log.warn('jwt-callback-returned-nothing', explainNothing)
  if (!answer) return null
  // Only a deletion in place says that the picture shall go: a callback may build a token without the alias.
  const isDeleted = answer === token && !('image' in token)
  return storePicture(isDeleted ? { ...answer, image: undefined } : answer, claims.picture)
}

const explainNothing =
  'The `jwt` callback returned undefined, so there is no session. Return the token, or null if you mean it.'

/** The claims as callbacks see them: `image` stands beside the claim `picture`. */
export function showImage(claims: JWT): JWT {
  return { ...claims, image: claims.picture }
}

/** The claims as they are stored: only `picture`, which is whichever of the two was changed. */
function storePicture(answer: JWT, before: JWT['picture']): JWT {
  const { image, ...claims } = answer
  return 'image' in answer && image !== before ? { ...claims, picture: image } : claims
}
