import { encodeBytes, type Claims } from './fake-keys.js'

/** What someone allowed a client. */
export interface Grant {
  /** The authorization request. */
  readonly request: URLSearchParams
  readonly person: Claims
}

/** Where a browser is sent back to, and with what. */
export interface AuthorizationResponse {
  readonly redirectUri: string
  readonly params: URLSearchParams
  /** Whether the browser posts it, as a form. */
  readonly isPosted: boolean
}

/** The codes, tokens and pushed requests of a provider; each is good for what RFC 6749 says. */
export class Grants {
  readonly #codes = new Map<string, Grant>()
  readonly #refreshTokens = new Map<string, Grant>()
  readonly #accessTokens = new Map<string, Grant>()
  readonly #pushed = new Map<string, URLSearchParams>()
  readonly #checksPkce: boolean

  constructor({ checksPkce }: { checksPkce: boolean }) {
    this.#checksPkce = checksPkce
  }

  giveCode(grant: Grant): string {
    return keep(this.#codes, 'code', grant)
  }

  giveTokens(grant: Grant): { access_token: string; refresh_token: string } {
    return {
      access_token: keep(this.#accessTokens, 'access', grant),
      refresh_token: keep(this.#refreshTokens, 'refresh', grant),
    }
  }

  push(request: URLSearchParams): string {
    return keep(this.#pushed, 'urn:ietf:params:oauth:request_uri:', request)
  }

  /** The pushed request, once. */
  takePushed(reference: string): URLSearchParams | undefined {
    return take(this.#pushed, reference)
  }

  /** Whose access token it is. */
  findPerson(accessToken: string): Claims | undefined {
    return this.#accessTokens.get(accessToken)?.person
  }

  /** The grant that a request to the token endpoint may use, once. */
  async take(form: URLSearchParams): Promise<Grant | undefined> {
    if (form.get('grant_type') === 'refresh_token') {
      return take(this.#refreshTokens, form.get('refresh_token'))
    }
    const grant = take(this.#codes, form.get('code'))
    if (!grant || form.get('redirect_uri') !== grant.request.get('redirect_uri')) return undefined
    const challenge = grant.request.get('code_challenge')
    if (challenge === null || !this.#checksPkce) return grant
    return challenge === (await hash(form.get('code_verifier') ?? '')) ? grant : undefined
  }
}

function keep<T>(into: Map<string, T>, prefix: string, value: T): string {
  const name = `${prefix}-${crypto.randomUUID()}`
  into.set(name, value)
  return name
}

function take<T>(from: Map<string, T>, name: string | null): T | undefined {
  const value = from.get(name ?? '')
  from.delete(name ?? '')
  return value
}

async function hash(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return encodeBytes(new Uint8Array(bytes))
}
