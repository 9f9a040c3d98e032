import { describe, expect, it, vi } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { revokeSessionsOfUser, unlinkAccount } from '../../../src/core.js'
import type { Adapter } from '../../../src/model/adapter.js'
import type { VerificationRequestParams } from '../../../src/model/email.js'
import {
  enter,
  enterAnew,
  makeAccountsApp,
  pressLink,
  verifiedClaims,
  requestFrom,
  type AccountsApp,
} from '../../support/apps/accounts-app.js'
import { connectionLost, watch, without } from '../../support/adapters/watched-adapter.js'
import type { Browser } from '../../support/browser.js'
import { askForMail, confirm, recordingProvider } from '../../support/apps/mail-app.js'
import { makeApp } from '../../support/apps/app.js'
import { comeBack } from '../../support/oauth/sign-in.js'
import { beginRegistration } from '../../support/passkeys/ceremonies.js'
import { end, makePasskeyApp, register } from '../../support/apps/passkey-app.js'
import { SoftwareAuthenticator } from '../../support/passkeys/software-authenticator.js'

const planted = { ...verifiedClaims, sub: 'eve', email_verified: false }
const kinds: readonly (readonly [string, () => Adapter])[] = [
  ['transactions', memoryAdapter],
  ['no transactions', () => without(memoryAdapter(), 'transaction')],
]
const strategies = ['database', 'jwt'] as const
const cases = kinds.flatMap(([name, make]) =>
  strategies.map((strategy) => [name, strategy, make] as const),
)

/** An application that also sends mails. */
async function makeMixedApp(
  adapter: Adapter,
  strategy: (typeof strategies)[number],
): Promise<AccountsApp & { readonly sent: VerificationRequestParams[] }> {
  const sent: VerificationRequestParams[] = []
  const app = await makeAccountsApp({ adapter, session: { strategy, recheckAge: 0 } })
  const providers = [...app.config.providers, recordingProvider(sent)]
  return { ...app, ...makeApp({ ...app.config, providers }), sent }
}

/** Runs something once, before the first call of a method. */
function once(
  app: Pick<AccountsApp, 'store'>,
  method: keyof Adapter,
  work: () => Promise<unknown>,
) {
  app.store.before = async ({ name }) => {
    if (name !== method) return
    app.store.before = () => undefined
    await work()
  }
}

async function proveByMail(app: AccountsApp & { readonly sent: VerificationRequestParams[] }) {
  const owner = app.browser()
  await askForMail(owner)
  await confirm(owner, app.sent.at(-1)?.url ?? '')
  expect((await owner.session())?.user?.email).toBe(verifiedClaims['email'])
  return owner
}

/** A user with accounts at both services, and a browser that is signed in. */
async function makeLinked(app: AccountsApp): Promise<Browser> {
  const browser = await enterAnew(app)
  const location = (await pressLink(browser)).headers.get('location') ?? ''
  await comeBack(browser, app.two.authorize(location, { ...verifiedClaims, sub: 'two' }))
  return browser
}

const accountAtTwo = { provider: 'two', providerAccountId: 'two' }

describe('a sign-in that is under way', () => {
  it.each(cases)(
    'does not outlive the eviction of its account, with %s and %s',
    async (_, strategy, makeAdapter) => {
      const app = await makeMixedApp(makeAdapter(), strategy)
      await enterAnew(app, { person: planted })
      const eve = app.browser()
      once(app, 'createSession', () => proveByMail(app))
      await enter(app, eve, { person: planted })
      expect(await eve.session()).toBeNull()
      const user = await app.store.adapter.getUserByEmail?.(String(verifiedClaims['email']))
      expect(await app.store.adapter.listAccountsByUserId?.(user?.id ?? '')).toEqual([])
    },
  )

  it.each(cases)(
    'does not outlive the unlinking of its account, with %s and %s',
    async (_, strategy, makeAdapter) => {
      const app = await makeMixedApp(makeAdapter(), strategy)
      const owner = await makeLinked(app)
      const eve = app.browser()
      once(app, 'createSession', async () => {
        expect(await unlinkAccount(requestFrom(owner), app.config, accountAtTwo)).toBe(true)
      })
      await enter(app, eve, { id: 'two', person: { ...verifiedClaims, sub: 'two' } })
      expect(await eve.session()).toBeNull()
      expect(await owner.session()).not.toBeNull()
    },
  )

  it('leaves no account on a user whose address was proven between its two writes', async () => {
    const app = await makeMixedApp(without(memoryAdapter(), 'transaction'), 'database')
    const eve = app.browser()
    once(app, 'linkAccount', () => proveByMail(app))
    await enter(app, eve, { person: planted })
    expect(await eve.session()).toBeNull()
    const keys = { provider: 'op', providerAccountId: 'eve' }
    expect(await app.store.adapter.getUserByAccount?.(keys)).toBeNull()
  })
})

