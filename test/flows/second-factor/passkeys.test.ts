import { describe, expect, it, vi } from 'vitest'
import { accountPage } from '../../../src/account.js'
import {
  checkSecondFactor,
  getAuthentication,
  hasProof,
  listAccounts,
  offerFactor,
  removePasskey,
  resetFactors,
  setPassword,
  unlinkAccount,
  type RemovalCall,
} from '../../../src/core.js'
import { authenticatorApp, passkey } from '../../../src/factors.js'
import type { SecondFactorOptions } from '../../../src/model/second-factor.js'
import GitHub from '../../../src/providers/github.js'
import Passkey from '../../../src/providers/passkey.js'
import type { Browser } from '../../support/browser.js'
import { makeApp } from '../../support/apps/app.js'
import { email, password } from '../../support/apps/password-app.js'
import { patient } from '../../support/patient.js'
import { begin, end, optionsOf, register, type Finished } from '../../support/apps/passkey-app.js'
import {
  SoftwareAuthenticator,
  type Overrides,
} from '../../support/passkeys/software-authenticator.js'
import { answer, makeFactorApp, useClock, type FactorApp } from '../../support/apps/factor-app.js'

const clock = useClock()

type RequestOptions = Parameters<SoftwareAuthenticator['get']>[0] & {
  readonly allowCredentials?: readonly { readonly id: string }[]
}

interface KeyApp {
  readonly app: FactorApp
  /** Has a passkey of the app's user. */
  readonly key: SoftwareAuthenticator
}

/** An app with a user who has a password and a passkey, which may not need to verify its user. */
async function makeKeyApp(
  { uv = true, ...secondFactor }: Partial<SecondFactorOptions> & { readonly uv?: boolean } = {},
  options: Omit<NonNullable<Parameters<typeof makeFactorApp>[0]>, 'secondFactor'> = {},
): Promise<KeyApp> {
  const userVerification = 'preferred' as const
  const demands = { requireUserVerification: false }
  const app = await makeFactorApp({
    secondFactor: { methods: [authenticatorApp(), passkey()], ...secondFactor },
    experimental: { enableWebAuthn: true },
    ...options,
    others: [
      Passkey({
        authenticationOptions: { userVerification },
        registrationOptions: { authenticatorSelection: { userVerification } },
        verifyAuthenticationOptions: demands,
        verifyRegistrationOptions: demands,
      }),
    ],
  })
  const key = new SoftwareAuthenticator()
  const browser = await app.begin()
  expect(await register(browser, key, {}, { uv })).toMatchObject({ error: undefined })
  // A new factor ends every sign-in that began in the same millisecond or before.
  clock.advance(1)
  return { app, key }
}

/** Uses a passkey for what the page asks, as its script does. */
async function provePasskey(
  browser: Browser,
  key: SoftwareAuthenticator,
  fields: Readonly<Record<string, string>> = { for: 'second-factor' },
  overrides: Overrides = {},
): Promise<Finished> {
  const options = await optionsOf<RequestOptions>(await begin(browser, 'authenticate', fields))
  return end(browser, 'authenticate', key.get(options, overrides))
}

function requestOf(browser: Browser): Request {
  return new Request('https://app.test/settings', {
    headers: { cookie: browser.cookieHeader(), 'sec-fetch-site': 'same-origin' },
  })
}

