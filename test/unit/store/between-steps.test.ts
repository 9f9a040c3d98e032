import { Auth } from '@auth/core'
import type { Adapter as AuthJsAdapter } from '@auth/core/adapters'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { revokeSessionsOfUser, unlinkAccount } from '../../../src/core.js'
import type { Adapter } from '../../../src/model/adapter.js'
import type { VerificationRequestParams } from '../../../src/model/email.js'
import Passkey from '../../../src/providers/passkey.js'
import {
  enter,
  enterAnew,
  enterByPassword,
  errorOf,
  makeAccountsApp,
  pressLink,
  verifiedClaims,
  requestFrom,
  storeAda,
  type AccountsApp,
  type AccountsOptions,
} from '../../support/apps/accounts-app.js'
import { connectionLost, without } from '../../support/adapters/watched-adapter.js'
import type { Browser } from '../../support/browser.js'
import { askForMail, confirm, recordingProvider } from '../../support/apps/mail-app.js'
import { ada, makeApp, passwordProvider } from '../../support/apps/app.js'
import { signClaims } from '../../support/oauth/fake-keys.js'
import { comeBack, start } from '../../support/oauth/sign-in.js'
import { beginRegistration } from '../../support/passkeys/ceremonies.js'
import { end } from '../../support/apps/passkey-app.js'
import { SoftwareAuthenticator } from '../../support/passkeys/software-authenticator.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2030, 0, 1) + 250 }))
afterEach(() => void vi.useRealTimers())

/** Takes users over as the Redis adapter does: `null` if the address is proven, or is another. */
function oneStepAdapter(): Adapter {
  const inner = memoryAdapter()
  return {
    ...without(inner, 'transaction'),
    takeOverUser: async ({ id, email, emailVerified }) => {
      const before = await inner.getUser(id)
      if (before?.email !== email || before.emailVerified) return null
      for (const account of await inner.listAccountsByUserId(id)) await inner.unlinkAccount(account)
      await inner.deleteSessionsByUserId(id)
      return inner.updateUser({ id, emailVerified })
    },
  }
}

/** Each with the method by which a take-over begins to write. */
const kinds: readonly (readonly [string, () => Adapter, keyof Adapter])[] = [
  ['transactions', memoryAdapter, 'transaction'],
  ['no transactions', () => without(memoryAdapter(), 'transaction'), 'getUser'],
  ['one step', oneStepAdapter, 'takeOverUser'],
]
const planted = { ...verifiedClaims, sub: 'eve', email_verified: false }
const address = String(verifiedClaims['email'])
const inDatabase = { session: { strategy: 'database' } } as const
const withoutRows = { session: { strategy: 'jwt', recheckAge: 0, revocable: false } } as const

type MixedApp = AccountsApp & { readonly sent: VerificationRequestParams[] }

/** An application with identity services, mails and passkeys, where linking by address is off. */
async function makeMixedApp(adapter: Adapter, options: AccountsOptions): Promise<MixedApp> {
  const sent: VerificationRequestParams[] = []
  const app = await makeAccountsApp({ ...options, adapter })
  const providers = [...app.config.providers, recordingProvider(sent), Passkey()]
  const experimental = { enableWebAuthn: true }
  return { ...app, ...makeApp({ ...app.config, providers, experimental }), sent }
}

/** Runs something once, before the next call of a method. */
function once({ store }: AccountsApp, method: keyof Adapter, work: () => unknown): void {
  store.before = async ({ name }) => {
    if (name !== method) return
    store.before = () => undefined
    await work()
  }
}

function passTime(milliseconds = 100): void {
  vi.setSystemTime(Date.now() + milliseconds)
}

async function proveByMail(app: MixedApp): Promise<Browser> {
  const owner = app.browser()
  await askForMail(owner)
  await confirm(owner, app.sent.at(-1)?.url ?? '')
  expect((await owner.session())?.user?.email).toBe(address)
  return owner
}

async function idOfAda({ store }: AccountsApp): Promise<string> {
  return (await store.adapter.getUserByEmail?.(address))?.id ?? ''
}

async function accountsOfAda(app: AccountsApp): Promise<readonly string[]> {
  const rows = await app.store.adapter.listAccountsByUserId?.(await idOfAda(app))
  return (rows ?? []).map(({ providerAccountId }) => providerAccountId)
}

