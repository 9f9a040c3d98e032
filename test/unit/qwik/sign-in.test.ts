import { describe, expect, it, vi } from 'vitest'
import { CredentialsSignin, type FrameworkAuthConfig } from '../../../src/qwik/index.js'
import Credentials from '../../../src/providers/credentials.js'
import {
  accept,
  ada,
  login,
  makeApp,
  passwordProvider,
  sessionCookie,
} from '../../support/apps/app.js'
import { auth } from './auth.js'
import { idOf, openSite, type Site } from './site.js'
import { resultOf } from './visitor.js'

const form = { providerId: 'credentials', ...login }
const wrong = { ...form, password: 'wrong' }
const adasSession = {
  user: { name: ada.name, email: ada.email, image: ada.image },
  expires: expect.any(String),
}
const general = 'Those details do not match. Check them and try again.'

describe('signing in without JavaScript', () => {
  it('F1: redirects with 302 and a session cookie, and the page then knows who it is', async () => {
    const visitor = openSite().visitor()
    const answer = await visitor.post(auth.useSignIn, { ...form, redirectTo: '/' })
    expect([answer.status, answer.location]).toEqual([302, '/'])
    expect(visitor.cookie(sessionCookie)).toBeDefined()
    expect((await visitor.land(answer)).session).toEqual(adasSession)
  })

  it('comes back to the page of the form, with its query, when no other is named', async () => {
    const visitor = openSite().visitor()
    const answer = await visitor.post(auth.useSignIn, form, '/login/?tab=password&x=1')
    expect([answer.status, answer.location]).toEqual([302, '/login/?tab=password&x=1'])
  })

  it('takes fields under `options.` as well as at the top', async () => {
    const visitor = openSite().visitor()
    const { username, password } = login
    const answer = await visitor.post(auth.useSignIn, {
      providerId: 'credentials',
      'options.username': username,
      'options.password': password,
      'options.redirectTo': '/options',
      redirectTo: '/top',
    })
    expect([answer.status, answer.location]).toEqual([302, '/options'])
    expect((await visitor.open('/')).session).toEqual(adasSession)
  })

  it('takes an empty `redirectTo` for none', async () => {
    const fields = { ...form, redirectTo: '', 'options.redirectTo': '' }
    const answer = await openSite().visitor().post(auth.useSignIn, fields)
    expect([answer.status, answer.location]).toEqual([302, '/login/'])
  })

  it.each([{ ...login }, { ...login, providerId: '' }])(
    'goes to the sign-in page when no provider is named, and from there back',
    async (fields) => {
      const visitor = openSite().visitor()
      const answer = await visitor.post(auth.useSignIn, { ...fields, redirectTo: '/日本/' })
      expect(answer.status).toBe(302)
      const page = await visitor.fetchPage(new URL(answer.location ?? '', answer.url).href)
      expect(page.url).toMatch(/\/auth\/signin\?/)
      const signedIn = await visitor.postForm(page, login)
      expect(signedIn.response.headers.get('location')).toBe(
        `https://app.test${encodeURI('/日本/')}`,
      )
    },
  )

  it('F4: shows refused details on the page of the form', async () => {
    const visitor = openSite().visitor()
    const answer = await visitor.post(auth.useSignIn, wrong)
    expect([answer.status, answer.location]).toEqual([401, null])
    expect(resultOf(auth.useSignIn, answer)).toEqual({
      failed: true,
      fieldErrors: {},
      formErrors: [general],
    })
    expect(answer.session).toBeNull()
    expect(answer.setCookies).toEqual([])
  })
})

describe('signing in with JavaScript', () => {
  it.each([
    ['an object with everything at the top', { ...form, redirectTo: '/' }],
    [
      'an object with `options`',
      { providerId: 'credentials', options: { ...login, redirectTo: '/' } },
    ],
    ['a form', toFormData({ ...form, redirectTo: '/' })],
    ['a form with `options.`', toFormData({ ...optionsForm(), 'options.redirectTo': '/' })],
  ])('F1: moves on within the router, session and all, from %s', async (_, data) => {
    const { first, leftTo, page, session } = await openSite().visitor().submit(auth.useSignIn, data)
    expect([first.status, first.location]).toEqual([302, '/q-data.json'])
    expect(leftTo).toBeUndefined()
    expect(page).toBe('/')
    expect(session).toEqual(adasSession)
  })

  it('stays on the page of the form when no other is named', async () => {
    const { page, session } = await openSite().visitor().submit(auth.useSignIn, form)
    expect(page).toBe('/login/')
    expect(session).toEqual(adasSession)
  })

  it('loads the sign-in page when no provider is named', async () => {
    const { leftTo } = await openSite().visitor().submit(auth.useSignIn, {})
    expect(leftTo).toBe(
      'https://app.test/auth/signin/?callbackUrl=https%3A%2F%2Fapp.test%2Flogin%2F',
    )
  })

  it('F4: tells the form about refused details, and stays', async () => {
    const submission = await openSite().visitor().submit(auth.useSignIn, wrong)
    expect(submission.last.status).toBe(401)
    expect(submission.page).toBe('/login/')
    expect(submission.result).toEqual({ failed: true, fieldErrors: {}, formErrors: [general] })
    expect(submission.session).toBeNull()
  })
})

