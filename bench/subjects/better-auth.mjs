import { betterAuth as createBetterAuth } from 'better-auth'
import { memoryAdapter } from 'better-auth/adapters/memory'
import { emailInJson, requestWith } from './subject.mjs'
import { claimsOf, emailOf, origin, otherCookies, password, secret } from './visitor.mjs'

/** One person in the store, so that no time goes into searching it. */
const visitor = 0

/** Its session read, from its fastest store and from its signed cookie. */
export async function betterAuth() {
  return [...(await subjectsOf('memory store', false)), ...(await subjectsOf('cookie cache', true))]
}

/**
 * @param {'memory store' | 'cookie cache'} source
 * @param {boolean} useCookieCache
 */
async function subjectsOf(source, useCookieCache) {
  /** @type {Record<string, object[]>} */
  const store = { user: [], session: [], account: [], verification: [] }
  const auth = createBetterAuth({
    secret,
    baseURL: origin,
    database: memoryAdapter(store),
    emailAndPassword: { enabled: true },
    // A signed JWT is the fastest of its cache formats. An hour, so that it outlives the run; the
    // default is five minutes.
    session: { cookieCache: { enabled: useCookieCache, strategy: 'jwt', maxAge: 60 * 60 } },
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
  })
  const cookie = `${otherCookies}; ${await signUp(auth)}`
  // Proves that what is found then comes from the cookie.
  if (useCookieCache) for (const rows of Object.values(store)) rows.length = 0
  const request = requestWith(`${origin}/api/auth/get-session`, cookie)
  const slug = source.replace(' ', '-')
  return [read(slug, source, auth, request.headers), get(slug, source, auth, request)]
}

/**
 * @param {string} slug
 * @param {string} source
 * @param {any} auth
 * @param {Headers} headers
 * @returns {import('./subject.mjs').Subject<{ user: { email: string } } | null>}
 */
function read(slug, source, auth, headers) {
  return {
    id: `better-auth-read-${slug}`,
    library: 'better-auth',
    name: `getSession, ${source}`,
    kind: 'async',
    run: () => auth.api.getSession({ headers }),
    emailIn: (session) => (session === null ? null : session.user.email),
    expected: () => emailOf(visitor),
  }
}

/**
 * @param {string} slug
 * @param {string} source
 * @param {any} auth
 * @param {Request} request
 * @returns {import('./subject.mjs').Subject<string>}
 */
function get(slug, source, auth, request) {
  return {
    id: `better-auth-get-${slug}`,
    library: 'better-auth',
    name: `GET /api/auth/get-session, ${source}`,
    kind: 'async',
    run: async () => (await auth.handler(request)).text(),
    emailIn: emailInJson,
    expected: () => emailOf(visitor),
  }
}

/**
 * The cookies of someone who has just signed up.
 *
 * @param {any} auth
 * @returns {Promise<string>}
 */
async function signUp(auth) {
  const { name, email, picture: image } = claimsOf(visitor)
  const body = { name, email, password, image }
  /** @type {Response} */
  const response = await auth.api.signUpEmail({ body, asResponse: true })
  if (!response.ok) throw new Error(`better-auth refused the sign-up: ${await response.text()}`)
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
}
