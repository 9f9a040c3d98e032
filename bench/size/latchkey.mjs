import { Auth } from 'latchkey/core'
import GitHub from 'latchkey/providers/github'

/** Sign-in with GitHub, and sessions in a cookie. @param {Request} request */
export function handle(request) {
  return Auth(request, { trustHost: true, providers: [GitHub()] })
}
