import { describe, expect, it } from 'vitest'
import { memoryAdapter } from '../../src/adapters/memory.js'
import { person } from '../oauth/sign-in.js'
import {
  openLink,
  openSite,
  post,
  requestLink,
  signInAt,
  type Server,
  type SharedOptions,
  type Site,
} from './side-by-side.js'

const turns: readonly Server[] = ['old', 'new', 'old', 'new', 'old']

// prettier-ignore
const grounds: [title: string, options: () => SharedOptions][] = [
  ['tokens on https',                  () => ({ origin: 'https://app.test' })],
  ['tokens on http',                   () => ({ origin: 'http://localhost:3000' })],
  ['tokens and a database on https',   () => ({ origin: 'https://app.test', adapter: memoryAdapter(), strategy: 'jwt' })],
  ['tokens and a database on http',    () => ({ origin: 'http://localhost:3000', adapter: memoryAdapter(), strategy: 'jwt' })],
  ['database sessions on https',       () => ({ origin: 'https://app.test', adapter: memoryAdapter() })],
  ['database sessions on http',        () => ({ origin: 'http://localhost:3000', adapter: memoryAdapter() })],
]

describe.each(grounds)('servers with Auth.js and Latchkey side by side: %s', (_title, options) => {
  it.each(['old', 'new'] as const)(
    'a user who signs in at the %s server is signed in at both, and after a roll-back',
    async (first) => {
      const site = await openSite(options())
      await signInAt(site, first, first)
      for (const server of [...turns, 'old', 'old'] as const) {
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
    await post(site, '/auth/signout', { csrfToken })
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
    const name = origin?.startsWith('https')
      ? '__Host-authjs.session-token'
      : 'authjs.session-token'
    for (let visit = 0; visit < 2; visit += 1) {
      expect(await after.browser.session()).not.toBeNull()
    }
    if (!kept.adapter || kept.strategy === 'jwt') expect(after.sessionCookies()).toEqual([name])
    expectNoErrors(after)
  })
})

describe.each([
  ['https', 'https://app.test'],
  ['http', 'http://localhost:3000'],
])('mails of servers side by side on %s', (_title, origin) => {
  it.each([
    ['old', 'new'],
    ['new', 'old'],
    ['new', 'new'],
  ] as const)('a link from the %s server signs in at the %s server, once', async (first, last) => {
    const site = await openSite({ origin, adapter: memoryAdapter() })
    const link = await requestLink(site, first, 'ada@example.test')
    await openLink(site, link, last)
    expect((await site.browser.session())?.user).toMatchObject({ email: 'ada@example.test' })
    site.turnTo(first)
    expect(await site.browser.session()).not.toBeNull()

    for (const server of ['old', 'new'] as const) {
      const again = await openLink(site, link, server)
      expect(again.headers.get('location')).toContain('error=Verification')
    }
  })
})

function expectNoErrors(site: Site): void {
  expect(site.logs.filter(({ level }) => level === 'error')).toEqual([])
}
