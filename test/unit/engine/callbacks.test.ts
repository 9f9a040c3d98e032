import { describe, expect, it } from 'vitest'
import { signIn as signInCall, type AuthConfig } from '../../../src/core.js'
import { AuthError, CredentialsSignin } from '../../../src/errors.js'
import type { JWT, Session } from '../../../src/model/records.js'
import { makeMailApp } from '../../support/apps/mail-app.js'
import { ada, login, makeApp, sessionCookie, type App } from '../../support/apps/app.js'

type Callbacks = NonNullable<AuthConfig['callbacks']>

function fail(message: string): never {
  throw new Error(message)
}

describe('the signIn callback', () => {
  async function trySignIn(signIn: Callbacks['signIn'], debug = false) {
    const app = makeApp({ callbacks: { signIn }, debug })
    const browser = app.browser()
    const { response } = await browser.signIn(login)
    return { app, browser, location: response.headers.get('location'), response }
  }

  it('goes on with true', async () => {
    const { browser, location } = await trySignIn(async () => true)
    expect(location).toBe('https://app.test/')
    expect(await browser.session()).not.toBeNull()
  })

  it.each([
    ['false', false],
    ['undefined', undefined],
    ['an empty text', ''],
    ['1', 1],
    ['an object', {}],
  ])('stops with %s', async (_what, answer) => {
    const { browser, location, response } = await trySignIn(() => answer as never)
    expect(location).toBe('https://app.test/auth/error?error=AccessDenied')
    expect(response.headers.getSetCookie()).toEqual([])
    expect(await browser.session()).toBeNull()
    expect((await browser.fetchPage(location ?? '')).status).toBe(403)
  })

  it('sends the visitor elsewhere with a URL, without a session', async () => {
    const { browser, location } = await trySignIn(() => '/ask-an-admin?why=domain')
    expect(location).toBe('https://app.test/ask-an-admin?why=domain')
    expect(await browser.session()).toBeNull()
  })

  it.each(['https://elsewhere.test/why?a=b', 'http://elsewhere.test/', 'myapp://denied'])(
    'sends the user to %s, and does not ask the `redirect` callback about it',
    async (elsewhere) => {
      const { browser, location } = await trySignIn(() => elsewhere)
      expect(location).toBe(elsewhere)
      expect(await browser.session()).toBeNull()
      const callbacks = { signIn: () => elsewhere, redirect: () => '/asked' }
      const { response } = await makeApp({ callbacks }).browser().signIn(login)
      expect(response.headers.get('location')).toBe(elsewhere)
    },
  )

  it.each(['javascript:alert(1)', 'data:text/html,x', 'https://', 'https://user:pw@app.test/'])(
    'leads to the base URL and logs an error when it returns %s',
    async (answer) => {
      const { app, browser, location } = await trySignIn(() => answer)
      expect(location).toBe('https://app.test/')
      expect(app.codes('error')).toEqual(['InvalidRedirect'])
      expect(await browser.session()).toBeNull()
    },
  )

  it('stops with a throw, and the log has the original message', async () => {
    const { app, browser, location } = await trySignIn(() => fail('the directory is down'), true)
    expect(location).toBe('https://app.test/auth/error?error=AccessDenied')
    expect(await browser.session()).toBeNull()
    const line = app.logs.find(({ code }) => code === 'AccessDenied')
    const [error] = line?.message ?? []
    expect(error).toBeInstanceOf(AuthError)
    expect(error).toMatchObject({ type: 'AccessDenied', message: 'the directory is down' })
  })

  it('is logged as an error when it throws, without debug', async () => {
    const { app } = await trySignIn(() => fail('the directory is down'))
    expect(app.codes('error')).toEqual(['AccessDenied'])
    expect(app.logs[0]?.message[0]).toMatchObject({ message: 'the directory is down' })
  })

  it('stops with an error of the family on the page of that error', async () => {
    const { location } = await trySignIn(() => {
      throw new CredentialsSignin('Too many attempts.', { code: 'throttled' })
    })
    expect(location).toContain('/auth/signin?error=CredentialsSignin&code=throttled')
  })

  it('neither asks the jwt callback nor tells the event when it refuses', async () => {
    const seen: string[] = []
    const app = makeApp({
      callbacks: {
        signIn: () => false,
        jwt: ({ token }) => {
          seen.push('jwt')
          return token
        },
      },
      events: { signIn: () => void seen.push('event') },
    })
    await app.browser().signIn(login)
    expect(seen).toEqual([])
  })
})

