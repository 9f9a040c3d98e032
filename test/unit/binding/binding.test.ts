import { describe, expect, it } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { describeSignIn, visibleFields, type AuthConfig } from '../../../src/core.js'
import { findConfig } from '../../../src/binding/find-config.js'
import { handleRequest } from '../../../src/binding/handle-request.js'
import { keepPrivate } from '../../../src/binding/keep-private.js'
import { keepVisibleFields } from '../../../src/binding/keep-visible-fields.js'
import { redirectAfterAction } from '../../../src/binding/redirect-after-action.js'
import { forgetSecrets, runSignIn, runSignOut } from '../../../src/binding/run-action.js'
import { checkSignInInput, checkSignOutInput, pageOf } from '../../../src/binding/sign-in-input.js'
import { validateSignOut } from '../../../src/binding/validate-input.js'
import type { CredentialInputs } from '../../../src/model/credentials.js'
import Credentials from '../../../src/providers/credentials.js'
import { login, makeApp, secret, sessionCookie } from '../../support/apps/app.js'
import { configOf, endOf, openEvent, openSecondEvent, type TestEvent } from './event.js'

const app = makeApp()
const config = configOf(() => app.config)
const own = { method: 'POST', headers: { origin: 'https://app.test' } }
const form = { providerId: 'credentials', ...login }

async function signIn(path = '/login/'): Promise<TestEvent> {
  const opened = openEvent(path, own)
  await endOf(() => runSignIn(opened.event, config, { ...form, redirectTo: '/account/' }))
  return opened
}

async function signedIn(
  path: string,
  init: { method?: string; headers?: Record<string, string> } = {},
): Promise<TestEvent> {
  const { cookies } = await signIn()
  const cookie = `${sessionCookie}=${cookies.get(sessionCookie)?.value ?? ''}`
  return openEvent(path, { ...init, headers: { ...init.headers, cookie } })
}

describe('findConfig', () => {
  it('gives the calls of the engine the config of the request', async () => {
    const { event } = openEvent('/login/?callbackUrl=/a')
    const counted = configOf(() => ({ providers: app.config.providers, trustHost: true }))
    event.env.get = (name) => (name === 'AUTH_SECRET' ? secret : undefined)
    await handleRequest(event, counted)
    const described = await describeSignIn(event.request, await findConfig(event))
    expect(described).toMatchObject({
      providers: [{ id: 'credentials' }],
      callbackUrl: 'https://app.test/a',
    })
    expect(counted.calls).toBe(1)
  })

  it('keeps an answer private that depends on who asks, and sets no cookie', async () => {
    const { event, headers, cookies } = openEvent('/login/')
    await handleRequest(event, config)
    expect(headers.get('cache-control')).toBeNull()
    await findConfig(event)
    headers.set('cache-control', 'public, max-age=60')
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(cookies.size).toBe(0)
  })

  it('does not choose between two instances', async () => {
    const { event } = openEvent('/')
    const second = configOf(() => ({ ...app.config, basePath: '/staff' }), 'def')
    await handleRequest(event, config)
    await handleRequest(event, second)
    await expect(findConfig(event)).rejects.toThrow('Pass `useSession`')
  })

  it.each([
    ['without the plugin', 'onRequest', async () => openEvent('/login/')],
    [
      'on a static page',
      'static',
      async () => {
        const opened = openEvent('/login/', {}, {}, { static: true })
        await handleRequest(opened.event, config)
        return opened
      },
    ],
  ])('says what is missing %s', async (_where, word, open) => {
    const { event } = await open()
    await expect(findConfig(event)).rejects.toMatchObject({
      type: 'InvalidConfig',
      message: expect.stringContaining(word),
    })
  })
})

