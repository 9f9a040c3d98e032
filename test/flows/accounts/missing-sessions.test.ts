import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { revokeOtherSessions, revokeSessionsOfUser } from '../../../src/core.js'
import { encode } from '../../../src/jwt.js'
import type { Adapter } from '../../../src/model/adapter.js'
import { isMark } from '../../../src/store/revocation.js'
import type { Browser } from '../../support/browser.js'
import { secret, sessionCookie } from '../../support/apps/app.js'
import {
  enter,
  enterAnew,
  enterByPassword,
  requestFrom,
  errorOf,
  logText,
  makeAccountsApp,
  pressLink,
  verifiedClaims,
  storeAda,
  tokenOf,
  type AccountsApp,
  type AccountsOptions,
} from '../../support/apps/accounts-app.js'
import { authJsAdapter, connectionLost, without } from '../../support/adapters/watched-adapter.js'
import { confirm, mailTo, makeMailApp } from '../../support/apps/mail-app.js'
import { comeBack, makeProvider, oidc, start } from '../../support/oauth/sign-in.js'

const sessionMethods = [
  'createSession',
  'getSessionAndUser',
  'updateSession',
  'deleteSession',
] as const

const allSessionMethods = [
  ...sessionMethods,
  'listSessionsByUserId',
  'deleteSessionsByUserId',
  'deleteSessionsByProviderSession',
] as const

/**
 * An adapter whose methods about sessions all throw, also in a transaction, as for a database
 * without that table.
 */
function withoutTable(inner: Adapter, thrown = new Error('no such table: Session')): Adapter {
  const fail = (): never => {
    throw thrown
  }
  const failing = allSessionMethods.filter((name) => inner[name]).map((name) => [name, fail])
  const adapter: Adapter = { ...inner, ...Object.fromEntries(failing) }
  if (!inner.transaction) return adapter
  return {
    ...adapter,
    transaction: async <T>(work: (inside: Adapter) => Promise<T>) =>
      inner.transaction?.((inside) => work(withoutTable(inside, thrown))) as Promise<T>,
  }
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

  it('links an account with an adapter that can revoke sessions', async () => {
    const app = await makeJwtApp({ adapter: withoutTable(memoryAdapter()) })
    const browser = await enterAnew(app)
    const location = (await pressLink(browser)).headers.get('location') ?? ''
    const bob = { sub: 'subject-2', email: 'bob@example.test' }
    expect(errorOf(await comeBack(browser, app.two.authorize(location, bob)))).toBeNull()
    expect(await app.store.countUsers()).toBe(1)
  })
})

const squatter = { ...verifiedClaims, sub: 'eve', email_verified: undefined }
const owner = { ...verifiedClaims, sub: 'owner' }

/** The account ids of the one user who has the address. */
async function accountsOf({ store }: Pick<AccountsApp, 'store'>): Promise<readonly string[]> {
  const user = await store.adapter.getUserByEmail?.(String(verifiedClaims['email']))
  const accounts = (await store.adapter.listAccountsByUserId?.(user?.id ?? '')) ?? []
  return accounts.map(({ providerAccountId }) => providerAccountId)
}

