import type { PrepareRequest } from '../../model/oauth-endpoints.js'

/**
 * A `userinfo.prepare` function for services that expect the token as `access_token` in the query.
 */
export const sendTokenInQuery: PrepareRequest = ({ url }, { tokens }) => {
  const asked = new URL(url)
  asked.searchParams.set('access_token', tokens.access_token ?? '')
  return { url: asked, headers: { authorization: undefined } }
}
