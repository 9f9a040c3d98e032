import { describe, expect, it, vi } from 'vitest'
import { authenticatorApp } from '../../../src/factors.js'
import {
  deleteExpired,
  describeAccount,
  describePendingDeletion,
  keepAccount,
  signIn,
} from '../../../src/core.js'
import Passkey from '../../../src/providers/passkey.js'
import { requestFrom } from '../../support/apps/accounts-app.js'
import { confirm } from '../../support/apps/mail-app.js'
import { passwordProvider } from '../../support/apps/app.js'
import { comeBack, makeProvider, oidc, start } from '../../support/oauth/sign-in.js'
import { email, password } from '../../support/apps/password-app.js'
import { patient } from '../../support/patient.js'
import { answer, setUp, useClock } from '../../support/apps/factor-app.js'
import { authenticate, register } from '../../support/apps/passkey-app.js'
import { SoftwareAuthenticator } from '../../support/passkeys/software-authenticator.js'
import { press } from '../../support/apps/account-app.js'
import {
  askForDeletion,
  day,
  graceDays,
  keep,
  keepRoute,
  makeGraceApp,
  signInHeld,
  stateOf,
} from './grace-app.js'

const clock = useClock()
const strategies = ['jwt', 'database'] as const

describe.each(strategies)('a user who deletes the account, with %s sessions,', (strategy) => {
  it('is signed out everywhere, and told until when the account can be kept', async () => {
    const app = await makeGraceApp({ session: { strategy } })
    const other = await app.signedIn()
    const browser = await app.signedIn()
    const form = await browser.fetchPage('/auth/delete-account')
    const date = new Date(Date.now() + graceDays * day * 1000)
    const shown = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeZone: 'UTC' }).format(date)
    expect(form.html).toContain(shown)
    const done = await press(browser, form, 'delete-account', { email })
    await app.settle()
    expect(done.html).toContain(`Your account will be deleted on ${shown}`)
    expect(await browser.session()).toBeNull()
    expect(await other.session()).toBeNull()
    expect(await stateOf(app)).toBe('pending')
    expect(app.sent.map(({ purpose }) => purpose)).toEqual(['deletionPending'])
    expect(app.sent[0]?.mail?.subject).toContain(`will be deleted on ${shown}`)
    expect(app.sent[0]?.url).toBe('https://app.test/auth/signin')
    expect(app.records.at(-1)).toMatchObject({ event: 'deletion-asked', userId: app.user.id })
  })

  it('can sign in and keep the account', async () => {
    const app = await makeGraceApp({ session: { strategy } })
    await askForDeletion(app)
    const browser = app.browser()
    const page = await signInHeld(app, browser)
    expect(new URL(page.url).pathname).toBe(keepRoute)
    expect(page.html).toContain('Your account will be deleted on')
    expect(await browser.session()).toBeNull()
    await press(browser, page, 'keep-account')
    expect(await browser.session()).toMatchObject({ user: { email } })
    expect(await stateOf(app)).toBe('kept')
    expect(app.records.map(({ event }) => event).slice(-2)).toEqual([
      'deletion-withdrawn',
      'signed-in',
    ])
    clock.advance(30 * day)
    await deleteExpired(app.config, new Date(Date.now()), {
      request: new Request('https://app.test'),
    })
    expect(await stateOf(app)).toBe('kept')
  })

  it('is deleted by a sign-in after the date, and is then unknown', async () => {
    const deleted = vi.fn<(message: unknown) => void>()
    const app = await makeGraceApp({ session: { strategy }, events: { deleteUser: deleted } })
    await askForDeletion(app)
    clock.advance(graceDays * day + 1)
    const browser = app.browser()
    const answer = await app.attempt({ email, password }, browser)
    await app.settle()
    expect(await answer.text()).toContain('Your account is deleted')
    expect(await stateOf(app)).toBe('deleted')
    expect(await browser.session()).toBeNull()
    expect(deleted).toHaveBeenCalledOnce()
    expect(app.sent.at(-1)?.purpose).toBe('accountDeleted')
    const again = await app.attempt({ email, password })
    expect(again.headers.get('location')).toContain('error=CredentialsSignin')
  })
})

