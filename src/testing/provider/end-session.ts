import { renderProblem, respondWithPage } from './pages.js'
import type { ProviderState } from './provider-state.js'
import { html } from '../../http/html.js'

/** Answers a sign-out at the provider. @see OpenID Connect RP-Initiated Logout 1.0 */
export function answerEndSession({ client }: ProviderState, params: URLSearchParams): Response {
  const clientId = params.get('client_id')
  if (clientId !== null && clientId !== client.clientId) {
    return respondWithPage(renderProblem(`Unknown client id "${clientId}".`), 400)
  }
  if (clientId === null && !params.has('id_token_hint')) {
    const problem = 'Expected `id_token_hint` or `client_id`, got neither.'
    return respondWithPage(renderProblem(problem), 400)
  }
  const target = params.get('post_logout_redirect_uri')
  if (target === null)
    return respondWithPage(
      html`<!doctype html><title>Signed out</title>
        <h1>Signed out</h1>`,
    )
  const url = new URL(target)
  const state = params.get('state')
  if (state !== null) url.searchParams.set('state', state)
  return new Response(null, { status: 302, headers: { location: url.href } })
}
