import { afterEach, describe, expect, it, vi } from 'vitest'
import { Auth, type AuthConfig } from '../../../src/core.js'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { AccessDenied } from '../../../src/errors.js'
import type { Adapter } from '../../../src/model/adapter.js'
import { login, makeApp, passwordProvider, sessionCookie } from '../../support/apps/app.js'
import { makeProvider, oauth } from '../../support/oauth/sign-in.js'
import {
  enter,
  enterAnew,
  errorOf,
  hashOf,
  logText,
  makeAccountsApp,
  verifiedClaims,
  tokenOf,
} from '../../support/apps/accounts-app.js'
import { ClassAdapter, numericAdapter } from '../../support/adapters/odd-adapters.js'
import { authJsAdapter, connectionLost, without } from '../../support/adapters/watched-adapter.js'

afterEach(() => void vi.useRealTimers())

describe('an adapter', () => {
  it('may be an object of a class, whose methods need `this`', async () => {
    for (const strategy of ['database', 'jwt'] as const) {
      const app = await makeAccountsApp({ session: { strategy } })
      const config: AuthConfig = { ...app.config, adapter: new ClassAdapter() }
      const direct = makeApp(config)
      const browser = direct.browser()
      const response = await enter({ ...app, ...direct }, browser)
      expect(errorOf(response)).toBeNull()
      expect(await browser.session()).not.toBeNull()
      await browser.signOut()
      expect(await browser.session()).toBeNull()
    }
  })

  it('may give back ids that are numbers', async () => {
    for (const strategy of ['database', 'jwt'] as const) {
      const app = await makeAccountsApp({ adapter: numericAdapter(), session: { strategy } })
      const browser = await enterAnew(app)
      expect((await browser.session())?.user).toMatchObject({ name: 'Ada' })
      await browser.signOut()
      expect(await browser.session()).toBeNull()
    }
  })

  it('may answer at once, without a promise', async () => {
    const known = new Map<string, unknown>()
    const adapter: Adapter = {
      ...authJsAdapter(),
      getUserByAccount: () => null,
      getUserByEmail: () => null,
      createUser: (user) => {
        known.set('user', user)
        return user
      },
      linkAccount: () => undefined,
      createSession: (session) => {
        known.set('session', session)
        return session
      },
      getSessionAndUser: () =>
        ({ session: known.get('session'), user: known.get('user') }) as never,
    }
    const app = await makeAccountsApp({ adapter })
    expect(await (await enterAnew(app)).session()).not.toBeNull()
  })
})

describe('methods that are missing', () => {
  async function mistakeOf(overrides: Partial<AuthConfig>) {
    const app = makeApp(overrides)
    const response = await Auth(new Request('https://app.test/auth/providers'), app.config)
    return { status: response.status, log: logText(app), codes: app.codes('error') }
  }

  it('are all named at once, before anybody signs in', async () => {
    const fake = await makeProvider()
    const found = await mistakeOf({ providers: [oauth(fake)], adapter: {} })
    expect(found.status).toBe(500)
    expect(found.codes).toEqual(['MissingAdapterMethods'])
    for (const name of [
      'createUser',
      'getUser',
      'getUserByEmail',
      'getUserByAccount',
      'linkAccount',
      'createSession',
      'getSessionAndUser',
      'updateSession',
      'deleteSession',
    ]) {
      expect(found.log).toContain(`\`${name}\``)
    }
  })

  it('of sessions are not needed with the strategy jwt, those of accounts are', async () => {
    const fake = await makeProvider()
    const found = await mistakeOf({
      providers: [oauth(fake)],
      adapter: {},
      session: { strategy: 'jwt' },
    })
    expect(found.log).toContain('`linkAccount`')
    expect(found.log).not.toContain('Session`')
  })

  it('are not needed for credentials with the strategy jwt', async () => {
    const options = { session: { strategy: 'jwt' as const }, adapter: {} }
    expect((await mistakeOf({ providers: [passwordProvider], ...options })).status).toBe(200)
  })

  it('one is named alone, and something that is no function is as good as missing', async () => {
    const fake = await makeProvider()
    for (const linkAccount of [undefined, 'text', null]) {
      const adapter = { ...authJsAdapter(), linkAccount } as unknown as Adapter
      const { log } = await mistakeOf({ providers: [oauth(fake)], adapter })
      expect(log).toContain('Expected the adapter to have `linkAccount`.')
    }
  })

  it.each([
    [
      'the strategy database without an adapter',
      { session: { strategy: 'database' } },
      'MissingAdapter',
    ],
    ['an adapter that is a text', { adapter: 'mysql' }, 'InvalidConfig'],
    ['an adapter that is null', { adapter: null }, 'InvalidConfig'],
  ])('%s is a mistake', async (_, overrides, type) => {
    const found = await mistakeOf(overrides as unknown as Partial<AuthConfig>)
    expect(found.status).toBe(500)
    expect(found.codes).toEqual([type])
  })

  it('an adapter means the strategy database unless the config says otherwise', async () => {
    const app = await makeAccountsApp()
    expect(tokenOf(await enterAnew(app))).toMatch(/^[\da-f]{72}$/)
    const jwt = await makeAccountsApp({ session: { strategy: 'jwt' } })
    expect(tokenOf(await enterAnew(jwt))).toMatch(/^eyJ/)
  })

  it('the methods of Auth.js are enough for everything a visitor does', async () => {
    const app = await makeAccountsApp({
      adapter: without(authJsAdapter(), 'updateUser', 'deleteUser'),
    })
    const browser = await enterAnew(app)
    await enter(app, browser)
    await browser.session()
    await browser.signOut()
    expect(app.codes('error')).toEqual([])
  })
})

