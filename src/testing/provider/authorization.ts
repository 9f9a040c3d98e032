import type { FakeUser } from './fake-user.js'
import { plannedFailure, type OAuthFailure } from './failures.js'
import type { ProviderState } from './provider-state.js'

/** The request with which a browser returns from the provider to the app. */
export interface FakeReturn {
  /** The callback URL. Its query has the parameters, unless they are posted. */
  readonly url: string
  /** The fields that the browser posts, if the app asked for `response_mode=form_post`. */
  readonly form: URLSearchParams | undefined
}

/**
 * Returns why an authorization request cannot be answered at all, or undefined if it can. Such an
 * error must not be sent to the app, because the redirect URI is not known to be the app's.
 *
 * @see RFC 6749 §4.1.2.1
 */
export function findRequestProblem(
  { client, redirectUris }: ProviderState,
  request: URLSearchParams,
): string | undefined {
  const id = request.get('client_id')
  if (id !== client.clientId)
    return `Expected the client id "${client.clientId}", got "${id ?? ''}".`
  const redirectUri = request.get('redirect_uri') ?? ''
  if (!URL.canParse(redirectUri)) return 'The `redirect_uri` is missing or not a valid URL.'
  if (!redirectUris || redirectUris.includes(redirectUri)) return undefined
  return `The \`redirect_uri\` ${redirectUri} is not registered. Add it to \`redirectUris\`.`
}

/** How a user answers: signed in, cancelled, or the error that a test planned. */
export type Decision = FakeUser | 'cancelled' | OAuthFailure

/** Answers an authorization request. */
export function answerAuthorization(
  state: ProviderState,
  request: URLSearchParams,
  decision: Decision,
): FakeReturn {
  const refusal = findRefusal(state, request)
  if (refusal) return returnToApp(state, request, refusal)
  if (decision === 'cancelled') return returnToApp(state, request, denied)
  if (isFailure(decision)) {
    const { error, description = plannedFailure } = decision
    return returnToApp(state, request, refuse(error, description))
  }
  return returnToApp(state, request, { code: state.grants.createCode({ request, user: decision }) })
}

function isFailure(decision: FakeUser | OAuthFailure): decision is OAuthFailure {
  return !('sub' in decision)
}

const denied = { error: 'access_denied', error_description: 'The user cancelled the sign-in.' }

type Params = Readonly<Record<string, string>>

/** Returns the error that the app receives, or undefined if the request is valid. */
function findRefusal({ client }: ProviderState, request: URLSearchParams): Params | undefined {
  if (request.get('response_type') !== 'code') {
    return refuse('unsupported_response_type', 'Only `response_type=code` is supported.')
  }
  const method = request.get('code_challenge_method')
  if (request.has('code_challenge') && method !== 'S256') {
    return refuse('invalid_request', 'Only `code_challenge_method=S256` is supported.')
  }
  const needsPkce = client.clientSecret === undefined && !request.has('code_challenge')
  return needsPkce ? refuse('invalid_request', 'A public client needs PKCE.') : undefined
}

function refuse(error: string, error_description: string): Params {
  return { error, error_description }
}

function returnToApp(
  { issuer }: ProviderState,
  request: URLSearchParams,
  answer: Params,
): FakeReturn {
  const state = request.get('state')
  const params = { ...answer, ...(state !== null && { state }), iss: issuer }
  const url = new URL(request.get('redirect_uri') ?? '')
  if (request.get('response_mode') === 'form_post') {
    return { url: url.href, form: new URLSearchParams(params) }
  }
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
  return { url: url.href, form: undefined }
}
