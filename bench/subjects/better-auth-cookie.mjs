import { createHmac } from 'node:crypto'
import { secret } from './visitor.mjs'

/** The cookie of a session of better-auth. @param {string} token */
export function betterAuthCookie(token) {
  const signature = createHmac('sha256', secret).update(token).digest('base64')
  return `__Secure-better-auth.session_token=${encodeURIComponent(`${token}.${signature}`)}`
}
