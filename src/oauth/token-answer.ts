import type { RelyingParty } from './relying-party.js'

/** An answer of the token endpoint, as the standard wants it. */
export interface TokenAnswer {
  readonly response: Response
  /** Set aside: it is verified after all else, or unread in plain OAuth, which knows none. */
  readonly idToken: string | undefined
}

/** Repairs an answer of the token endpoint: the provider's own repairs, and those that do no harm. */
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

/** Services of plain OAuth say `200` to a refusal, and `201` to tokens; the body tells which it is. */
function okStatus(type: RelyingParty['type'], isRefusal: boolean, status: number): number {
  if (isRefusal) return 400
  return type === 'oauth' ? 200 : status
}

function standardMembers(
  type: RelyingParty['type'],
  members: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const said = Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null))
  if (Array.isArray(said['scope'])) said['scope'] = said['scope'].join(' ')
  if (type === 'oidc' || said['access_token'] === undefined) return said
  const { scope } = said
  return {
    // Plain OAuth is used with bearer tokens, said or not.
    token_type: 'bearer',
    ...said,
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