describe('when the owner proves the address before a planted session without a row', () => {
  it.each(kinds)('has linked an account, nothing is linked, with %s', async (_, make) => {
    const app = await makeMixedApp(make(), withoutRows)
    const eve = await enterAnew(app, { person: planted })
    const location = (await pressLink(eve)).headers.get('location') ?? ''
    const moment = app.store.adapter.transaction ? 'transaction' : 'linkAccount'
    once(app, moment, () => proveByMail(app))
    await comeBack(eve, app.two.authorize(location, { ...planted, sub: 'eve-2' }))
    expect(await accountsOfAda(app)).toEqual([])
    expect(await eve.session()).toBeNull()
  })

  it.each(kinds)('has registered a passkey, it is not registered, with %s', async (_, make) => {
    const app = await makeMixedApp(make(), withoutRows)
    const eve = await enterAnew(app, { person: planted })
    const passkey = new SoftwareAuthenticator().create(await beginRegistration(eve))
    once(app, 'getAuthenticator', () => proveByMail(app))
    await end(eve, 'register', passkey)
    expect(await accountsOfAda(app)).toEqual([])
    expect(await eve.session()).toBeNull()
  })
})

describe('a password of a user whom the owner of the address takes over', () => {
  const sessions = [{ strategy: 'database' }, { strategy: 'jwt', recheckAge: 0 }] as const
  const cases = kinds.flatMap(([name, make]) =>
    sessions.map((session) => [name, session.strategy, make, session] as const),
  )

  it.each(cases)(
    'does not sign the user in if the session is written afterwards, with %s and %s',
    async (_, __, make, session) => {
      const app = await makeMixedApp(make(), { session })
      await storeAda(app)
      let owner: Browser | undefined
      once(app, 'createSession', async () => (owner = await proveByMail(app)))
      expect(await (await enterByPassword(app)).session()).toBeNull()
      expect(await owner?.session()).not.toBeNull()
    },
  )

  it.each(cases)(
    'does not sign the user in if `authorize` had checked it before, with %s and %s',
    async (_, __, make, session) => {
      const app = await makeMixedApp(make(), { session })
      await storeAda(app)
      let owner: Browser | undefined
      const authorize = async () => {
        owner ??= await proveByMail(app)
        return ada
      }
      const providers = [...app.config.providers.slice(0, 2), { ...passwordProvider, authorize }]
      const slow = { ...app, ...makeApp({ ...app.config, providers }) }
      expect(await (await enterByPassword(slow)).session()).toBeNull()
      expect(await owner?.session()).not.toBeNull()
      passTime()
      // The app has kept the password, so that it is the owner's by now.
      expect(await (await enterByPassword(slow)).session()).not.toBeNull()
    },
  )

  it.each(sessions)(
    'does not sign the user in if the session is written between the eviction and the proof, with $strategy',
    async (session) => {
      const app = await makeMixedApp(without(memoryAdapter(), 'transaction'), { session })
      await storeAda(app)
      let eve: Browser | undefined
      once(app, 'updateUser', async () => (eve = await enterByPassword(app)))
      await proveByMail(app)
      expect(await eve?.session()).toBeNull()
    },
  )

  it('signs in as long as no owner proves the address, with one call more', async () => {
    const app = await makeMixedApp(memoryAdapter(), inDatabase)
    await storeAda(app)
    expect(await (await enterByPassword(app)).session()).not.toBeNull()
    const calls = app.store.take().filter((name) => /^(?:get|create)/.test(name))
    expect(calls.slice(0, 4)).toEqual(['getUser', 'createSession', 'getUser', 'getSessionAndUser'])
  })

  it('signs in with a proven address, and no call more', async () => {
    const app = await makeMixedApp(memoryAdapter(), inDatabase)
    await storeAda(app, { emailVerified: new Date(0) })
    expect(await (await enterByPassword(app)).session()).not.toBeNull()
    const calls = app.store.take().filter((name) => /^(?:get|create)/.test(name))
    expect(calls.slice(0, 3)).toEqual(['getUser', 'createSession', 'getSessionAndUser'])
  })

  it('signs in if `authorize` itself proves the address', async () => {
    const app = await makeMixedApp(memoryAdapter(), inDatabase)
    const { id } = await storeAda(app)
    const authorize = async () => {
      await app.store.adapter.updateUser?.({ id, emailVerified: new Date() })
      return ada
    }
    const own = {
      ...app,
      ...makeApp({ ...app.config, providers: [{ ...passwordProvider, authorize }] }),
    }
    expect(await (await enterByPassword(own)).session()).not.toBeNull()
  })
})

