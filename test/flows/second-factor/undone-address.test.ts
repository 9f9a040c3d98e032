import { describe, expect, it, vi } from 'vitest'
import { listFactors, resetFactors } from '../../../src/core.js'
import { authenticatorApp, passkey } from '../../../src/factors.js'
import Passkey from '../../../src/providers/passkey.js'
import { requestFrom } from '../../support/apps/accounts-app.js'
import type { Browser } from '../../support/browser.js'
import { choose, openMail } from '../../support/apps/mailing-app.js'
import { email, password } from '../../support/apps/password-app.js'
import { begin, end, optionsOf, register } from '../../support/apps/passkey-app.js'
import { SoftwareAuthenticator } from '../../support/passkeys/software-authenticator.js'
import {
  answer,
  makeFactorApp,
  setUp,
  useClock,
  type FactorApp,
} from '../../support/apps/factor-app.js'
import { postAsScript } from './interrupted-app.js'

const clock = useClock()
const newPassword = 'seven quiet harbours'

async function changeAddress(
  app: FactorApp,
  browser: Browser,
  moved = 'moved@example.test',
): Promise<void> {
  clock.advance(60)
  await postAsScript(browser, '/auth/change-email', { email: moved, currentPassword: password })
  await app.settle()
  const mail = app.sent.findLast(({ purpose }) => purpose === 'newAddress')
  await browser.postForm(await openMail(browser, mail), {}, { follow: true })
  await app.settle()
  expect((await app.adapter.getUser(app.user.id))?.email).toBe(moved)
  clock.advance(60)
}

/** Opens the link that undoes the change, and chooses a new password. Returns the browser. */
async function undo(app: FactorApp): Promise<Browser> {
  const reader = app.browser()
  const mail = app.sent.findLast(({ purpose }) => purpose === 'oldAddress')
  await reader.postForm(await openMail(reader, mail), {}, { follow: true })
  await app.settle()
  clock.advance(5)
  const reset = app.sent.findLast(({ purpose }) => purpose === 'reset')
  await choose(reader, reset, newPassword)
  return reader
}

async function provePasskey(browser: Browser, key: SoftwareAuthenticator): Promise<void> {
  const asked = await begin(browser, 'authenticate')
  const options = await optionsOf<Parameters<typeof key.get>[0]>(asked)
  await end(browser, 'authenticate', key.get(options))
}

async function typesOf(app: FactorApp): Promise<readonly string[]> {
  const rows = await app.adapter.listFactorsByUserId(app.user.id)
  return [...new Set(rows.map(({ type }) => type))].sort()
}

async function appsOf(app: FactorApp): Promise<readonly string[]> {
  const rows = await app.adapter.listFactorsByUserId(app.user.id)
  return rows.filter(({ type }) => type === 'totp').map(({ id }) => id)
}

async function idsOf(app: FactorApp): Promise<readonly string[]> {
  return (await app.adapter.listFactorsByUserId(app.user.id)).map(({ id }) => id).sort()
}

/** Stores a factor as a request of a thief does. */
async function plant(
  app: FactorApp,
  type: 'totp' | 'recovery-code',
  createdAt: Date,
): Promise<void> {
  await app.adapter.createFactor({
    id: `${type}:thief`,
    userId: app.user.id,
    type,
    name: null,
    secret: type === 'totp' ? 'a secret' : null,
    lastStep: 0,
    createdAt,
    lastUsedAt: null,
    expires: null,
  })
}

