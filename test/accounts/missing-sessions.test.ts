import { describe, expect, it, vi } from 'vitest'
import { memoryAdapter } from '../../src/adapters/memory.js'
import { encode } from '../../src/jwt.js'
import type { Adapter } from '../../src/model/adapter.js'
import { secret, sessionCookie } from '../engine/app.js'
import {
  enter,
  enterAnew,
  enterByPassword,
  errorOf,
  logText,
  makeAccountsApp,
  pressLink,
  proven,
  storeAda,
  tokenOf,
  type AccountsApp,
  type AccountsOptions,
} from './accounts-app.js'
import { authJsAdapter, connectionLost, without } from './watched-adapter.js'
import { comeBack } from '../oauth/sign-in.js'

const sessionMethods = [
  'createSession',
  'getSessionAndUser',
  'updateSession',
  'deleteSession',
] as const

/** An adapter whose methods about sessions all throw, as for a database without that table. */
function withoutTable(inner: Adapter, thrown = new Error('no such table: Session')): Adapter {
  const fail = (): never => {
    throw thrown
  }
  return { ...inner, ...Object.fromEntries(sessionMethods.map((name) => [name, fail])) }
}

async function makeJwtApp(options: AccountsOptions = {}): Promise<AccountsApp> {
  return makeAccountsApp({ ...options, session: { strategy: 'jwt', ...options.session } })
}

describe('the `jwt` strategy with an adapter that has no session table', () => {
  it.each<[string, () => Adapter]>([
    ['a query fails', () => withoutTable(authJsAdapter())],
    ['the model is undefined', () => withoutTable(authJsAdapter(), new TypeError('undefined'))],
    ['the methods are missing', () => without(authJsAdapter(), ...sessionMethods)],
    ['a query of an adapter with transactions fails', () => withoutTable(memoryAdapter())],
  ])('signs users in and warns once when %s', async (_, makeAdapter) => {
    const app = await makeJwtApp({ adapter: makeAdapter() })
    const browser = await enterAnew(app)
    expect((await browser.session())?.user).toMatchObject({ name: 'Ada' })
    await enterAnew(app)
    expect(app.codes('warn')).toEqual(['sessions-not-revocable'])
    expect(logText(app)).toContain('`session.revocable: false`')
    expect(app.codes('error')).toEqual([])
    await browser.signOut()
    expect(await browser.session()).toBeNull()
  })

  it('does not warn when `revocable` is false', async () => {
    const adapter = without(authJsAdapter(), ...sessionMethods)
    const app = await makeJwtApp({ adapter, session: { revocable: false } })
    await enterAnew(app)
    expect(app.codes('warn')).toEqual([])
  })

  it('signs in users by password, whether they are stored or not', async () => {
    const app = await makeJwtApp({ adapter: withoutTable(authJsAdapter()) })
    expect(await (await enterByPassword(app)).session()).not.toBeNull()
    await storeAda(app)
    expect(await (await enterByPassword(app)).session()).not.toBeNull()
    expect(app.codes('error')).toEqual([])
  })

  it('reads a session that Auth.js issued, without a query at each read', async () => {
    const app = await makeJwtApp({ adapter: withoutTable(authJsAdapter()) })
    const { id } = await storeAda(app)
    const browser = app.browser()
    const token = { sub: id, name: 'Ada' }
    browser.plant(sessionCookie, await encode({ token, secret, salt: sessionCookie }))
    expect((await browser.session())?.user).toMatchObject({ name: 'Ada' })
    expect(app.codes('warn')).toEqual(['sessions-not-revocable'])
    app.store.take()
    expect(await browser.session()).not.toBeNull()
    expect(app.store.take()).toEqual([])
  })

  it('links an account to the signed-in user', async () => {
    const app = await makeJwtApp({ adapter: withoutTable(authJsAdapter()) })
    const browser = await enterAnew(app)
    const location = (await pressLink(browser)).headers.get('location') ?? ''
    const bob = { sub: 'subject-2', email: 'bob@example.test' }
    const response = await comeBack(browser, app.two.authorize(location, bob))
    expect(errorOf(response)).toBeNull()
    expect(await app.store.countUsers()).toBe(1)
  })

  it('asks for the table again after ten minutes', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    try {
      const app = await makeJwtApp({ adapter: withoutTable(authJsAdapter()) })
      await enterAnew(app)
      app.store.take()
      await enterAnew(app)
      expect(app.store.take()).not.toContain('createSession')
      vi.setSystemTime(Date.now() + 600_000)
      await enterAnew(app)
      expect(app.store.take()).toContain('createSession')
    } finally {
      vi.useRealTimers()
    }
  })

  it('ends a session on an unproven address when the owner of the address arrives', async () => {
    const adapter = without(withoutTable(memoryAdapter()), 'transaction')
    const app = await makeJwtApp({ adapter, session: { recheckAge: 0 } })
    const planted = await enterAnew(app, { person: { ...proven, email_verified: undefined } })
    expect(await planted.session()).not.toBeNull()
    await app.store.adapter.unlinkAccount?.({ provider: 'op', providerAccountId: 'subject-1' })
    expect(await planted.session()).toBeNull()
  })
})

describe('a failing session table is not a missing one', () => {
  it('refuses a sign-in while the whole database is away', async () => {
    const app = await makeJwtApp({ adapter: authJsAdapter() })
    await enterAnew(app)
    app.store.before = ({ name }) => {
      if (name !== 'getUserByAccount') connectionLost()
    }
    expect(errorOf(await enter(app, app.browser()))).toBe('Configuration')
    expect(app.codes('warn')).toEqual([])
  })

  it('refuses a sign-in when the table can be read but not written', async () => {
    const app = await makeJwtApp({ adapter: authJsAdapter() })
    app.store.before = ({ name }) => {
      if (name === 'createSession') connectionLost()
    }
    expect(errorOf(await enter(app, app.browser()))).toBe('Configuration')
    expect(app.codes('warn')).toEqual([])
  })

  it('refuses a sign-in when `revocable` is true', async () => {
    const adapter = withoutTable(authJsAdapter())
    const app = await makeJwtApp({ adapter, session: { revocable: true } })
    expect(errorOf(await enter(app, app.browser()))).toBe('Configuration')
  })

  it('does not accept a session that has a row while the table is missing', async () => {
    const app = await makeJwtApp({ adapter: authJsAdapter(), session: { recheckAge: 0 } })
    const browser = await enterAnew(app)
    const token = tokenOf(browser)
    app.store.before = ({ name }) => {
      if ((sessionMethods as readonly string[]).includes(name)) connectionLost()
    }
    await enterAnew(app)
    expect(app.codes('warn')).toEqual(['sessions-not-revocable'])
    browser.plant(sessionCookie, token)
    expect(await browser.session()).toBeNull()
    expect(browser.cookie(sessionCookie)).toBeDefined()
  })
})