describe('a sign-in of a user with a pending deletion is held', () => {
  it('by mail', async () => {
    const app = await makeGraceApp({ mail: { signIn: true } })
    await askForDeletion(app)
    await app.settle()
    const browser = app.browser()
    const csrfToken = await browser.csrfToken()
    await browser.postJson('/auth/signin/mail', { csrfToken, email })
    await app.settle()
    const { response } = await confirm(browser, app.sent.at(-1)?.url ?? '')
    expect(response.headers.get('location')).toContain(keepRoute)
    expect(await browser.session()).toBeNull()
    await keep(browser)
    expect(await browser.session()).not.toBeNull()
  })

  it('by a provider, and then goes on to the page that it began for', async () => {
    const op = await makeProvider({ person: { sub: 'subject-1', email, email_verified: true } })
    const app = await makeGraceApp({ others: [oidc(op)] })
    await app.adapter.linkAccount({
      userId: app.user.id,
      type: 'oidc',
      provider: 'op',
      providerAccountId: 'subject-1',
    })
    await askForDeletion(app)
    const browser = app.browser()
    const back = await comeBack(browser, op.authorize(await start(browser)))
    expect(back.headers.get('location')).toContain(keepRoute)
    expect(await browser.session()).toBeNull()
    const page = await browser.fetchPage(keepRoute)
    const { response } = await browser.postForm(page)
    expect(response.headers.get('location')).toBe('https://app.test/welcome')
    expect(await browser.session()).not.toBeNull()
  })

  it('by a passkey', async () => {
    const app = await makeGraceApp({
      experimental: { enableWebAuthn: true },
      others: [Passkey()],
    })
    const key = new SoftwareAuthenticator()
    expect(await register(await app.signedIn(), key)).toMatchObject({ error: undefined })
    await askForDeletion(app)
    const browser = app.browser()
    const { url } = await authenticate(browser, key)
    expect(url).toContain(keepRoute)
    expect(await browser.session()).toBeNull()
    await keep(browser)
    expect(await browser.session()).not.toBeNull()
  })

  it('by `authorize` of the app', async () => {
    const app = await makeGraceApp({ others: [passwordProvider], session: { strategy: 'jwt' } })
    // It returns a user with this address, and with an id that the database does not know.
    await askForDeletion(app)
    const browser = app.browser()
    const csrfToken = await browser.csrfToken()
    const fields = { csrfToken, username: 'ada', password: 'correct horse battery' }
    await browser.postJson('/auth/callback/credentials', fields)
    expect(await browser.session()).toBeNull()
  })

  it('after the second factor, and not instead of it', async () => {
    const app = await makeGraceApp({ secondFactor: { methods: [authenticatorApp()] } })
    const first = await app.signedIn()
    const { browser, authenticator } = await setUp(first, await first.fetchPage('/auth/add-factor'))
    await press(browser, await browser.fetchPage('/auth/delete-account'), 'delete-account', {
      email,
    })
    expect(await stateOf(app)).toBe('pending')
    const next = app.browser()
    const page = await signInHeld(app, next)
    expect(new URL(page.url).pathname).toBe('/auth/second-factor')
    expect((await next.fetchPage(keepRoute)).url).toContain('/auth/signin')
    const held = await answer(next, { code: await authenticator.code(1) })
    expect(await next.session()).toBeNull()
    expect(held.html + (await next.fetchPage(keepRoute)).html).toContain('Keep my account')
    await keep(next)
    expect(await next.session()).not.toBeNull()
  })
})

describe('the calls for pages of the app', () => {
  it('describe and keep the account', async () => {
    const app = await makeGraceApp({ pages: { keepAccount: '/own/keep' } })
    const before = await app.signedIn()
    const described = await describeAccount(requestFrom(before), app.config)
    expect(described).toMatchObject({ canDelete: true, graceDays })
    await askForDeletion(app)
    const browser = app.browser()
    expect(await describePendingDeletion(requestFrom(browser), app.config)).toBeUndefined()
    const call = { providerId: 'password', fields: { email, password } }
    const { data, cookies } = await signIn(requestFrom(browser), app.config, call)
    expect(data).toMatchObject({
      ok: true,
      session: null,
      needs: 'keep-account',
      target: { path: '/own/keep' },
    })
    for (const { name, value } of cookies) browser.plant(name, value)
    expect(await describePendingDeletion(requestFrom(browser), app.config)).toMatchObject({ email })
    const kept = await keepAccount(requestFrom(browser), app.config)
    expect(kept.data).toMatchObject({ ok: true, session: { user: { email } } })
    expect(await stateOf(app)).toBe('kept')
  })

  it('delete the users whose date has passed, and no others', async () => {
    const app = await makeGraceApp({ origin: 'https://app.test' })
    await askForDeletion(app)
    clock.advance(graceDays * day - 60)
    await deleteExpired(app.config, new Date(Date.now()))
    expect(await stateOf(app)).toBe('pending')
    clock.advance(120)
    await deleteExpired(app.config, new Date(Date.now()))
    expect(await stateOf(app)).toBe('deleted')
  })

  it('delete no user if the site is unknown, and say so', async () => {
    const app = await makeGraceApp()
    await askForDeletion(app)
    clock.advance(graceDays * day + 1)
    await deleteExpired(app.config, new Date(Date.now()))
    expect(await stateOf(app)).toBe('pending')
    expect(app.codes('warn')).toContain('due-users-not-deleted')
  })
})

describe('the sign-in of another user', () => {
  it('deletes the users whose date has passed', async () => {
    const app = await makeGraceApp({ others: [passwordProvider], session: { strategy: 'jwt' } })
    await askForDeletion(app)
    clock.advance(graceDays * day + 1)
    const browser = app.browser()
    const csrfToken = await browser.csrfToken()
    const fields = { csrfToken, username: 'ada', password: 'correct horse battery' }
    await browser.postJson('/auth/callback/credentials', fields)
    await vi.waitFor(async () => expect(await stateOf(app)).toBe('deleted'), patient)
    // The mail and the record say nothing of the browser that happened to sign in.
    expect(app.records.find(({ event }) => event === 'account-deleted')).not.toHaveProperty(
      'userAgent',
    )
  })
})