describe('the jwt callback', () => {
  it('decides what the session callback sees, and nothing of it reaches the client by itself', async () => {
    const app = makeApp({
      callbacks: {
        jwt: ({ token, user, trigger }) =>
          trigger === 'signIn' ? { ...token, role: `${user.name}'s role` } : token,
        session: ({ session, token }) => Object.assign(session, { role: token['role'] }),
      },
    })
    const browser = app.browser()
    await browser.signIn(login)
    expect(await browser.session()).toMatchObject({ role: "Ada's role", user: { name: 'Ada' } })

    const silent = makeApp({ callbacks: { jwt: ({ token }) => ({ ...token, role: 'admin' }) } })
    const other = silent.browser()
    await other.signIn(login)
    expect(Object.keys((await other.session()) ?? {})).toEqual(['user', 'expires'])
  })

  it('may work asynchronously', async () => {
    const app = makeApp({
      callbacks: { jwt: async ({ token }) => Promise.resolve({ ...token, name: 'Lovelace' }) },
    })
    const browser = app.browser()
    await browser.signIn(login)
    expect(await browser.session()).toMatchObject({ user: { name: 'Lovelace' } })
  })

  it('refuses a sign-in with null, and ends the session that was there', async () => {
    let wanted = true
    const signedIn: unknown[] = []
    const app = makeApp({
      callbacks: { jwt: ({ token }) => (wanted ? token : null) },
      events: { signIn: (message) => void signedIn.push(message) },
    })
    const browser = app.browser()
    await browser.signIn(login)
    const page = await browser.fetchPage('/auth/signin')
    wanted = false
    const { response } = await browser.postForm(page, login)
    expect(response.headers.get('location')).toBe('https://app.test/auth/error?error=AccessDenied')
    expect(browser.cookie(sessionCookie)).toBeUndefined()
    expect(signedIn).toHaveLength(1)
  })

  it('ends a session with null at a read', async () => {
    const app = makeApp({
      callbacks: { jwt: ({ token, trigger }) => (trigger === 'signIn' ? token : null) },
    })
    const browser = app.browser()
    await browser.signIn(login)
    expect(browser.cookie(sessionCookie)).toBeDefined()
    expect(await browser.session()).toBeNull()
    expect(browser.cookie(sessionCookie)).toBeUndefined()
  })

  it('stops a sign-in with a throw: no session, no cookie, a log line', async () => {
    const app = makeApp({ callbacks: { jwt: () => fail('no roles today') } })
    const browser = app.browser()
    const { response } = await browser.signIn(login)
    expect(response.headers.get('location')).toBe('https://app.test/auth/error?error=Configuration')
    expect(browser.cookie(sessionCookie)).toBeUndefined()
    expect(app.codes('error')).toEqual(['CallbackRouteError'])
  })

  it('gives no session for this request with a throw at a read, and keeps the cookie', async () => {
    let broken = false
    const app = makeApp({
      callbacks: { jwt: ({ token }) => (broken ? fail('no roles today') : token) },
    })
    const browser = app.browser()
    await browser.signIn(login)
    const kept = browser.cookie(sessionCookie)
    broken = true
    expect(await browser.session()).toBeNull()
    expect(browser.cookie(sessionCookie)).toBe(kept)
    expect(app.codes('error')).toEqual(['JWTSessionError'])
    broken = false
    expect(await browser.session()).not.toBeNull()
  })

  it.each([
    ['iat', 9_999_999_999],
    ['exp', 9_999_999_999],
    ['jti', 'mine'],
  ])('cannot set %s', async (claim, value) => {
    const writer = makeApp({ callbacks: { jwt: ({ token }) => ({ ...token, [claim]: value }) } })
    const browser = writer.browser()
    await browser.signIn(login)

    const seen: unknown[] = []
    const reader = makeApp({
      callbacks: {
        jwt: ({ token }) => {
          seen.push(token[claim])
          return token
        },
      },
    }).browser()
    reader.plant(sessionCookie, browser.cookie(sessionCookie) ?? '')
    expect(await reader.session()).not.toBeNull()
    expect(seen).toEqual([expect.anything()])
    expect(seen).not.toEqual([value])
  })
})

