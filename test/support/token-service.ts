import { customFetch } from '../../src/model/markers.js'
import type { OAuthConfig } from '../../src/model/oauth.js'
import type { Profile } from '../../src/model/records.js'

/** A provider that rotates refresh tokens, and revokes a family if one of them is used twice. */
export interface TokenService {
  /** The refresh tokens that it was sent, in order. */
  readonly sent: string[]
  /** The current tokens of the family. */
  readonly tokens: { access_token: string; refresh_token: string }
  /** Whether a token was used twice. */
  isRevoked: boolean
  /** Whether each refresh brings a new refresh token. */
  rotates: boolean
  /** Answers in place of the service. Undefined lets it answer. */
  intercept: (form: URLSearchParams) => Response | undefined | Promise<Response | undefined>
  /** What an answer has besides new tokens. `undefined` takes a member away. */
  members: Record<string, unknown>
  readonly provider: OAuthConfig<Profile>
}

const url = 'https://service.test'

export function makeTokenService(id = 'service'): TokenService {
  let count = 1
  const service: TokenService = {
    sent: [],
    tokens: { access_token: 'access-1', refresh_token: 'refresh-1' },
    isRevoked: false,
    rotates: true,
    intercept: () => undefined,
    members: { expires_in: 3600 },
    provider: {
      id,
      name: 'Service',
      type: 'oauth',
      clientId: 'the-app',
      clientSecret: 'the secret of the client',
      authorization: `${url}/authorize`,
      token: `${url}/token`,
      userinfo: `${url}/me`,
      [customFetch]: async (input: RequestInfo | URL, init?: RequestInit) => {
        const form = new URLSearchParams(await new Request(input, init).text())
        service.sent.push(form.get('refresh_token') ?? '')
        return (await service.intercept(form)) ?? refresh(form)
      },
    },
  }

  const refresh = (form: URLSearchParams): Response => {
    if (form.get('refresh_token') !== service.tokens.refresh_token) service.isRevoked = true
    if (service.isRevoked) return refusal()
    count += 1
    const fresh = { access_token: `access-${count}`, refresh_token: `refresh-${count}` }
    Object.assign(service.tokens, service.rotates ? fresh : { access_token: fresh.access_token })
    return Response.json({ token_type: 'Bearer', ...fresh, ...service.members })
  }
  return service
}

/** What a provider answers if the grant has ended. */
export function refusal(): Response {
  return Response.json({ error: 'invalid_grant' }, { status: 400 })
}
