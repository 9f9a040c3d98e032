import { Auth as AuthJs, skipCSRFCheck as skipTheirs } from '@auth/core'
import type { Provider as AuthJsProvider } from '@auth/core/providers'
import { Auth, skipCSRFCheck } from '../../../../src/core.js'
import type { Provider } from '../../../../src/model/provider.js'

const origin = 'https://app.test'
const secret = 'a-secret-for-both-libraries-0123456789'

/** Starts a sign-in with @auth/core, and returns the URL that the browser is sent to. */
export async function startWithAuthJs(provider: AuthJsProvider, id: string): Promise<URL> {
  const response = await AuthJs(signInRequest(id), {
    basePath: '/auth',
    secret,
    trustHost: true,
    skipCSRFCheck: skipTheirs,
    logger: silent,
    providers: [provider],
  })
  return locationOf(response)
}

/** Starts a sign-in with Latchkey and the same object. */
export async function startWithLatchkey(provider: AuthJsProvider, id: string): Promise<URL> {
  const response = await Auth(signInRequest(id), {
    basePath: '/auth',
    secret,
    trustHost: true,
    skipCSRFCheck,
    logger: silent,
    // The objects are those of another library. Whether they fit is what is tested.
    providers: [provider as unknown as Provider],
  })
  return locationOf(response)
}

function signInRequest(id: string): Request {
  return new Request(`${origin}/auth/signin/${id}`, {
    method: 'POST',
    headers: { origin, 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ callbackUrl: `${origin}/` }),
  })
}

function locationOf(response: Response): URL {
  return new URL(response.headers.get('location') ?? 'about:blank', origin)
}

const silent = { error: () => undefined, warn: () => undefined, debug: () => undefined }