describe('a user who has a passkey', () => {
  it('is asked for it after the password, and has a session with two factors after it', async () => {
    const { app, key } = await makeKeyApp()
    const browser = await app.begin()
    expect(await browser.session()).toBeNull()
    const page = await browser.fetchPage('/auth/second-factor')
    expect(page.html).toContain('data-passkey="passkey"')
    expect(page.html).toContain('webauthn-script')
    expect(page.html).toContain('name="for" value="second-factor"')
    expect(await provePasskey(browser, key)).toMatchObject({ url: 'https://app.test/' })
    expect(await browser.session()).toMatchObject({ user: { email } })
    const known = await getAuthentication(requestOf(browser), app.config)
    expect(known).toMatchObject({ methods: ['pwd', 'pop', 'user', 'mfa'], factors: 2 })
  })

  it('needs no other factor after signing in with it, if it verified its user (FM14)', async () => {
    const { app, key } = await makeKeyApp()
    const browser = app.browser()
    await provePasskey(browser, key, {})
    expect(await browser.session()).toMatchObject({ user: { email } })
    expect(await hasProof(requestOf(browser), app.config, { factors: 2 })).toBe(true)
  })

  it('is told which passkeys can be used, and only those of this user', async () => {
    const { app, key } = await makeKeyApp()
    const browser = await app.begin()
    const asked = await begin(browser, 'authenticate', { for: 'second-factor' })
    const options = await optionsOf<RequestOptions>(asked)
    expect(options.allowCredentials?.map(({ id }) => id)).toEqual([key.credentials[0]?.id])
  })

  it('confirms their identity with it', async () => {
    const { app, key } = await makeKeyApp()
    const browser = await app.begin()
    await provePasskey(browser, key)
    clock.advance(3600)
    expect(await hasProof(requestOf(browser), app.config, { within: 600 })).toBe(false)
    const page = await browser.fetchPage('/auth/confirm?callbackUrl=/settings')
    expect(page.html).toContain('name="for" value="confirm"')
    await browser.postJson('/auth/confirm', { csrfToken: await browser.csrfToken(), password })
    expect(await hasProof(requestOf(browser), app.config, { within: 600 })).toBe(false)
    await provePasskey(browser, key, { for: 'confirm' })
    expect(await hasProof(requestOf(browser), app.config, { within: 600, factors: 2 })).toBe(true)
  })

  it('may have this browser remembered', async () => {
    const { app, key } = await makeKeyApp({ rememberDevice: true })
    const browser = await app.begin()
    await provePasskey(browser, key, { for: 'second-factor', rememberDevice: 'true' })
    await browser.signOut()
    await app.begin(browser)
    expect(await browser.session()).not.toBeNull()
    expect(await hasProof(requestOf(browser), app.config, { factors: 2 })).toBe(false)
  })

  it('sets up no authenticator app with a password alone', async () => {
    let isRequired = false
    const { app } = await makeKeyApp({ required: () => isRequired })
    isRequired = true
    const browser = await app.begin()
    const page = await browser.fetchPage('/auth/add-factor')
    expect(new URL(page.url).pathname).not.toBe('/auth/add-factor')
    expect(await browser.session()).toBeNull()
  })

  it('can use a code of an authenticator app instead', async () => {
    const { app, key } = await makeKeyApp()
    const browser = await app.begin()
    await provePasskey(browser, key)
    const { authenticator, recoveryCodes } = await app.enrol(browser)
    expect(recoveryCodes).toHaveLength(10)
    clock.advance(60)
    const other = await app.begin()
    const page = await other.fetchPage('/auth/second-factor?with=code')
    await other.postForm(page, { code: await authenticator.code() })
    expect(await other.session()).not.toBeNull()
    const third = await app.begin()
    await answer(third, { recoveryCode: recoveryCodes[0] ?? '' })
    expect(await third.session()).not.toBeNull()
  })
})

