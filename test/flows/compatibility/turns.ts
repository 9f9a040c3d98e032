import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { person } from '../../support/oauth/sign-in.js'
import {
  openLink,
  openSite,
  pass,
  postForm,
  requestLink,
  sessionAt,
  signInAt,
  type Server,
  type SharedOptions,
  type Site,
} from './side-by-side.js'

const turns: readonly Server[] = ['old', 'new', 'old', 'new', 'old']

/** Seconds between two visits. A session is renewed once a day. */
const betweenVisits = 25 * 60 * 60

/** Tests that a user stays signed in while servers with Auth.js and Latchkey take turns. */
export function testTurns(options: () => SharedOptions): void {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] })
  })

  afterEach(() => {
    vi.useRealTimers()
  })

  it.each(['old', 'new'] as const)(
    'a user who signs in at the %s server is signed in at both, and after a roll-back',
    async (first) => {
      const site = await openSite(options())
      await signInAt(site, first, first)
      for (const server of [...turns, 'old', 'old'] as const) {
        pass(betweenVisits)
        site.turnTo(server)
        expect((await site.browser.session())?.user, server).toMatchObject({
          email: person['email'],
        })
      }
      expect(site.errors).toEqual([])
      expectNoErrors(site)
    },
  )

  it.each([
    ['old', 'new'],
    ['new', 'old'],
  ] as const)('a sign-in that the %s server started ends at the %s server', async (first, last) => {
    for (const checks of [undefined, ['state'], ['pkce', 'state', 'nonce']] as const) {
      const site = await openSite({ ...options(), checks: checks && [...checks] })
      const response = await signInAt(site, first, last)
      expect(response.headers.get('location')).toBe(`${site.browser.origin}/welcome`)
      for (const server of turns) {
        site.turnTo(server)
        expect(await site.browser.session(), server).not.toBeNull()
      }
      expect(site.errors).toEqual([])
      expectNoErrors(site)
    }
  })

  it.each([
    ['old', 'new'],
    ['new', 'old'],
  ] as const)('a sign-out at the %s server counts at the %s server', async (first, last) => {
    const site = await openSite(options())
    await signInAt(site, last, first)
    site.turnTo(last)
    expect(await site.browser.session()).not.toBeNull()
    const csrfToken = await site.browser.csrfToken()
    site.turnTo(first)
    await postForm(site, '/auth/signout', { csrfToken })
    expect(site.sessionCookies()).toEqual([])
    site.turnTo(last)
    expect(await site.browser.session()).toBeNull()
  })

  it('users who signed in with the option stay signed in when it is removed', async () => {
    const { origin, ...kept } = options()
    const before = await openSite({ ...kept, ...(origin && { origin }) })
    await signInAt(before, 'new', 'new')
    const after = await openSite({
      ...kept,
      ...(origin && { origin }),
      ours: { compatibility: undefined, session: { strategy: kept.strategy, updateAge: 0 } },
    })
    after.turnTo('new')
    for (const { name, value } of before.browser.cookies) after.browser.plant(name, value)
    const name = after.browser.origin.startsWith('https')
      ? '__Host-authjs.session-token'
      : 'authjs.session-token'
    for (let visit = 0; visit < 2; visit += 1) {
      expect(await after.browser.session()).not.toBeNull()
    }
    expect(after.sessionCookies()).toEqual([name])
    expectNoErrors(after)
  })
}

/** Tests that a link in a mail works at either server, once. */
export function testMails(options: () => SharedOptions): void {
  it.each([
    ['old', 'new'],
    ['new', 'old'],
    ['new', 'new'],
  ] as const)('a link from the %s server signs in at the %s server, once', async (first, last) => {
    const address = `${first}-${last}@example.test`
    const site = await openSite(options())
    const link = await requestLink(site, first, address)
    await openLink(site, link, last)
    expect((await site.browser.session())?.user).toMatchObject({ email: address })
    site.turnTo(first)
    expect(await site.browser.session()).not.toBeNull()

    for (const server of ['old', 'new'] as const) {
      const again = await openLink(site, link, server)
      expect(again.headers.get('location')).toContain('error=Verification')
    }
  })
}

/** Tests that a user of a provider, whom Auth.js stores without a proof, can also sign in by mail. */
export function testMailsOfProviderUsers(options: () => SharedOptions): void {
  it.each(['old', 'new'] as const)(
    'a user of a provider keeps account and session after a sign-in by mail at the %s server',
    async (mailAt) => {
      const given = options()
      const first = await openSite(given)
      const claims = { ...person, email: 'ada@example.test', email_verified: true }
      await signInAt(first, 'old', 'old', claims)
      const user = await given.adapter?.getUserByEmail?.('ada@example.test')
      expect(user?.emailVerified).toBeNull()

      const second = await openSite(given)
      const link = await requestLink(second, mailAt, 'ada@example.test')
      await openLink(second, link, mailAt)
      for (const server of ['old', 'new'] as const) {
        expect((await sessionAt(second, server))?.user, server).toMatchObject({
          email: 'ada@example.test',
        })
        expect(await sessionAt(first, server), server).not.toBeNull()
        const again = await signInAt(first, server, server, claims)
        expect(again.headers.get('location')).toBe(`${first.browser.origin}/welcome`)
      }
      expectNoErrors(second)
    },
  )
}

function expectNoErrors(site: Site): void {
  expect(site.logs.filter(({ level }) => level === 'error')).toEqual([])
}
