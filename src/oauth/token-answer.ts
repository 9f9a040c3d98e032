import type { RelyingParty } from './relying-party.js'

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
export async function readTokenAnswer(
  { type, token }: RelyingParty,
  given: Response,
): Promise<TokenAnswer> {
  const response = (await token.conform?.(given.clone())) ?? given
  const text = await response.text()
  const { status } = response
  const headers = new Headers(response.headers)
  const answer = parseObject(text)
  if (!answer) return { response: new Response(text, { status, headers }), idToken: undefined }
  const { id_token: idToken, ...members } = answer
  if (type === 'oauth') headers.set('content-type', 'application/json')
  const isRefusal = typeof members['error'] === 'string' && members['access_token'] === undefined
  return {
    response: new Response(JSON.stringify(standardMembers(type, members)), {
      status: response.ok ? okStatus(type, isRefusal, status) : status,
      headers,
    }),
    idToken: typeof idToken === 'string' ? idToken : undefined,
  }
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