describe('a passkey', () => {
  it('of another user completes no sign-in, and counts as a try (FM15)', async () => {
    const { app } = await makeKeyApp()
    const mallory = new SoftwareAuthenticator()
    await register(app.browser(), mallory, { email: 'mallory@example.test' })
    const browser = await app.begin()
    for (let at = 0; at < 5; at++) {
      expect(await provePasskey(browser, mallory)).toMatchObject({
        error: 'WebAuthnVerificationError',
      })
    }
    expect(await provePasskey(browser, mallory)).toMatchObject({ error: 'TooManyRequests' })
    expect(await browser.session()).toBeNull()
  })

  it('that was asked for by another sign-in completes none', async () => {
    const { app, key } = await makeKeyApp()
    const browser = await app.begin()
    const asked = await begin(browser, 'authenticate', { for: 'second-factor' })
    const options = await optionsOf<RequestOptions>(asked)
    await app.begin(browser)
    const finished = await end(browser, 'authenticate', key.get(options))
    expect(finished).toMatchObject({ error: 'PendingSignInLost' })
    expect(await browser.session()).toBeNull()
  })

  it('does not sign the user in without the first factor', async () => {
    const { app } = await makeKeyApp()
    const response = await begin(app.browser(), 'authenticate', { for: 'second-factor' })
    expect(await response.json()).toMatchObject({ error: 'PendingSignInLost' })
  })

  it('that did not verify its user is not two factors, however often it is used (FM14)', async () => {
    const { app, key } = await makeKeyApp({ uv: false })
    await app.adapter.deletePassword(app.user.id)
    const browser = app.browser()
    const proven = await provePasskey(browser, key, {}, { uv: false })
    expect(proven).toMatchObject({ error: undefined })
    expect(await browser.session()).not.toBeNull()
    expect(await hasProof(requestOf(browser), app.config, { factors: 2 })).toBe(false)
    const asked = await begin(browser, 'authenticate', { for: 'confirm' })
    expect(await asked.json()).toMatchObject({ error: 'InvalidCode' })
    expect(await hasProof(requestOf(browser), app.config, { factors: 2 })).toBe(false)
  })

  it('that did not verify its user is followed by the password', async () => {
    const { app, key } = await makeKeyApp({ uv: false })
    const browser = app.browser()
    await provePasskey(browser, key, {}, { uv: false })
    expect(await browser.session()).toBeNull()
    await answer(browser, { password: 'not the password' })
    expect(await browser.session()).toBeNull()
    await answer(browser, { password })
    const known = await getAuthentication(requestOf(browser), app.config)
    expect(known).toMatchObject({ methods: ['pop', 'user', 'pwd', 'mfa'], factors: 2 })
  })

  it('that did not verify its user leaves five tries for the password (FM7)', async () => {
    const limits = { client: { attempts: 1e6, seconds: 1 } }
    const { app, key } = await makeKeyApp({ uv: false }, { limits })
    const browser = app.browser()
    await provePasskey(browser, key, {}, { uv: false })
    for (let tries = 0; tries < 5; tries++) await answer(browser, { password: 'not the password' })
    await answer(browser, { password })
    expect(await browser.session()).toBeNull()
    const again = app.browser()
    await provePasskey(again, key, {}, { uv: false })
    await answer(again, { password })
    expect(await again.session()).not.toBeNull()
  })

  it('that did not verify its user is followed by a new password if it must be changed', async () => {
    const { app, key } = await makeKeyApp({ uv: false })
    await setPassword(app.config, app.user.id, password, { mustChange: true })
    clock.advance(1)
    const browser = app.browser()
    await provePasskey(browser, key, {}, { uv: false })
    await answer(browser, { password: 'not the password' })
    expect(new URL((await browser.fetchPage('/auth/reset-password')).url).pathname).toBe(
      '/auth/error',
    )
    const asked = await answer(browser, { password })
    expect(asked.response.headers.get('location')).toBe('https://app.test/auth/reset-password')
    expect(await browser.session()).toBeNull()
    const page = await browser.fetchPage('/auth/reset-password')
    await browser.postForm(page, { password: 'seven quiet harbours' })
    expect(await browser.session()).toBeNull()
    await provePasskey(browser, key, { for: 'second-factor' }, { uv: false })
    const known = await getAuthentication(requestOf(browser), app.config)
    expect(known).toMatchObject({ methods: ['pwd', 'pop', 'mfa'], factors: 2 })
  })

  it('that did not verify its user is followed by the password on a page of the app', async () => {
    const { app, key } = await makeKeyApp({ uv: false }, { pages: { secondFactor: '/two' } })
    const browser = app.browser()
    await provePasskey(browser, key, {}, { uv: false })
    const { data, cookies } = await checkSecondFactor(requestOf(browser), app.config, { password })
    expect(data).toMatchObject({ ok: true })
    for (const { name, value } of cookies) browser.plant(name, value)
    expect(await hasProof(requestOf(browser), app.config, { factors: 2 })).toBe(true)
  })

  it('that did not verify its user changes nothing without another factor', async () => {
    const { app, key } = await makeKeyApp({ uv: false })
    await app.adapter.deletePassword(app.user.id)
    const browser = app.browser()
    await provePasskey(browser, key, {}, { uv: false })
    expect(await browser.session()).not.toBeNull()
    const csrfToken = await browser.csrfToken()
    const headers = { 'x-auth-return-redirect': '1' }
    for (const route of ['add-factor', 'recovery-codes']) {
      const response = await browser.postJson(`/auth/${route}`, { csrfToken }, headers)
      expect(await response.json()).toMatchObject({ error: 'ConfirmationRequired' })
    }
    const id = key.credentials[0]?.id ?? ''
    await expect(removePasskey(requestOf(browser), app.config, id)).rejects.toMatchObject({
      type: 'ConfirmationRequired',
    })
  })

  it('that did not verify its user sets up no factor for a user who must have one', async () => {
    let isStrict = false
    const { app, key } = await makeKeyApp({ uv: false, required: () => isStrict })
    await app.adapter.deletePassword(app.user.id)
    isStrict = true
    const browser = app.browser()
    const { error } = await provePasskey(browser, key, {}, { uv: false })
    expect(error).toBe('AccessDenied')
    expect(await browser.session()).toBeNull()
    await browser.fetchPage('/auth/add-factor')
    expect(await app.adapter.listFactorsByUserId(app.user.id)).toEqual([])
  })

  it('that did not verify its user is not confirmed by a mailed code', async () => {
    const { app, key } = await makeKeyApp({ uv: false, required: 'never' })
    await app.adapter.deletePassword(app.user.id)
    const browser = app.browser()
    await provePasskey(browser, key, {}, { uv: false })
    clock.advance(3600)
    const csrfToken = await browser.csrfToken()
    const headers = { 'x-auth-return-redirect': '1' }
    const post = async (fields: Readonly<Record<string, string>>): Promise<unknown> =>
      (await browser.postJson('/auth/confirm', { csrfToken, ...fields }, headers)).json()
    const codes = (): readonly (string | undefined)[] =>
      app.sent.filter(({ purpose }) => purpose === 'confirmationCode').map(({ code }) => code)
    expect(await post({ send: 'true' })).toMatchObject({ error: 'InvalidCode' })
    expect(codes()).toEqual([])
    // The code is mailed while the database has no passkey.
    const [row] = await app.adapter.listAuthenticatorsByUserId(app.user.id)
    if (!row) throw new Error('There is no passkey.')
    await app.adapter.deleteAuthenticator(row.credentialID)
    await post({ send: 'true' })
    await app.adapter.createAuthenticator(row)
    expect(codes()).toHaveLength(1)
    expect(await post({ code: codes()[0] ?? '' })).toMatchObject({ error: 'CredentialsSignin' })
    expect(await hasProof(requestOf(browser), app.config, { within: 600 })).toBe(false)
  })

  it('that did not verify its user is confirmed by the password of a session', async () => {
    const { app, key } = await makeKeyApp({ uv: false, required: 'never' })
    const browser = app.browser()
    await provePasskey(browser, key, {}, { uv: false })
    expect(await hasProof(requestOf(browser), app.config, { factors: 2 })).toBe(false)
    const page = await browser.fetchPage('/auth/confirm?factors=2&callbackUrl=/settings')
    await browser.postForm(page, { password })
    expect(await hasProof(requestOf(browser), app.config, { factors: 2 })).toBe(true)
  })

  it('that did not verify its user is not confirmed by a password that must be changed', async () => {
    const { app, key } = await makeKeyApp({ uv: false, required: 'never' })
    const browser = app.browser()
    await provePasskey(browser, key, {}, { uv: false })
    const row = await app.adapter.getPassword(app.user.id)
    if (row) await app.adapter.setPassword(app.user.id, { ...row, mustChange: true }, row.hash)
    const body = { csrfToken: await browser.csrfToken(), password }
    await browser.postJson('/auth/confirm', body)
    expect(await hasProof(requestOf(browser), app.config, { factors: 2 })).toBe(false)
    const page = await browser.fetchPage('/auth/confirm?factors=2&callbackUrl=/settings')
    expect(new URL(page.url).pathname).toBe('/auth/signin')
  })

  it('that did not verify its user is a second factor beside a password', async () => {
    const { app, key } = await makeKeyApp({ uv: false })
    const browser = await app.begin()
    await provePasskey(browser, key, { for: 'second-factor' }, { uv: false })
    const known = await getAuthentication(requestOf(browser), app.config)
    expect(known).toMatchObject({ methods: ['pwd', 'pop', 'mfa'], factors: 2 })
  })

  it('ends the other sessions and tells the owner when it is added (FM11)', async () => {
    const app = await makeFactorApp({
      secondFactor: { methods: [authenticatorApp(), passkey()] },
      experimental: { enableWebAuthn: true },
      others: [Passkey()],
    })
    const other = await app.begin()
    const browser = await app.begin()
    const added = await register(browser, new SoftwareAuthenticator(), {})
    expect(added.url).toBe('https://app.test/inside')
    expect(await other.session()).toBeNull()
    expect(await browser.session()).not.toBeNull()
    await app.settle()
    const mail = app.sent.find(({ purpose }) => purpose === 'factorAdded')?.mail
    expect(mail?.text).toContain('\nSecurity key or passkey\n')
    const { html } = await browser.fetchPage('/auth/confirm?callbackUrl=/auth/factors')
    expect(html).toContain('data-passkey')
  })

  it('that is removed forgets the remembered browsers', async () => {
    const { app, key } = await makeKeyApp({ rememberDevice: true })
    const browser = await app.begin()
    await provePasskey(browser, key)
    await register(browser, new SoftwareAuthenticator(), {})
    await browser.signOut()
    await app.begin(browser)
    await provePasskey(browser, key, { for: 'second-factor', rememberDevice: 'true' })
    const [passkeyOfKey] = await app.adapter.listAuthenticatorsByUserId(app.user.id)
    // An administrator's tool removes it in the database.
    await app.adapter.deleteAuthenticator(passkeyOfKey?.credentialID ?? '')
    await browser.signOut()
    await app.begin(browser)
    expect(await browser.session()).toBeNull()
  })
})

