import { describe, expect, it } from 'vitest'
import {
  addFactor,
  changePassword,
  checkSecondFactor,
  confirmIdentity,
  listFactors,
  makeRecoveryCodes,
  offerFactor,
  removeFactor,
  resetFactors,
  unlinkAccount,
  applyCookies,
} from '../../../src/core.js'
import type { Browser } from '../../support/browser.js'
import { email, password } from '../../support/apps/password-app.js'
import { makeFactorApp, useClock, authenticatorOf } from '../../support/apps/factor-app.js'

const clock = useClock()

function requestOf(browser: Browser): Request {
  return new Request('https://app.test/settings', {
    method: 'POST',
    headers: { cookie: browser.cookieHeader(), 'sec-fetch-site': 'same-origin' },
  })
}

/** The browser of a user, for calls that return cookies. */
async function enrolByCalls(options: Parameters<typeof makeFactorApp>[0] = {}): Promise<{
  app: Awaited<ReturnType<typeof makeFactorApp>>
  request: Request
  authenticator: ReturnType<typeof authenticatorOf>
  recoveryCodes: readonly string[]
}> {
  const app = await makeFactorApp(options)
  const begun = requestOf(await app.begin())
  const offered = await offerFactor(begun, app.config)
  const authenticator = authenticatorOf(offered.data.key)
  const offeredTo = applyCookies(begun, offered.cookies)
  const code = await authenticator.code()
  const { data, cookies } = await addFactor(offeredTo, app.config, { code, redirectTo: '/done' })
  if (!data.ok) throw data.error
  const request = applyCookies(offeredTo, cookies)
  return { app, request, authenticator, recoveryCodes: data.recoveryCodes ?? [] }
}

