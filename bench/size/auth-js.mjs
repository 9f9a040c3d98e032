import { Auth } from '@auth/core'
import GitHub from '@auth/core/providers/github'

/** Sign-in with GitHub, and sessions in a cookie. @param {Request} request */
export function handle(request) {
  return Auth(request, { trustHost: true, basePath: '/auth', providers: [GitHub] })
}
