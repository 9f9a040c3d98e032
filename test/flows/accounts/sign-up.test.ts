import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Adapter, VerificationToken } from '../../../src/model/adapter.js'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { loadOAuth } from '../../../src/flows/oauth/load-oauth.js'
import { Browser } from '../../support/browser.js'
import type { Claims } from '../../support/oauth/fake-keys.js'
import { comeBack, start } from '../../support/oauth/sign-in.js'
import {
  enter,
  enterAnew,
  errorOf,
  makeAccountsApp,
  verifiedClaims,
  storeAda,
  takeTold,
  type AccountsApp,
} from '../../support/apps/accounts-app.js'
import { keylessAdapter, numericAdapter } from '../../support/adapters/odd-adapters.js'
import {
  authJsAdapter,
  connectionLost,
  without,
  type Call,
  type Method,
} from '../../support/adapters/watched-adapter.js'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout'] })
  // No request waits here for a sign-up that will not be finished.
  vi.setTimerTickMode('nextTimerAsync')
})
afterEach(() => void vi.useRealTimers())

const unproven = { ...verifiedClaims, email_verified: false }
const withoutEmail = { sub: 'subject-1', name: 'Ada' }
const day = 24 * 60 * 60

/**
 * The process dies with a call, by its number in the sign-up or by its name, before or after it took
 * effect.
 */
function dieAt(app: AccountsApp, at: number | Method, when: 'before' | 'after'): void {
  let seen = 0
  let isDead = false
  const isDue = ({ name }: Call): boolean => seen === at || name === at
  app.store.before = (call) => {
    seen += 1
    isDead ||= when === 'before' && isDue(call)
    if (isDead) connectionLost()
  }
  app.store.after = (call) => {
    isDead ||= isDue(call)
    if (isDead) connectionLost()
  }
}

function revive(app: AccountsApp): void {
  app.store.before = () => undefined
  app.store.after = () => undefined
}

/** Stores in which two writes can be torn apart, and one in which they cannot. */
const kinds: readonly [string, () => Adapter][] = [
  ['transactions', memoryAdapter],
  ['no transactions', () => without(memoryAdapter(), 'transaction')],
  ['what Auth.js knows alone', authJsAdapter],
]

