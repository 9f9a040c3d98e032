import { describe, expect, it } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { encode } from '../../../src/jwt.js'
import type { Adapter } from '../../../src/model/adapter.js'
import { logText } from '../../support/apps/accounts-app.js'
import { authJsAdapter, without } from '../../support/adapters/watched-adapter.js'
import type { Browser } from '../../support/browser.js'
import { login, passwordProvider, secret, sessionCookie } from '../../support/apps/app.js'
import {
  address,
  click,
  confirm,
  errorOf,
  isSignedIn,
  lastCode,
  mailTo,
  makeMailApp,
  plenty,
  storeUser,
  typeCode,
  userOf,
  type MailApp,
  type MailOptions,
} from '../../support/apps/mail-app.js'

const planted = { provider: 'github', providerAccountId: 'eve', type: 'oauth' as const }

/** A browser with a token that Auth.js made for a user. */
async function plantOldToken(app: MailApp, sub: string): Promise<Browser> {
  const browser = app.browser()
  const token = await encode({ token: { name: 'Eve', sub }, secret, salt: sessionCookie })
  browser.plant(sessionCookie, token)
  return browser
}

/** An application where Eve has a password, an account and a session at Ada's address. */
async function makePlanted(options: MailOptions = {}, emailVerified: Date | null = null) {
  const app = makeMailApp({ others: [passwordProvider], ...options })
  const user = await storeUser(app, { emailVerified })
  await app.store.adapter.linkAccount?.({ ...planted, userId: user.id })
  const eve = app.browser()
  const page = await eve.fetchPage('/auth/signin/credentials')
  await eve.postForm(page, login)
  expect((await eve.session())?.user).toBeDefined()
  app.store.take()
  return { app, eve, user }
}

async function enterBy(way: 'link' | 'click' | 'code', app: MailApp): Promise<Browser> {
  const browser = app.browser()
  const link = await mailTo(app, browser)
  if (way === 'click') await click(browser, link)
  if (way === 'code') await typeCode(browser, lastCode(app))
  if (way !== 'link') return browser
  const other = app.browser()
  await confirm(other, link)
  return other
}

const ways = ['link', 'click', 'code'] as const
const strategies = ['database', 'jwt'] as const

describe('LK2: a user who proves an address', () => {
  it.each(ways.flatMap((way) => strategies.map((strategy) => [way, strategy] as const)))(
    'by %s evicts accounts and %s sessions that were there without proof',
    async (way, strategy) => {
      const { app, eve, user } = await makePlanted({
        session: { strategy },
        mail: { codeLength: 6 },
      })
      const ada = await enterBy(way, app)
      expect(isSignedIn(ada)).toBe(true)
      expect(await eve.session()).toBeNull()
      expect((await ada.session())?.user?.email).toBe(address)
      expect(await app.store.adapter.listAccountsByUserId?.(user.id)).toEqual([])
      expect((await userOf(app))?.emailVerified).toBeInstanceOf(Date)
      expect((await userOf(app))?.id).toBe(user.id)
      expect(app.told.slice(-2).map(({ name }) => name)).toEqual(['updateUser', 'signIn'])
      expect(app.told.at(-1)?.message.isNewUser).toBe(false)
    },
  )

  it('evicts a session by password that has no row', async () => {
    const session = { strategy: 'jwt', revocable: false } as const
    const { app, eve } = await makePlanted({ session })
    await eve.session()
    expect(app.store.take()).toEqual([])
    const ada = await enterBy('link', app)
    expect(await eve.session()).toBeNull()
    expect(await ada.session()).not.toBeNull()
    app.store.take()
    await ada.session()
    expect(app.store.take()).toEqual([])
  })

  it('evicts a token of Auth.js, which names no row', async () => {
    const app = makeMailApp({ session: { strategy: 'jwt' } })
    const user = await storeUser(app)
    const eve = await plantOldToken(app, user.id)
    const ada = await enterBy('link', app)
    expect(await eve.session()).toBeNull()
    expect(await ada.session()).not.toBeNull()
  })

  it.each(strategies)(
    'does not evict accounts and sessions that were proven: %s',
    async (strategy) => {
      const { app, eve, user } = await makePlanted({ session: { strategy } }, new Date(0))
      await enterBy('link', app)
      expect(await eve.session()).not.toBeNull()
      expect(await app.store.adapter.listAccountsByUserId?.(user.id)).toHaveLength(1)
      expect((await userOf(app))?.emailVerified?.getTime()).toBeGreaterThan(0)
    },
  )

  it('does not evict users of another address', async () => {
    const { app, eve } = await makePlanted({}, new Date(0))
    await storeUser(app, { id: 'user-2', email: 'bob@example.test' })
    const bob = app.browser()
    await confirm(bob, await mailTo(app, app.browser(), 'bob@example.test'))
    expect(isSignedIn(bob)).toBe(true)
    expect(await eve.session()).not.toBeNull()
  })

  it('evicts before it says that the address is proven', async () => {
    const { app } = await makePlanted()
    const link = await mailTo(app, app.browser())
    app.store.take()
    await confirm(app.browser(), link)
    const calls = app.store.take()
    expect(calls.indexOf('consumeVerificationToken')).toBeLessThan(calls.indexOf('unlinkAccount'))
    expect(calls.indexOf('unlinkAccount')).toBeLessThan(calls.indexOf('updateUser'))
    expect(calls.indexOf('deleteSessionsByUserId')).toBeLessThan(calls.indexOf('updateUser'))
    expect(calls.indexOf('updateUser')).toBeLessThan(calls.indexOf('createSession'))
  })

  it('keeps what is new: the second sign-in by mail evicts nothing', async () => {
    const { app } = await makePlanted()
    const first = await enterBy('link', app)
    const second = await enterBy('click', app)
    expect(isSignedIn(second)).toBe(true)
    expect(await first.session()).not.toBeNull()
  })

  it.each(['x', 1, undefined])('takes no `emailVerified` of %j for a proof', async (value) => {
    const app = makeMailApp()
    await storeUser(app)
    const getUserByEmail = app.store.adapter.getUserByEmail?.bind(app.store.adapter)
    app.store.adapter.getUserByEmail = async (email) => {
      const user = await getUserByEmail?.(email)
      return user ? { ...user, emailVerified: value as unknown as Date } : null
    }
    const link = await mailTo(app, app.browser())
    app.store.take()
    await confirm(app.browser(), link)
    expect(app.store.take()).toContain('deleteSessionsByUserId')
  })
})

