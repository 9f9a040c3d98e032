import { describe, expect, it, vi } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { Auth, prepareConfig, type AuthConfig } from '../../../src/core.js'
import Passkey from '../../../src/providers/passkey.js'
import { without } from '../../support/adapters/watched-adapter.js'
import { recordingProvider } from '../../support/apps/mail-app.js'
import { makeApp, passwordProvider, secret, type LogLine } from '../../support/apps/app.js'
import { clientSecret } from '../../support/oauth/sign-in.js'
import { expectDiagnosis, type Diagnosis } from './lines.js'

const client = { id: 'op', name: 'OP', type: 'oidc', clientId: 'client-1', clientSecret } as const
const mail = recordingProvider([])

type Mistake = readonly [name: string, config: object, diagnosis: Diagnosis]

// prettier-ignore
const mistakes: readonly Mistake[] = [
  ['no secret', { secret: undefined },
    { code: 'MissingSecret', what: /`secret` is missing/, cure: /openssl rand -base64 33.*AUTH_SECRET/ }],
  ['a secret that is too short', { secret: 'short' },
    { code: 'WeakSecret', what: /`secret` to have 32 characters or more, got 5/, cure: /openssl rand/ }],
  ['a secret from an example', { secret: 'please-change-me-please-change-me-please' },
    { code: 'WeakSecret', what: /`secret`.*placeholder/, cure: /openssl rand/ }],
  ['two providers of one id', { providers: [passwordProvider, { ...passwordProvider }] },
    { code: 'DuplicateProvider', what: /the id "credentials"/, cure: /another `id`/ }],
  ['no client id', { providers: [{ ...client, issuer: 'https://op.test', clientId: undefined }] },
    { code: 'MissingClientId', what: /"op".*`clientId`/, cure: /Set AUTH_OP_ID or the option `clientId`/ }],
  ['no client secret', { providers: [{ ...client, issuer: 'https://op.test', clientSecret: undefined }] },
    { code: 'MissingClientSecret', what: /"op".*`clientSecret`/, cure: /Set AUTH_OP_SECRET or the option `clientSecret`/ }],
  ['no issuer', { providers: [client] },
    { code: 'InvalidEndpoints', what: /"op".*`issuer`/, cure: /Set AUTH_OP_ISSUER or the option `issuer`/ }],
  ['an issuer over http', { providers: [{ ...client, issuer: 'http://op.test' }] },
    { code: 'InvalidEndpoints', what: /`issuer` of the provider "op".*got "http:\/\/op\.test"/, cure: /to be an https URL, or http on this machine/ }],
  ['mail without a database', { providers: [mail] },
    { code: 'MissingAdapter', what: /e-mail needs a database/, cure: /Set the option `adapter` to one of latchkey\/adapters\/kysely/ }],
  ['passkeys without the flag', { providers: [Passkey()], adapter: memoryAdapter() },
    { code: 'ExperimentalFeatureNotEnabled', what: /"passkey"/, cure: /`experimental: \{ enableWebAuthn: true \}`/ }],
  ['sessions in a database that is not there', { session: { strategy: 'database' } },
    { code: 'MissingAdapter', what: /"database" need a database/, cure: /Set the option `adapter` to one of latchkey\/adapters\/kysely/ }],
  ['an adapter without a method', { adapter: without(memoryAdapter(), 'createSession', 'getUser') },
    { code: 'MissingAdapterMethods', what: /adapter to have `createSession`, `getUser`/, cure: /Add the methods, or use another adapter/ }],
  ['a base path without a slash', { basePath: 'auth' },
    { code: 'InvalidBasePath', what: /`basePath`.*got "auth"/, cure: /a path such as "\/auth"/ }],
  ['an origin with a path', { origin: 'https://app.test/auth' },
    { code: 'InvalidOrigin', what: /`origin`.*got "https:\/\/app\.test\/auth"/, cure: /without a path, such as "https:\/\/app\.example"/ }],
  ['a page that leads to itself', { pages: { signIn: '/auth/signin' } },
    { code: 'InvalidPage', what: /`pages\.signIn`.*got "\/auth\/signin"/, cure: /a page of your own/ }],
  ['a lifetime in words', { session: { maxAge: '30d' } },
    { code: 'InvalidSessionOptions', what: /`session\.maxAge`.*got "30d"/, cure: /whole seconds/ }],
  ['a cookie that browsers refuse', { cookies: { sessionToken: { name: 'a b' } } },
    { code: 'InvalidCookieOptions', what: /got "a b"/, cure: /Change it in the option `cookies`/ }],
  ['a callback that is no function', { callbacks: { jwt: {} } },
    { code: 'InvalidConfig', what: /`callbacks\.jwt`.*got object/, cure: /to be a function/ }],
]