describe('a link that is under way', () => {
  it.each(cases)(
    'is not finished for a session that has ended, with %s and %s',
    async (_, strategy, makeAdapter) => {
      const app = await makeMixedApp(makeAdapter(), strategy)
      const browser = await enterAnew(app)
      const user = await app.store.adapter.getUserByEmail?.(String(verifiedClaims['email']))
      const location = (await pressLink(browser)).headers.get('location') ?? ''
      const moment = app.store.adapter.transaction ? 'transaction' : 'linkAccount'
      once(app, moment, () => revokeSessionsOfUser(app.config, user?.id ?? ''))
      await comeBack(browser, app.two.authorize(location, { ...verifiedClaims, sub: 'two' }))
      expect(await app.store.adapter.getUserByAccount?.(accountAtTwo)).toBeNull()
      expect(await browser.session()).toBeNull()
    },
  )

  it.each(kinds)('to a new passkey is not finished either, with %s', async (_, makeAdapter) => {
    const store = watch(makeAdapter())
    const app = makePasskeyApp({ adapter: store.adapter })
    const browser = app.browser()
    await register(browser, new SoftwareAuthenticator())
    const user = await store.adapter.getUserByEmail?.('ada@example.test')
    const second = new SoftwareAuthenticator()
    const data = second.create(await beginRegistration(browser))
    once({ store }, 'getAuthenticator', () => revokeSessionsOfUser(app.config, user?.id ?? ''))
    await end(browser, 'register', data)
    expect(await store.adapter.listAuthenticatorsByUserId?.(user?.id ?? '')).toHaveLength(1)
    expect(await store.adapter.listAccountsByUserId?.(user?.id ?? '')).toHaveLength(1)
  })
})

describe('an unlinking', () => {
  /** The same call in another process, which shares the database and nothing else. */
  async function unlinkElsewhere(): Promise<typeof unlinkAccount> {
    vi.resetModules()
    return (await import('../../../src/core.js')).unlinkAccount
  }

  it.each(kinds)(
    'of the last two accounts by two processes leaves one, with %s',
    async (_, make) => {
      const inner = make()
      const app = await makeAccountsApp({ adapter: inner })
      const browser = await makeLinked(app)
      const user = await inner.getUserByEmail?.(String(verifiedClaims['email']))
      const elsewhere = await unlinkElsewhere()
      const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 5))
      app.store.after = ({ name }) => (name === 'listAccountsByUserId' ? pause() : undefined)
      const keys = { provider: 'op', providerAccountId: 'subject-1' }
      await Promise.allSettled([
        unlinkAccount(requestFrom(browser), app.config, keys),
        elsewhere(requestFrom(browser), app.config, accountAtTwo),
      ])
      const left = (await inner.listAccountsByUserId?.(user?.id ?? '')) ?? []
      expect(left.length).toBeGreaterThanOrEqual(1)
    },
  )

  it.each(kinds)(
    'that failed to end the sessions is finished by a second try, with %s',
    async (_, make) => {
      const app = await makeAccountsApp({ adapter: make() })
      const owner = await makeLinked(app)
      const other = await enterAnew(app, { id: 'two', person: { ...verifiedClaims, sub: 'two' } })
      app.store.before = ({ name }) => void (name === 'deleteSessionsByUserId' && connectionLost())
      await expect(unlinkAccount(requestFrom(owner), app.config, accountAtTwo)).rejects.toThrow()
      app.store.before = () => undefined
      expect(await unlinkAccount(requestFrom(owner), app.config, accountAtTwo)).toBe(true)
      expect(await other.session()).toBeNull()
      expect(await unlinkAccount(requestFrom(owner), app.config, accountAtTwo)).toBe(false)
    },
  )
})

describe('an address that a user has without a proof', () => {
  it.each(cases)(
    'goes to the account whose provider vouches for it, with %s and %s',
    async (_, strategy, makeAdapter) => {
      const session = { strategy, recheckAge: 0 }
      const app = await makeAccountsApp({ adapter: makeAdapter(), session })
      const eve = await enterAnew(app, { person: planted })
      const owner = await enterAnew(app, { id: 'two', person: { ...verifiedClaims, sub: 'two' } })
      expect(await eve.session()).toBeNull()
      expect((await owner.session())?.user?.email).toBe(verifiedClaims['email'])
      const keys = { provider: 'op', providerAccountId: 'eve' }
      expect(await app.store.adapter.getUserByAccount?.(keys)).toBeNull()
      expect(await app.store.countUsers()).toBe(1)
    },
  )
})
