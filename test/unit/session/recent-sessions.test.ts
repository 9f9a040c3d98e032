import { expect, it } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { Beats } from '../../../src/adapters/kysely/beats.js'
import type { AuthConfig } from '../../../src/core.js'
import type { Adapter } from '../../../src/model/adapter.js'
import { withDatabase } from '../../../src/model/database.js'
import { openBrowser } from '../../support/browser.js'
import { ada, login, makeApp } from '../../support/apps/app.js'

type Found = Awaited<ReturnType<NonNullable<Adapter['getSessionAndUser']>>>

/** An app whose adapter shows sessions as a replica has them, which is what `change` makes of them. */
async function openApp(
  change: (found: Found) => Found,
  session: AuthConfig['session'] = { strategy: 'database' },
  name: (adapter: Adapter) => Adapter = (adapter) => adapter,
) {
  const adapter = memoryAdapter()
  await adapter.createUser({ ...ada, email: 'ada@example.test', emailVerified: null })
  const calls: string[] = []
  const app = makeApp({
    session,
    adapter: name({
      ...adapter,
      getSessionAndUser: async (token) => {
        calls.push('primary')
        return adapter.getSessionAndUser(token)
      },
      getRecentSessionAndUser: async (token) => {
        calls.push('replica')
        return change(await adapter.getSessionAndUser(token))
      },
    }),
  })
  const browser = app.browser()
  await browser.signIn(login)
  return { browser, adapter, take: () => calls.splice(0) }
}

const strategies = [{ strategy: 'database' }, { strategy: 'jwt', recheckAge: 0 }] as const

it.each(strategies)('a page reads from the replica only ($strategy)', async (session) => {
  const { browser, take } = await openApp((found) => found, session)
  expect(take()).not.toContain('replica')
  expect(await browser.session()).not.toBeNull()
  expect(take()).toEqual(['replica'])
})

it.each(strategies)(
  'the primary decides if the replica has no row ($strategy)',
  async (session) => {
    const { browser, take } = await openApp(() => null, session)
    take()
    expect(await browser.session()).not.toBeNull()
    expect(take()).toEqual(['replica', 'primary'])
  },
)

it('the primary decides if the row of the replica has expired', async () => {
  const expire = (found: Found): Found =>
    found && { ...found, session: { ...found.session, expires: new Date(Date.now() - 1000) } }
  const { browser, take } = await openApp(expire)
  take()
  expect(await browser.session()).not.toBeNull()
  expect(take()).toEqual(['replica', 'primary'])
})

it.each(strategies)(
  'the primary decides if the row of the replica does not say when it expires ($strategy)',
  async (session) => {
    const spoil = (found: Found): Found =>
      found && { ...found, session: { ...found.session, expires: new Date(Number.NaN) } }
    const { browser, adapter, take } = await openApp(spoil, session)
    take()
    expect(await browser.session()).not.toBeNull()
    expect(take()).toEqual(['replica', 'primary'])
    await adapter.deleteSessionsByUserId(ada.id)
    expect(await browser.session()).toBeNull()
  },
)

it('an app that caches sessions reads no replica, because both delays would add up', async () => {
  const session = { strategy: 'database', cacheAge: 30 } as const
  const { browser, take } = await openApp(
    (found) => found,
    session,
    (adapter) => withDatabase(adapter, {}, 'cached'),
  )
  take()
  expect(await browser.session()).not.toBeNull()
  expect(await browser.session()).not.toBeNull()
  expect(take()).toEqual(['primary'])
})

it('a row of another session is ignored', async () => {
  const swap = (found: Found): Found =>
    found && { ...found, session: { ...found.session, sessionToken: 'another' } }
  const { browser, take } = await openApp(swap)
  take()
  expect(await browser.session()).not.toBeNull()
  expect(take()).toEqual(['replica', 'primary'])
})

it('a session that is due is read from the primary before it is extended', async () => {
  const age = (found: Found): Found =>
    found && { ...found, session: { ...found.session, expires: new Date(Date.now() + 60_000) } }
  const { browser, take } = await openApp(age)
  take()
  expect(await browser.session()).not.toBeNull()
  expect(take()).toEqual(['replica', 'primary'])
})