describe('the undo of a change of address', () => {
  it('leaves the account asking for a factor, if the one of before was replaced since', async () => {
    const app = await makeFactorApp()
    const { browser, authenticator, recoveryCodes } = await app.enrol()
    await changeAddress(app, browser)
    await browser.postForm(await browser.fetchPage('/auth/confirm'), {
      code: await authenticator.code(),
    })
    const [former] = (await listFactors(requestFrom(browser), app.config)).apps
    const added = await setUp(browser, await browser.fetchPage('/auth/add-factor'))
    await postAsScript(browser, '/auth/remove-factor', { factor: former?.id })
    expect((await listFactors(requestFrom(browser), app.config)).apps).toHaveLength(1)
    const reader = await undo(app)
    expect(await reader.session()).toBeNull()
    expect(await typesOf(app)).toEqual(['recovery-code', 'totp'])
    clock.advance(60)
    await answer(reader, { code: await added.authenticator.code() })
    await answer(reader, { code: await authenticator.code() })
    expect(await reader.session()).toBeNull()
    expect(app.codes('warn')).not.toContain('factor-unreadable')
    await answer(reader, { recoveryCode: recoveryCodes[0] ?? '' })
    expect(await reader.session()).not.toBeNull()
  })

  it('removes no factor if it cannot store what asks in its place', async () => {
    const app = await makeFactorApp()
    const { browser, authenticator } = await app.enrol()
    await changeAddress(app, browser)
    await browser.postForm(await browser.fetchPage('/auth/confirm'), {
      code: await authenticator.code(),
    })
    const [former] = (await listFactors(requestFrom(browser), app.config)).apps
    await setUp(browser, await browser.fetchPage('/auth/add-factor'))
    await postAsScript(browser, '/auth/remove-factor', { factor: former?.id })
    const create = vi.spyOn(app.adapter, 'createFactor')
    create.mockRejectedValue(new Error('The connection was lost.'))
    await undo(app).catch(() => undefined)
    expect(create).toHaveBeenCalled()
    expect(await typesOf(app)).toContain('totp')
  })

  it('leaves the account asking for a factor, if the passkey of before was replaced since', async () => {
    const app = await makeFactorApp({
      secondFactor: { methods: [authenticatorApp(), passkey()] },
      experimental: { enableWebAuthn: true },
      others: [Passkey()],
    })
    const browser = await app.begin()
    const key = new SoftwareAuthenticator()
    await register(browser, key, {})
    clock.advance(5)
    await provePasskey(browser, key)
    await changeAddress(app, browser)
    const [former] = await app.adapter.listAccountsByUserId(app.user.id)
    await register(browser, new SoftwareAuthenticator(), {})
    if (former) await app.adapter.unlinkAccount(former)
    expect(await app.adapter.listAccountsByUserId(app.user.id)).toHaveLength(1)
    const reader = await undo(app)
    expect(await app.adapter.listAccountsByUserId(app.user.id)).toEqual([])
    expect(await typesOf(app)).toEqual(['totp'])
    expect(await reader.session()).toBeNull()
  })

  it('removes the factor of a thief, if the user had none, and lets the owner in', async () => {
    const app = await makeFactorApp()
    const thief = await app.begin()
    await changeAddress(app, thief)
    await setUp(thief, await thief.fetchPage('/auth/add-factor'))
    const owner = await undo(app)
    expect(await typesOf(app)).toEqual([])
    expect(await owner.session()).not.toBeNull()
    expect(await thief.session()).toBeNull()
  })

  it('keeps the factor of before, and removes the one of a thief', async () => {
    const app = await makeFactorApp()
    const { browser, authenticator } = await app.enrol()
    await changeAddress(app, browser)
    await setUp(browser, await browser.fetchPage('/auth/add-factor'))
    const owner = await undo(app)
    const rows = await app.adapter.listFactorsByUserId(app.user.id)
    expect(rows.filter(({ type }) => type === 'totp')).toHaveLength(1)
    clock.advance(60)
    await answer(owner, { code: await authenticator.code() })
    expect(await owner.session()).not.toBeNull()
  })

  it('leaves nothing in the list in place of the lost factor, and the next app takes its place', async () => {
    const app = await makeFactorApp()
    const { browser, recoveryCodes } = await app.enrol()
    await changeAddress(app, browser)
    await app.adapter.replaceFactors(app.user.id, 'totp', [])
    const owner = await undo(app)
    expect(await typesOf(app)).toEqual(['recovery-code', 'totp'])
    await answer(owner, { recoveryCode: recoveryCodes[0] ?? '' })
    expect(await owner.session()).not.toBeNull()
    const [substitute] = await appsOf(app)
    expect((await listFactors(requestFrom(owner), app.config)).apps).toEqual([])
    expect((await owner.fetchPage('/auth/factors')).html).not.toContain(substitute)
    await postAsScript(owner, '/auth/remove-factor', { factor: substitute })
    expect(await appsOf(app)).toEqual([substitute])
    const added = await setUp(owner, await owner.fetchPage('/auth/add-factor'))
    expect(added.recoveryCodes).toHaveLength(10)
    const [next] = await appsOf(app)
    expect(await appsOf(app)).toHaveLength(1)
    expect(next).not.toBe(substitute)
    await postAsScript(owner, '/auth/remove-factor', { factor: next })
    expect(await typesOf(app)).toEqual([])
  })

  it('leaves nothing in place of the lost factor beside a new passkey', async () => {
    const app = await makeFactorApp({
      secondFactor: { methods: [authenticatorApp(), passkey()] },
      experimental: { enableWebAuthn: true },
      others: [Passkey()],
    })
    const { browser, recoveryCodes } = await app.enrol()
    await changeAddress(app, browser)
    await app.adapter.replaceFactors(app.user.id, 'totp', [])
    const owner = await undo(app)
    await answer(owner, { recoveryCode: recoveryCodes[0] ?? '' })
    expect(await appsOf(app)).toHaveLength(1)
    await register(owner, new SoftwareAuthenticator(), {})
    expect(await app.adapter.listAccountsByUserId(app.user.id)).toHaveLength(1)
    expect(await appsOf(app)).toEqual([])
  })

  it('removes what a thief adds between the change and its mail', async () => {
    const updateUser = async (): Promise<void> => {
      if (app.sent.some(({ purpose }) => purpose === 'oldAddress')) return
      const userId = app.user.id
      const account = { userId, provider: 'op', providerAccountId: 'thief' }
      await app.adapter.linkAccount({ ...account, type: 'oauth' })
      await plant(app, 'totp', new Date())
      await plant(app, 'recovery-code', new Date())
    }
    const app: FactorApp = await makeFactorApp({ events: { updateUser } })
    await changeAddress(app, await app.begin())
    expect(await app.adapter.listAccountsByUserId(app.user.id)).toHaveLength(1)
    expect(await typesOf(app)).toEqual(['recovery-code', 'totp'])
    const owner = await undo(app)
    expect(await app.adapter.listAccountsByUserId(app.user.id)).toEqual([])
    expect(await typesOf(app)).toEqual([])
    expect(await owner.session()).not.toBeNull()
  })

  it('keeps all ways of before and no other, if a thief has added hundreds before the change', async () => {
    const app = await makeFactorApp()
    const { browser, authenticator } = await app.enrol()
    const link = async (providerAccountId: string): Promise<void> => {
      const account = { userId: app.user.id, provider: 'op', providerAccountId }
      await app.adapter.linkAccount({ ...account, type: 'oauth' })
    }
    const accountsOf = async (): Promise<readonly string[]> =>
      (await app.adapter.listAccountsByUserId(app.user.id)).map((row) => row.providerAccountId)
    for (let count = 0; count < 400; count++) await link(`thief ${count}`)
    await link('owner')
    const factors = await idsOf(app)
    const accounts = await accountsOf()
    await changeAddress(app, browser)
    await link('later')
    // The last minutes of the link.
    clock.advance(7 * 24 * 60 * 60 - 300)
    const owner = await undo(app)
    expect(await idsOf(app)).toEqual(factors)
    expect(await accountsOf()).toEqual(accounts)
    await answer(owner, { code: await authenticator.code() })
    expect(await owner.session()).not.toBeNull()
  })

  it('forgets the ways of before an earlier change, if they were removed before a later one', async () => {
    const app = await makeFactorApp()
    const { browser } = await app.enrol()
    const account = { userId: app.user.id, provider: 'op', type: 'oauth' as const }
    for (let count = 0; count < 150; count++) {
      await app.adapter.linkAccount({ ...account, providerAccountId: `former ${count}` })
    }
    const [last] = (await app.adapter.listAccountsByUserId(app.user.id)).slice(-1)
    if (!last) throw new Error('The user has no account.')
    await changeAddress(app, browser)
    await app.adapter.unlinkAccount(last)
    await changeAddress(app, browser, 'moved-again@example.test')
    await app.adapter.linkAccount(last)
    await undo(app)
    const left = await app.adapter.listAccountsByUserId(app.user.id)
    expect(left).toHaveLength(149)
  })

  it('removes factors of a request that began before the change and ended after it', async () => {
    const app = await makeFactorApp()
    const { browser, authenticator } = await app.enrol()
    const former = await app.adapter.listFactorsByUserId(app.user.id)
    const began = new Date(Date.now() - 1000)
    await changeAddress(app, browser)
    await plant(app, 'totp', began)
    await plant(app, 'recovery-code', began)
    const owner = await undo(app)
    expect(await idsOf(app)).toEqual(former.map(({ id }) => id).sort())
    await answer(owner, { code: await authenticator.code() })
    expect(await owner.session()).not.toBeNull()
  })

  it.each(['unlinkAccount', 'listAccountsByUserId'] as const)(
    'lets the owner in and logs that accounts stay, if the adapter has no `%s`',
    async (method) => {
      const app = await makeFactorApp()
      const browser = await app.begin()
      await changeAddress(app, browser)
      await app.adapter.linkAccount({
        userId: app.user.id,
        provider: 'op',
        providerAccountId: 'thief',
        type: 'oauth',
      })
      Reflect.deleteProperty(app.adapter, method)
      const owner = await undo(app)
      expect(await owner.session()).not.toBeNull()
      expect(app.codes('warn')).toContain('undo-kept-accounts')
    },
  )

  it('is followed by `resetFactors` for an owner without a recovery code', async () => {
    const app = await makeFactorApp()
    const { browser } = await app.enrol()
    await changeAddress(app, browser)
    await app.adapter.replaceFactors(app.user.id, 'totp', [])
    await app.adapter.replaceFactors(app.user.id, 'recovery-code', [])
    const owner = await undo(app)
    expect(await owner.session()).toBeNull()
    expect(await typesOf(app)).toEqual(['totp'])
    await resetFactors(app.config, app.user.id)
    clock.advance(5)
    await choose(owner, await app.mailTo('forgot-password', email), newPassword)
    expect(await owner.session()).not.toBeNull()
  })
})