describe.each<[string, () => Adapter]>([
  ['transactions', memoryAdapter],
  ['no transactions', () => without(memoryAdapter(), 'transaction')],
])('the owner of an unproven address, with %s and no session table', (_, makeInner) => {
  it.each([{}, { revocable: false }])(
    'takes the user over with a provider that vouches for the address, and ends its sessions [%j]',
    async (session) => {
      const app = await makeJwtApp({ adapter: withoutTable(makeInner()), session })
      const eve = await enterAnew(app, { person: squatter })
      expect(await eve.session()).not.toBeNull()
      const ada = await enterAnew(app, { id: 'two', person: owner })
      expect((await ada.session())?.user).toMatchObject({ email: verifiedClaims['email'] })
      expect(await eve.session()).toBeNull()
      expect(await accountsOf(app)).toEqual(['owner'])
      expect(app.codes('warn')).toEqual('revocable' in session ? [] : ['sessions-not-revocable'])
      expect(app.codes('error')).toEqual([])
    },
  )

  it('takes the user over with a link in a mail, and ends its sessions', async () => {
    const op = await makeProvider({ person: squatter })
    const adapter = withoutTable(makeInner())
    const app = makeMailApp({
      others: [oidc(op)],
      adapter,
      session: { strategy: 'jwt' },
      limits: false,
    })
    const eve = app.browser()
    await comeBack(eve, op.authorize(await start(eve)))
    expect(await eve.session()).not.toBeNull()
    const ada = app.browser()
    await confirm(ada, await mailTo(app, ada))
    expect((await ada.session())?.user).toMatchObject({ email: verifiedClaims['email'] })
    expect(await eve.session()).toBeNull()
    expect(await accountsOf(app)).toEqual([])
    expect(app.codes('warn')).toEqual(['sessions-not-revocable'])
  })

  it('is refused if sessions fail for another reason, because the rows of the squatter may exist', async () => {
    const adapter = makeInner()
    const app = await makeJwtApp({ adapter, session: { recheckAge: 0 } })
    const eve = await enterAnew(app, { person: squatter })
    const failing = await makeJwtApp({ adapter: withoutTable(adapter, new Error('lock timeout')) })
    expect(errorOf(await enter(failing, failing.browser(), { id: 'two', person: owner }))).toBe(
      'Configuration',
    )
    await enterAnew(app, { id: 'two', person: owner })
    expect(await eve.session()).toBeNull()
    expect(await accountsOf(app)).toEqual(['owner'])
  })

  it('is refused if only one method reports a missing table, because sessions can be read', async () => {
    const app = await makeJwtApp({ adapter: makeInner(), session: { recheckAge: 0 } })
    await enterAnew(app, { person: squatter })
    app.store.before = ({ name }) => {
      if (name === 'deleteSessionsByUserId') throw new Error('no such table: Devices')
    }
    const response = await enter(app, app.browser(), { id: 'two', person: owner })
    expect(errorOf(response)).toBe('Configuration')
  })

  it.each([{ strategy: 'database' }, { revocable: true }] as const)(
    'is refused if sessions need the table [%j]',
    async (session) => {
      const adapter = makeInner()
      const app = await makeJwtApp({ adapter, session })
      await enterAnew(app, { person: squatter })
      const failing = await makeJwtApp({ adapter: withoutTable(adapter), session })
      const response = await enter(failing, failing.browser(), { id: 'two', person: owner })
      expect(errorOf(response)).toBe('Configuration')
      const user = await adapter.getUserByEmail?.(String(verifiedClaims['email']))
      expect(user?.emailVerified).toBeNull()
    },
  )
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

describe('a token that was issued while sessions failed for a moment', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => void vi.useRealTimers())

  const passSeconds = (seconds: number): void => void vi.setSystemTime(Date.now() + seconds * 1000)

  /** Signs a user in while every method about sessions throws. */
  async function enterDuringOutage(
    thrown: Error,
    adapter = memoryAdapter(),
  ): Promise<{ readonly app: AccountsApp; readonly browser: Browser; readonly userId: string }> {
    const app = await makeJwtApp({ adapter })
    app.store.before = ({ name }) => {
      if ((allSessionMethods as readonly string[]).includes(name)) throw thrown
    }
    const browser = await enterAnew(app)
    app.store.before = () => undefined
    expect(await browser.session()).not.toBeNull()
    const user = await adapter.getUserByEmail?.(String(verifiedClaims['email']))
    return { app, browser, userId: user?.id ?? '' }
  }

  it.each(['lock timeout', 'no such table: Session'])(
    'ends at once in the process that signs the user out everywhere [%s]',
    async (message) => {
      const { app, browser, userId } = await enterDuringOutage(new Error(message))
      passSeconds(1)
      await revokeSessionsOfUser(app.config, userId)
      expect(await browser.session()).toBeNull()
      expect(browser.cookie(sessionCookie)).toBeUndefined()
    },
  )

  it('ends at once when the user ends all other sessions', async () => {
    const app = await makeJwtApp({ adapter: memoryAdapter() })
    const owner = await enterAnew(app)
    app.store.before = ({ name }) => {
      if ((allSessionMethods as readonly string[]).includes(name)) throw new Error('lock timeout')
    }
    const thief = await enterAnew(app)
    app.store.before = () => undefined
    expect(await thief.session()).not.toBeNull()
    passSeconds(1)
    await revokeOtherSessions(requestFrom(owner), app.config)
    expect(await thief.session()).toBeNull()
    expect(await owner.session()).not.toBeNull()
  })

  it('ends within `recheckAge` when another process signs the user out everywhere', async () => {
    const adapter = memoryAdapter()
    const { browser, userId } = await enterDuringOutage(new Error('lock timeout'), adapter)
    passSeconds(1)
    await revokeSessionsOfUser((await makeJwtApp({ adapter })).config, userId)
    passSeconds(60)
    expect(await browser.session()).toBeNull()
  })

  it('gets its row when sessions can be written again', async () => {
    const adapter = memoryAdapter()
    const { browser, userId } = await enterDuringOutage(new Error('lock timeout'), adapter)
    passSeconds(60)
    expect(await browser.session()).not.toBeNull()
    const rows = (await adapter.listSessionsByUserId?.(userId)) ?? []
    expect(rows.filter((row) => !isMark(row))).toHaveLength(1)
    await adapter.deleteSessionsByUserId?.(userId)
    passSeconds(60)
    expect(await browser.session()).toBeNull()
  })
})
