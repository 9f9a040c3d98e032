import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openDatabase } from './database.js'
import {
  openSite,
  pass,
  postForm,
  sessionAt,
  signInAt,
  type SharedOptions,
} from './side-by-side.js'

const day = 24 * 60 * 60

/** A token with this claim needs four cookies. */
const ballast = 'x'.repeat(9300)

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})

afterEach(() => {
  vi.useRealTimers()
})

describe.each([
  ['https://app.test', '__Secure-authjs.session-token'],
  ['http://localhost:3000', 'authjs.session-token'],
])('a token of Auth.js in four cookies on %s', (origin, name) => {
  const chunks = [0, 1, 2, 3].map((at) => `${name}.${at}`)
  const theirs: NonNullable<SharedOptions['theirs']> = {
    callbacks: { jwt: ({ token, user }) => (user ? { ...token, ballast } : token) },
  }

  it('is renewed in four cookies by both servers in turn', async () => {
    const adapter = await openDatabase()
    const site = await openSite({ origin, adapter, strategy: 'jwt', theirs })
    await signInAt(site, 'old', 'old')
    expect(site.sessionCookies().toSorted()).toEqual(chunks)
    for (const server of ['new', 'old', 'new', 'new', 'old', 'new'] as const) {
      pass(2 * day)
      const before = site.browser.cookieHeader()
      expect(await sessionAt(site, server), server).not.toBeNull()
      expect(site.browser.cookieHeader(), server).not.toBe(before)
      expect(site.sessionCookies().toSorted(), server).toEqual(chunks)
    }
    expect(site.errors).toEqual([])
    expect(site.logs.filter(({ level }) => level === 'error')).toEqual([])
  })

  it('is renewed in four cookies when the option is removed, and a sign-out clears all of them', async () => {
    const adapter = await openDatabase()
    const ours = { compatibility: undefined, session: { strategy: 'jwt' } } as const
    const site = await openSite({ origin, adapter, strategy: 'jwt', theirs, ours })
    await signInAt(site, 'old', 'old')
    pass(2 * day)
    expect(await sessionAt(site, 'new')).not.toBeNull()
    const own = chunks.map((chunk) => chunk.replace('__Secure-', '__Host-'))
    expect(site.sessionCookies().toSorted()).toEqual(own)
    await postForm(site, '/auth/signout', { csrfToken: await site.browser.csrfToken() })
    expect(site.sessionCookies()).toEqual([])
  })
})