describe('a passkey that is gone', () => {
  it('is not asked for, if only its account was removed', async () => {
    const { app } = await makeKeyApp()
    const [account] = await app.adapter.listAccountsByUserId(app.user.id)
    if (!account) throw new Error('There is no account.')
    await app.adapter.unlinkAccount(account)
    const browser = await app.begin()
    expect(await browser.session()).not.toBeNull()
  })

  it('is removed by an administrator, and the password is enough again', async () => {
    const { app } = await makeKeyApp()
    await resetFactors(app.config, app.user.id)
    expect(await app.adapter.listAuthenticatorsByUserId(app.user.id)).toEqual([])
    const browser = await app.begin()
    expect(await browser.session()).not.toBeNull()
  })

  it('takes the recovery codes along if it was the last factor, and the owner is told', async () => {
    const { app, key } = await makeKeyApp()
    const fields = { userId: app.user.id, type: 'oauth', provider: 'github' } as const
    await app.adapter.linkAccount({ ...fields, providerAccountId: '1' })
    const browser = await app.begin()
    await provePasskey(browser, key)
    const page = await browser.fetchPage('/auth/factors')
    const form = page.forms.findIndex(({ action }) => action.endsWith('/recovery-codes'))
    await browser.postForm(page, {}, { form })
    expect(await app.adapter.listFactorsByUserId(app.user.id)).toHaveLength(10)
    const id = key.credentials[0]?.id ?? ''
    const github = GitHub({ clientId: 'id', clientSecret: 'secret' })
    const config = { ...app.config, providers: [...app.config.providers, github] }
    expect(await removePasskey(requestOf(browser), config, id)).toBe(true)
    expect(await app.adapter.listFactorsByUserId(app.user.id)).toEqual([])
    await vi.waitFor(() => {
      expect(app.sent.map(({ purpose }) => purpose)).toContain('factorsSwitchedOff')
    }, patient)
    const told = app.sent.find(({ purpose }) => purpose === 'factorsSwitchedOff')
    expect(told?.mail.text.split('\n')).toContain('Security key or passkey')
    // The call was given no way to set the cookie of the session with one factor.
    expect(await browser.session()).toBeNull()
  })

  it.each([
    ['removePasskey', 'database'],
    ['removePasskey', 'jwt'],
    ['unlinkAccount', 'database'],
    ['unlinkAccount', 'jwt'],
  ] as const)('leaves one factor to the session that calls %s (%s)', async (name, strategy) => {
    const { app, key } = await makeKeyApp({}, { session: { strategy } })
    const fields = { userId: app.user.id, type: 'oauth', provider: 'github' } as const
    await app.adapter.linkAccount({ ...fields, providerAccountId: '1' })
    const browser = await app.begin()
    await provePasskey(browser, key)
    const github = GitHub({ clientId: 'id', clientSecret: 'secret' })
    const config = { ...app.config, providers: [...app.config.providers, github] }
    expect(await hasProof(requestOf(browser), config, { factors: 2 })).toBe(true)
    const former = browser.copy()
    const accounts = await listAccounts(requestOf(browser), config)
    const account = accounts.find(({ type }) => type === 'webauthn')
    if (!account) throw new Error('There is no passkey.')
    const setCookies: NonNullable<RemovalCall['setCookies']> = (cookies) => {
      for (const { name: cookie, value } of cookies) browser.plant(cookie, value)
    }
    const request = requestOf(browser)
    const removed =
      name === 'removePasskey'
        ? await removePasskey(request, config, key.credentials[0]?.id ?? '', { setCookies })
        : await unlinkAccount(request, config, account, { setCookies })
    expect(removed).toBe(true)
    expect(await browser.session()).not.toBeNull()
    expect(await hasProof(requestOf(browser), config, { factors: 2 })).toBe(false)
    expect(await former.session()).toBeNull()
  })
})