describe('a first sign-in', () => {
  it.each(kinds)('creates a user with an account, with %s', async (_, makeAdapter) => {
    const app = await makeAccountsApp({ adapter: makeAdapter() })
    const browser = await enterAnew(app)
    const user = await app.store.adapter.getUserByEmail?.('ada@example.test')
    expect(user).toMatchObject({ name: 'Ada', image: verifiedClaims['picture'] })
    expect(user?.emailVerified).toBeInstanceOf(Date)
    const keys = { provider: 'op', providerAccountId: 'subject-1' }
    expect(await app.store.adapter.getUserByAccount?.(keys)).toEqual(user)
    expect((await browser.session())?.user).toMatchObject({ email: 'ada@example.test' })
    expect(app.told.map(({ name }) => name)).toEqual(['createUser', 'linkAccount', 'signIn'])
    expect(app.told[0]?.message).toEqual({ user })
    expect(app.told[1]?.message).toMatchObject({ user, account: { ...keys, userId: user?.id } })
    expect(app.told[2]?.message).toMatchObject({
      user,
      account: { userId: user?.id },
      isNewUser: true,
    })
  })

  it('does not take the id that the service gave for the id of the user', async () => {
    const app = await makeAccountsApp()
    await enterAnew(app)
    const user = await app.store.adapter.getUserByEmail?.('ada@example.test')
    expect(user?.id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/)
  })

  it('takes the id that the database gave', async () => {
    const app = await makeAccountsApp({ adapter: numericAdapter() })
    const browser = await enterAnew(app)
    expect(app.told.map(({ message }) => message.user?.id)).toEqual([42, 42, 42])
    expect(app.told[2]?.message.account).toMatchObject({ userId: 42 })
    expect(await browser.session()).not.toBeNull()
  })

  it.each([
    [true, Date],
    [false, null],
    ['true', null],
    [undefined, null],
  ])('with email_verified %j has an address that is so', async (value, expected) => {
    const app = await makeAccountsApp()
    await enterAnew(app, { person: { ...verifiedClaims, email_verified: value } })
    const user = await app.store.adapter.getUserByEmail?.('ada@example.test')
    if (expected)
      expect(user?.emailVerified).toEqual(new Date(Math.floor(Date.now() / 1000) * 1000))
    else expect(user?.emailVerified).toBeNull()
  })

  it.each([
    ['denied by `profile`', { email: 'ada@example.test', emailVerified: false }],
    ['not there', { emailVerified: true }],
  ])('whose address is %s has none that is proven', async (_, user) => {
    const profile = ({ sub }: { sub?: string | null | undefined }) => ({ id: sub ?? '', ...user })
    const app = await makeAccountsApp({ opOptions: { profile } })
    await enterAnew(app)
    const keys = { provider: 'op', providerAccountId: 'subject-1' }
    expect((await app.store.adapter.getUserByAccount?.(keys))?.emailVerified).toBeNull()
  })

  it('makes a user without an address, and finds the user again', async () => {
    const app = await makeAccountsApp()
    await enterAnew(app, { person: withoutEmail })
    await enterAnew(app, { person: withoutEmail })
    expect(await app.store.countUsers()).toBe(1)
    expect(app.store.count('getUserByEmail')).toBe(0)
  })

  it('two people without an address are two users', async () => {
    const app = await makeAccountsApp()
    await enterAnew(app, { person: withoutEmail })
    await enterAnew(app, { person: { sub: 'subject-2' } })
    expect(await app.store.countUsers()).toBe(2)
  })

  it('goes to the page for new users, the second one does not', async () => {
    const app = await makeAccountsApp({ pages: { newUser: '/hello' } })
    const first = await enter(app, app.browser())
    expect(first.headers.get('location')).toMatch(/^https:\/\/app\.test\/hello\?callbackUrl=/)
    const second = await enter(app, app.browser())
    expect(second.headers.get('location')).toBe('https://app.test/welcome')
  })

  it('leaves no note behind', async () => {
    const app = await makeAccountsApp({ adapter: authJsAdapter() })
    await enterAnew(app)
    const notes = argsOf<VerificationToken>(app, 'createVerificationToken')
    expect(notes).toHaveLength(3)
    for (const note of notes)
      expect(await app.store.adapter.useVerificationToken?.(note)).toBeNull()
  })

  it('leaves no note at all where there are transactions', async () => {
    const app = await makeAccountsApp()
    await enterAnew(app)
    expect(app.store.count('createVerificationToken')).toBe(0)
    expect(app.store.count('transaction')).toBe(1)
  })

  it('works where there are neither transactions nor verification tokens', async () => {
    const names = ['createVerificationToken', 'useVerificationToken'] as const
    for (const name of names) {
      const app = await makeAccountsApp({ adapter: without(authJsAdapter(), name) })
      await enterAnew(app)
      expect(app.store.count('createVerificationToken')).toBe(0)
      const refused = await enter(app, app.browser(), { id: 'two' })
      expect(errorOf(refused)).toBe('OAuthAccountNotLinked')
    }
  })

  it('keeps neither provider nor person in a note', async () => {
    const app = await makeAccountsApp({ adapter: authJsAdapter() })
    await enterAnew(app)
    const text = JSON.stringify(argsOf(app, 'createVerificationToken'))
    for (const secret of ['subject-1', 'ada@', '"op']) expect(text).not.toContain(secret)
  })
})

describe('a sign-up that fails', () => {
  it.each(kinds)('leaves neither user nor account nor session, with %s', async (_, makeAdapter) => {
    const app = await makeAccountsApp({ adapter: makeAdapter() })
    app.store.before = ({ name }) => void (name === 'createUser' && connectionLost())
    const browser = app.browser()
    const response = await enter(app, browser)
    expect(errorOf(response)).toBe('Configuration')
    expect(await app.store.countUsers()).toBe(0)
    expect(await browser.session()).toBeNull()
    expect(takeTold(app)).toEqual([])
    expect(app.codes('error')).toEqual(['AdapterError'])
    revive(app)
    await enterAnew(app)
    expect(takeTold(app)).toEqual(['createUser', 'linkAccount', 'signIn'])
  })

  it('undoes the user when the account cannot be linked, where it can', async () => {
    const app = await makeAccountsApp()
    app.store.before = ({ name }) => void (name === 'linkAccount' && connectionLost())
    const response = await enter(app, app.browser())
    expect(errorOf(response)).toBe('Configuration')
    expect(await app.store.countUsers()).toBe(0)
    expect(takeTold(app)).toEqual([])
  })
})