describe('image and picture', () => {
  const newPicture = 'https://img.example.test/new.png'

  async function imageAfter(change: (token: JWT) => JWT): Promise<unknown[]> {
    let first = true
    const seen: JWT[] = []
    const app = makeApp({
      callbacks: {
        jwt: ({ token, trigger }) => {
          if (trigger === 'signIn') return token
          seen.push(token)
          if (!first) return token
          first = false
          return change(token)
        },
      },
    })
    const browser = app.browser()
    await browser.signIn(login)
    await browser.session()
    const session = await browser.session()
    return [session?.user?.image, seen[1]?.image, seen[1]?.picture]
  }

  it('shows both names of one picture', async () => {
    expect(await imageAfter((token) => token)).toEqual([ada.image, ada.image, ada.image])
  })

  it.each([
    ['image', (token: JWT) => ({ ...token, image: newPicture })],
    ['picture', (token: JWT) => ({ ...token, picture: newPicture })],
    ['both', (token: JWT) => ({ ...token, image: newPicture, picture: newPicture })],
    ['image in place', (token: JWT) => Object.assign(token, { image: newPicture })],
  ])('stores a change of %s', async (_which, change) => {
    expect(await imageAfter(change)).toEqual([newPicture, newPicture, newPicture])
  })

  it.each(['image', 'picture'])('removes the picture when %s becomes null', async (name) => {
    expect(await imageAfter((token) => ({ ...token, [name]: null }))).toEqual([null, null, null])
  })

  it.each<[string, (token: JWT) => JWT]>([
    ['`delete token.image`', (token) => (delete token.image, token)],
    ['`token.image = undefined`', (token) => Object.assign(token, { image: undefined })],
    ['a copy without it', (token) => ({ ...token, image: undefined })],
    ['`const { image, ...rest } = token`', ({ image: _image, ...rest }) => rest],
    ['`const { picture, ...rest } = token`', ({ picture: _picture, ...rest }) => rest],
    ['`delete token.picture`', (token) => (delete token.picture, token)],
  ])('removes the picture with %s', async (_, change) => {
    expect(await imageAfter(change)).toEqual([undefined, undefined, undefined])
  })

  it('keeps the picture of a token that is built without the alias', async () => {
    const change = ({ sub, name, email, picture }: JWT): JWT => ({ sub, name, email, picture })
    expect(await imageAfter(change)).toEqual([ada.image, ada.image, ada.image])
  })

  it('shows both names to the session callback', async () => {
    let given: JWT | undefined
    const app = makeApp({
      callbacks: {
        session: ({ session, token }) => {
          given = token
          return session
        },
      },
    })
    const browser = app.browser()
    await browser.signIn(login)
    await browser.session()
    expect([given?.image, given?.picture]).toEqual([ada.image, ada.image])
  })
})

describe('the session callback', () => {
  async function readWith(session: unknown, app?: App): Promise<unknown> {
    const made = app ?? makeApp({ callbacks: { session: () => session as never } })
    const browser = made.browser()
    await browser.signIn(login)
    const read = await browser.session()
    expect(browser.cookie(sessionCookie)).toBeDefined()
    return read
  }

  it('decides what the client sees', async () => {
    const app = makeApp<{ expires: string; id: string }>({
      callbacks: {
        session: ({ session, token }) => ({ expires: session.expires, id: `${token.sub}` }),
      },
    })
    const browser = app.browser()
    await browser.signIn(login)
    expect(await browser.session()).toEqual({ expires: expect.any(String), id: ada.id })
  })

  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'session'],
    ['true', true],
  ])('gives no session when it returns %s, and keeps the cookie', async (_what, answer) => {
    expect(await readWith(answer)).toBeNull()
  })

  it('may return a promise that another library made', async () => {
    const session = { expires: 'never' }
    // oxlint-disable-next-line unicorn/no-thenable -- a callback may return the promise of a library
    const thenable = { then: (resolve: (value: unknown) => void) => resolve(session) }
    expect(await readWith(thenable)).toEqual(session)
  })

  it.each([
    ['throws', () => fail('no such user')],
    ['rejects', async () => Promise.reject(new Error('no such user'))],
  ])('gives no session when it %s, and keeps the cookie', async (_what, session) => {
    const app = makeApp({ callbacks: { session } })
    expect(await readWith(undefined, app)).toBeNull()
    expect(app.codes('error')).toEqual(['JWTSessionError'])
    const [error] = app.logs[0]?.message ?? []
    expect((error as Error).cause).toMatchObject({ message: 'no such user' })
  })
})

