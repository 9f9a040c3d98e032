import { _deserializeData } from '@builder.io/qwik'
import type { RequestEvent, RequestEventCommon } from '@builder.io/qwik-city'
import { beforeEach, describe, expect, it } from 'vitest'
import { requireSession } from '../../../src/qwik/index.js'
import { ada, login, makeApp, olderSecret } from '../../support/apps/app.js'
import { auth, other } from './auth.js'
import {
  askServer,
  askStaff,
  nameOf,
  ran,
  useBehindLayout,
  useDelete,
  useGlobalDelete,
  useSecondSecret,
  useSecret,
} from './guarded.js'
import { idOf, openSite, plainPage, type Site } from './site.js'
import { resultOf, type Answer, type Visitor } from './visitor.js'

const form = { providerId: 'credentials', ...login }
const layout = {
  onRequest: async (event: RequestEventCommon) => void (await requireSession(event)),
}
const adminLayout = {
  onRequest: async (event: RequestEventCommon) =>
    void (await requireSession(event, { ...auth, allow: ({ user }) => user?.name === 'Grace' })),
}
const page = { ...plainPage, useBehindLayout, useDelete }
const endpoint = {
  onGet: async (event: RequestEvent) =>
    event.json(200, { name: nameOf(await requireSession(event)) }),
}
const pages = {
  '/account/': [layout, page],
  '/vault/[...path]/': [layout, page],
  '/admin/': [adminLayout, page],
  '/loaders/': { ...plainPage, useSecret, useSecondSecret },
  '/api/me/': endpoint,
  '/api/admin/': [adminLayout, endpoint],
}
const site = openSite({ pages })
const nobody = { error: 'SessionRequired', message: expect.any(String) }
const refused = { error: 'AccessDenied', message: expect.any(String) }

beforeEach(() => void ran.splice(0))