describe.each([
  ['a proven address', verifiedClaims],
  ['an address without a proof', unproven],
])('a sign-up with %s that is cut short', (_, person) => {
  const calls = 12
  const deaths = Array.from({ length: calls }, (__, at) => at + 1).flatMap((at) => [
    [at, 'before'] as const,
    [at, 'after'] as const,
  ])

  it.each(deaths)(
    'with call %i, %s it took effect, is finished by the next one',
    async (at, when) => {
      const app = await makeAccountsApp({ adapter: authJsAdapter() })
      dieAt(app, at, when)
      await enter(app, app.browser(), { person })
      const last = app.store.take()[at - 1]
      revive(app)
      const browser = await enterAnew(app, { person })
      expect(await app.store.countUsers(), `died ${when} ${last}`).toBe(1)
      expect((await browser.session())?.user).toMatchObject({ email: 'ada@example.test' })
      await enterAnew(app, { person })
      expect(await app.store.countUsers()).toBe(1)
    },
  )

  it('makes no more calls than those', async () => {
    const app = await makeAccountsApp({ adapter: authJsAdapter() })
    await enterAnew(app, { person })
    const made = app.store.take()
    expect(made.length).toBeLessThanOrEqual(calls)
    const writes = made.filter((name) => !name.startsWith('get') && !name.includes('Verification'))
    expect(writes).toEqual(['createUser', 'linkAccount', 'createSession'])
  })

  it('is a first sign-in still', async () => {
    const app = await makeAccountsApp({ adapter: authJsAdapter(), pages: { newUser: '/hello' } })
    dieAt(app, 'createUser', 'after')
    await enter(app, app.browser(), { person })
    revive(app)
    expect(takeTold(app)).toEqual([])
    const response = await enter(app, app.browser(), { person })
    expect(response.headers.get('location')).toContain('/hello')
    expect(app.told.at(-1)?.message).toMatchObject({ isNewUser: true })
    expect(takeTold(app)).toEqual(['createUser', 'linkAccount', 'signIn'])
  })
})

