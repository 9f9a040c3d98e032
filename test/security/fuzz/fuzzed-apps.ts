import { accountPage } from '../../../src/account.js'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { authenticatorApp } from '../../../src/factors.js'
import { Auth, type AuthConfig } from '../../../src/core.js'
import Passkey from '../../../src/providers/passkey.js'
import Password from '../../../src/providers/password.js'
import { watch } from '../../support/adapters/watched-adapter.js'
import { Browser, type Page } from '../../support/browser.js'
import { ada, login, makeApp, passwordProvider, type LogLine } from '../../support/apps/app.js'
import { askForMail, click, recordingProvider } from '../../support/apps/mail-app.js'
import type { VerificationRequestParams } from '../../../src/model/email.js'
import { fakeKey, signClaims } from '../../support/oauth/fake-keys.js'
import type { FakeProvider } from '../../support/oauth/fake-provider.js'
import { comeBack, makeProvider, oauth, oidc, start } from '../../support/oauth/sign-in.js'
import { cheap } from '../../support/apps/password-app.js'
import { useAccountPage } from './use-account-page.js'
import { useSecondFactor } from './use-second-factor.js'
import { begin, end, optionsOf } from '../../support/apps/passkey-app.js'
import { SoftwareAuthenticator } from '../../support/passkeys/software-authenticator.js'
import { SeededRandom } from '../../support/seeded-random.js'
import { toWire, type WireRequest } from './wire-request.js'

export const appNames = ['jwt', 'database', 'revocable', 'outage'] as const

export type AppName = (typeof appNames)[number]

/** An app with users, and requests that it accepts. */
export interface FuzzedApp {
  readonly name: AppName
  readonly config: AuthConfig
  /** Requests of every route, some of which have been sent and some of which wait to be. */
  readonly corpus: readonly WireRequest[]
  /** What was logged. The reader empties it. */
  readonly logs: LogLine[]
}

const issuers = { op: 'https://op.test', plain: 'https://plain.test', post: 'https://post.test' }

/** Where a browser may be sent to besides the site itself. */
export const serviceOrigins: readonly string[] = Object.values(issuers)

/** Creates an app with its own database and providers. It shares only the module state with earlier apps. */
export async function makeFuzzedApp(name: AppName, seed = 0): Promise<FuzzedApp> {
  const services = await makeServices()
  const sent: VerificationRequestParams[] = []
  const store = watch(memoryAdapter())
  const options = optionsFor(name)
  const app = makeApp({
    providers: [
      passwordProvider,
      oidc(services.op, { endSession: true }),
      oauth(services.plain, { id: 'plain' }),
      oidc(services.post, { id: 'post', authorization: { params: formPost } }),
      ...(options.adapter
        ? [Passkey(), recordingProvider(sent, { codeLength: 6 }), Password({ hasher: cheap })]
        : []),
    ],
    ...options.config,
    ...(options.adapter && {
      adapter: store.adapter,
      experimental: { enableWebAuthn: true },
      secondFactor: { methods: [authenticatorApp()], rememberDevice: true },
      account: accountPage({ graceDays: 1 }),
    }),
  })
  if (options.adapter) await store.adapter.createUser?.({ ...person, emailVerified: null })
  const logs = app.logs as LogLine[]
  const recorded = { config: app.config, services, sent }
  const corpus = await record(recorded)
  if (name === 'outage') breakThings(new SeededRandom(seed), store, services)
  logs.length = 0
  store.calls.length = 0
  return { name, config: app.config, corpus, logs }
}

const person = { id: ada.id, email: ada.email ?? '', name: ada.name }
const formPost = { response_mode: 'form_post' }

function optionsFor(name: AppName): { adapter: boolean; config: Partial<AuthConfig> } {
  switch (name) {
    case 'jwt':
      return { adapter: false, config: {} }
    case 'database':
      return { adapter: true, config: { debug: true } }
    case 'revocable':
      return {
        adapter: true,
        config: {
          session: { strategy: 'jwt', updateAge: 0, recheckAge: 0 },
          trustForwardedHeaders: true,
          trustedProxies: 1,
          pages: { error: '/oops?from=auth', newUser: '/welcome' },
          limits: {},
          debug: true,
        },
      }
    case 'outage':
      return { adapter: true, config: { debug: true } }
  }
}