describe('a session that is no JSON', () => {
  const circle: Record<string, unknown> = {}
  circle['itself'] = circle
  const broken = {
    toJSON: () => {
      throw new Error('no idea')
    },
  }

  it.each([10n, circle, broken])('is no session, and no rejection', async (odd) => {
    const session = ({ session: plain }: { session: Session }): Session =>
      Object.assign(plain, { odd })
    const app = makeApp({ callbacks: { session } })
    const browser = app.browser()
    await browser.signIn(login)
    const response = await browser.fetch('/auth/session')
    expect({ status: response.status, body: await response.json() }).toEqual({
      status: 500,
      body: null,
    })
    expect(app.codes('error')).toEqual(['CallbackRouteError'])
    expect(browser.cookie(sessionCookie)).toBeDefined()
  })
})

describe('an update of the session', () => {
  async function signedIn(callbacks: Callbacks) {
    const app = makeApp({ callbacks })
    const browser = app.browser()
    await browser.signIn(login)
    const update = async (data: unknown): Promise<Response> =>
      browser.postJson('/auth/session', { csrfToken: await browser.csrfToken(), data })
    return { app, browser, update }
  }

  it('reaches both callbacks, with the data that the client sent', async () => {
    const seen: unknown[] = []
    const { browser, update } = await signedIn({
      jwt: ({ token, trigger, session }) => {
        seen.push(['jwt', trigger, session])
        return trigger === 'update' ? { ...token, name: 'Augusta' } : token
      },
      session: ({ session, trigger, newSession }) => {
        seen.push(['session', trigger, newSession])
        return session
      },
    })
    seen.length = 0
    const data = { name: 'Augusta', deep: [1, { two: 3 }] }
    const response = await update(data)
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ user: { name: 'Augusta' } })
    expect(seen).toEqual([
      ['jwt', 'update', data],
      ['session', 'update', data],
    ])
    expect(await browser.session()).toMatchObject({ user: { name: 'Augusta' } })
  })

  it('has no trigger and no data at a plain read', async () => {
    const keys: string[][] = []
    const { browser } = await signedIn({
      jwt: (params) => {
        keys.push(Object.keys(params))
        return params.token
      },
      session: (params) => {
        keys.push(Object.keys(params).toSorted())
        return params.session
      },
    })
    keys.length = 0
    await browser.session()
    expect(keys).toEqual([['token'], ['session', 'token']])
  })

  it('re-issues the cookie', async () => {
    const { browser, update } = await signedIn({})
    const before = browser.cookie(sessionCookie)
    await update({})
    expect(browser.cookie(sessionCookie)).not.toBe(before)
  })

  it('gives text when it was sent as a form', async () => {
    let data: unknown
    const { browser } = await signedIn({
      jwt: ({ token, trigger, session }) => {
        if (trigger === 'update') data = session
        return token
      },
    })
    await browser.fetch('/auth/session', {
      method: 'POST',
      body: new URLSearchParams({ csrfToken: await browser.csrfToken(), data: '{"a":1}' }),
    })
    expect(data).toBe('{"a":1}')
  })

  it('answers null to a visitor without a session, and calls no callback', async () => {
    let asked = false
    const app = makeApp({
      callbacks: {
        jwt: ({ token }) => {
          asked = true
          return token
        },
      },
    })
    const browser = app.browser()
    const csrfToken = await browser.csrfToken()
    const response = await browser.postJson('/auth/session', { csrfToken, data: {} })
    expect([response.status, await response.json()]).toEqual([200, null])
    expect(asked).toBe(false)
  })
})

