import type { TokenEndpointHandler } from '../../model/oauth-endpoints.js'

/**
 * A `conform` function for token responses with other member names or another structure.
 *
 * If the result of `change` has an `error` and no `access_token`, it is an error response, whatever
 * its status.
 */
export function reshapeAnswer(
  change: (answer: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
): NonNullable<TokenEndpointHandler['conform']> {
  return async (response) => {
    const answer: unknown = await response.json().catch(() => undefined)
    if (typeof answer !== 'object' || answer === null) return undefined
    const members = change(answer as Record<string, unknown>)
    return Response.json(members, { status: response.status })
  }
}
