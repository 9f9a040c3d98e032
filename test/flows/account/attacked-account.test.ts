import { describe, expect, it, vi } from 'vitest'
import { deleteAccount, describeAccount, setPassword } from '../../../src/core.js'
import { authenticatorApp } from '../../../src/factors.js'
import Passkey from '../../../src/providers/passkey.js'
import { requestFrom } from '../../support/apps/accounts-app.js'
import type { Browser, Page } from '../../support/browser.js'
import { email, password } from '../../support/apps/password-app.js'
import { setUp, useClock, answer } from '../../support/apps/factor-app.js'
import { makeAccountApp, press, type AccountApp } from '../../support/apps/account-app.js'

const clock = useClock()
const account = '/auth/account'
const deletion = '/auth/delete-account'
const secondFactor = { methods: [authenticatorApp()], rememberDevice: true } as const

/** An app with passkeys and second factors, too. */
function openApp(options: Parameters<typeof makeAccountApp>[0] = {}): Promise<AccountApp> {
  return makeAccountApp({
    secondFactor,
    others: [Passkey],
    experimental: { enableWebAuthn: true },
    ...options,
  })
}

function passkeyOf(userId: string, name: string, id = `key-of-${userId}`) {
  return {
    account: { provider: 'passkey', type: 'webauthn', providerAccountId: id, userId } as const,
    authenticator: {
      credentialID: id,
      userId,
      providerAccountId: id,
      credentialPublicKey: 'canary-public-key',
      counter: 0,
      credentialDeviceType: 'multiDevice',
      credentialBackedUp: true,
      transports: null,
      name,
    },
  }
}

async function addPasskey({ adapter }: AccountApp, userId: string, name: string): Promise<void> {
  const key = passkeyOf(userId, name)
  await adapter.linkAccount(key.account)
  await adapter.createAuthenticator(key.authenticator)
}

/** Signs in with an authenticator app, and lets the browser be remembered. */
async function enrol(app: AccountApp): Promise<Browser> {
  const browser = await app.signedIn()
  const { authenticator } = await setUp(browser, await browser.fetchPage('/auth/add-factor'))
  clock.advance(30)
  const remembered = app.browser()
  await app.attempt({ email, password }, remembered)
  await answer(remembered, { code: await authenticator.code(), rememberDevice: 'on' })
  return remembered
}

/** A second user of the app, who is signed in. */
async function openThief(app: AccountApp): Promise<Browser> {
  const thief = { id: 'thief', email: 'eve@example.test', emailVerified: new Date() }
  await app.adapter.createUser(thief)
  await setPassword(app.config, thief.id, password)
  const browser = app.browser()
  await app.attempt({ email: thief.email, password }, browser)
  expect(await browser.session()).not.toBeNull()
  return browser
}

/** Every row of a user that another user could want to change. */
async function rowsOf({ adapter }: AccountApp, id: string): Promise<unknown> {
  // A copy, because the adapter may change its rows in place.
  return structuredClone({
    user: await adapter.getUser(id),
    accounts: await adapter.listAccountsByUserId(id),
    passkeys: await adapter.listAuthenticatorsByUserId(id),
    factors: await adapter.listFactorsByUserId(id),
    password: await adapter.getPassword(id),
  })
}

