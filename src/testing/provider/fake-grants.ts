import { sha256Base64url } from '../../crypto/digest.js'
import type { FakeUser } from './fake-user.js'

/** What a user allowed the client. */
export interface Grant {
  /** The parameters of the authorization request. */
  readonly request: URLSearchParams
  readonly user: FakeUser
}

/** The codes and tokens of a fake provider. */
export class FakeGrants {
  readonly #codes = new Map<string, Grant>()
  readonly #accessTokens = new Map<string, Grant>()
  readonly #refreshTokens = new Map<string, Grant>()

  createCode(grant: Grant): string {
    return keep(this.#codes, 'code', grant)
  }

  createTokens(grant: Grant): { readonly access_token: string; readonly refresh_token: string } {
    return {
      access_token: keep(this.#accessTokens, 'access', grant),
      refresh_token: keep(this.#refreshTokens, 'refresh', grant),
    }
  }

  findByAccessToken(accessToken: string): Grant | undefined {
    return this.#accessTokens.get(accessToken)
  }

  /** Returns the grant for a token request, or why it is refused. Codes and refresh tokens work once. */
  async redeem(form: URLSearchParams): Promise<Grant | string> {
    if (form.get('grant_type') === 'refresh_token') {
      const refreshed = take(this.#refreshTokens, form.get('refresh_token'))
      return refreshed ?? 'The refresh token is unknown or was already used.'
    }
    const grant = take(this.#codes, form.get('code'))
    if (!grant) return 'The code is unknown or was already used.'
    const { request } = grant
    if (form.get('redirect_uri') !== request.get('redirect_uri')) {
      return 'The `redirect_uri` differs from the one of the authorization request.'
    }
    return (await isVerified(request, form)) ? grant : 'The `code_verifier` is wrong.'
  }
}

/** @see RFC 7636 §4.6 */
async function isVerified(request: URLSearchParams, form: URLSearchParams): Promise<boolean> {
  const challenge = request.get('code_challenge')
  const verifier = form.get('code_verifier')
  if (challenge === null) return verifier === null
  return verifier !== null && (await sha256Base64url(verifier)) === challenge
}

function keep(into: Map<string, Grant>, kind: string, grant: Grant): string {
  const name = `${kind}-${crypto.randomUUID()}`
  into.set(name, grant)
  return name
}

function take(from: Map<string, Grant>, name: string | null): Grant | undefined {
  const grant = from.get(name ?? '')
  from.delete(name ?? '')
  return grant
}
