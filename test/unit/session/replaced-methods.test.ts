import { describe, expect, it } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { withPasswords } from '../../../src/adapters/with-passwords.js'
import type { Adapter } from '../../../src/model/adapter.js'
import type { AuthConfig } from '../../../src/model/config.js'
import { withDatabase } from '../../../src/model/database.js'
import { ada, login, makeApp, sessionCookie } from '../../support/apps/app.js'

type Filter = NonNullable<Adapter['getSessionAndUser']>

const hideAll: Filter = async () => null

function inPasswords(adapter: Adapter): Adapter {
  const { getPassword, setPassword, deletePassword } = memoryAdapter()
  return withPasswords(adapter, { getPassword, setPassword, deletePassword })
}

/** How an app can filter the sessions that an adapter finds. */
const ways: readonly (readonly [string, (adapter: Adapter, filter: Filter) => Adapter])[] = [
  ['in a copy', (adapter, filter) => ({ ...adapter, getSessionAndUser: filter })],
  ['in place', (adapter, filter) => Object.assign(adapter, { getSessionAndUser: filter })],
  [
    'in a copy inside `withPasswords`',
    (adapter, filter) => inPasswords({ ...adapter, getSessionAndUser: filter }),
  ],
  [
    'in place inside `withPasswords`',
    (adapter, filter) => inPasswords(Object.assign(adapter, { getSessionAndUser: filter })),
  ],
  [
    'in place outside `withPasswords`',
    (adapter, filter) => Object.assign(inPasswords(adapter), { getSessionAndUser: filter }),
  ],
]

describe.each(ways)('a filter that an app has put %s', (_, put) => {
  /** Two adapters of one database, and a browser that is signed in with the first one. */
  async function openDatabase(
    session: AuthConfig['session'],
    more: (memory: Adapter) => Partial<Adapter> = () => ({}),
  ) {
    const memory = memoryAdapter()
    await memory.createUser({ ...ada, email: 'ada@example.test', emailVerified: null })
    const open = (): Adapter => withDatabase({ ...memory, ...more(memory) }, memory, 'one')
    const browser = makeApp({ adapter: open(), session }).browser()
    await browser.signIn(login)
    expect(await browser.session()).not.toBeNull()
    const visit = async (adapter: Adapter): Promise<unknown> => {
      const visitor = makeApp({ adapter, session }).browser()
      visitor.plant(sessionCookie, browser.cookie(sessionCookie) ?? '')
      return visitor.session()
    }
    return { open, visit }
  }

  it('is not bypassed by the replica', async () => {
    const { open, visit } = await openDatabase({ strategy: 'database' }, (memory) => ({
      getRecentSessionAndUser: async (token) => memory.getSessionAndUser?.(token) ?? null,
    }))
    expect(await visit(put(open(), hideAll))).toBeNull()
    expect(await visit(inPasswords(open()))).not.toBeNull()
  })

  it('is not bypassed by a session that this process has cached', async () => {
    const { open, visit } = await openDatabase({ strategy: 'database', cacheAge: 30 })
    expect(await visit(put(open(), hideAll))).toBeNull()
    expect(await visit(open())).not.toBeNull()
  })

  it('is not bypassed by a token that this process has found to be alive', async () => {
    const { open, visit } = await openDatabase({ strategy: 'jwt', recheckAge: 60 })
    expect(await visit(put(open(), hideAll))).toBeNull()
    expect(await visit(open())).not.toBeNull()
  })
})

describe.each([
  ['the replica', { strategy: 'database' }],
  ['a cached session', { strategy: 'database', cacheAge: 30 }],
  ['a cached check of a token', { strategy: 'jwt', recheckAge: 60 }],
] as const)('a filter that is put in place after the first request', (what, session) => {
  it(`is not bypassed by ${what}`, async () => {
    const memory = memoryAdapter()
    await memory.createUser({ ...ada, email: 'ada@example.test', emailVerified: null })
    const getRecentSessionAndUser: Filter = async (token) => memory.getSessionAndUser(token)
    const adapter = withDatabase<Adapter>({ ...memory, getRecentSessionAndUser }, memory, 'three')
    const browser = makeApp({ adapter, session }).browser()
    await browser.signIn(login)
    expect(await browser.session()).not.toBeNull()
    adapter.getSessionAndUser = hideAll
    expect(await browser.session()).toBeNull()
  })
})

it('an adapter in `withPasswords` reads the replica if nothing is replaced', async () => {
  const memory = memoryAdapter()
  await memory.createUser({ ...ada, email: 'ada@example.test', emailVerified: null })
  let isAsked = false
  const getRecentSessionAndUser: Filter = async (token) => {
    isAsked = true
    return memory.getSessionAndUser(token)
  }
  const adapter = inPasswords(withDatabase({ ...memory, getRecentSessionAndUser }, memory, 'two'))
  const browser = makeApp({ adapter, session: { strategy: 'database' } }).browser()
  await browser.signIn(login)
  expect(await browser.session()).not.toBeNull()
  expect(isAsked).toBe(true)
})
