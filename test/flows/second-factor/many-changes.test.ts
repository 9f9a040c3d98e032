import { describe, expect, it } from 'vitest'
import { accountPage } from '../../../src/account.js'
import { listFactors } from '../../../src/core.js'
import { authenticatorApp, passkey } from '../../../src/factors.js'
import Passkey from '../../../src/providers/passkey.js'
import { requestFrom } from '../../support/apps/accounts-app.js'
import { begin, end, optionsOf, register, type Finished } from '../../support/apps/passkey-app.js'
import { SoftwareAuthenticator } from '../../support/passkeys/software-authenticator.js'
import { makeFactorApp, readAuthenticator, useClock } from '../../support/apps/factor-app.js'
import { postAsScript } from './interrupted-app.js'

const clock = useClock()

describe('changes of second factors', () => {
  it('send a few mails at most, because those of recovery codes are refused afterwards', async () => {
    const app = await makeFactorApp({ limits: {} })
    const { browser } = await app.enrol()
    await app.adapter.updateUser({ id: app.user.id, emailVerified: null })
    await app.settle()
    const before = app.sent.length
    const codes = async (): Promise<readonly string[]> => {
      const rows = await app.adapter.listFactorsByUserId(app.user.id)
      return rows.map(({ id }) => id)
    }
    for (let count = 0; count < 5; count++) {
      expect((await postAsScript(browser, '/auth/recovery-codes', {})).status).toBe(200)
    }
    const made = await codes()
    expect(await postAsScript(browser, '/auth/recovery-codes', {})).toMatchObject({ status: 429 })
    await app.settle()
    expect(app.sent).toHaveLength(before + 5)
    expect(await codes()).toEqual(made)
    clock.advance(10 * 60)
    expect((await postAsScript(browser, '/auth/recovery-codes', {})).error).not.toBe(
      'TooManyRequests',
    )
  })

  it('send a few mails at most, because new apps are refused afterwards, and removals never', async () => {
    const app = await makeFactorApp({ limits: {} })
    const begun = await app.begin()
    await app.adapter.updateUser({ id: app.user.id, emailVerified: null })
    const { browser } = await app.enrol(begun)
    const appsOf = async (): Promise<readonly string[]> =>
      (await listFactors(requestFrom(browser), app.config)).apps.map(({ id }) => id)
    const remove = async (): Promise<void> => {
      const [factor] = await appsOf()
      await postAsScript(browser, '/auth/remove-factor', { factor })
      expect(await appsOf()).toEqual([])
    }
    for (let count = 0; count < 4; count++) {
      await remove()
      await app.enrol(browser)
      expect(await appsOf()).toHaveLength(1)
    }
    await remove()
    await app.settle()
    expect(app.sent.filter(({ purpose }) => purpose === 'factorAdded')).toHaveLength(5)
    const before = app.sent.length
    const page = await browser.fetchPage('/auth/add-factor')
    const code = await readAuthenticator(page).code()
    expect(await postAsScript(browser, '/auth/add-factor', { code })).toMatchObject({ status: 429 })
    await app.settle()
    expect(await appsOf()).toEqual([])
    expect(app.sent).toHaveLength(before)
  })

  it('do not use up those that the owner of a proven address needs against a thief', async () => {
    const app = await makeFactorApp({ limits: {} })
    const { browser } = await app.enrol()
    for (let count = 0; count < 6; count++) await postAsScript(browser, '/auth/recovery-codes', {})
    expect(await postAsScript(browser, '/auth/recovery-codes', {})).toMatchObject({ status: 200 })
    await app.settle()
    expect(app.sent.filter(({ purpose }) => purpose === 'recoveryCodesMade')).toHaveLength(7)
  })

  it('allow removals of apps, however many there were', async () => {
    const app = await makeFactorApp({ limits: {} })
    const { browser } = await app.enrol()
    const [row] = await app.adapter.listFactorsByUserId(app.user.id)
    if (!row) throw new Error('The user has no app.')
    const added = ['a', 'b', 'c', 'd', 'e', 'f']
    for (const id of added) await app.adapter.createFactor({ ...row, id })
    for (const factor of added) await postAsScript(browser, '/auth/remove-factor', { factor })
    expect((await listFactors(requestFrom(browser), app.config)).apps).toHaveLength(1)
  })

  it.each([
    ['is a second factor', passkey()],
    ['is only a way to sign in', authenticatorApp()],
  ])('send a few mails at most about passkeys, if one %s', async (_kind, method) => {
    const app = await makeFactorApp({
      secondFactor: { methods: [method] },
      experimental: { enableWebAuthn: true },
      others: [Passkey()],
      account: accountPage(),
      limits: {},
    })
    const browser = await app.begin()
    await app.adapter.updateUser({ id: app.user.id, emailVerified: null })
    const accountsOf = async (): Promise<readonly string[]> =>
      (await app.adapter.listAccountsByUserId(app.user.id)).map((row) => row.providerAccountId)
    const add = async (key = new SoftwareAuthenticator()): Promise<Finished> =>
      register(browser, key, {})
    // A user without a proven address keeps one passkey.
    const first = new SoftwareAuthenticator()
    expect(await add(first)).toMatchObject({ status: 200 })
    const kept = await accountsOf()
    const signIn = async (): Promise<void> => {
      clock.advance(1)
      const asked = await begin(browser, 'authenticate')
      const options = await optionsOf<Parameters<typeof first.get>[0]>(asked)
      await end(browser, 'authenticate', first.get(options))
    }
    await signIn()
    for (let count = 0; count < 4; count++) {
      // What begins in the millisecond in which sessions ended counts as begun before.
      clock.advance(1)
      const key = new SoftwareAuthenticator()
      expect(await add(key)).toMatchObject({ status: 200 })
      await postAsScript(browser, '/auth/remove-passkey', { passkey: key.credentials[0]?.id })
      expect(await accountsOf()).toEqual(kept)
    }
    await app.settle()
    expect(app.sent).toHaveLength(9)
    clock.advance(1)
    // The authenticator is not even asked for a passkey that would be refused.
    const refused = await begin(browser, 'register')
    expect(refused.status).toBe(429)
    expect(await refused.json()).toMatchObject({ error: 'TooManyRequests' })
    await app.settle()
    expect(app.sent).toHaveLength(9)
    expect(await accountsOf()).toEqual(kept)
    clock.advance(10 * 60)
    await signIn()
    expect(await add()).toMatchObject({ status: 200 })
  })

  it.each([
    ['a few mails at most to an address without a proof', null, 5],
    ['each mail to an address that is proven', new Date(), 7],
  ])('send %s about recovery codes that were used', async (_what, emailVerified, mails) => {
    const app = await makeFactorApp({ limits: {} })
    const { browser, recoveryCodes } = await app.enrol()
    await app.adapter.updateUser({ id: app.user.id, emailVerified })
    for (const recoveryCode of recoveryCodes.slice(0, 7)) {
      expect((await postAsScript(browser, '/auth/confirm', { recoveryCode })).error).toBeUndefined()
    }
    await app.settle()
    expect(app.sent.filter(({ purpose }) => purpose === 'recoveryCodeUsed')).toHaveLength(mails)
  })

  it('send a few mails at most to the mailbox of a stranger, however many users sign up with it', async () => {
    const app = await makeFactorApp({
      secondFactor: { methods: [passkey()] },
      experimental: { enableWebAuthn: true },
      others: [Passkey()],
      limits: {},
    })
    const addThree = async (address: string): Promise<readonly number[]> => {
      const browser = app.browser()
      await register(browser, new SoftwareAuthenticator(), { email: address })
      const statuses: number[] = []
      for (let count = 0; count < 3; count++) {
        clock.advance(1)
        const { status } = await begin(browser, 'register')
        const isOpen = status === 200
        const added = isOpen ? await register(browser, new SoftwareAuthenticator(), {}) : { status }
        statuses.push(added.status)
      }
      const user = await app.adapter.getUserByEmail(address)
      await app.adapter.deleteUser(user?.id ?? '')
      return statuses
    }
    expect(await addThree('victim@example.test')).toEqual([200, 200, 200])
    expect(await addThree('victim+again@example.test')).toEqual([200, 200, 429])
    await app.settle()
    expect(app.sent).toHaveLength(5)
  })

  it.each(['/auth/recovery-codes', '/auth/remove-factor'])(
    'are limited for a client whose session is not confirmed (%s)',
    async (path) => {
      const client = { attempts: 3, seconds: 60 }
      const app = await makeFactorApp({ trustedProxies: 1, limits: { client } })
      const send = async (): Promise<number> => {
        const browser = app.browser()
        const csrfToken = await browser.csrfToken()
        const headers = { 'x-auth-return-redirect': '1', 'x-forwarded-for': '192.0.2.7' }
        return (await browser.postJson(path, { csrfToken }, headers)).status
      }
      for (let count = 0; count < 3; count++) expect(await send()).not.toBe(429)
      expect(await send()).toBe(429)
    },
  )
})