describe('an adapter that fails', () => {
  it('is hidden from the visitor and named in the log, with its cause', async () => {
    const app = await makeAccountsApp()
    app.store.before = connectionLost
    const browser = app.browser()
    const response = await enter(app, browser)
    expect(errorOf(response)).toBe('Configuration')
    const page = await browser.fetchPage(response.headers.get('location') ?? '')
    expect(page.html).not.toMatch(/ECONNREFUSED|getUserByAccount|AdapterError/)
    expect(app.codes('error')).toEqual(['AdapterError'])
    expect(logText(app)).toContain('`getUserByAccount` failed')
    expect(logText(app)).toContain('ECONNREFUSED')
  })

  it('by throwing before it gives a promise is caught too', async () => {
    const app = await makeAccountsApp({
      adapter: { ...memoryAdapter(), getUserByAccount: connectionLost },
    })
    expect(errorOf(await enter(app, app.browser()))).toBe('Configuration')
    expect(app.codes('error')).toEqual(['AdapterError'])
  })

  it('with what is no error is caught too', async () => {
    const app = await makeAccountsApp()
    app.store.before = () => {
      // oxlint-disable-next-line typescript/only-throw-error -- a driver may throw anything
      throw 'a text'
    }
    expect(errorOf(await enter(app, app.browser()))).toBe('Configuration')
    expect(app.codes('error')).toEqual(['AdapterError'])
  })

  it('with an error of the family says what it meant', async () => {
    const app = await makeAccountsApp()
    app.store.before = ({ name }) => {
      if (name === 'createUser') throw new AccessDenied('no room')
    }
    expect(errorOf(await enter(app, app.browser()))).toBe('AccessDenied')
  })

  it('inside of a transaction is named by the method that failed', async () => {
    const app = await makeAccountsApp()
    app.store.before = ({ name }) => void (name === 'createUser' && connectionLost())
    await enter(app, app.browser())
    expect(logText(app)).toContain('`createUser` failed')
    expect(logText(app)).not.toContain('`transaction` failed')
  })

  it('to commit is an error that names the transaction', async () => {
    const inner = memoryAdapter()
    const transaction: Adapter['transaction'] = (work) =>
      inner.transaction(async (inside) => {
        await work(inside)
        return connectionLost()
      })
    const app = await makeAccountsApp({ adapter: { ...inner, transaction } })
    expect(errorOf(await enter(app, app.browser()))).toBe('Configuration')
    expect(logText(app)).toContain('`transaction` failed')
    expect(await app.store.countUsers()).toBe(0)
  })

  it('while credentials sign in gives no session', async () => {
    const app = await makeAccountsApp({ providers: [passwordProvider] })
    app.store.before = connectionLost
    const browser = app.browser()
    await browser.signIn(login)
    expect(browser.cookie(sessionCookie)).toBeUndefined()
    expect(app.codes('error')).toContain('AdapterError')
  })
})

describe('the debug log', () => {
  it('names every adapter call without its values, and the user only where it says who signed in', async () => {
    const app = await makeAccountsApp({ debug: true })
    const browser = await enterAnew(app)
    await browser.session()
    const token = tokenOf(browser)
    await browser.signOut()
    const lines = app.logs.filter(({ level, code }) => level === 'debug' && code === 'adapter')
    expect(lines.map(({ message }) => message)).toEqual(app.store.take().map((name) => [name]))
    const text = logText(app)
    const user = String(app.told[0]?.message.user?.id)
    const beside = text.split('\n').filter((line) => !line.startsWith('debug authentication '))
    expect(beside.join('\n')).not.toContain(user)
    const secrets = [
      token,
      await hashOf(token),
      String(verifiedClaims['email']),
      'subject-1',
      'access-',
    ]
    for (const secret of secrets) expect(text).not.toContain(secret)
  })

  it('is silent otherwise', async () => {
    const app = await makeAccountsApp()
    await enterAnew(app)
    expect(app.logs.filter(({ code }) => code === 'adapter')).toEqual([])
  })
})