it('a sign-out never asks the replica', async () => {
  const { browser, take } = await openApp((found) => found)
  take()
  await browser.signOut()
  expect(take()).not.toContain('replica')
})

it('the replica is not asked if the app has replaced `getSessionAndUser` in a copy of its adapter', async () => {
  const shared = memoryAdapter()
  await shared.createUser({ ...ada, email: 'ada@example.test', emailVerified: null })
  const read = shared.getSessionAndUser
  let isAsked = false
  const adapter = withDatabase(
    {
      ...shared,
      getRecentSessionAndUser: async (token: string) => {
        isAsked = true
        return read(token)
      },
    },
    {},
    'shared',
  )
  const ofTenant = { ...adapter, getSessionAndUser: async () => null }
  const session = { strategy: 'database' } as const
  const app = makeApp({ adapter, session })
  const browser = app.browser()
  await browser.signIn(login)
  const tenant = openBrowser(makeApp({ adapter: ofTenant, session }).config, 'https://app.test')
  for (const { name, value } of browser.cookies) tenant.plant(name, value)
  expect(await tenant.session()).toBeNull()
  expect(isAsked).toBe(false)
  expect(await browser.session()).not.toBeNull()
  expect(isAsked).toBe(true)
})

it('a row counts as recent from a beat that began after the moment it must show', async () => {
  const beats = new Beats(1000)
  beats.keepUp(5000, async () => undefined)
  await Promise.resolve()
  expect(beats.isRecent(1, beats.requiredFor('token', 5999) ?? Infinity)).toBe(true)
  expect(beats.isRecent(1, beats.requiredFor('token', 6000) ?? Infinity)).toBe(false)
})

it('a beat that the primary has not confirmed proves nothing', () => {
  const beats = new Beats(1000)
  beats.keepUp(5000, () => new Promise(() => {}))
  expect(beats.mayBeSeen(4000)).toBe(false)
  expect(beats.isRecent(1, 4000)).toBe(false)
})

it.each([
  ['deleteSessionsByUserId', ['ada']],
  ['updateUser', [{ id: 'ada' }]],
  ['unlinkAccount', [{}]],
  ['transaction', []],
  ['deleteUser', ['ada']],
] as const)('after %s, only a later beat counts', async (method, args) => {
  const beats = new Beats(1000)
  beats.keepUp(5000, async () => undefined)
  await Promise.resolve()
  beats.noteChange(method, args, 5100)
  expect(beats.mayBeSeen(beats.requiredFor('token', 5200) ?? Infinity)).toBe(false)
  beats.keepUp(5300, async () => undefined)
  await Promise.resolve()
  expect(beats.mayBeSeen(beats.requiredFor('token', 5400) ?? Infinity)).toBe(true)
})

it('after deleteSession, the primary is asked for that session for as long as the bound', () => {
  const beats = new Beats(1000)
  beats.noteChange('deleteSession', ['token'], 5000)
  expect(beats.requiredFor('token', 6000)).toBeUndefined()
  expect(beats.requiredFor('token', 6001)).toBe(5001)
  expect(beats.requiredFor('other', 5500)).toBe(4500)
})

it('a replica that has failed is not asked until its pause is over', () => {
  const beats = new Beats(1000)
  beats.pause(7000)
  beats.pause(6000)
  expect(beats.requiredFor('token', 6999)).toBeUndefined()
  expect(beats.requiredFor('token', 7000)).toBe(6000)
})

it('sessions that were changed long ago make room, also if the first one changes again and again', () => {
  const beats = new Beats(1000)
  const first = { sessionToken: 'first' }
  beats.noteChange('updateSession', [first], 0)
  for (let other = 1; other < 9_999; other += 1) {
    beats.noteChange('deleteSession', [`other ${other}`], 1)
  }
  beats.noteChange('updateSession', [first], 900)
  beats.noteChange('deleteSession', ['a later one'], 1500)
  beats.noteChange('deleteSession', ['the last one'], 1500)
  expect(beats.requiredFor('unchanged', 1500)).toBe(500)
})