describe('the event `updateUser`', () => {
  const takenOver = (app: AccountsApp): readonly unknown[] =>
    app.told
      .filter(({ name }) => name === 'updateUser')
      .map(({ message }) => (message as { isTakenOver?: unknown }).isTakenOver)

  it('says that a mail took the user over, and says it once', async () => {
    const app = await makeMixedApp(memoryAdapter(), inDatabase)
    await storeAda(app)
    await proveByMail(app)
    await proveByMail(app)
    expect(takenOver(app)).toEqual([true, undefined])
  })

  it('says that a provider’s word took the user over', async () => {
    const app = await makeMixedApp(memoryAdapter(), inDatabase)
    await storeAda(app)
    await enterAnew(app)
    expect(takenOver(app)).toEqual([true])
  })
})

describe('when the address is proven by mail before a provider’s take-over', () => {
  it.each(kinds)('the account is not linked to its owner, with %s', async (_, make, method) => {
    const app = await makeMixedApp(make(), inDatabase)
    await enterAnew(app, { person: planted })
    let owner: Browser | undefined
    once(app, method, async () => (owner = await proveByMail(app)))
    const rival = { id: 'two', person: { ...verifiedClaims, sub: 'rival' } }
    expect(errorOf(await enter(app, app.browser(), rival))).toBe('OAuthAccountNotLinked')
    expect(await accountsOfAda(app)).toEqual([])
    expect(await owner?.session()).not.toBeNull()
  })
})

describe('when a user changes the address while a mail proves the former one', () => {
  /** Whether an address without a proof counts as proven. */
  async function isOtherProven(
    app: MixedApp,
    method: keyof Adapter,
  ): Promise<readonly [email: string | undefined, isProven: boolean]> {
    const id = await idOfAda(app)
    const { adapter } = app.store
    const browser = app.browser()
    await askForMail(browser)
    const change = { id, email: 'other@example.test', emailVerified: null }
    once(app, method, () => adapter.updateUser?.(change))
    await confirm(browser, app.sent.at(-1)?.url ?? '')
    const user = await adapter.getUser?.(id)
    return [user?.email, Boolean(user?.emailVerified)]
  }

  it.each(kinds)('the proof stays with its address, with %s', async (kind, make) => {
    const app = await makeMixedApp(make(), inDatabase)
    await proveByMail(app)
    // Nothing comes between the check and the write of a transaction.
    const isAtomic = kind === 'transactions'
    const found = await isOtherProven(app, isAtomic ? 'transaction' : 'updateUser')
    expect(found).toEqual(isAtomic ? ['other@example.test', false] : [address, true])
  })

  it.each(kinds)('a planted user is not taken over, with %s', async (_, make, method) => {
    const app = await makeMixedApp(make(), inDatabase)
    await enterAnew(app, { person: planted })
    expect(await isOtherProven(app, method)).toEqual(['other@example.test', false])
  })
})

describe('a logout token whose use could not be stored', () => {
  it('counts when the provider sends it again', async () => {
    const app = await makeMixedApp(memoryAdapter(), inDatabase)
    const ada = await enterAnew(app, { person: { ...verifiedClaims, sid: 'sid-1' } })
    const now = Math.floor(Date.now() / 1000)
    const token = await signClaims(
      {
        iss: 'https://op.test',
        aud: 'client-1',
        iat: now,
        exp: now + 120,
        jti: 'logout-1',
        events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
        sid: 'sid-1',
      },
      app.op.key,
      { typ: 'logout+jwt' },
    )
    const send = async (): Promise<number> => {
      const body = new URLSearchParams({ logout_token: token })
      const path = '/auth/backchannel-logout/op'
      return (await app.browser().send(path, { method: 'POST', body })).status
    }
    app.store.before = ({ name }) => void (name === 'countAttempt' && connectionLost())
    expect(await send()).toBe(500)
    app.store.before = () => undefined
    expect(await send()).toBe(200)
    expect(await ada.session()).toBeNull()
    expect(await send()).toBe(400)
  })
})