describe('the ids of another user', () => {
  it('change no passkey, factor, remembered browser, code, account or address [FA8]', async () => {
    const app = await openApp()
    await addPasskey(app, app.user.id, 'Phone')
    const victim = await enrol(app)
    const factors = await victim.fetchPage('/auth/factors')
    const ids = factors.forms.flatMap(({ hidden }) => hidden['factor'] ?? [])
    expect(ids.length).toBeGreaterThan(1)
    const before = await rowsOf(app, app.user.id)
    const sessions = await app.adapter.listSessionsByUserId(app.user.id)

    const thief = await openThief(app)
    const csrfToken = await thief.csrfToken()
    const own = { userId: app.user.id, user: app.user.id, id: app.user.id, email }
    const posts: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
      ['rename-passkey', { passkey: `key-of-${app.user.id}`, name: 'Mine' }],
      ['remove-passkey', { passkey: `key-of-${app.user.id}` }],
      ...ids.map((factor) => ['remove-factor', { factor }] as const),
      ['recovery-codes', own],
      ['unlink-account', { provider: 'passkey', providerAccountId: `key-of-${app.user.id}` }],
      ['update-profile', { ...own, name: 'Eve' }],
      ['delete-account', own],
    ]
    for (const [route, fields] of posts) {
      await thief.postJson(`/auth/${route}`, { csrfToken, ...fields })
    }
    const exported = await thief.postJson('/auth/export-account', { csrfToken, ...own })
    expect(await exported.text()).not.toContain(email)
    expect(await rowsOf(app, app.user.id)).toEqual(before)
    expect(await app.adapter.listSessionsByUserId(app.user.id)).toEqual(sessions)
    // Their owner can use the same ids.
    const mine = { csrfToken: await victim.csrfToken() }
    await victim.postJson('/auth/remove-passkey', { ...mine, passkey: `key-of-${app.user.id}` })
    for (const factor of ids) await victim.postJson('/auth/remove-factor', { ...mine, factor })
    const after = await rowsOf(app, app.user.id)
    expect(after).toMatchObject({ passkeys: [], factors: [] })
  })
})

describe('the deletion', () => {
  it('does not happen by a prefetch, nor with the token of another browser [FA9]', async () => {
    const app = await makeAccountApp()
    const victim = await app.signedIn()
    const headers = { 'sec-purpose': 'prefetch', 'sec-fetch-dest': 'document' }
    await victim.send(deletion, { headers })
    await victim.send(`${deletion}?email=${email}`, { method: 'GET', headers })
    const csrfToken = await (await openThief(app)).csrfToken()
    const body = new URLSearchParams({ csrfToken, email })
    // As a form of another site would send it, whose headers an old browser leaves out.
    const refused = await victim.send(deletion, { method: 'POST', body })
    expect(refused.headers.get('location') ?? '').not.toMatch(/deleted/)
    expect(await app.adapter.getUser(app.user.id)).not.toBeNull()
    const form = { csrfToken: await victim.csrfToken(), email }
    await victim.postJson(deletion, form)
    expect(await app.adapter.getUser(app.user.id)).toBeNull()
  })

  it('happens once if it is sent again after it was done [FA9]', async () => {
    const deleted = vi.fn<(message: unknown) => void>()
    const app = await makeAccountApp({ events: { deleteUser: deleted } })
    const browser = await app.signedIn()
    const again = browser.copy()
    const page = await browser.fetchPage(deletion)
    await press(browser, page, 'delete-account', { email })
    await app.adapter.createUser({ id: 'next', email, emailVerified: new Date() })
    await press(again, page, 'delete-account', { email })
    expect(deleted).toHaveBeenCalledOnce()
    expect(await app.adapter.getUser('next')).not.toBeNull()
  })

  it('is refused to a revoked session, and to one that waits for the second factor [FA10]', async () => {
    const app = await openApp()
    const revoked = await app.signedIn()
    const page = await revoked.fetchPage(deletion)
    await enrol(app)
    for (const { sessionToken } of await app.adapter.listSessionsByUserId(app.user.id)) {
      await app.adapter.deleteSession(sessionToken)
    }
    const pending = app.browser()
    await app.attempt({ email, password }, pending)
    expect(await pending.session()).toBeNull()
    for (const browser of [revoked, pending]) {
      await press(browser, page, 'delete-account', { email })
      const form = { csrfToken: await browser.csrfToken(), email }
      await browser.postJson(deletion, form)
      const call = await deleteAccount(requestFrom(browser), app.config, { email })
      expect(call.data.ok).toBe(false)
    }
    expect(await app.adapter.getUser(app.user.id)).not.toBeNull()
  })

  it('ends a remembered browser, and what it knows works for no later user [FA11]', async () => {
    const app = await openApp()
    const remembered = await enrol(app)
    expect(await remembered.session()).not.toBeNull()
    const { data } = await deleteAccount(requestFrom(remembered), app.config, { email })
    expect(data.ok).toBe(true)
    clock.advance(1)
    await app.adapter.createUser({ id: 'next', email, emailVerified: new Date() })
    await setPassword(app.config, 'next', password)
    const other = app.browser()
    await app.attempt({ email, password }, other)
    await setUp(other, await other.fetchPage('/auth/add-factor'))
    clock.advance(30)
    await app.attempt({ email, password }, remembered)
    expect(await remembered.session()).toBeNull()
  })

  it('leaves no passkey, factor, code or remembered browser to a new user [FA12]', async () => {
    const app = await openApp()
    await addPasskey(app, app.user.id, 'Phone')
    const browser = await enrol(app)
    const { data } = await deleteAccount(requestFrom(browser), app.config, { email })
    expect(data.ok).toBe(true)
    const none = { user: null, accounts: [], passkeys: [], factors: [], password: null }
    expect(await rowsOf(app, app.user.id)).toEqual(none)
    const again = await app.adapter.createUser({ id: 'new', email, emailVerified: new Date() })
    expect(await rowsOf(app, again.id)).toEqual({ ...none, user: again })
    const key = { provider: 'passkey', providerAccountId: `key-of-${app.user.id}` }
    expect(await app.adapter.getUserByAccount(key)).toBeNull()
  })
})