interface Services {
  readonly op: FakeProvider
  readonly plain: FakeProvider
  readonly post: FakeProvider
}

async function makeServices(): Promise<Services> {
  const key = await fakeKey('first', 'ES256')
  const op = await makeProvider({ key, issuer: issuers.op })
  op.misbehaviour = { metadata: (told) => ({ ...told, end_session_endpoint: `${issuers.op}/end` }) }
  return {
    op,
    plain: await makeProvider({ key, issuer: issuers.plain, openid: false }),
    post: await makeProvider({ key, issuer: issuers.post }),
  }
}

/** One call in ten fails, at the database and at the services. */
function breakThings(
  random: SeededRandom,
  store: ReturnType<typeof watch>,
  services: Services,
): void {
  store.before = () => {
    if (random.once(10)) throw new Error('ECONNRESET 10.0.0.7:5432')
  }
  const fail = (): Response | undefined => {
    if (!random.once(10)) return undefined
    if (random.once(2)) throw new TypeError('fetch failed')
    return new Response('<h1>Bad gateway</h1>', { status: 502 })
  }
  const answer = { discovery: fail, jwks: fail, token: fail, userinfo: fail }
  for (const service of Object.values(services) as FakeProvider[]) service.misbehaviour = { answer }
}

interface RecordedApp {
  readonly config: AuthConfig
  readonly services: Services
  readonly sent: VerificationRequestParams[]
}

/** Walks through every route as people do, and keeps what their browsers sent. */
async function record(recorded: RecordedApp): Promise<readonly WireRequest[]> {
  const corpus: WireRequest[] = []
  const later: Promise<unknown>[] = []
  const browserThat = (holds: (path: string, method: string) => boolean): Browser =>
    new Browser(async (request) => {
      corpus.push(await toWire(request))
      const { pathname } = new URL(request.url)
      // What is held back is still worth something when it is changed and sent later.
      if (holds(pathname, request.method)) return Response.json({})
      return Auth(request, recorded.config, { waitUntil: (work) => void later.push(work) })
    })
  const eager = (): Browser => browserThat(() => false)
  const patient = (): Browser =>
    browserThat((path, method) => path.includes('/callback/') && method !== 'HEAD')

  await look(eager())
  await usePassword(eager(), patient())
  for (const [id, service] of Object.entries(recorded.services) as [string, FakeProvider][]) {
    for (const browser of [eager(), patient(), patient()]) {
      await comeBack(browser, service.authorize(await start(browser, { id })))
    }
  }
  await leaveService(eager(), recorded.services.op)
  if (recorded.config.adapter) {
    await sendLogout(eager(), recorded.services.op)
    await useMail(recorded, eager)
    await usePasskey(eager(), patient())
    const settle = (): Promise<unknown> => Promise.all(later)
    await useStoredPassword(recorded, eager(), settle)
    await useCodes(recorded, eager(), settle)
  }
  return corpus
}

async function look(browser: Browser): Promise<void> {
  const paths = [
    'csrf',
    'providers',
    'session',
    'signin',
    'signin/op',
    'signin?error=AccessDenied&callbackUrl=%2Fa',
    'signout',
    'error',
    'error?error=Verification',
    'verify-request?provider=mail&type=email',
    'callback/op?error=access_denied&state=x',
    'webauthn-script',
  ]
  for (const path of paths) {
    await browser.fetchPage(`/auth/${path}`, { follow: false })
    await browser.send(`/auth/${path}`, { method: 'HEAD' })
  }
}

async function usePassword(browser: Browser, patient: Browser): Promise<void> {
  await postPassword(browser)
  await browser.session()
  const csrfToken = await browser.csrfToken()
  await browser.postJson('/auth/session', { csrfToken, data: { name: 'Ada L.' } })
  await browser.postJson('/auth/signin', { csrfToken, callbackUrl: '/a' })
  await postPassword(patient)
  await postPassword(browser)
  await browser.signOut()
}

async function postPassword(browser: Browser): Promise<void> {
  const csrfToken = await browser.csrfToken()
  const body = new URLSearchParams({ ...login, csrfToken, callbackUrl: '/welcome' })
  await browser.fetch('/auth/callback/credentials', { method: 'POST', body })
}

