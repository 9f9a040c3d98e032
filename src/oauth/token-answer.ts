import { OAuthResponseInvalid } from '../errors/oauth-errors.js'
import { CompleteResponse } from '../http/complete-response.js'
import { endsBefore } from '../http/ends-before.js'
import type { RelyingParty } from './relying-party.js'

/** Milliseconds. The tokens of the answer wait for `conform`, and a lease may end in the meantime. */
const longestConform = 3000

/** A token response, corrected to follow the standard. */
export interface TokenAnswer {
  readonly response: Response
  /** Kept separately, because it is verified last. OAuth providers ignore it. */
  readonly idToken: string | undefined
}

/**
 * Corrects a token response with the provider's `conform` and with a few changes that are always
 * safe.
 */
export async function readTokenAnswer(party: RelyingParty, given: Response): Promise<TokenAnswer> {
  const { type } = party
  const response = (await conform(party, given)) ?? given
  const text = await CompleteResponse.textOf(response)
  const { status } = response
  const headers = new Headers(response.headers)
  const answer = parseObject(text)
  if (!answer) {
    return { response: new CompleteResponse(text, { status, headers }), idToken: undefined }
  }
  const { id_token: idToken, ...members } = answer
  if (type === 'oauth') headers.set('content-type', 'application/json')
  const isRefusal = typeof members['error'] === 'string' && members['access_token'] === undefined
  return {
    response: new CompleteResponse(JSON.stringify(standardMembers(type, members)), {
      status: response.ok ? okStatus(type, isRefusal, status) : status,
      headers,
    }),
    idToken: typeof idToken === 'string' ? idToken : undefined,
  }
}

async function conform(
  { id, token, memory }: RelyingParty,
  given: Response,
): Promise<Response | undefined> {
  if (!token.conform) return undefined
  const conformed = Promise.resolve(token.conform(given.clone()))
  if (await endsBefore(memory, conformed, memory.clock() + longestConform)) return conformed
  throw new OAuthResponseInvalid(
    `The function \`conform\` of the provider "${id}" took over ${longestConform / 1000} seconds.`,
  )
}

/** Returns all tokens in an answer, however it is written, because a log must not show them. */
export async function findTokens(response: Response): Promise<readonly string[]> {
  const text = await CompleteResponse.textOf(response)
  return tokensIn(parseObject(text) ?? Object.fromEntries(new URLSearchParams(text)))
}

function tokensIn(members: object): readonly string[] {
  return Object.entries(members).flatMap(([name, value]: [string, unknown]) => {
    if (typeof value === 'object' && value !== null) return tokensIn(value)
    return typeof value === 'string' && value !== '' && name.endsWith('_token') ? [value] : []
  })
}

/**
 * Some OAuth providers answer 200 to a refused request, or 201 with tokens. The body shows which it
 * is.
 */
function okStatus(type: RelyingParty['type'], isRefusal: boolean, status: number): number {
  if (isRefusal) return 400
  return type === 'oauth' ? 200 : status
}

function standardMembers(
  type: RelyingParty['type'],
  members: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const present = Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null))
  if (Array.isArray(present['scope'])) present['scope'] = present['scope'].join(' ')
  if (type === 'oidc' || present['access_token'] === undefined) return present
  const { scope } = present
  return {
    // OAuth responses without `token_type` contain bearer tokens.
    token_type: 'bearer',
    ...present,
    ...(typeof scope === 'string' && { scope: scope.replaceAll(',', ' ') }),
  }
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
