import type { RequestEventCommon } from '@builder.io/qwik-city'
import { describe, expect, it } from 'vitest'
import { requireSession } from '../../../src/qwik/index.js'
import { ada, login, makeApp } from '../../support/apps/app.js'
import { auth } from './auth.js'
import { openSite, plainPage } from './site.js'

const form = { providerId: 'credentials', ...login }
const adasSession = expect.objectContaining({ user: expect.objectContaining({ name: ada.name }) })
const onRequest = async (event: RequestEventCommon): Promise<void> =>
  void (await requireSession(event))

describe.each([true, false])('an application under /app/, with trailingSlash %s', (slash) => {
  const at = (path: string): string => `/app/${path}${slash ? '/' : ''}`
  const { config } = makeApp({ basePath: '/app/auth' })
  const site = openSite({
    config: () => config,
    basePathname: '/app/',
    trailingSlash: slash,
    pages: { '/account/': { ...plainPage, onRequest } },
  })

  it('has its routes there, and none at the root', async () => {
    const visitor = site.visitor()
    for (const route of ['signin', 'signout', 'providers', 'csrf', 'session']) {
      expect([route, (await visitor.open(`/app/auth/${route}`)).status]).toEqual([route, 200])
      expect([route, (await visitor.open(`/auth/${route}`)).status]).toEqual([route, 404])
    }
  })

  it('leads from a guarded page through the built-in one and back', async () => {
    const visitor = site.visitor()
    const detour = await visitor.open(`${at('account')}?tab=keys`)
    const back = new URLSearchParams({ callbackUrl: `${at('account')}?tab=keys` }).toString()
    expect([detour.status, detour.location]).toEqual([302, `/app/auth/signin?${back}`])
    const page = await visitor.fetchPage(`${at('account')}?tab=keys`)
    const landed = await visitor.postForm(page, login, { follow: true })
    expect(landed.url).toBe(`https://app.test${at('account')}?tab=keys`)
    expect(landed.status).toBe(200)
  })

  it('has built-in pages whose forms and ways on stay there', async () => {
    const visitor = site.visitor()
    const query = new URLSearchParams({ callbackUrl: at('account') })
    for (const route of ['signin', 'signout']) {
      const { forms, html } = await visitor.fetchPage(`/app/auth/${route}?${query}`)
      expect(forms).not.toEqual([])
      for (const { action, hidden } of forms) {
        expect(new URL(action).pathname).toMatch(/^\/app\/auth\//)
        expect(hidden['callbackUrl'] ?? at('account')).toContain(at('account'))
      }
      expect(html).not.toMatch(/(?:href|action|src)="\/auth/)
    }
  })

  it('signs in and out with its actions, and stays on the page of the form', async () => {
    const visitor = site.visitor()
    const posted = await visitor.post(auth.useSignIn, form, at('login'))
    expect([posted.status, posted.location]).toEqual([302, at('login')])
    expect((await visitor.land(posted)).session).toEqual(adasSession)
    const signedOut = await visitor.submit(auth.useSignOut, {}, at('login'))
    expect([signedOut.page, signedOut.session]).toEqual([at('login'), null])
    const submitted = await visitor.submit(auth.useSignIn, form, at('login'))
    expect([submitted.page, submitted.session]).toEqual([at('login'), adasSession])
  })

  it('sends the router to the page itself, also when it only prefetches', async () => {
    const { status, location, setCookies } = await site.visitor().openData('/app/auth/signin')
    expect([status, location?.replace(/\/$/, '')]).toEqual([302, '/app/auth/signin'])
    expect(setCookies).toEqual([])
  })

  it('has cookies of the whole host, unless they are given a path', async () => {
    const visitor = site.visitor()
    const { setCookies } = await visitor.post(auth.useSignIn, form, at('login'))
    for (const line of setCookies) expect(line).toContain('Path=/;')
    const narrow = makeApp({
      basePath: '/app/auth',
      cookies: { sessionToken: { name: 'app-session', options: { path: '/app' } } },
    })
    const other = openSite({
      config: () => narrow.config,
      basePathname: '/app/',
      trailingSlash: slash,
    })
    const narrowed = other.visitor()
    await narrowed.post(auth.useSignIn, form, at('login'))
    expect(narrowed.cookies).toContainEqual(
      expect.objectContaining({ name: 'app-session', path: '/app' }),
    )
    expect((await narrowed.open(at('login'))).session).toEqual(adasSession)
  })
})