describe('the note of a sign-up that was cut short', () => {
  /** A user is there, its account is not, and the note lies. */
  async function cutShort(person: Claims = unproven): Promise<AccountsApp> {
    const app = await makeAccountsApp({ adapter: authJsAdapter() })
    dieAt(app, 'createUser', 'after')
    expect(errorOf(await enter(app, app.browser(), { person }))).toBe('Configuration')
    revive(app)
    expect(await app.store.countUsers()).toBe(1)
    return app
  }

  it('is good for the account that left it', async () => {
    const app = await cutShort()
    await enterAnew(app, { person: unproven })
  })

  it('is good for no other account at the same service', async () => {
    const app = await cutShort()
    const response = await enter(app, app.browser(), { person: { ...unproven, sub: 'eve' } })
    expect(errorOf(response)).toBe('OAuthAccountNotLinked')
    await enterAnew(app, { person: unproven })
  })

  it('is good for no account of the same id at another service', async () => {
    const app = await cutShort()
    const response = await enter(app, app.browser(), { id: 'two', person: unproven })
    expect(errorOf(response)).toBe('OAuthAccountNotLinked')
  })

  it('is good for no other address', async () => {
    const app = await cutShort()
    await app.store.adapter.createUser?.({
      id: 'victim',
      email: 'victim@example.test',
      emailVerified: null,
    })
    const person = { ...unproven, email: 'victim@example.test' }
    const response = await enter(app, app.browser(), { person })
    expect(errorOf(response)).toBe('OAuthAccountNotLinked')
  })

  it('is good for no user who has proven the address since', async () => {
    const app = await cutShort()
    const user = await app.store.adapter.getUserByEmail?.('ada@example.test')
    await app.store.adapter.updateUser?.({ id: user?.id ?? '', emailVerified: new Date() })
    const response = await enter(app, app.browser(), { person: unproven })
    expect(errorOf(response)).toBe('OAuthAccountNotLinked')
  })

  it('is good for no user whose address is unproven, when the sign-up had proven it', async () => {
    const app = await cutShort(verifiedClaims)
    const user = await app.store.adapter.getUserByEmail?.('ada@example.test')
    await app.store.adapter.updateUser?.({ id: user?.id ?? '', emailVerified: null })
    const response = await enter(app, app.browser(), { person: verifiedClaims })
    expect(errorOf(response)).toBe('OAuthAccountNotLinked')
  })

  it('is good for a day, and not a second longer', async () => {
    const late = await cutShort()
    vi.setSystemTime(Date.now() + day * 1000)
    expect(errorOf(await enter(late, late.browser(), { person: unproven }))).toBe(
      'OAuthAccountNotLinked',
    )
    const early = await cutShort()
    vi.setSystemTime(Date.now() + (day - 2) * 1000)
    await enterAnew(early, { person: unproven })
  })

  it('is good once', async () => {
    const app = await cutShort()
    await enterAnew(app, { person: unproven })
    await app.store.adapter.unlinkAccount?.({ provider: 'op', providerAccountId: 'subject-1' })
    const response = await enter(app, app.browser(), { person: unproven })
    expect(errorOf(response)).toBe('OAuthAccountNotLinked')
  })

  it('is no token that a link in a mail could carry', async () => {
    const app = await cutShort()
    const [note] = argsOf<VerificationToken>(app, 'createVerificationToken')
    expect(note?.identifier).not.toContain('@')
    expect(note?.identifier).toMatch(/^sign-up:[\da-f]{64}$/)
    expect(note?.token).toMatch(/^[\da-f]{64}$/)
  })

  it.each([
    ['an adapter of ours', () => without(memoryAdapter(), 'transaction')],
    ['an adapter of Auth.js', authJsAdapter],
  ])('gives no claim to a user whom another sign-up created later, with %s', async (_, adapter) => {
    // Cut short after the note and before the user: the address is free again.
    const byService = await makeAccountsApp({ adapter: adapter() })
    dieAt(byService, 'createUser', 'before')
    await enter(byService, byService.browser(), { person: unproven })
    revive(byService)
    await enterAnew(byService, { id: 'two', person: { ...unproven, sub: 'victim' } })
    const thief = await enter(byService, byService.browser(), { person: unproven })
    expect(errorOf(thief)).toBe('OAuthAccountNotLinked')
  })

  it('gives no claim to a user whom the application created later, with a password', async () => {
    const app = await makeAccountsApp({ adapter: without(memoryAdapter(), 'transaction') })
    dieAt(app, 'createUser', 'before')
    await enter(app, app.browser(), { person: unproven })
    revive(app)
    await storeAda(app)
    const response = await enter(app, app.browser(), { person: unproven })
    expect(errorOf(response)).toBe('OAuthAccountNotLinked')
  })

  it('is taken away when the user could not be created', async () => {
    const app = await makeAccountsApp({ adapter: authJsAdapter() })
    app.store.before = ({ name }) => void (name === 'createUser' && connectionLost())
    await enter(app, app.browser(), { person: unproven })
    revive(app)
    for (const note of argsOf<VerificationToken>(app, 'createVerificationToken')) {
      expect(await app.store.adapter.useVerificationToken?.(note)).toBeNull()
    }
    await enterAnew(app, { id: 'two', person: { ...unproven, sub: 'victim' } })
    const response = await enter(app, app.browser(), { person: unproven })
    expect(errorOf(response)).toBe('OAuthAccountNotLinked')
  })

  it('is not looked for where there are transactions', async () => {
    const app = await makeAccountsApp()
    await enterAnew(app)
    const response = await enter(app, app.browser(), { id: 'two' })
    expect(errorOf(response)).toBe('OAuthAccountNotLinked')
    expect(app.store.count('useVerificationToken')).toBe(0)
  })
})