describe('a guarded layout', () => {
  it('sends a page to the sign-in, with nothing but the way back', async () => {
    const answer = await site.visitor().open('/account/?tab=keys&next=//evil.test')
    expectDetour(answer, '/account/?tab=keys&next=//evil.test')
    expect(await answer.response.text()).toBe('')
    expect(ran).toEqual([])
  })

  it('lets in who is signed in', async () => {
    const visitor = await signedIn(site)
    for (const answer of [await visitor.open('/account/'), await visitor.openData('/account/')]) {
      expect(answer.status).toBe(200)
      expect(resultOf(useBehindLayout, answer)).toBe('behind the layout')
      expect(answer.response.headers.get('cache-control')).toBe('private, no-store')
    }
    expect(resultOf(useDelete, await visitor.post(useDelete, {}, '/account/'))).toEqual({
      deleted: true,
    })
  })

  it('refuses the data of a page to the router, which then loads the page', async () => {
    const answer = await site.visitor().openData('/account/')
    await expectRefusal(answer, 401, nobody)
    // What Qwik's router looks for before it believes that this is the data of a page.
    expect(answer.response.headers.get('content-type')).not.toContain('json')
    expect(ran).toEqual([])
  })

  it('refuses an action, with and without JavaScript', async () => {
    const visitor = site.visitor()
    expectDetour(await visitor.post(useDelete, {}, '/account/'), '/account/')
    expectDetour(await visitor.post(useDelete, {}, '/account/?a=b%20c'), '/account/?a=b+c')
    const { first, leftTo } = await visitor.submit(useDelete, {}, '/account/')
    await expectRefusal(first, 401, nobody)
    expect(leftTo).toBe('https://app.test/account/')
    const fetched = await visitor.fetch(`/account/?qaction=${idOf(useDelete)}`, {
      method: 'POST',
      headers: { accept: '*/*' },
      body: new URLSearchParams(),
    })
    expect(fetched.status).toBe(401)
    expect(ran).toEqual([])
  })

  it.each(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'])('holds for %s', async (method) => {
    const init = { method, headers: { origin: 'https://app.test', accept: 'text/html' } }
    expectDetour(await site.visitor().open('/account/', init), '/account/')
    expect(ran).toEqual([])
  })

  it.each([
    '/ACCOUNT/',
    '/Account/q-data.json',
    'https://app.test//account/',
    '/account//',
    '/account//q-data.json',
    'https://app.test//account/q-data.json',
    '/account%2F',
    '/%61ccount/',
    '/%61ccount/q-data.json',
    '/account/%2e/',
    '/x/../account/',
    '/account/q-data.json/',
    '/account/q-data.json/q-data.json',
    '/account/q%2Ddata.json',
    '/account/Q-DATA.JSON',
    '/account/.html',
    '/account/;a',
    '/account',
  ])('holds for %s', async (path) => {
    for (const url of [path, `${path}?qaction=${idOf(useDelete)}`, `${path}?qfunc=x&qdata=y`]) {
      for (const method of ['GET', 'POST']) {
        const headers = { origin: 'https://app.test', accept: 'text/html' }
        const body = method === 'POST' ? new URLSearchParams() : null
        const { visit, status, setCookies } = await site.visitor().open(url, {
          method,
          headers,
          body,
        })
        expect([301, 302, 401, 404]).toContain(status)
        expect(visit.data).toBeUndefined()
        expect(setCookies).toEqual([])
      }
    }
    expect(ran).toEqual([])
  })

  it.each([
    ['/vault//evil.test/', '/vault//evil.test/'],
    ['/vault/%2F%2Fevil.test/', '/vault/%2F%2Fevil.test/'],
    ['/vault/a%5Cb/?a', '/vault/a%5Cb/?a'],
    ['/vault/日本/', encodeURI('/vault/日本/')],
  ])('leads back to %s as it was written', async (path, back) => {
    expectDetour(await site.visitor().open(path), back)
  })

  it('leads back to the address that was asked for, not to where it was rewritten', async () => {
    const onRequest = ({ pathname, rewrite }: RequestEventCommon): void => {
      if (pathname === '/me/') throw rewrite('/account/')
    }
    const rewriting = openSite({ pages, plugins: [{ ...auth }, { onRequest }] })
    expectDetour(await rewriting.visitor().open('/me/?a=b'), '/me/?a=b')
    expect((await (await signedIn(rewriting)).open('/me/')).status).toBe(200)
  })

  it('sets no cookie and keeps the answer out of every cache', async () => {
    const visitor = site.visitor()
    for (const answer of [await visitor.open('/account/'), await visitor.openData('/account/')]) {
      expect(answer.setCookies).toEqual([])
      expect(answer.response.headers.get('cache-control')).toBe('private, no-store')
      expect(answer.response.headers.get('vary')).toContain('Cookie')
    }
  })

  it('leads through the built-in page and back', async () => {
    const visitor = site.visitor()
    const signIn = await visitor.fetchPage('/account/?tab=keys')
    expect(signIn.url).toBe('https://app.test/auth/signin?callbackUrl=%2Faccount%2F%3Ftab%3Dkeys')
    const landed = await visitor.postForm(signIn, login, { follow: true })
    expect([landed.url, landed.status]).toEqual(['https://app.test/account/?tab=keys', 200])
    expect(ran).toEqual(['loader'])
  })

  it('leads to a page of the application, and to another of its choice', async () => {
    const { config } = makeApp({ pages: { signIn: '/login/?from=guard' } })
    const own = openSite({ pages, config: () => config })
    expect((await own.visitor().open('/account/')).location).toBe(
      '/login/?from=guard&callbackUrl=%2Faccount%2F',
    )
    const onRequest = async (event: RequestEventCommon): Promise<void> =>
      void (await requireSession(event, { signInUrl: '/staff/login/' }))
    const chosen = openSite({ pages: { '/account/': { ...plainPage, onRequest } } })
    expect((await chosen.visitor().open('/account/')).location).toBe(
      '/staff/login/?callbackUrl=%2Faccount%2F',
    )
  })

  it('holds while the config cannot be used', async () => {
    const { config } = makeApp({ secret: 'short' })
    const broken = openSite({ pages, config: () => config }).visitor()
    const answer = await broken.open('/account/')
    expect([answer.status, answer.location]).toEqual([302, '/auth/signin'])
    expect((await broken.openData('/account/')).status).toBe(401)
    expect(ran).toEqual([])
  })

  it('is not generated as a static page', async () => {
    const building = openSite({ pages, mode: 'static', platform: { static: true } })
    expectDetour(await building.visitor().open('/account/'), '/account/')
  })
})

describe('`allow`', () => {
  it('refuses who is signed in and not meant, without a way round in circles', async () => {
    const visitor = await signedIn(site)
    const answer = await visitor.open('/admin/')
    expect([answer.status, answer.location]).toEqual([302, '/auth/error?error=AccessDenied'])
    expect((await visitor.land(answer)).status).toBe(403)
    await expectRefusal(await visitor.openData('/admin/'), 403, refused)
    const { first } = await visitor.submit(useDelete, {}, '/admin/')
    await expectRefusal(first, 403, refused)
    await expectRefusal(await visitor.open('/api/admin/', { headers: json }), 403, refused)
    expect(ran).toEqual([])
  })

  it('is not called without a session', async () => {
    expectDetour(await site.visitor().open('/admin/'), '/admin/')
  })
})