describe('LK2: an adapter that cannot evict', () => {
  const methods = ['listAccountsByUserId', 'unlinkAccount', 'deleteSessionsByUserId'] as const
  const lacking: readonly (readonly [string, () => Adapter])[] = [
    ...methods.map((name) => [name, () => without(memoryAdapter(), name)] as const),
    ['all that Auth.js does not know', authJsAdapter],
  ]

  it.each(lacking.flatMap(([name, adapter]) => ways.map((way) => [name, way, adapter] as const)))(
    'for want of %s refuses a user who is not proven, by %s, and burns nothing',
    async (_, way, adapter) => {
      const app = makeMailApp({ adapter: adapter(), mail: { codeLength: 6 }, limits: plenty })
      await storeUser(app)
      const browser = app.browser()
      const link = await mailTo(app, browser)
      const before = [...app.rows]
      const response =
        way === 'click'
          ? await click(browser, link)
          : way === 'code'
            ? (await typeCode(browser, lastCode(app))).response
            : (await confirm(app.browser(), link)).response
      expect(errorOf(response)).toBe('AccountNotLinked')
      expect(isSignedIn(browser)).toBe(false)
      expect(app.rows).toEqual(before)
      expect((await userOf(app))?.emailVerified).toBeNull()
      expect(app.codes('warn')).toContain('address-not-proven')
      for (const name of methods) expect(logText(app)).toContain(name)
      // The owner proves it in another way, and the same link works.
      await app.store.adapter.updateUser?.({ id: 'user-1', emailVerified: new Date() })
      const other = app.browser()
      await confirm(other, link)
      expect(isSignedIn(other)).toBe(true)
    },
  )

  it('signs up new people, and lets in those who are proven', async () => {
    const app = makeMailApp({ adapter: authJsAdapter(), limits: plenty })
    for (let visit = 0; visit < 2; visit++) {
      const browser = app.browser()
      await confirm(browser, await mailTo(app, app.browser()))
      expect(isSignedIn(browser)).toBe(true)
    }
    expect(app.codes('warn')).not.toContain('address-not-proven')
  })

  it('answers a request for a mail as always', async () => {
    const app = makeMailApp({ adapter: authJsAdapter(), limits: plenty })
    await storeUser(app)
    await mailTo(app, app.browser())
    expect(app.codes('warn')).not.toContain('address-not-proven')
  })
})