describe('signing out', () => {
  it('F1: redirects with 302 and clears the cookie without JavaScript', async () => {
    const visitor = await signedIn(openSite())
    const answer = await visitor.post(auth.useSignOut, { redirectTo: '/' })
    expect([answer.status, answer.location]).toEqual([302, '/'])
    expect(visitor.cookie(sessionCookie)).toBeUndefined()
    expect((await visitor.land(answer)).session).toBeNull()
  })

  it('F1: moves on within the router with JavaScript', async () => {
    const visitor = await signedIn(openSite())
    const { first, page, session } = await visitor.submit(auth.useSignOut, { redirectTo: '/' })
    expect([first.status, first.location]).toEqual([302, '/q-data.json'])
    expect(page).toBe('/')
    expect(session).toBeNull()
    expect(visitor.cookie(sessionCookie)).toBeUndefined()
  })

  it('comes back to the page of the form when no other is named', async () => {
    const visitor = await signedIn(openSite())
    const answer = await visitor.post(auth.useSignOut, {}, '/login/?a=b')
    expect([answer.status, answer.location]).toEqual([302, '/login/?a=b'])
  })

  it('is not an error for a visitor who is not signed in', async () => {
    const answer = await openSite().visitor().post(auth.useSignOut, { redirectTo: '/' })
    expect([answer.status, answer.location]).toEqual([302, '/'])
    expect(answer.setCookies).toEqual([])
  })
})

describe('`authorize`', () => {
  it('F15: is given what the person typed, and nothing of ours', async () => {
    const authorize = vi.fn(accept)
    const site = siteWith({ providers: [Credentials({ authorize })] })
    const ours = { redirectTo: '/', authorizationParams: 'a=b', 'options.redirectTo': '/' }
    const visitor = site.visitor()
    await visitor.post(auth.useSignIn, { ...form, ...ours })
    await visitor.postForm(await visitor.fetchPage('/auth/signin?redirectTo=/x'), login)
    expect(authorize.mock.calls.map(([typed]) => typed)).toEqual([login, login])
  })

  it('F7: is called for a provider with an id of its own', async () => {
    const site = siteWith({ providers: [Credentials({ id: 'ldap', authorize: accept })] })
    const visitor = site.visitor()
    expect((await visitor.post(auth.useSignIn, { ...form, providerId: 'ldap' })).status).toBe(302)
    expect((await visitor.open('/')).session).toEqual(adasSession)
  })

  it('F9: says with a `CredentialsSignin` what the form shows, field by field', async () => {
    const refuse = (): never => {
      throw new CredentialsSignin('This account is locked.', {
        code: 'locked',
        fieldErrors: { username: ['Ask the help desk.'] },
      })
    }
    const visitor = siteWith({ providers: [Credentials({ authorize: refuse })] }).visitor()
    const told = {
      failed: true,
      fieldErrors: { username: ['Ask the help desk.'] },
      formErrors: ['This account is locked.'],
    }
    expect(resultOf(auth.useSignIn, await visitor.post(auth.useSignIn, form))).toEqual(told)
    expect((await visitor.submit(auth.useSignIn, form)).result).toEqual(told)
  })

  it('F9: may throw the `CredentialsSignin` of another copy, whose words are not for visitors', async () => {
    const refuse = (): never => {
      throw Object.assign(new Error('Read more at …'), {
        type: 'CredentialsSignin',
        code: 'locked',
      })
    }
    const visitor = siteWith({ providers: [Credentials({ authorize: refuse })] }).visitor()
    const answer = await visitor.post(auth.useSignIn, form)
    expect(answer.status).toBe(401)
    expect(resultOf(auth.useSignIn, answer)).toMatchObject({ failed: true, formErrors: [general] })
  })

  it('looks like any refusal when it breaks, and the log has the cause', async () => {
    const app = makeApp({
      providers: [
        Credentials({
          authorize: () => {
            throw new Error('ECONNREFUSED 10.0.0.7')
          },
        }),
      ],
    })
    const visitor = openSite({ config: () => app.config }).visitor()
    const answer = await visitor.post(auth.useSignIn, form)
    expect(answer.status).toBe(401)
    expect(resultOf(auth.useSignIn, answer)).toMatchObject({ formErrors: [general] })
    expect(app.codes('error')).toEqual(['CallbackRouteError'])
  })
})

