import { Auth } from 'latchkey/core'
import GitHub from 'latchkey/providers/github'
import { secret } from '../subjects/visitor.mjs'

const providers = [GitHub({ clientId: 'github-id', clientSecret: 'github-secret' })]

export default {
  /** Sign-in with GitHub, and sessions in a cookie. @param {Request} request */
  fetch: (request) => Auth(request, { secret, trustHost: true, providers }),
}
