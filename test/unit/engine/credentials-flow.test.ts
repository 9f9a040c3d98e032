import { CredentialsSignin as AuthJsCredentialsSignin } from '@auth/core/errors'
import { describe, expect, it } from 'vitest'
import { AccessDenied, AuthError, CredentialsSignin } from '../../../src/errors.js'
import Credentials from '../../../src/providers/credentials.js'
import {
  accept,
  ada,
  login,
  makeApp,
  passwordProvider,
  sessionCookie,
} from '../../support/apps/app.js'

describe('a sign-in with credentials', () => {
  it('runs the callbacks and events in order, with their payloads', async () => {
    const seen: [string, unknown][] = []
    const note =
      <T>(name: string, answer: (params: T) => unknown) =>
      (params: T): never => {
        seen.push([name, structuredClone(params)])
        return answer(params) as never
      }
    const app = makeApp({
      providers: [
        Credentials({
          authorize: (credentials) => {
            seen.push(['authorize', { ...credentials }])
            return accept(credentials)
          },
        }),
      ],
      callbacks: {
        signIn: note('callback signIn', () => true),
        jwt: note('callback jwt', ({ token }: { token: unknown }) => token),
        session: note('callback session', ({ session }: { session: unknown }) => session),
        redirect: note('callback redirect', ({ url }: { url: string }) => url),
      },
      events: {
        signIn: note('event signIn', () => undefined),
        session: note('event session', () => undefined),
        signOut: note('event signOut', () => undefined),
      },
    })
    const browser = app.browser()
    const page = await browser.fetchPage('/auth/signin')
    seen.length = 0
    const { response } = await browser.postForm(page, { ...login, callbackUrl: '/home' })

    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe('https://app.test/home')
    const account = { provider: 'credentials', type: 'credentials', providerAccountId: ada.id }
    const claims = { name: ada.name, email: ada.email, picture: ada.image, sub: ada.id }
    expect(seen).toEqual([
      ['authorize', login],
      ['callback signIn', { user: ada, account, profile: undefined, credentials: login }],
      [
        'callback jwt',
        {
          token: { ...claims, image: ada.image },
          trigger: 'signIn',
          user: ada,
          account,
          isNewUser: false,
        },
      ],
      ['event signIn', { user: ada, account, profile: undefined, isNewUser: false }],
      ['callback redirect', { url: '/home', baseUrl: 'https://app.test' }],
    ])

    seen.length = 0
    const session = await browser.session()
    const shown = { user: { name: ada.name, email: ada.email, image: ada.image } }
    expect(session).toEqual({ ...shown, expires: session?.expires })
    const token = {
      ...claims,
      image: ada.image,
      iat: expect.any(Number),
      exp: expect.any(Number),
      jti: expect.any(String),
      session_started_at: expect.any(Number),
    }
    const { image: _image, ...stored } = token
    expect(seen).toEqual([
      ['callback jwt', { token }],
      ['callback session', { session, token }],
      ['event session', { session, token: stored }],
    ])

    const confirm = await browser.fetchPage('/auth/signout')
    seen.length = 0
    await browser.postForm(confirm, { callbackUrl: '/bye' })
    expect(seen).toEqual([
      ['event signOut', { token: stored }],
      ['callback redirect', { url: '/bye', baseUrl: 'https://app.test' }],
    ])
    expect(await browser.session()).toBeNull()
  })

  it('waits for the sign-in event before it answers', async () => {
    let done = false
    const app = makeApp({
      events: {
        signIn: async () => {
          await new Promise((resolve) => setTimeout(resolve, 20))
          done = true
        },
      },
    })
    await app.browser().signIn(login)
    expect(done).toBe(true)
  })

  it('goes on when an event handler throws, and logs it', async () => {
    const fail = (): never => {
      throw new Error('audit is down')
    }
    const app = makeApp({ events: { signIn: fail, session: fail, signOut: fail } })
    const browser = app.browser()
    await browser.signIn(login)
    expect(await browser.session()).not.toBeNull()
    await browser.signOut()
    expect(await browser.session()).toBeNull()
    expect(app.codes('error')).toEqual(['EventError', 'EventError', 'EventError'])
  })

  it('lands on the base URL when no destination was asked for', async () => {
    const { response } = await makeApp().browser().signIn(login)
    expect(response.headers.get('location')).toBe('https://app.test/')
  })

  it.each(['callbackUrl', 'redirectTo'])(
    'reads %s from the body and from the query',
    async (name) => {
      const browser = makeApp().browser()
      const csrfToken = await browser.csrfToken()
      const inBody = await browser.postJson('/auth/callback/credentials', {
        ...login,
        csrfToken,
        [name]: '/in-body',
      })
      expect(inBody.headers.get('location')).toBe('https://app.test/in-body')
      const inQuery = await browser.postJson(`/auth/callback/credentials?${name}=/in-query`, {
        ...login,
        csrfToken: await browser.csrfToken(),
      })
      expect(inQuery.headers.get('location')).toBe('https://app.test/in-query')
    },
  )

  it('takes a form, a multipart form and JSON alike', async () => {
    const app = makeApp()
    const bodies = (csrfToken: string): RequestInit[] => {
      const fields = { ...login, csrfToken }
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.set(name, value)
      return [
        { body: new URLSearchParams(fields) },
        { body: form },
        {
          body: JSON.stringify(fields),
          headers: { 'content-type': 'application/json; charset=utf-8' },
        },
      ]
    }
    for (const kind of [0, 1, 2]) {
      const browser = app.browser()
      const init = bodies(await browser.csrfToken())[kind]
      const response = await browser.fetch('/auth/callback/credentials', {
        method: 'POST',
        ...init,
      })
      expect(response.headers.get('location')).toBe('https://app.test/')
      expect(await browser.session()).toMatchObject({ user: { name: 'Ada' } })
    }
  })

  it('serves a provider under any id', async () => {
    const id = 'Staff.login_v2~x-1'
    const app = makeApp({ providers: [{ ...passwordProvider, id }] })
    const browser = app.browser()
    const page = await browser.fetchPage(`/auth/signin/${id}`)
    expect(page.forms.map(({ action }) => action)).toEqual([`https://app.test/auth/callback/${id}`])
    await browser.postForm(page, login)
    expect(await browser.session()).toMatchObject({ user: { name: 'Ada' } })
  })

  it('offers every provider on the sign-in page, and only the named one with an id', async () => {
    const app = makeApp({
      providers: [passwordProvider, { ...passwordProvider, id: 'pin', name: 'PIN' }],
    })
    const browser = app.browser()
    const actions = async (path: string): Promise<readonly string[]> =>
      (await browser.fetchPage(path)).forms.map(({ action }) => new URL(action).pathname)
    expect(await actions('/auth/signin')).toEqual([
      '/auth/callback/credentials',
      '/auth/callback/pin',
    ])
    expect(await actions('/auth/signin/pin')).toEqual(['/auth/callback/pin'])
  })

  it('uses a provider that is given as a function, and options that were kept aside', async () => {
    const app = makeApp({
      providers: [
        () => ({ ...passwordProvider, authorize: () => null, options: { authorize: accept } }),
      ],
    })
    const browser = app.browser()
    await browser.signIn(login)
    expect(await browser.session()).not.toBeNull()
  })
})

