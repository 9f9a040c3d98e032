/** The client that is registered at a fake provider. */
export interface FakeClient {
  readonly clientId: string
  /** Absent for a public client, which proves itself with PKCE only. */
  readonly clientSecret: string | undefined
}

/**
 * Returns why a request does not come from the client, or undefined if it does. Accepts
 * `client_secret_basic` and `client_secret_post`, but not both at once.
 *
 * @see RFC 6749 §2.3
 */
export function findClientProblem(
  { clientId, clientSecret }: FakeClient,
  headers: Headers,
  form: URLSearchParams,
): string | undefined {
  const basic = readBasic(headers.get('authorization') ?? '')
  if (basic && form.has('client_secret')) return 'The request authenticates the client twice.'
  const id = basic?.id ?? form.get('client_id')
  const secret = basic?.secret ?? form.get('client_secret') ?? undefined
  if (id !== clientId) return `Expected the client id "${clientId}", got "${id ?? ''}".`
  return secret === clientSecret ? undefined : 'The client secret is wrong.'
}

/** Id and secret are form-encoded before they are joined. @see RFC 6749 §2.3.1 */
function readBasic(header: string): { readonly id: string; readonly secret: string } | undefined {
  const [, encoded] = /^Basic ([\w+/=]+)$/i.exec(header) ?? []
  if (encoded === undefined) return undefined
  const [id = '', secret = ''] = atob(encoded).split(':').map(decodeForm)
  return { id, secret }
}

function decodeForm(text: string): string {
  return new URLSearchParams(`_=${text}`).get('_') ?? ''
}