describe('the `signIn` callback', () => {
  const refusals: readonly [string, () => boolean][] = [
    ['returns false', () => false],
    [
      'throws',
      () => {
        throw new Error('Not on Sundays.')
      },
    ],
  ]

  it.each(refusals)('leads to the error page when it %s', async (_, signIn) => {
    const visitor = siteWith({ callbacks: { signIn } }).visitor()
    const answer = await visitor.post(auth.useSignIn, form)
    expect([answer.status, answer.location]).toEqual([302, '/auth/error?error=AccessDenied'])
    expect((await visitor.land(answer)).status).toBe(403)
    const { leftTo } = await visitor.submit(auth.useSignIn, form)
    expect(leftTo).toBe('https://app.test/auth/error/?error=AccessDenied')
    expect(visitor.cookie(sessionCookie)).toBeUndefined()
  })

  it('leads to the error page of the application when there is one', async () => {
    const visitor = siteWith({
      callbacks: { signIn: () => false },
      pages: { error: '/' },
    }).visitor()
    const answer = await visitor.post(auth.useSignIn, form)
    expect([answer.status, answer.location]).toEqual([302, '/?error=AccessDenied'])
    const { page } = await visitor.submit(auth.useSignIn, form)
    expect(page).toBe('/?error=AccessDenied')
  })

  it('leads to the URL that it returns, without a session', async () => {
    const visitor = siteWith({ callbacks: { signIn: () => '/login/?step=2' } }).visitor()
    const answer = await visitor.post(auth.useSignIn, { ...form, redirectTo: '/' })
    expect([answer.status, answer.location]).toEqual([302, '/login/?step=2'])
    expect((await visitor.submit(auth.useSignIn, form)).page).toBe('/login/?step=2')
    expect(visitor.cookie(sessionCookie)).toBeUndefined()
  })
})

describe('a URL of another site that the `signIn` callback returns', () => {
  it.each(['https://help.test/denied?a=b', 'myapp://denied'])(
    'leads to %s with and without JavaScript, without a session',
    async (target) => {
      const visitor = siteWith({ callbacks: { signIn: () => target } }).visitor()
      const answer = await visitor.post(auth.useSignIn, form)
      expect([answer.status, answer.location]).toEqual([302, target])
      expect((await visitor.submit(auth.useSignIn, form)).leftTo).toBe(target)
      expect(visitor.cookie(sessionCookie)).toBeUndefined()
    },
  )
})

describe('a target on another site', () => {
  const away = siteWith({ callbacks: { redirect: () => 'https://partner.test/welcome?a=b' } })

  it('F16: is a 302 for a document, with the session', async () => {
    const visitor = away.visitor()
    const answer = await visitor.post(auth.useSignIn, form)
    expect([answer.status, answer.location]).toEqual([302, 'https://partner.test/welcome?a=b'])
    expect(visitor.cookie(sessionCookie)).toBeDefined()
  })

  it('F16: is told to the router, which cannot follow it, with the session', async () => {
    const visitor = away.visitor()
    const { first, leftTo } = await visitor.submit(auth.useSignIn, form)
    expect(first.status).toBe(200)
    expect(leftTo).toBe('https://partner.test/welcome?a=b')
    expect(visitor.cookie(sessionCookie)).toBeDefined()
  })

  it('has exactly the promised result, and the new session for the loaders', async () => {
    const visitor = away.visitor()
    const { first } = await visitor.submit(auth.useSignIn, form)
    const success = { failed: undefined, fieldErrors: undefined, formErrors: undefined }
    expect(first.visit.data?.[idOf(auth.useSignIn)]).toStrictEqual(success)
    expect(first.session).toEqual(adasSession)
    expect(first.visit.shared.get('session')).toEqual(adasSession)

    const signedOut = await visitor.submit(auth.useSignOut, {})
    expect(signedOut.first.visit.data?.[idOf(auth.useSignOut)]).toStrictEqual(success)
    expect(signedOut.first.session).toBeNull()
    expect(signedOut.first.visit.shared.get('session')).toBeNull()
  })

  it('F16: no action answers with 301, whatever a header asks for', async () => {
    const visitor = openSite().visitor()
    for (const url of ['/login/', '/login/q-data.json']) {
      const response = await visitor.fetch(`${url}?qaction=${idOf(auth.useSignIn)}`, {
        method: 'POST',
        headers: { 'x-auth-return-redirect': '1' },
        body: new URLSearchParams(form),
      })
      expect(response.status).toBe(302)
      expect(response.headers.getSetCookie()[0]).toContain(`${sessionCookie}=`)
    }
  })
})

function siteWith(overrides: Partial<FrameworkAuthConfig>): Site {
  const { config } = makeApp({ providers: [passwordProvider], ...overrides })
  return openSite({ config: () => config })
}

async function signedIn(site: Site) {
  const visitor = site.visitor()
  await visitor.post(auth.useSignIn, form)
  expect(visitor.cookie(sessionCookie)).toBeDefined()
  return visitor
}

function toFormData(fields: Readonly<Record<string, string>>): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  return data
}

function optionsForm(): Record<string, string> {
  const { username, password } = login
  return { providerId: 'credentials', 'options.username': username, 'options.password': password }
}