async function leaveService(browser: Browser, service: FakeProvider): Promise<void> {
  await comeBack(browser, service.authorize(await start(browser)))
  const body = new URLSearchParams({ csrfToken: await browser.csrfToken(), callbackUrl: '/bye' })
  const left = await browser.fetch('/auth/signout', { method: 'POST', body })
  const { searchParams } = new URL(left.headers.get('location') ?? '')
  for (const state of [searchParams.get('state'), 'other']) {
    await browser.send(`/auth/signout/op?state=${state}`)
  }
}

/** The service itself, which has no cookies. */
async function sendLogout(service: Browser, { key, options }: FakeProvider): Promise<void> {
  const now = Math.floor(Date.now() / 1000)
  const event = { 'http://schemas.openid.net/event/backchannel-logout': {} }
  for (const about of [{ sid: 'one' }, { sub: 'subject-1' }]) {
    const { issuer: iss, clientId: aud } = options
    const times = { iat: now, exp: now + 600, jti: crypto.randomUUID() }
    const claims = { iss, aud, ...times, events: event, ...about }
    const logout_token = await signClaims(claims, key, { typ: 'logout+jwt' })
    const body = new URLSearchParams({ logout_token })
    await service.send('/auth/backchannel-logout/op', { method: 'POST', body })
  }
}

async function useMail({ sent }: RecordedApp, open: () => Browser): Promise<void> {
  for (const typed of ['one@example.test', 'two@example.test', 'three@example.test']) {
    const browser = open()
    await askForMail(browser, typed)
    const mail = sent.at(-1)
    if (!mail) throw new Error('No mail was sent.')
    // Opened where nothing is known of it, it asks before it lets anybody in.
    const elsewhere = open()
    const page = await elsewhere.fetchPage(mail.url, { follow: false })
    if (typed.startsWith('one')) await elsewhere.postForm(page)
    else if (typed.startsWith('two')) await click(browser, mail.url)
    else await typeCode(browser, mail.code ?? '')
  }
}

async function typeCode(browser: Browser, code: string): Promise<void> {
  const page = await browser.fetchPage('/auth/verify-request?provider=mail&type=email')
  await browser.postForm(page, { code })
}

async function usePasskey(browser: Browser, patient: Browser): Promise<void> {
  const authenticator = new SoftwareAuthenticator()
  for (const visitor of [browser, patient]) {
    const email = visitor === browser ? 'key@example.test' : 'later@example.test'
    const created = await begin(visitor, 'register', { email })
    await end(visitor, 'register', authenticator.create(await optionsOf(created)))
    const asked = await begin(visitor, 'authenticate')
    await end(visitor, 'authenticate', authenticator.get(await optionsOf(asked)))
  }
}

/** Signs up with a password and sets up an authenticator app. */
async function useCodes(
  { sent }: RecordedApp,
  browser: Browser,
  settle: () => Promise<unknown>,
): Promise<void> {
  const [email, password] = ['six@example.test', 'eleven calm harbours']
  await browser.postForm(await browser.fetchPage('/auth/signup'), { email })
  await settle()
  await browser.postForm(await browser.fetchPage(sent.at(-1)?.url ?? ''), { password })
  await useSecondFactor(browser, { email, password })
  await useAccountPage(browser, { email, password })
  await settle()
}

/** The whole life of a password. Its mails are sent after the answers. */
async function useStoredPassword(
  { sent }: RecordedApp,
  browser: Browser,
  settle: () => Promise<unknown>,
): Promise<void> {
  const [first, second] = ['seven quiet harbours', 'nine louder harbours']
  const openMail = async (to: string): Promise<Page> => {
    await settle()
    const mail = sent.findLast(({ identifier }) => identifier === to)
    return browser.fetchPage(mail?.url ?? '')
  }
  const email = 'four@example.test'
  await browser.postForm(await browser.fetchPage('/auth/signup'), { email })
  await browser.postForm(await openMail(email), { password: first })
  const change = await browser.fetchPage('/auth/change-password')
  await browser.postForm(change, { currentPassword: first, password: second })
  await settle()
  const csrfToken = await browser.csrfToken()
  const known = { csrfToken, currentPassword: second }
  await browser.postJson('/auth/change-email', { ...known, email: 'five@example.test' })
  await browser.postForm(await openMail('five@example.test'))
  await browser.postJson('/auth/remove-password', known)
  await browser.postForm(await browser.fetchPage('/auth/forgot-password'), { email })
  await browser.fetchPage('/.well-known/change-password', { follow: false })
  await settle()
}