describe('an app whose only second factor is a passkey', () => {
  const methods = [passkey()]

  it('has no page and no form for authenticator apps', async () => {
    const { app, key } = await makeKeyApp({ methods })
    const browser = await app.begin()
    await provePasskey(browser, key)
    expect((await browser.fetchPage('/auth/add-factor')).status).toBe(404)
    const csrfToken = await browser.csrfToken()
    const posted = await browser.postJson('/auth/add-factor', { csrfToken, code: '000000' })
    expect(posted.status).toBe(404)
    await expect(offerFactor(requestOf(browser), app.config)).rejects.toMatchObject({
      type: 'UnknownAction',
    })
    expect(await app.adapter.listFactorsByUserId(app.user.id)).toEqual([])
  })

  it('leads a user without one to the account page, where a passkey can be added', async () => {
    const others = [Passkey()]
    const experimental = { enableWebAuthn: true }
    const options = { others, experimental, secondFactor: { methods } }
    const app = await makeFactorApp({ ...options, account: accountPage() })
    const page = await (await app.begin()).fetchPage('/auth/confirm?factors=2&callbackUrl=/x')
    expect(new URL(page.url).pathname).toBe('/auth/account')
    const plain = await makeFactorApp(options)
    const listed = await (await plain.begin()).fetchPage('/auth/confirm?factors=2&callbackUrl=/x')
    expect(new URL(listed.url).pathname).toBe('/auth/factors')
    expect(listed.html).not.toContain('authenticator app')
  })

  it('does not accept recovery codes that are older than the first passkey', async () => {
    const { app } = await makeKeyApp({ methods })
    const row = { userId: app.user.id, name: null, secret: null, lastStep: 0, expires: null }
    const dates = { createdAt: new Date(), lastUsedAt: null }
    await resetFactors(app.config, app.user.id)
    await app.adapter.createFactor({ id: 'old', type: 'recovery-code', ...row, ...dates })
    await register(await app.begin(), new SoftwareAuthenticator(), {})
    expect(await app.adapter.listAuthenticatorsByUserId(app.user.id)).toHaveLength(1)
    expect(await app.adapter.listFactorsByUserId(app.user.id)).toEqual([])
  })
})

