import type { PasskeyCall, PasskeyDone } from './call.js'
import { PasskeyError } from './passkey-error.js'

type Action = 'authenticate' | 'register'

/** Starts a ceremony and returns the options for the browser. */
export async function askOptions(
  call: PasskeyCall,
  action: Action,
): Promise<{ readonly timeout: number }> {
  const query = new URLSearchParams({ ...call.fields, action })
  // Without it, the server adds the passkey to the signed-in user, whatever the fields say.
  if (action === 'register' && isFilledIn(call)) query.set('signUp', 'true')
  const answer = await fetchJson(`${addressOf(call, 'webauthn-options')}?${query.toString()}`)
  return answer['options'] as { timeout: number }
}

function isFilledIn({ fields = {} }: PasskeyCall): boolean {
  return Object.values(fields).some((value) => value.trim() !== '')
}

/** Finishes a ceremony with the authenticator's response. */
export async function finish(
  call: PasskeyCall,
  action: Action,
  data: object,
): Promise<PasskeyDone> {
  const { basePath = '/auth', redirectTo: callbackUrl } = call
  // Other sites cannot read the token, so fetching it here is safe.
  const token = await fetchJson(`${basePath}/csrf`).catch(() => undefined)
  const answer = await fetchJson(addressOf(call, 'callback'), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-auth-return-redirect': '1' },
    body: JSON.stringify({ action, data, callbackUrl, csrfToken: token?.['csrfToken'] }),
  })
  const { url, error } = answer
  if (typeof error !== 'string') return { url: String(url) }
  throw new PasskeyError(error, 'The server refused the passkey.')
}

function addressOf(
  { basePath = '/auth', provider = 'passkey' }: PasskeyCall,
  route: string,
): string {
  return `${basePath}/${route}/${encodeURIComponent(provider)}`
}

async function fetchJson(url: string, init?: RequestInit): Promise<Record<string, unknown>> {
  const response = await fetch(url, init)
  const answer = (await response.json().catch(() => null)) as Record<string, unknown> | null
  if (response.ok && answer) return answer
  const { error = 'failed', message = `The server answered ${response.status}.` } = answer ?? {}
  throw new PasskeyError(String(error), String(message))
}