describe('handleRequest', () => {
  it('makes the session known, once, and keeps the answer private', async () => {
    const counted = configOf(() => app.config)
    const { event, headers, sharedMap } = await signedIn('/account/')
    await handleRequest(event, counted)
    await handleRequest(event, counted)
    expect(sharedMap.get('session')).toMatchObject({ user: { name: expect.any(String) } })
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('vary')).toContain('Cookie')
    expect(counted.calls).toBe(1)
  })

  it('leaves an anonymous visitor alone', async () => {
    const { event, headers, cookies, sharedMap } = openEvent('/')
    await handleRequest(event, config)
    expect(sharedMap.get('session')).toBeNull()
    expect([...headers]).toEqual([])
    expect(cookies.size).toBe(0)
  })

  it('answers our routes, in place of what was said about them before', async () => {
    const { event, headers } = openEvent('/auth/session')
    headers.set('cache-control', 'public')
    const { response } = await endOf(() => handleRequest(event, config))
    expect(await response?.json()).toBeNull()
    expect(headers.get('cache-control')).toBeNull()
  })

  it('sends the client-side router to the real page', async () => {
    const { event } = openEvent('/auth/signin/q-data.json?callbackUrl=%2Fa')
    const { status, response } = await endOf(() => handleRequest(event, config))
    expect([status, response?.headers.get('location')]).toEqual([
      302,
      '/auth/signin/?callbackUrl=%2Fa',
    ])
  })

  it.each(['/auth/signin', '/auth/signin/github'])(
    'sends the router of Qwik 2 to %s itself, and begins no sign-in when it only prefetches',
    async (path) => {
      const { event, cookies } = openSecondEvent(path, 'loader')
      const { response } = await endOf(() => handleRequest(event, config))
      expect([response?.status, response?.headers.get('location')]).toEqual([302, path])
      expect(response?.headers.getSetCookie()).toEqual([])
      expect(cookies.size).toBe(0)
    },
  )

  it('reads no session on static pages, and does not call the config function', async () => {
    const counted = configOf(() => app.config)
    const { event, sharedMap } = openEvent('/', {}, {}, { static: true })
    await handleRequest(event, counted)
    expect([sharedMap.get('session'), counted.calls]).toEqual([null, 0])
  })
})

