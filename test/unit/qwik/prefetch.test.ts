import { describe, expect, it, vi } from 'vitest'
import { customFetch } from '../../../src/qwik/index.js'
import { csrfCookie, makeApp } from '../../support/apps/app.js'
import { openSite } from './site.js'

const fetchService = vi.fn(() => Promise.reject(new Error('The service is down.')))
const service = {
  id: 'op',
  name: 'OP',
  type: 'oidc' as const,
  issuer: 'https://op.test',
  clientId: 'client-1',
  clientSecret: 'a secret of the client',
  [customFetch]: fetchService,
}
const { config } = makeApp({ providers: [service] })
const site = openSite({ config: () => config })

/** What loads pages ahead: the browser by itself, the router at a visible link, a program. */
const lookers = [
  ['the browser', {}],
  ['the browser, which says so', { 'sec-purpose': 'prefetch;prerender' }],
  ['an older browser, which says so', { purpose: 'prefetch' }],
] as const

describe('a link to a sign-in that is only looked at', () => {
  it.each(lookers)('by %s shows the page, and begins nothing', async (_who, headers) => {
    for (const path of ['/auth/signin', '/auth/signin/op', '/auth/signin/op?redirectTo=/a']) {
      for (const method of ['GET', 'HEAD']) {
        const visitor = site.visitor()
        const answer = await visitor.open(path, { method, headers })
        expect([path, method, answer.status]).toEqual([path, method, 200])
        const names = visitor.cookies.map(({ name }) => name.replace(/\.[\w-]{8}$/, '.<page>'))
        expect(names).toEqual([csrfCookie, `${csrfCookie}.<page>`])
      }
    }
    expect(fetchService).not.toHaveBeenCalled()
  })

  it('by the router begins nothing, and sets no cookie at all', async () => {
    for (const path of ['/auth/signin', '/auth/signin/op']) {
      const { status, location, setCookies } = await site.visitor().openData(path)
      expect([status, location?.replace(/\/$/, '')]).toEqual([302, path])
      expect(setCookies).toEqual([])
    }
    expect(fetchService).not.toHaveBeenCalled()
  })

  it('begins it when its button is pressed', async () => {
    const visitor = site.visitor()
    await visitor.postForm(await visitor.fetchPage('/auth/signin/op'))
    expect(fetchService).toHaveBeenCalled()
  })
})
