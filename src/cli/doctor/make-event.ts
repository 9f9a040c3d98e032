import { parseHttpUrl } from '../../http/parse-url.js'

/** Makes a request event, as Qwik passes one to the config function, for a visitor without cookies. */
export function makeEvent(environment: ReadonlyMap<string, string>): object {
  // A wrong AUTH_URL is reported by the check of the hosts, so it must not stop the others.
  const url = parseHttpUrl(environment.get('AUTH_URL') ?? '') ?? new URL('http://localhost:5173')
  url.pathname = '/'
  return {
    request: new Request(url),
    url,
    originalUrl: url,
    pathname: url.pathname,
    basePathname: '/',
    method: 'GET',
    query: url.searchParams,
    params: {},
    headers: new Headers(),
    sharedMap: new Map<string, unknown>(),
    platform: { env: Object.fromEntries(environment) },
    // The app's mode is left out, so that the answers are those of production.
    env: { get: (name: string) => (name === 'NODE_ENV' ? undefined : environment.get(name)) },
    cookie: { get: () => null, getAll: () => ({}), has: () => false, set() {}, delete() {} },
    cacheControl() {},
    clientConn: {},
    headersSent: false,
    locale: () => 'en',
  }
}