describe('the redirect callback', () => {
  it('may allow other origins', async () => {
    const app = makeApp({ callbacks: { redirect: ({ url }) => url } })
    const { response } = await app.browser().signIn(login, 'https://docs.example.test/x?y#z')
    expect(response.headers.get('location')).toBe('https://docs.example.test/x?y#z')
  })

  it('may answer with a path', async () => {
    const app = makeApp({ callbacks: { redirect: () => '/always/here' } })
    const { response } = await app.browser().signIn(login, '/there')
    expect(response.headers.get('location')).toBe('https://app.test/always/here')
  })

  it('is asked about the base URL when the client names no callback URL', async () => {
    const asked: unknown[] = []
    const app = makeApp({
      callbacks: {
        redirect: (params) => {
          asked.push(params)
          return 'https://bye.test/'
        },
      },
    })
    const browser = app.browser()
    const csrfToken = await browser.csrfToken()
    const response = await browser.postJson('/auth/signout', { csrfToken })
    expect(response.headers.get('location')).toBe('https://bye.test/')
    expect(asked).toEqual([{ url: 'https://app.test', baseUrl: 'https://app.test' }])
  })

  it.each([
    ['throws', () => fail('no idea')],
    ['rejects', async () => Promise.reject(new Error('no idea'))],
    ['answers undefined', () => undefined],
    ['answers a number', () => 7],
    ['answers javascript:', () => 'javascript:alert(1)'],
    ['answers data:', () => 'data:text/html,x'],
    ['answers a URL with a password in it', () => 'https://ada:pw@app.test/'],
    ['answers no URL', () => 'http://'],
  ])('leads to the base URL when it %s, and is logged', async (_how, redirect) => {
    const app = makeApp({ callbacks: { redirect: redirect as never } })
    const browser = app.browser()
    const csrfToken = await browser.csrfToken()
    const response = await browser.postJson('/auth/callback/credentials', {
      ...login,
      csrfToken,
      callbackUrl: '/there',
    })
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe('https://app.test/')
    expect(app.codes('error')).toEqual(['InvalidRedirect'])
    expect(await browser.session()).not.toBeNull()
  })
})

describe('a `signIn` callback that returns a URL that forms may not redirect to', () => {
  const navigation = { 'sec-fetch-mode': 'navigate' }
  const answerTo = async (
    url: string,
    headers: Record<string, string> = navigation,
  ): Promise<Response> => {
    const browser = makeApp({ callbacks: { signIn: () => url } }).browser()
    const body = { ...login, csrfToken: await browser.csrfToken() }
    return browser.postJson('/auth/callback/credentials', body, headers)
  }

  it.each([
    ['myapp://done?a=1&b=2', 'myapp://done?a=1&amp;b=2'],
    ['http://other.test/a', 'http://other.test/a'],
  ])('gets a page that opens %s', async (url, escaped) => {
    const response = await answerTo(url)
    expect([response.status, response.headers.get('location')]).toEqual([200, null])
    const text = await response.text()
    expect(text).toContain(`<meta http-equiv="refresh" content="0; url=${escaped}" />`)
    expect(text).toContain(`href="${escaped}"`)
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  it('gets a redirect to https', async () => {
    const response = await answerTo('https://other.test/a')
    expect(response.headers.get('location')).toBe('https://other.test/a')
  })

  it('gets the URL as JSON if a script asks', async () => {
    const headers = { ...navigation, 'x-auth-return-redirect': '1' }
    const response = await answerTo('myapp://done', headers)
    expect(await response.json()).toEqual({ url: 'myapp://done' })
  })

  it('gets a redirect if the client is not a browser that opens a document', async () => {
    const response = await answerTo('myapp://done', {})
    expect([response.status, response.headers.get('location')]).toEqual([302, 'myapp://done'])
  })

  it('gets the page for a mail request, too', async () => {
    const app = makeMailApp({ callbacks: { signIn: () => 'myapp://done' } })
    const browser = app.browser()
    const body = { email: 'ada@example.test', csrfToken: await browser.csrfToken() }
    const response = await browser.postJson('/auth/signin/mail', body, navigation)
    expect(await response.text()).toContain('href="myapp://done"')
  })

  it('is followed by a call, which has no page', async () => {
    const app = makeApp({ callbacks: { signIn: () => 'myapp://done' } })
    const headers = { ...navigation, 'sec-fetch-site': 'same-origin' }
    const request = new Request('https://app.test/', { method: 'POST', headers })
    const call = { providerId: 'credentials', fields: login }
    const { data } = await signInCall(request, app.config, call)
    expect(data).toMatchObject({ ok: true, target: { url: 'myapp://done' } })
  })
})

describe('the form of a built-in page', () => {
  const formAction = async (redirect: Callbacks['redirect'], path: string): Promise<string> => {
    const response = await makeApp({ callbacks: { redirect } }).browser().fetch(path)
    const policy = response.headers.get('content-security-policy') ?? ''
    return /form-action [^;]*/.exec(policy)?.[0] ?? ''
  }

  it.each(['/auth/signin', '/auth/signout'])(
    'may lead to the scheme that the `redirect` callback returned, on %s',
    async (path) => {
      expect(await formAction(undefined, path)).toBe("form-action 'self' https:")
      expect(await formAction(() => 'myapp://done', path)).toBe("form-action 'self' https: myapp:")
    },
  )
})
