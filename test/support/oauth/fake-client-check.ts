import { jwtVerify } from 'jose'

/** A client as it is registered at a provider. */
export interface RegisteredClient {
  readonly clientId: string
  readonly clientSecret: string
  /** How it proves itself, by the names of OpenID Connect. */
  readonly method: string
  /** Checks the assertions of `private_key_jwt`. */
  readonly publicKey?: CryptoKey | undefined
}

/** Whether a request proves to come from the client, by its registered method and no other. */
export async function isFromClient(
  client: RegisteredClient,
  { headers, form }: { readonly headers: Headers; readonly form: URLSearchParams },
  audience: string,
): Promise<boolean> {
  if (form.has('client_id') && form.get('client_id') !== client.clientId) return false
  const { clientSecret, publicKey, method } = client
  switch (shownMethod(headers, form)) {
    case 'basic':
      return method === 'client_secret_basic' && isBasic(client, headers.get('authorization') ?? '')
    case 'post':
      return method === 'client_secret_post' && form.get('client_secret') === clientSecret
    case 'jwt': {
      const secret = new TextEncoder().encode(clientSecret)
      const key = method === 'private_key_jwt' ? publicKey : secret
      return method.endsWith('_jwt') && key !== undefined && isAsserted(client, form, audience, key)
    }
    case 'none':
      return method === 'none' && form.has('client_id')
    default:
      return false
  }
}

/** Undefined when several are shown: RFC 6749 §2.3 forbids that. */
function shownMethod(headers: Headers, form: URLSearchParams): string | undefined {
  const shown = [
    ...(headers.get('authorization')?.startsWith('Basic ') ? ['basic'] : []),
    ...(form.has('client_secret') ? ['post'] : []),
    ...(form.has('client_assertion') ? ['jwt'] : []),
  ]
  return shown.length > 1 ? undefined : (shown[0] ?? 'none')
}

/** RFC 6749 §2.3.1: both are form-encoded before they are joined. */
function isBasic({ clientId, clientSecret }: RegisteredClient, authorization: string): boolean {
  const [id, secret] = atob(authorization.slice('Basic '.length)).split(':').map(decodeForm)
  return id === clientId && secret === clientSecret
}

function decodeForm(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '))
}

async function isAsserted(
  { clientId }: RegisteredClient,
  form: URLSearchParams,
  audience: string,
  key: CryptoKey | Uint8Array,
): Promise<boolean> {
  const expected = { issuer: clientId, subject: clientId, audience, requiredClaims: ['exp', 'jti'] }
  try {
    await jwtVerify(form.get('client_assertion') ?? '', key, expected)
    return form.get('client_assertion_type')?.endsWith('client-assertion-type:jwt-bearer') ?? false
  } catch {
    return false
  }
}