describe('the removal of the last passkey on the account page', () => {
  it('leaves a session with one factor, whose proof is as old as before', async () => {
    const { app, key } = await makeKeyApp({}, { account: accountPage() })
    const browser = await app.begin()
    await provePasskey(browser, key)
    const before = await getAuthentication(requestOf(browser), app.config)
    clock.advance(300)
    const fields = { csrfToken: await browser.csrfToken(), passkey: key.credentials[0]?.id ?? '' }
    await browser.postJson('/auth/remove-passkey', fields)
    expect(await app.adapter.listAuthenticatorsByUserId(app.user.id)).toEqual([])
    expect(await browser.session()).not.toBeNull()
    const after = await getAuthentication(requestOf(browser), app.config)
    expect(after).toMatchObject({ factors: 1, at: before?.at })
  })
})

describe('a config with passkeys as second factor', () => {
  it.each([
    ['without a passkey provider', [passkey()], [], undefined, 'Expected one passkey provider'],
    [
      'that requires factors, and does not count passkeys',
      [authenticatorApp()],
      [Passkey()],
      () => true,
      'a password alone could set up',
    ],
    [
      'that requires factors, and has nothing to set up',
      [passkey()],
      [Passkey()],
      () => true,
      'Add `authenticatorApp()`',
    ],
  ])('is refused %s', async (_, methods, providers, required, words) => {
    const { memoryAdapter } = await import('../../../src/adapters/memory.js')
    const app = makeApp({
      adapter: memoryAdapter(),
      providers,
      experimental: { enableWebAuthn: true },
      secondFactor: { methods, required },
    })
    await app.browser().fetchPage('/auth/signin')
    const lines = app.logs.flatMap(({ code, message }) => [code, ...message].map(String))
    expect(lines.join('\n')).toContain(words)
  })
})