describe('a sign-in that began before', () => {
  it('the later of two revocations at once is refused', async () => {
    const app = await makeMixedApp(memoryAdapter(), inDatabase)
    await enterAnew(app)
    const userId = await idOfAda(app)
    let [letGo, resolveHeld] = [(): void => undefined, (): void => undefined]
    const isLetGo = new Promise<void>((resolve) => (letGo = resolve))
    const isHeld = new Promise<void>((resolve) => (resolveHeld = resolve))
    // The earlier one writes its mark between the look and the write of the later one.
    once(app, 'createSession', () => {
      resolveHeld()
      return isLetGo
    })
    const earlier = revokeSessionsOfUser(app.config, userId)
    await isHeld
    passTime()
    const laptop = app.browser()
    const response = app.op.authorize(await start(laptop))
    passTime()
    once(app, 'createSession', () => {
      letGo()
      return earlier
    })
    await revokeSessionsOfUser(app.config, userId)
    passTime()
    await comeBack(laptop, response)
    expect(await laptop.session()).toBeNull()
  })

  it('a revocation is refused, also after one by a server whose clock is behind', async () => {
    const app = await makeMixedApp(memoryAdapter(), inDatabase)
    await enterAnew(app)
    const userId = await idOfAda(app)
    passTime(20_000)
    const laptop = app.browser()
    const response = app.op.authorize(await start(laptop))
    passTime()
    await revokeSessionsOfUser(app.config, userId)
    passTime(-10_000)
    await revokeSessionsOfUser(app.config, userId)
    passTime(20_000)
    await comeBack(laptop, response)
    expect(await laptop.session()).toBeNull()
  })

  it('an unlinking ends, although it looks for the mark between deletion and mark', async () => {
    const app = await makeMixedApp(memoryAdapter(), inDatabase)
    const browser = await enterAnew(app)
    const location = (await pressLink(browser)).headers.get('location') ?? ''
    await comeBack(browser, app.two.authorize(location, { ...verifiedClaims, sub: 'two' }))
    const laptop = app.browser()
    const response = app.op.authorize(await start(laptop))
    passTime()
    once(app, 'transaction', () => once(app, 'getSessionAndUser', () => comeBack(laptop, response)))
    const account = { provider: 'two', providerAccountId: 'two' }
    expect(await unlinkAccount(requestFrom(browser), app.config, account)).toBe(true)
    expect(await laptop.session()).toBeNull()
    expect(await browser.session()).not.toBeNull()
  })
})

describe('the mark of a revocation', () => {
  it('is no session to Auth.js on the same tables for a stranger who knows the user id', async () => {
    vi.useRealTimers()
    const app = await makeMixedApp(memoryAdapter(), inDatabase)
    await enterAnew(app)
    const { adapter } = app.store
    const id = await idOfAda(app)
    await revokeSessionsOfUser(app.config, id)
    const [mark] = (await adapter.listSessionsByUserId?.(id)) ?? []
    const secret = 'another-Secret/of+sufficient=length'
    const elsewhere = await makeMixedApp(adapter, { ...inDatabase, secret })
    await revokeSessionsOfUser(elsewhere.config, id)
    const [other] = (await adapter.listSessionsByUserId?.(id)) ?? []
    // Only the secret tells the two apart, so that nothing but the secret can name one.
    expect(other?.sessionToken).not.toBe(mark?.sessionToken)
    const digest = await crypto.subtle.digest('SHA-256', Buffer.from(`jwt:revoked:${id}`))
    const cookie = `__Secure-authjs.session-token=sha256:${Buffer.from(digest).toString('hex')}`
    const request = new Request('https://app.test/auth/session', { headers: { cookie } })
    const answer = await Auth(request, {
      secret,
      trustHost: true,
      basePath: '/auth',
      providers: [],
      ...inDatabase,
      adapter: adapter as AuthJsAdapter,
    })
    expect(await answer.json()).toBeNull()
  })

  it('is found after the secret was rotated', async () => {
    const former = 'a-former-Secret/of+sufficient=length'
    const secret = ['a-new-Secret/of+sufficient=length', former]
    const app = await makeMixedApp(memoryAdapter(), { ...inDatabase, secret })
    await enterAnew(app)
    const laptop = app.browser()
    const response = app.op.authorize(await start(laptop))
    passTime()
    await revokeSessionsOfUser({ ...app.config, secret: former }, await idOfAda(app))
    passTime()
    expect(errorOf(await comeBack(laptop, response))).toBe('OAuthAttemptLost')
    expect(await laptop.session()).toBeNull()
  })
})
