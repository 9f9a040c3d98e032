import type { TokenEndpointHandler } from '../../model/oauth.js'

/**
 * A `conform` for token answers with members in other places or by other names.
 *
 * An `error` in what `change` returns, without an `access_token`, is a refusal, whatever the status.
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