describe('twenty first sign-ins of one person at once', () => {
  const stores: readonly [string, () => Adapter][] = [
    ...kinds,
    ['no verification tokens', () => without(authJsAdapter(), 'useVerificationToken')],
    ['tables without unique keys', keylessAdapter],
  ]
  const people = [
    ['a proven address', verifiedClaims],
    ['an unproven address', unproven],
    ['no address', withoutEmail],
  ] as const
  const cases = stores.flatMap(([store, makeAdapter]) =>
    people.map(([who, person]) => [store, who, makeAdapter, person] as const),
  )

  it.each(cases)('give one user, with %s and %s', async (_, __, makeAdapter, person) => {
    const app = await makeAccountsApp({ adapter: slow(makeAdapter()) })
    const browsers = Array.from({ length: 20 }, () => app.browser())
    const back = await Promise.all(
      browsers.map(async (browser) => app.op.authorize(await start(browser), person)),
    )
    const responses = await Promise.all(
      browsers.map((browser, at) => comeBack(browser, back[at] ?? fail())),
    )
    const errors = responses.map(errorOf).filter(Boolean)
    expect(errors).toEqual([])
    expect(await app.store.countUsers()).toBe(1)
    const events = app.told.map(({ name }) => name)
    expect(events.filter((name) => name === 'signIn')).toHaveLength(20)
    expect(events.filter((name) => name === 'createUser')).toHaveLength(1)
    expect(events.filter((name) => name === 'linkAccount')).toHaveLength(1)
    const firsts = app.told.filter(({ message }) => message.isNewUser === true)
    expect(firsts).toHaveLength(1)
    const ids = app.told.map(({ message }) => message.user?.id as string)
    expect(new Set(ids).size).toBe(1)
    for (const browser of browsers) expect(await browser.session()).not.toBeNull()
  })
})

describe.each(['the same process', 'another process'])(
  'a sign-in that meets one of %s',
  (where) => {
    /** Two browsers, each in front of a process of its own if need be; the database is one. */
    async function openTwo(app: AccountsApp): Promise<readonly [Browser, Browser]> {
      if (where === 'the same process') return [app.browser(), app.browser()]
      // What this process has loaded stays its own.
      await loadOAuth()
      vi.resetModules()
      const { Auth } = await import('../../../src/core.js')
      return [app.browser(), new Browser((request) => Auth(request, app.config))]
    }

    it.each([
      ['a proven address', verifiedClaims],
      ['an unproven address', unproven],
    ])('halfway waits for it: one user, new and told of once, with %s', async (_, person) => {
      const app = await makeAccountsApp({ adapter: authJsAdapter() })
      const [one, two] = await openTwo(app)
      let reachedHalf = (): void => undefined
      const half = new Promise<void>((resolve) => (reachedHalf = resolve))
      let goOn = (): void => undefined
      const mayGoOn = new Promise<void>((resolve) => (goOn = resolve))
      app.store.before = async ({ name }: Call) => {
        if (name !== 'linkAccount') return
        app.store.before = () => undefined
        reachedHalf()
        await mayGoOn
      }
      const first = enter(app, one, { person })
      await half
      const second = enter(app, two, { person })
      await new Promise((resolve) => setTimeout(resolve, 300))
      goOn()
      const responses = await Promise.all([first, second])
      expect(responses.map(errorOf)).toEqual([null, null])
      expect(await app.store.countUsers()).toBe(1)
      const events = app.told.map(({ name }) => name).sort()
      expect(events).toEqual(['createUser', 'linkAccount', 'signIn', 'signIn'])
      expect(app.told.filter(({ message }) => message.isNewUser)).toHaveLength(1)
    })

    it.each(kinds)('between two looks finds what it did, with %s', async (_, makeAdapter) => {
      const app = await makeAccountsApp({ adapter: makeAdapter() })
      const [one, two] = await openTwo(app)
      let other: Promise<Response> | undefined
      app.store.before = async ({ name }: Call) => {
        if (name !== 'getUserByEmail' || other) return
        other = enter(app, two)
        // In one process the other waits for this one.
        if (where === 'another process') await other
      }
      const response = await enter(app, one)
      const responses = [response, await other]
      expect(responses.map((each) => errorOf(each ?? fail()))).toEqual([null, null])
      expect(await app.store.countUsers()).toBe(1)
      const events = app.told.map(({ name }) => name).sort()
      expect(events).toEqual(['createUser', 'linkAccount', 'signIn', 'signIn'])
    })

    it('that has no address makes no second user', async () => {
      const app = await makeAccountsApp({ adapter: authJsAdapter() })
      const [one, two] = await openTwo(app)
      let other: Promise<Response> | undefined
      app.store.before = async ({ name }: Call) => {
        if (name !== 'createUser' || other) return
        other = enter(app, two, { person: withoutEmail })
        if (where === 'another process') await other
      }
      const response = await enter(app, one, { person: withoutEmail })
      const responses = [response, await other]
      expect(responses.map((each) => errorOf(each ?? fail()))).toEqual([null, null])
      expect(await app.store.countUsers()).toBe(1)
      expect(app.told.filter(({ name }) => name === 'createUser')).toHaveLength(1)
    })

    it('is refused if another person has taken the address', async () => {
      const app = await makeAccountsApp({ adapter: authJsAdapter() })
      const [one, two] = await openTwo(app)
      let other: Promise<Response> | undefined
      app.store.before = async ({ name }: Call) => {
        if (name !== 'createUser' || other) return
        other = enter(app, two, { id: 'two', person: { ...unproven, sub: 'other' } })
        await other
      }
      const response = await enter(app, one, { person: unproven })
      expect(errorOf(response)).toBe('OAuthAccountNotLinked')
      expect(errorOf((await other) ?? fail())).toBeNull()
      expect(await app.store.countUsers()).toBe(1)
    })
  },
)