describe('a mistake in the config', () => {
  it.each(mistakes)('is told in one line: %s', async (_, config, diagnosis) => {
    const app = makeApp(config as Partial<AuthConfig>)
    const response = await Auth(new Request('https://app.test/auth/signin'), app.config)
    // A provider that lacks an option is disabled, and the page of the others works.
    const isDisabled = /is disabled/.test(String(app.logs[0]?.message[0]))
    expect(response.status).toBe(isDisabled ? 200 : 500)
    expect(await response.text()).not.toMatch(diagnosis.what)
    expectDiagnosis(app, diagnosis)
  })
})

describe('a mistake in the environment', () => {
  it('is told in one line: AUTH_URL with another path than `basePath`', async () => {
    const app = makeApp({ basePath: '/auth' })
    const env = new Map([['AUTH_URL', 'https://app.test/api/auth']])
    const owner = {}
    for (let request = 0; request < 3; request++) {
      await prepareConfig(() => ({ ...app.config }), env, owner)
    }
    expectDiagnosis(app, {
      code: 'env-url-basepath-mismatch',
      what: /AUTH_URL has the path "\/api\/auth", but the routes are under "\/auth"/,
      cure: /Make both the same, or leave the path out of AUTH_URL/,
    })
    expect(app.codes('warn')).toEqual(['env-url-basepath-mismatch'])
  })

  it.each(['https://app.test', 'https://app.test/', 'https://app.test/auth', undefined])(
    'is not reported when both variables have the same value: %s',
    async (url) => {
      const app = makeApp({ basePath: '/auth/' })
      await prepareConfig(() => ({ ...app.config }), { get: () => url }, {})
      expect(app.logs).toEqual([])
    },
  )

  it('is told in one line: AUTH_URL that is no URL', async () => {
    const app = makeApp()
    const env = { get: (name: string) => (name === 'AUTH_URL' ? 'app.test' : undefined) }
    const config = await prepareConfig(() => ({ ...app.config }), env, {})
    await Auth(new Request('https://app.test/auth/signin'), config)
    expectDiagnosis(app, {
      code: 'InvalidOrigin',
      what: /got "app\.test"/,
      cure: /such as "https:\/\/app\.example"/,
    })
  })

  // prettier-ignore
  it.each([
    ['throws', () => JSON.parse('{') as AuthConfig,
      { code: 'InvalidConfig', what: /The config function threw/, cure: /until this is fixed\. The cause shows where/ }],
    ['returns nothing', () => undefined as unknown as AuthConfig,
      { code: 'InvalidConfig', what: /the config function.*got undefined/, cure: /to return an object/ }],
    ['lists no providers', () => ({}) as AuthConfig,
      { code: 'MissingProviders', what: /`providers` to be an array/, cure: /Add `providers: \[\.\.\.\]`/ }],
  ])('is told in one line on the console: a config function that %s', async (_, load, diagnosis) => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    await prepareConfig(load, { get: () => undefined }, {})
    const [code, thrown] = error.mock.calls[0] ?? []
    error.mockRestore()
    const line = { level: 'error', code: String(code).replace('[latchkey] ', ''), message: [thrown] }
    expectDiagnosis({ logs: [line as LogLine] }, diagnosis)
  })
})

describe('a host that is not trusted', () => {
  it('is told in one line, with what to set', async () => {
    const app = makeApp({ trustHost: undefined })
    await Auth(new Request('https://app.test/auth/signin'), app.config)
    expectDiagnosis(app, {
      code: 'UntrustedHost',
      what: /came for https:\/\/app\.test, and the host is not trusted/,
      cure: /Set AUTH_URL=https:\/\/app\.test .*`trustHost: true`/,
    })
  })

  it('is told in one line when there is a list', async () => {
    const app = makeApp({ origin: ['https://app.test', 'https://two.test'] })
    await Auth(new Request('https://three.test/auth/signin'), app.config)
    expectDiagnosis(app, {
      code: 'MisdirectedRequest',
      what: /came for https:\/\/three\.test, which is not in `origin`/,
      cure: /Add it there/,
    })
  })

  it('is told in one line when a proxy speaks http to us and https to the browser', async () => {
    const app = makeApp({ secret })
    const headers = { origin: 'https://app.test', 'sec-fetch-site': 'same-origin' }
    const request = new Request('http://app.test/auth/signout', { method: 'POST', headers })
    expect((await Auth(request, app.config)).status).toBe(403)
    expectDiagnosis(app, {
      code: 'CrossSiteRequest',
      what: /Expected a request from http:\/\/app\.test, but the browser says https:\/\/app\.test/,
      cure: /set its public URL as AUTH_URL or as the option `origin`/,
    })
  })
})