describe('the actions', () => {
  it('sign in, set attribute-safe cookies and go on', async () => {
    const { cookies, sharedMap } = await signIn()
    const { value = '', options } = cookies.get(sessionCookie) ?? {}
    expect(value).toMatch(/^[\w.-]+$/)
    expect(options).toMatchObject({ httpOnly: true, secure: true, path: '/', sameSite: 'lax' })
    expect(sharedMap.get('session')).toMatchObject({ user: { name: expect.any(String) } })
  })

  it('sign out', async () => {
    const { event, cookies, sharedMap } = await signedIn('/account/?qaction=x&a=1', own)
    const { status, location } = await endOf(() => runSignOut(event, config, {}))
    expect([status, location]).toEqual([302, '/account/?a=1'])
    expect(cookies.get(sessionCookie)).toMatchObject({ value: '', options: { maxAge: 0 } })
    expect(sharedMap.get('session')).toBeNull()
  })

  it.each([
    [{ ...form, password: 'wrong' }, 401, { formErrors: [expect.any(String)] }],
    [{ providerId: 'nobody' }, 404, { fieldErrors: { providerId: [expect.any(String)] } }],
  ])('say what is wrong with %j', async (input, status, told) => {
    const result = await runSignIn(openEvent('/login/', own).event, config, input)
    expect(result).toMatchObject({ failed: true, status, ...told })
  })

  it('refuse another site, and a config that cannot be used', async () => {
    const foreign = openEvent('/', { method: 'POST', headers: { origin: 'https://evil.test' } })
    expect(await runSignIn(foreign.event, config, form)).toMatchObject({ status: 403 })
    const broken = configOf(() => ({ ...app.config, secret: 'short' }), 'broken')
    expect(await runSignOut(openEvent('/', own).event, broken, {})).toMatchObject({ status: 500 })
  })

  it('say when another attempt is worth while', async () => {
    const limits = { identifier: { attempts: 1, seconds: 120 } }
    const held = configOf(() => ({ ...app.config, limits }), 'held')
    const wrong = { ...form, username: 'held up', password: 'x' }
    await runSignIn(openEvent('/login/', own).event, held, wrong)
    const { event, headers } = openEvent('/login/', own)
    expect(await runSignIn(event, held, wrong)).toMatchObject({ status: 429 })
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('let the platform wait for the work that goes on after the response', async () => {
    const work: unknown[] = []
    const platform = { waitUntil: (one: unknown) => void work.push(one) }
    const adapter = memoryAdapter()
    const make = (): AuthConfig => ({ ...app.config, adapter, session: { strategy: 'jwt' } })
    const { event } = openEvent('/login/', own, {}, platform)
    await endOf(() => runSignIn(event, configOf(make, 'purging'), form))
    expect(work).toEqual([expect.any(Promise)])
  })

  it('go to the sign-in page without a provider', async () => {
    const { event } = openEvent('/login/', own)
    const { location } = await endOf(() => runSignIn(event, config, {}))
    expect(location).toBe('/auth/signin?callbackUrl=https%3A%2F%2Fapp.test%2Flogin%2F')
  })
})

describe('a config that cannot be used', () => {
  it('is logged at the first page, even without a session and with other messages', async () => {
    const broken = makeApp({ secret: undefined })
    const env = { AUTH_URL: 'https://app.test/elsewhere' }
    await handleRequest(
      openEvent('/', {}, env).event,
      configOf(() => broken.config, 'wrong'),
    )
    expect(broken.codes('error')).toEqual(['MissingSecret'])
  })
})

describe('redirectAfterAction', () => {
  const away = { url: 'https://id.test/authorize?a=b', path: undefined }
  const within = (path: string): { url: string; path: string } => ({
    url: `https://app.test${path}`,
    path,
  })

  it('redirects a document to another site', async () => {
    const { event } = openEvent('/login/', own)
    const ended = await endOf(() => redirectAfterAction(event, app.config, away))
    expect(ended).toEqual({ status: 302, location: away.url })
  })

  it('sends the URL to a data request', () => {
    const { event, headers } = openEvent('/login/q-data.json', own)
    redirectAfterAction(event, app.config, away)
    expect(headers.get('location')).toBe(away.url)
  })

  it('keeps two slashes in a query', async () => {
    const { event } = openEvent('/login/', own)
    const ended = await endOf(() => redirectAfterAction(event, app.config, within('/a?b=//c')))
    expect(ended).toMatchObject({ location: '/a?b=%2F%2Fc' })
  })

  describe('from an action of Qwik 2', () => {
    it.each([
      ['to another site', away, away.url],
      ['to another page', within('/account/?a=b'), '/account/?a=b'],
    ])('leaves the way %s to the router', async (_where, target, location) => {
      const { event } = openSecondEvent('/login/?qaction=x', 'action', own)
      const ended = await endOf(() => redirectAfterAction(event, app.config, target))
      expect(ended).toEqual({ status: 302, location })
    })

    it.each([
      ['the page that is shown', within('/login/?a=b')],
      ['the page that is shown, without its slash', within('/login')],
      ['a page of ours', within('/auth/verify-request')],
    ])('has %s loaded by the browser', async (_what, target) => {
      const { event } = openSecondEvent('/login/?qaction=x', 'action', own)
      const { response } = await endOf(() => redirectAfterAction(event, app.config, target))
      expect([response?.status, response?.headers.get('location')]).toEqual([303, target.url])
    })

    it('redirects without JavaScript, wherever it goes', async () => {
      const { event } = openSecondEvent('/login/?qaction=x', false, own)
      const ended = await endOf(() => redirectAfterAction(event, app.config, within('/login/')))
      expect(ended).toEqual({ status: 302, location: '/login/' })
    })
  })
})

describe('keepPrivate', () => {
  it('holds against what the page says later', () => {
    const { event, headers } = openEvent('/')
    keepPrivate(event)
    keepPrivate(event)
    headers.set('Cache-Control', 'public, max-age=60')
    headers.append('CDN-Cache-Control', 'public')
    headers.set('X-Accel-Expires', '60')
    headers.append('Surrogate-Control', 'max-age=60')
    headers.delete('cache-control')
    headers.append('x-other', 'a')
    headers.delete('x-other')
    expect(Object.fromEntries(headers)).toEqual({
      'cache-control': 'private, no-store',
      'cdn-cache-control': 'private, no-store',
      'surrogate-control': 'private, no-store',
      'x-accel-expires': '0',
      vary: 'Cookie',
    })
  })

  it('overwrites what another plugin has said before', () => {
    const { event, headers } = openEvent('/')
    headers.set('Surrogate-Control', 'max-age=60')
    headers.set('Netlify-CDN-Cache-Control', 'public')
    headers.set('X-Accel-Expires', '60')
    keepPrivate(event)
    expect(Object.fromEntries(headers)).toEqual({
      'cache-control': 'private, no-store',
      'netlify-cdn-cache-control': 'private, no-store',
      'surrogate-control': 'private, no-store',
      'x-accel-expires': '0',
      vary: 'Cookie',
    })
  })

  it('leaves no page behind that Qwik 2 would keep for the next visitor', () => {
    const { event, sharedMap } = openEvent('/')
    keepPrivate(event)
    sharedMap.set('@eTagCacheKey', { key: '200|/', eTag: '' }).set('mine', 1)
    expect([...sharedMap]).toEqual([['mine', 1]])
  })
})

describe('a form that is shown again', () => {
  const fields = ['providerId', 'redirectTo', 'options.redirectTo', 'email', 'options.town', 'pass']
  const secrets = ['pwd', 'code', 'token', 'mfaCode', 'geheim[]', 'options.password', 'Email']

  it('shows only our own fields and those that are declared as visible', () => {
    const { event, sharedMap } = openEvent('/')
    const data = new FormData()
    for (const field of [...fields, ...secrets]) data.append(field, 'x')
    sharedMap.set('@actionFormData', data)
    keepVisibleFields(event, ['email', 'town'])
    expect([...data.keys()]).toEqual([
      'providerId',
      'redirectTo',
      'options.redirectTo',
      'email',
      'options.town',
    ])
  })

  /** The fields that are shown again if a provider has this form. */
  function visibleIn(credentials: CredentialInputs): readonly string[] {
    const providers = [Credentials({ credentials, authorize: () => null })]
    return visibleFields({ ...app.config, providers })
  }

  it('takes the visible fields from the `autocomplete` of the providers', () => {
    const visible = visibleIn({
      company: { autocomplete: 'organization' },
      town: { type: 'text', autocomplete: 'section-home shipping Address-Level2' },
      member: { autocomplete: 'username webauthn' },
      other: { autocomplete: 'on' },
      none: {},
      name: { type: 'password' },
      login: { autocomplete: 'one-time-code' },
    })
    expect(visible).toEqual(['email', 'username', 'user', 'phone', 'company', 'town', 'member'])
  })

  it('hides a field that one provider shows, and another declares as a secret', () => {
    const providers = [
      Credentials({ credentials: { key: { autocomplete: 'tel' } }, authorize: () => null }),
      Credentials({
        id: 'other',
        credentials: { key: { autocomplete: 'tel', type: 'password' } },
        authorize: () => null,
      }),
    ]
    expect(visibleFields({ ...app.config, providers })).not.toContain('key')
  })

  const secretNames = ['tan', 'phrase', 'seed', 'geheim', 'pass', 'pwd', 'code', 'token', 'mfaCode']
    .concat(['otpCode', 'mfa_token', 'recoveryKey', 'backup-code', 'Passphrase', 'pin', 'answer'])
    .flatMap((name) => [name, `${name}[]`, `${name}.0`, `options.${name}`, `email.${name}`])

  it.each([undefined, 'text', 'email', 'tel', 'url', 'search', 'number'])(
    'hides every field that may hold a secret, though its provider declares the type %s',
    (type) => {
      const form = Object.fromEntries(secretNames.map((name) => [name, { type }]))
      const { event, sharedMap } = openEvent('/')
      const data = new FormData()
      const nested = secretNames.map((name) => `options.${name}`)
      const shown = ['email', 'options.username']
      for (const name of [...secretNames, ...nested, ...shown]) data.append(name, 'x')
      sharedMap.set('@actionFormData', data)
      keepVisibleFields(event, visibleIn(form))
      expect([...data.keys()]).toEqual(shown)
    },
  )

  it.each([
    ['is refused', { redirectTo: 5 }, 400],
    ['fails', {}, 403],
  ])('keeps nothing but our own fields when a sign-out %s', async (_what, input, status) => {
    const headers = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }
    const { event, sharedMap } = openEvent('/', { method: 'POST', headers })
    const data = new FormData()
    for (const field of ['redirectTo', 'email', 'password']) data.append(field, 'x')
    sharedMap.set('@actionFormData', data)
    const verdict = validateSignOut(event, input)
    const end = verdict.success ? await runSignOut(event, config, {}) : verdict
    expect(end).toMatchObject({ status })
    expect([...data.keys()]).toEqual(['redirectTo'])
  })

  it('loses its secrets when its input was invalid, and needs no form to be there', async () => {
    const { event, sharedMap } = openEvent('/')
    await forgetSecrets(event, config)
    const data = new FormData()
    data.append('password', 'x')
    sharedMap.set('@actionFormData', data)
    await forgetSecrets(event, config)
    expect([...data.keys()]).toEqual([])
  })
})

describe('the input of an action', () => {
  it.each([
    [null, {}],
    [[], {}],
    [{ ['__proto__x']: 1, providerId: 5 }, { providerId: ['Expected text.'] }],
    [{ redirectTo: 5 }, { redirectTo: [expect.any(String)] }],
    [{ redirectTo: `/${'a'.repeat(9000)}` }, { redirectTo: [expect.any(String)] }],
    [{ options: 'x' }, { options: [expect.any(String)] }],
    [{ options: { redirectTo: 5 } }, { options: [expect.any(String)] }],
    [{ authorizationParams: { a: 5 } }, { authorizationParams: [expect.any(String)] }],
    [
      { authorizationParams: {} },
      { authorizationParams: [expect.stringContaining('`toString()`')] },
    ],
    [{ password: new File([], 'a') }, {}],
    [{ password: 'x'.repeat(70_000) }, {}],
  ])('%# is refused', (input, fieldErrors) => {
    expect(checkSignInInput(input)?.fieldErrors).toMatchObject(fieldErrors)
  })

  it.each([{}, form, { options: { redirectTo: '/' } }, { authorizationParams: 'a=b' }])(
    '%# is accepted',
    (input) => {
      expect(checkSignInInput(input)).toBeUndefined()
    },
  )

  it('of a sign-out is one address', () => {
    expect(checkSignOutInput([])).toBeDefined()
    expect(checkSignOutInput({ redirectTo: 5 })).toBeDefined()
    expect(checkSignOutInput({ redirectTo: '/' })).toBeUndefined()
    expect(pageOf(new URL('https://app.test/a?qaction=x'))).toBe('/a')
  })
})