describe('authorize', () => {
  it('gets what the person typed, and nothing that is ours', async () => {
    let given: unknown
    const app = makeApp({
      providers: [
        {
          ...passwordProvider,
          authorize: (credentials) => {
            given = { ...credentials }
            return ada
          },
        },
      ],
    })
    const browser = app.browser()
    await browser.postForm(await browser.fetchPage('/auth/signin'), { ...login, redirectTo: '/x' })
    expect(given).toEqual(login)
  })

  it('gets a request whose body can still be read', async () => {
    let body = ''
    let request: Request | undefined
    const app = makeApp({
      providers: [
        {
          ...passwordProvider,
          authorize: async (_credentials, given) => {
            request = given
            body = await given.text()
            return ada
          },
        },
      ],
    })
    const browser = app.browser()
    const csrfToken = await browser.csrfToken()
    await browser.fetch('/auth/callback/credentials?hint=1', {
      method: 'POST',
      headers: { 'x-forwarded-for': '192.0.2.7' },
      body: new URLSearchParams({ ...login, csrfToken }),
    })
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({ ...login, csrfToken })
    expect(request?.method).toBe('POST')
    expect(request?.url).toBe('https://app.test/auth/callback/credentials?hint=1')
    expect(request?.headers.get('x-forwarded-for')).toBe('192.0.2.7')
  })

  it('is called as a method of its provider', async () => {
    const app = makeApp({
      providers: [
        {
          ...passwordProvider,
          authorize(this: { readonly id?: string }) {
            return this.id === 'credentials' ? ada : null
          },
        },
      ],
    })
    const browser = app.browser()
    await browser.signIn(login)
    expect(await browser.session()).not.toBeNull()
  })

  it.each([
    ['null', null],
    ['undefined', undefined],
    ['false', false],
    ['true', true],
    ['a text', 'ada'],
    ['a number', 1],
    ['an empty list', []],
    ['a list', [ada]],
  ])('refuses when it answers %s', async (_what, answer) => {
    const app = makeApp({
      providers: [{ ...passwordProvider, authorize: () => answer as never }],
    })
    const browser = app.browser()
    const { response } = await browser.signIn(login)
    expect(response.headers.get('location')).toBe(
      'https://app.test/auth/signin?error=CredentialsSignin&code=credentials&callbackUrl=https%3A%2F%2Fapp.test%2F',
    )
    expect(browser.cookie(sessionCookie)).toBeUndefined()
    expect(await browser.session()).toBeNull()
    expect(app.codes('error')).toEqual([])
  })

  it('takes a number as id, and makes one up when the user has none', async () => {
    const subjects: unknown[] = []
    const users = [{ id: 42 as never }, { name: 'Nobody' }, { name: 'Nobody' }]
    const app = makeApp({
      providers: [{ ...passwordProvider, authorize: () => users.shift() ?? null }],
      callbacks: {
        jwt: ({ token, trigger }) => {
          if (trigger === 'signIn') subjects.push(token.sub)
          return token
        },
      },
    })
    for (let round = 0; round < 3; round++) await app.browser().signIn(login)
    const [first, second, third] = subjects
    expect(first).toBe('42')
    expect(second).toMatch(/^[\da-f-]{36}$/)
    expect(third).not.toBe(second)
  })

  class WrongPin extends CredentialsSignin {
    override code = 'wrong_pin'
  }
  class AuthJsWrongPin extends AuthJsCredentialsSignin {
    override code = 'wrong_pin'
  }

  it.each([
    [
      'our CredentialsSignin with a code',
      () => new CredentialsSignin('No.', { code: 'wrong_pin' }),
    ],
    ['a subclass of ours', () => new WrongPin('No.')],
    ['a subclass of the one of Auth.js', () => new AuthJsWrongPin()],
  ])('sends %s to the sign-in page with its code', async (_what, make) => {
    const app = makeApp({
      providers: [
        {
          ...passwordProvider,
          authorize: () => {
            throw make()
          },
        },
      ],
    })
    const browser = app.browser()
    const refused = await browser.signIn(login, '/after')
    const location = new URL(refused.response.headers.get('location') ?? '')
    expect(location.pathname).toBe('/auth/signin')
    expect(Object.fromEntries(location.searchParams)).toEqual({
      error: 'CredentialsSignin',
      code: 'wrong_pin',
      callbackUrl: 'https://app.test/after',
    })
    const page = await browser.fetchPage(location.href)
    expect(page.status).toBe(200)
    expect(page.html).toContain('role="alert"')
    expect(page.forms[0]?.hidden['callbackUrl']).toBe('https://app.test/after')
    expect(app.codes('error')).toEqual([])
  })

  it('lets the next attempt succeed from the page that reports the failure', async () => {
    const browser = makeApp().browser()
    const page = await browser.fetchPage('/auth/signin?callbackUrl=/after')
    const failed = await browser.postForm(page, { ...login, password: 'x' }, { follow: true })
    expect(failed.html).toContain('role="alert"')
    const { response } = await browser.postForm(failed, login)
    expect(response.headers.get('location')).toBe('https://app.test/after')
    expect(await browser.session()).not.toBeNull()
  })

  it('sends another error of the family to its own page', async () => {
    const app = makeApp({
      providers: [
        {
          ...passwordProvider,
          authorize: () => {
            throw new AccessDenied('Not from here.')
          },
        },
      ],
    })
    const { response } = await app.browser().signIn(login)
    expect(response.headers.get('location')).toBe('https://app.test/auth/error?error=AccessDenied')
  })

  it.each([
    ['an Error', () => new TypeError('the database is down')],
    ['an AuthError without a type of its own', () => new AuthError('the database is down')],
    ['something that is no Error', () => 'the database is down' as unknown as Error],
  ])('logs %s, and shows a refused sign-in', async (_what, make) => {
    const app = makeApp({
      providers: [
        {
          ...passwordProvider,
          authorize: async () => {
            throw make()
          },
        },
      ],
    })
    const browser = app.browser()
    const { response } = await browser.signIn(login)
    const refused = await makeApp()
      .browser()
      .signIn({ ...login, password: 'wrong' })
    expect(response.status).toBe(refused.response.status)
    expect(response.headers.get('location')).toBe(refused.response.headers.get('location'))
    expect(await browser.session()).toBeNull()
    expect(app.codes('error')).toEqual(['CallbackRouteError'])
    const [error] = app.logs[0]?.message ?? []
    expect(error).toBeInstanceOf(AuthError)
    expect(String((error as Error).cause)).toContain('the database is down')
  })
})

describe('signing in again', () => {
  it('replaces the session of the previous user', async () => {
    const bob = { id: 'user-2', name: 'Bob' }
    const app = makeApp({
      providers: [
        {
          ...passwordProvider,
          authorize: (credentials) =>
            credentials['username'] === 'bob' ? bob : accept(credentials),
        },
      ],
    })
    const browser = app.browser()
    await browser.signIn(login)
    const before = browser.cookie(sessionCookie)
    await browser.signIn({ username: 'bob', password: 'x' })
    expect(browser.cookie(sessionCookie)).not.toBe(before)
    expect(await browser.session()).toMatchObject({ user: { name: 'Bob' } })
  })

  it('keeps the session of the previous user when it is refused', async () => {
    const browser = makeApp().browser()
    await browser.signIn(login)
    await browser.signIn({ ...login, password: 'wrong' })
    expect(await browser.session()).toMatchObject({ user: { name: 'Ada' } })
  })
})