describe('the calls', () => {
  it('offer an authenticator app, store it and return recovery codes once', async () => {
    const { app, request, recoveryCodes } = await enrolByCalls()
    expect(recoveryCodes).toHaveLength(10)
    const listed = await listFactors(request, app.config)
    expect(listed).toMatchObject({ apps: [{ name: null }], devices: [], recoveryCodes: 10 })
    expect(JSON.stringify(listed)).not.toContain('secret')
  })

  it('complete a sign-in, and say before that a second factor is needed', async () => {
    const { app, authenticator } = await enrolByCalls()
    clock.advance(60)
    const browser = await app.begin()
    const code = await authenticator.code()
    const wrong = await checkSecondFactor(requestOf(browser), app.config, { code: '000000' })
    expect(wrong.data).toMatchObject({ ok: false, error: { type: 'InvalidCode' } })
    const { data } = await checkSecondFactor(requestOf(browser), app.config, { code })
    expect(data).toMatchObject({ ok: true, session: { user: { email } } })
  })

  it('lead to the page that they name after a completed sign-in', async () => {
    const { app, authenticator } = await enrolByCalls()
    clock.advance(60)
    const browser = await app.begin()
    const call = { code: await authenticator.code(), redirectTo: '/welcome' }
    const { data } = await checkSecondFactor(requestOf(browser), app.config, call)
    expect(JSON.stringify(data)).toContain('https://app.test/welcome')
  })

  it('confirm the identity of the user', async () => {
    const { app, request, authenticator } = await enrolByCalls()
    clock.advance(3600)
    const late = await makeRecoveryCodes(request, app.config)
    expect(late.data).toMatchObject({ ok: false, error: { type: 'ConfirmationRequired' } })
    const code = await authenticator.code()
    const { data, cookies } = await confirmIdentity(request, app.config, { code })
    expect(data).toMatchObject({ ok: true })
    const confirmed = applyCookies(request, cookies)
    const made = await makeRecoveryCodes(confirmed, app.config)
    expect(made.data).toMatchObject({ ok: true, recoveryCodes: { length: 10 } })
  })

  it('remove an authenticator app with the recovery codes', async () => {
    const { app, request } = await enrolByCalls()
    const { apps } = await listFactors(request, app.config)
    const removed = await removeFactor(request, app.config, { factor: apps[0]?.id })
    expect(removed.data).toMatchObject({ ok: true })
    const after = applyCookies(request, removed.cookies)
    expect(await listFactors(after, app.config)).toEqual({
      apps: [],
      devices: [],
      recoveryCodes: 0,
    })
    await app.settle()
    const browser = await app.begin()
    expect(await browser.session()).not.toBeNull()
  })

  it('reset what a user has lost, and end the sessions', async () => {
    const { app, request } = await enrolByCalls()
    await resetFactors(app.config, app.user.id)
    await expect(listFactors(request, app.config)).rejects.toMatchObject({
      type: 'SessionRequired',
    })
    expect(await (await app.begin()).session()).not.toBeNull()
  })

  it('tell the owner that the factors were reset', async () => {
    const { app } = await enrolByCalls({ origin: 'https://app.test' })
    await app.settle()
    const before = app.sent.length
    await resetFactors(app.config, app.user.id)
    expect(app.sent.slice(before)).toMatchObject([
      { identifier: email, purpose: 'factorsSwitchedOff', url: 'https://app.test/auth/factors' },
    ])
    // There is nothing left to reset.
    await resetFactors(app.config, app.user.id)
    expect(app.sent).toHaveLength(before + 1)
  })

  it('tell the owner of a site whose address only the request says', async () => {
    const { app } = await enrolByCalls()
    await app.settle()
    const before = app.sent.length
    const headers = { 'user-agent': 'Firefox/140.0', 'accept-language': 'de' }
    const request = new Request('https://app.test/admin', { headers })
    await resetFactors(app.config, app.user.id, { request })
    const [mail] = app.sent.slice(before)
    expect(mail?.url).toBe('https://app.test/auth/factors')
    // The administrator's browser and language are not the user's.
    expect(mail?.mail.text).not.toContain('Firefox')
    expect(mail?.mail.subject).toContain('Two-step sign-in was switched off')
  })

  it('reset the factors although no mail can be sent, and the log says why', async () => {
    const warnings: string[] = []
    const { app } = await enrolByCalls({
      logger: { warn: (code) => void warnings.push(code) },
    })
    await app.settle()
    const before = app.sent.length
    await resetFactors(app.config, app.user.id)
    expect(await app.adapter.listFactorsByUserId(app.user.id)).toEqual([])
    expect(app.sent).toHaveLength(before)
    expect(warnings).toContain('reset-not-mailed')
  })

  it('reset the factors although the mail fails', async () => {
    const errors: unknown[] = []
    let isDown = false
    const { app } = await enrolByCalls({
      origin: 'https://app.test',
      logger: { error: (error) => void errors.push(error) },
      mail: {
        sendVerificationRequest: () => {
          if (isDown) throw new Error('The mail server is down.')
        },
      },
    })
    isDown = true
    await resetFactors(app.config, app.user.id)
    expect(await app.adapter.listFactorsByUserId(app.user.id)).toEqual([])
    expect(errors).toHaveLength(1)
  })

  it('refuse a change of the password without the second factor', async () => {
    const { app, request } = await enrolByCalls()
    clock.advance(3600)
    const input = { currentPassword: password, password: 'a different lantern' }
    const { data } = await changePassword(request, app.config, input)
    expect(data).toMatchObject({ ok: false, error: { type: 'ConfirmationRequired' } })
  })

  it('refuse to unlink an account without a recent proof', async () => {
    const { app, request } = await enrolByCalls()
    clock.advance(3600)
    const account = { provider: 'github', providerAccountId: '1' }
    await expect(unlinkAccount(request, app.config, account)).rejects.toMatchObject({
      type: 'ConfirmationRequired',
    })
  })

  it('are refused in an app without second factors', async () => {
    const app = await makeFactorApp()
    const config = { ...app.config, secondFactor: undefined }
    await expect(resetFactors(config, 'x')).rejects.toMatchObject({ type: 'InvalidConfig' })
    const browser = await app.begin()
    const { data } = await checkSecondFactor(requestOf(browser), config, { code: '1' })
    expect(data).toMatchObject({ ok: false, error: { type: 'UnknownAction' } })
  })
})
