import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { pathToFileURL } from 'node:url'
import { renderConsent, renderLogin, renderProblem } from './identity-provider-pages.mjs'

/**
 * @typedef {object} Options
 * @property {number} port
 * @property {string} clientId
 * @property {string} clientSecret
 * @property {readonly string[]} clientOrigins where the application is, such as `http://localhost:3000`
 */

/**
 * A real OpenID provider for an application on this machine. Anybody may sign in under any name,
 * and everything is forgotten when it ends.
 *
 * @param {Options} options
 * @returns {Promise<{ issuer: string, close: () => void }>}
 */
export async function startIdentityProvider({ port, clientId, clientSecret, clientOrigins }) {
  const issuer = `http://localhost:${port}`
  const provider = await createProvider(issuer, {
    ...settings(),
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        client_name: 'Latchkey demo',
        redirect_uris: clientOrigins.flatMap((origin) => [
          `${origin}/auth/callback/demo`,
          `${origin}/auth/callback/demo-form`,
        ]),
        id_token_signed_response_alg: 'ES256',
        // Every sign-in asks, so its time proves who somebody is.
        require_auth_time: true,
      },
    ],
  })
  const answer = provider.callback()
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    response.setHeader('Content-Security-Policy', contentSecurityPolicy(clientOrigins, path))
    response.setHeader('Referrer-Policy', 'no-referrer')
    response.setHeader('X-Content-Type-Options', 'nosniff')
    // Nobody stays signed in here: each sign-in shows the pages, and may be somebody else's.
    request.headers.cookie = request.headers.cookie?.replace(/demo-id\.session=[^;]*/, '')
    if (path === '/style.css') {
      response.setHeader('Content-Type', 'text/css').end(style)
      return
    }
    const done = path.startsWith('/interaction/')
      ? interact(provider, request, response)
      : answer(request, response)
    done.catch(() => sendPage(response, 400, renderProblem('This sign-in is over.')))
  })
  await new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, 'localhost', () => resolve(undefined))
  })
  return { issuer, close: () => server.close().closeAllConnections() }
}

/** The look of the demo, in the colours of another house. */
const style = `${readFileSync(new URL('src/style.css', import.meta.url), 'utf8')}
:root { --paint: #3d3bb3; --ink: #ffffff }
@media (prefers-color-scheme: dark) { :root { --paint: #c3c2ff; --ink: #16153d } }
`

/**
 * Names by account; an account is there as soon as somebody types its name.
 *
 * @type {Map<string, string>}
 */
const names = new Map()

function settings() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return {
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' }] },
    cookies: {
      keys: [randomBytes(32).toString('base64url')],
      // Cookies know no ports: these must not meet those of the application.
      names: {
        session: 'demo-id.session',
        interaction: 'demo-id.interaction',
        resume: 'demo-id.resume',
      },
    },
    claims: { profile: ['name'], email: ['email', 'email_verified'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    enabledJWA: { idTokenSigningAlgValues: ['ES256'] },
    ttl: {
      AccessToken: 3600,
      AuthorizationCode: 60,
      Grant: 86_400,
      IdToken: 3600,
      Interaction: 3600,
      Session: 86_400,
    },
    /** @type {(context: unknown, accountId: string) => object} */
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({
        sub: accountId,
        name: names.get(accountId) ?? accountId,
        email: `${accountId}@demo-id.example`,
        email_verified: true,
      }),
    }),
    /** @type {(context: { type: string, body: string }, out: { error_description?: string }) => void} */
    renderError: (context, out) => {
      context.type = 'html'
      context.body = renderProblem(out.error_description ?? 'Something went wrong.')
    },
  }
}

/**
 * Shows the pages of a sign-in, or takes what was answered there: who are you, and may they know?
 *
 * @param {import('oidc-provider').Provider} provider
 * @param {import('node:http').IncomingMessage} request
 * @param {import('node:http').ServerResponse} response
 */
async function interact(provider, request, response) {
  const { params } = await provider.interactionDetails(request, response)
  const form = request.method === 'POST' ? await readForm(request) : new URLSearchParams()
  const name = form.get('name')?.trim().slice(0, 60) ?? ''
  if (form.get('answer') === 'cancel') {
    const refusal = { error: 'access_denied', error_description: 'The person cancelled.' }
    return provider.interactionFinished(request, response, refusal)
  }
  if (name === '' || form.get('answer') !== 'allow') {
    sendPage(response, 200, name === '' ? renderLogin() : renderConsent(name))
    return undefined
  }
  const accountId = openAccount(name)
  const grant = new provider.Grant({ accountId, clientId: params['client_id'] ?? '' })
  grant.addOIDCScope(params['scope'] ?? '')
  return provider.interactionFinished(request, response, {
    login: { accountId },
    consent: { grantId: await grant.save() },
  })
}

/**
 * @param {string} name
 * @returns {string} the id of the account
 */
function openAccount(name) {
  const words = name
    .normalize('NFKD')
    .toLowerCase()
    .match(/[a-z0-9]+/g)
  const accountId = words?.join('.') ?? createHash('sha256').update(name).digest('hex').slice(0, 12)
  names.set(accountId, name)
  return accountId
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {number} status
 * @param {string} page
 */
function sendPage(response, status, page) {
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' }
  response.writeHead(status, headers).end(page)
}

/** @param {import('node:http').IncomingMessage} request */
async function readForm(request) {
  let body = ''
  for await (const chunk of request) {
    body += String(chunk)
    if (body.length > 10_000) throw new Error('The form is too large.')
  }
  return new URLSearchParams(body)
}

/**
 * A form leads back to the application, by way of redirects. An answer that is posted there is sent by
 * a script in its page.
 *
 * @param {readonly string[]} clientOrigins
 * @param {string} path
 */
function contentSecurityPolicy(clientOrigins, path) {
  return [
    "default-src 'none'",
    ...(path.startsWith('/auth/') ? ["script-src 'unsafe-inline'"] : []),
    "style-src 'self'",
    'img-src data:',
    `form-action 'self' ${clientOrigins.join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/**
 * Quietly: it warns of what is right for a demo, such as memory instead of a database.
 *
 * @param {string} issuer
 * @param {Record<string, unknown>} configuration
 */
async function createProvider(issuer, configuration) {
  const { warn } = console
  console.warn = () => {}
  try {
    const { Provider } = await import('oidc-provider')
    return new Provider(issuer, configuration)
  } finally {
    console.warn = warn
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { PORT, AUTH_DEMO_ID, AUTH_DEMO_SECRET, CLIENT_ORIGINS } = process.env
  await startIdentityProvider({
    port: Number(PORT ?? 3001),
    clientId: AUTH_DEMO_ID ?? 'latchkey-demo',
    clientSecret: AUTH_DEMO_SECRET ?? '',
    clientOrigins: (CLIENT_ORIGINS ?? 'http://localhost:3000').split(' '),
  })
}