describe('the downloaded data', () => {
  it('has no key of a passkey, and no secret or code of a second factor [FA13]', async () => {
    const app = await openApp()
    await addPasskey(app, app.user.id, 'Phone')
    const browser = await enrol(app)
    const factors = await app.adapter.listFactorsByUserId(app.user.id)
    expect(new Set(factors.map(({ type }) => type))).toEqual(
      new Set(['totp', 'recovery-code', 'device']),
    )
    const { html } = await press(browser, await browser.fetchPage(account), 'export-account')
    expect(html).toContain('"Phone"')
    const ids = factors.filter(({ type }) => type !== 'totp').map(({ id }) => id)
    const secrets = [...ids, ...factors.flatMap(({ secret }) => secret ?? [])]
    expect(secrets.length).toBeGreaterThan(10)
    for (const secret of ['canary-public-key', ...secrets]) expect(html).not.toContain(secret)
  })
})

describe('names from outside', () => {
  const bidi = '\u202E\u2066'
  const hostile = `"><img src=x onerror=1><script>canary</script>${bidi}\0${'x'.repeat(10_000)}`

  /** Every page that shows them is checked for valid HTML when it is fetched. */
  function expectInert({ html }: Page): void {
    expect(html).not.toMatch(/<script>canary|<img src=x/)
    expect(html).not.toContain('\0')
  }

  it('of passkeys, browsers and providers are text on the pages, in mails and in the file [FA15]', async () => {
    const app = await openApp()
    const { adapter, user } = app
    await addPasskey(app, user.id, hostile)
    await adapter.linkAccount({
      provider: hostile,
      providerAccountId: '1',
      type: 'oauth',
      userId: user.id,
    })
    const browser = app.browser()
    const csrfToken = await browser.csrfToken()
    const headers = { 'user-agent': hostile.replaceAll(/[^\x20-\x7e]/g, '') }
    await browser.postJson('/auth/callback/password', { csrfToken, email, password }, headers)
    const page = await browser.fetchPage(account)
    expectInert(page)
    expect(page.html).toContain('&lt;script&gt;canary')
    const { sessions } = await describeAccount(requestFrom(browser), app.config)
    expect(sessions?.map(({ browser: name }) => name)).toEqual([undefined])
    const exported = await press(browser, page, 'export-account')
    expect(exported.response.headers.get('content-type')).toContain('application/json')
    const data = JSON.parse(exported.html) as { passkeys: { name: string }[] }
    expect(data.passkeys[0]?.name).toBe(hostile)
    await press(browser, page, 'remove-passkey')
    await setUp(browser, await browser.fetchPage('/auth/add-factor'))
    await app.settle()
    expect(app.sent.length).toBeGreaterThan(0)
    for (const { mail } of app.sent) {
      expect(mail?.html).not.toMatch(/<script>canary|<img src=x/)
      expect(`${mail?.subject}${mail?.text}`).not.toMatch(/[\0\u202E\u2066]/)
    }
  })
})