describe('a guard inside', () => {
  it('an endpoint answers a program with JSON, and a person with the sign-in', async () => {
    const visitor = site.visitor()
    for (const headers of [json, { accept: '*/*' }, { accept: '' }]) {
      const answer = await visitor.open('/api/me/', { headers })
      await expectRefusal(answer, 401, nobody)
      expect(answer.response.headers.get('content-type')).toBe('application/json')
    }
    expectDetour(await visitor.open('/api/me/'), '/api/me/')
    const response = await (await signedIn(site)).fetch('/api/me/', { headers: json })
    expect(await response.json()).toEqual({ name: ada.name })
  })

  it('two loaders that run side by side answers once', async () => {
    const visitor = site.visitor()
    expectDetour(await visitor.open('/loaders/'), '/loaders/')
    await expectRefusal(await visitor.openData('/loaders/'), 401, nobody)
    const answer = await (await signedIn(site)).open('/loaders/')
    expect(resultOf(useSecret, answer)).toBe(ada.name)
    expect(resultOf(useSecondSecret, answer)).toBe(ada.name)
  })

  it('an action that belongs to no page holds wherever it is posted', async () => {
    const visitor = site.visitor()
    expectDetour(await visitor.post(useGlobalDelete, {}, '/login/'), '/login/')
    await expectRefusal((await visitor.submit(useGlobalDelete, {}, '/')).first, 401, nobody)
    expect(ran).toEqual([])
    await (await signedIn(site)).post(useGlobalDelete, {}, '/login/')
    expect(ran).toEqual(['global action'])
  })

  it('`server$` gives the caller an error that it can read', async () => {
    const answer = await site.visitor().call(askServer)
    await expectRefusal(answer, 401, nobody)
    // In the browser `server$` throws the body of an error only for exactly this type.
    expect(answer.response.headers.get('content-type')).toBe('application/json')
    const called = await (await signedIn(site)).call(askServer)
    expect(called.status).toBe(200)
    expect(_deserializeData(await called.response.text())).toBe(ada.name)
  })

  it('knows which of two instances is meant', async () => {
    const staff = makeApp({
      secret: olderSecret,
      basePath: '/staff/auth',
      cookies: { sessionToken: { name: 'staff' }, csrfToken: { name: 'staff-csrf' } },
    })
    const guardedBy = ({ useSession }: typeof auth) => ({
      ...plainPage,
      onRequest: async (event: RequestEventCommon): Promise<void> =>
        void (await requireSession(event, { useSession })),
    })
    const both = openSite({
      plugins: [{ ...auth }, { ...other }],
      otherConfig: () => staff.config,
      pages: { ...pages, '/account/': guardedBy(auth), '/staff/': guardedBy(other) },
    })
    const visitor = await signedIn(both)
    expect((await visitor.open('/account/')).status).toBe(200)
    const answer = await visitor.open('/staff/')
    expect(answer.location).toBe('/staff/auth/signin?callbackUrl=%2Fstaff%2F')
    await expectRefusal(await visitor.call(askStaff), 401, nobody)
    await visitor.post(other.useSignIn, form)
    expect((await visitor.open('/staff/')).status).toBe(200)
    await expectRefusal(await visitor.call(askStaff), 403, refused)
  })
})

const json = { accept: 'application/json' }

async function signedIn(where: Site): Promise<Visitor> {
  const visitor = where.visitor()
  await visitor.post(auth.useSignIn, form)
  return visitor
}

function expectDetour({ status, location, setCookies, response }: Answer, back: string): void {
  const url = new URL(location ?? '', 'https://elsewhere.test')
  expect([status, url.origin, url.pathname]).toEqual([
    302,
    'https://elsewhere.test',
    '/auth/signin',
  ])
  expect([...url.searchParams]).toEqual([['callbackUrl', back]])
  expect(setCookies).toEqual([])
  expect(response.headers.get('cache-control')).toBe('private, no-store')
}

async function expectRefusal(answer: Answer, status: number, body: object): Promise<void> {
  expect([answer.status, answer.location, answer.setCookies]).toEqual([status, null, []])
  expect(answer.response.headers.get('content-type')).toMatch(/^application\/json$/i)
  expect(answer.response.headers.get('cache-control')).toBe('private, no-store')
  expect(await answer.response.clone().json()).toEqual(body)
}