describe('a database that draws its own ids', () => {
  it('has its sign-ups finished too, once the id was known', async () => {
    const inner = authJsAdapter()
    const createUser: Adapter['createUser'] = async (user) =>
      (await inner.createUser?.({ ...user, id: `own-${crypto.randomUUID()}` })) ?? fail()
    const app = await makeAccountsApp({ adapter: { ...inner, createUser } })
    dieAt(app, 'linkAccount', 'before')
    await enter(app, app.browser(), { person: unproven })
    revive(app)
    await enterAnew(app, { person: unproven })
    expect(await app.store.countUsers()).toBe(1)
    expect(app.told[0]?.message.user?.id).toMatch(/^own-/)
  })
})

describe('two people who want one address at once', () => {
  it.each(kinds)('are one user and a refusal, with %s', async (_, makeAdapter) => {
    const app = await makeAccountsApp({ adapter: slow(makeAdapter()) })
    const responses = await Promise.all([
      enter(app, app.browser(), { person: unproven }),
      enter(app, app.browser(), { id: 'two', person: { ...unproven, sub: 'other' } }),
    ])
    expect(responses.map(errorOf).filter(Boolean)).toEqual(['OAuthAccountNotLinked'])
    expect(await app.store.countUsers()).toBe(1)
    expect(app.told.filter(({ name }) => name === 'createUser')).toHaveLength(1)
  })
})

function argsOf<T>(app: AccountsApp, method: Method): T[] {
  return app.store.calls.filter(({ name }) => name === method).map(({ args }) => args[0] as T)
}

/** A database that is some way off: parallel callers do meet. */
function slow(adapter: Adapter): Adapter {
  const wait = () => new Promise((resolve) => setTimeout(resolve, 1))
  const slowed = Object.entries(adapter).map(([name, method]) => [
    name,
    typeof method === 'function' && name !== 'transaction'
      ? async (...args: unknown[]) => {
          await wait()
          return (method as (...args: unknown[]) => unknown)(...args)
        }
      : (method as unknown),
  ])
  return Object.fromEntries(slowed) as Adapter
}

function fail(): never {
  throw new Error('There is no such response.')
}
