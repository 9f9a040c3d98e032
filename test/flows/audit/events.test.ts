import { describe, expect, it, vi } from 'vitest'
import {
  applyCookies,
  changeEmail,
  changePassword,
  checkSecondFactor,
  confirmIdentity,
  listFactors,
  listSessions,
  makeRecoveryCodes,
  removeFactor,
  resetFactors,
  revokeProviderSession,
  revokeSession,
  revokeSessionsOfUser,
  setPassword,
  signOut,
  unlinkAccount,
} from '../../../src/core.js'
import type { AuditRecord } from '../../../src/model/audit.js'
import {
  enterAnew,
  makeAccountsApp,
  pressLink,
  requestFrom,
} from '../../support/apps/accounts-app.js'
import { comeBack } from '../../support/oauth/sign-in.js'
import { choose, makeMailingApp, openMail, submit } from '../../support/apps/mailing-app.js'
import { email, password } from '../../support/apps/password-app.js'
import { patient } from '../../support/patient.js'
import { makeFactorApp, useClock } from '../../support/apps/factor-app.js'

const clock = useClock()

/** A sink, and what it received since it was asked last. */
function openTrail(): {
  readonly audit: (record: AuditRecord) => void
  readonly take: () => readonly AuditRecord[]
  readonly events: () => readonly string[]
} {
  const records: AuditRecord[] = []
  const take = (): readonly AuditRecord[] => records.splice(0)
  return {
    audit: (record) => void records.push(record),
    take,
    events: () => take().map(({ event }) => event),
  }
}

describe('the audit trail of accounts', () => {
  it('says that a user was created, linked and signed in', async () => {
    const { audit, take } = openTrail()
    const app = await makeAccountsApp({ audit })
    await enterAnew(app)
    const [created, linked, signedIn] = take()
    const { userId } = signedIn ?? {}
    expect(created).toMatchObject({ event: 'user-created', userId })
    expect(linked).toMatchObject({ event: 'linked', userId, provider: 'op' })
    expect(signedIn).toMatchObject({ event: 'signed-in', provider: 'op' })
  })

  it('says that an account was linked and unlinked, and by which session', async () => {
    const { audit, take } = openTrail()
    const app = await makeAccountsApp({ audit })
    const browser = await enterAnew(app)
    take()
    const location = (await pressLink(browser)).headers.get('location') ?? ''
    await comeBack(browser, app.two.authorize(location, { sub: 'subject-2' }))
    const [linked, signedIn] = take()
    expect(linked).toMatchObject({ event: 'linked', provider: 'two' })
    const account = { provider: 'op', providerAccountId: 'subject-1' }
    expect(await unlinkAccount(requestFrom(browser), app.config, account)).toBe(true)
    const { userId, sessionId } = signedIn ?? {}
    expect(take()).toMatchObject([{ event: 'unlinked', userId, sessionId, provider: 'op' }])
    expect(await unlinkAccount(requestFrom(browser), app.config, account)).toBe(false)
    expect(take()).toEqual([])
  })

  it('says which session was revoked, or that all were', async () => {
    const { audit, take } = openTrail()
    const app = await makeAccountsApp({ audit })
    const [here] = [await enterAnew(app), await enterAnew(app)]
    const other = (await listSessions(requestFrom(here), app.config)).find((one) => !one.isCurrent)
    take()
    await revokeSession(requestFrom(here), app.config, other?.id ?? '')
    const [revoked] = take()
    const { userId = '' } = revoked ?? {}
    expect(revoked).toMatchObject({ event: 'session-revoked', sessionId: other?.id })
    await revokeSession(requestFrom(here), app.config, 'sha256:unknown')
    expect(take()).toEqual([])
    await revokeSessionsOfUser(app.config, userId)
    await revokeProviderSession(app.config, { provider: 'op', providerSessionId: 'x' })
    const [all, atProvider] = take()
    expect(all).toMatchObject({ event: 'session-revoked', userId })
    expect(all).not.toHaveProperty('sessionId')
    expect(atProvider).toMatchObject({ event: 'session-revoked', provider: 'op' })
  })

  it('says that a user signed out everywhere', async () => {
    const { audit, take } = openTrail()
    const app = await makeAccountsApp({ audit })
    const browser = await enterAnew(app)
    take()
    await signOut(requestFrom(browser), app.config, { everywhere: true })
    const [signedOut, revoked] = take()
    expect(signedOut).toMatchObject({ event: 'signed-out', userId: expect.any(String) })
    expect(revoked).toMatchObject({ event: 'session-revoked', userId: signedOut?.userId })
  })
})

describe('the audit trail of passwords', () => {
  it('names the user whose password was guessed, and no user for an unknown address', async () => {
    const { audit, take } = openTrail()
    const app = await makeMailingApp({ audit })
    take()
    await app.attempt({ email, password: 'wrong' })
    await app.attempt({ email: 'nobody@example.test', password: 'wrong' })
    const [known, unknown] = take()
    expect(known).toMatchObject({
      event: 'refused',
      code: 'CredentialsSignin',
      userId: app.user.id,
    })
    expect(unknown).toMatchObject({ event: 'refused', code: 'CredentialsSignin' })
    expect(unknown).not.toHaveProperty('userId')
  })

  it('says that a password was changed, and that a wrong one was typed', async () => {
    const { audit, take } = openTrail()
    const app = await makeMailingApp({ audit })
    const browser = app.browser()
    await app.attempt({ email, password }, browser)
    take()
    const fields = { currentPassword: 'wrong', password: 'seven quiet harbours' }
    await changePassword(requestFrom(browser), app.config, fields)
    const userId = app.user.id
    expect(take()).toMatchObject([{ event: 'refused', action: 'change-password', userId }])
    const right = { ...fields, currentPassword: password }
    await changePassword(requestFrom(browser), app.config, right)
    expect(take()).toMatchObject([{ event: 'password-changed', userId }, { event: 'signed-in' }])
    await setPassword(app.config, userId, 'eight quiet harbours')
    expect(take()).toMatchObject([{ event: 'password-changed', userId }])
  })

  it('says that a password was reset by mail', async () => {
    const { audit, take, events } = openTrail()
    const app = await makeMailingApp({ audit })
    take()
    const mail = await app.mailTo('forgot-password', email)
    await choose(app.browser(), mail, 'seven quiet harbours')
    expect(events()).toEqual(['password-changed', 'signed-in'])
  })

  it('says that an address was changed', async () => {
    const { audit, take } = openTrail()
    const app = await makeMailingApp({ audit })
    const browser = app.browser()
    await app.attempt({ email, password }, browser)
    await changeEmail(requestFrom(browser), app.config, {
      email: 'new@example.test',
      currentPassword: password,
    })
    await new Promise((resolve) => setTimeout(resolve, 100))
    take()
    const link = app.sent.find(({ purpose }) => purpose === 'newAddress')
    await submit(browser, await openMail(browser, link), {})
    const records = take()
    expect(records).toMatchObject([{ event: 'address-changed', userId: app.user.id }])
    expect(JSON.stringify(records)).not.toContain('@')
  })

  it('says that the owner of the former address undid a change, once all of it is done', async () => {
    const { audit, take } = openTrail()
    const app = await makeMailingApp({ audit })
    const browser = app.browser()
    await app.attempt({ email, password }, browser)
    await changeEmail(requestFrom(browser), app.config, {
      email: 'new@example.test',
      currentPassword: password,
    })
    const mailOf = (purpose: string): Promise<(typeof app.sent)[number]> =>
      vi.waitFor(
        () => app.sent.find((mail) => mail.purpose === purpose) ?? expect.fail(purpose),
        patient,
      )
    await submit(browser, await openMail(browser, await mailOf('newAddress')), {})
    const undo = await mailOf('oldAddress')
    take()
    const owner = app.browser()
    const setPassword = vi.spyOn(app.adapter, 'setPassword')
    setPassword.mockRejectedValueOnce(new Error('The database is away.'))
    await submit(owner, await openMail(owner, undo), {})
    expect(take().map(({ event }) => event)).not.toContain('address-restored')
    await submit(owner, await openMail(owner, undo), {})
    const records = take()
    expect(records).toMatchObject([
      { event: 'address-restored', outcome: 'success', userId: app.user.id },
    ])
    expect(JSON.stringify(records)).not.toContain('@')
  })
})

describe('the audit trail of second factors', () => {
  it('says that a factor was added, asked for, refused, replaced by a code and removed', async () => {
    const { audit, take, events } = openTrail()
    const app = await makeFactorApp({ audit })
    const { recoveryCodes } = await app.enrol()
    const userId = app.user.id
    expect(take().at(-1)).toMatchObject({ event: 'factor-added', userId })

    clock.advance(60)
    const browser = await app.begin()
    expect(take()).toMatchObject([{ event: 'second-factor-asked', userId }])
    const request = requestFrom(browser)
    await checkSecondFactor(request, app.config, { code: '000000' })
    expect(take()).toMatchObject([{ event: 'refused', code: 'InvalidCode', userId }])
    const [recoveryCode = ''] = recoveryCodes
    const { cookies } = await checkSecondFactor(request, app.config, { recoveryCode })
    const records = take()
    expect(records).toMatchObject([
      { event: 'recovery-code-used', userId },
      { event: 'signed-in', userId },
    ])
    expect(JSON.stringify(records)).not.toContain(recoveryCode)

    const signedIn = applyCookies(request, cookies)
    const made = await makeRecoveryCodes(signedIn, app.config)
    expect(events()).toEqual(['recovery-codes-made'])
    const { apps } = await listFactors(signedIn, app.config)
    await removeFactor(applyCookies(signedIn, made.cookies), app.config, { factor: apps[0]?.id })
    expect(take()).toMatchObject([{ event: 'factor-removed', userId }])
  })

  it('says that a user confirmed their identity, and that an administrator reset factors', async () => {
    const { audit, take } = openTrail()
    const app = await makeFactorApp({ audit })
    const { browser, authenticator } = await app.enrol()
    take()
    clock.advance(60)
    const code = await authenticator.code()
    await confirmIdentity(requestFrom(browser), app.config, { code })
    expect(take()).toMatchObject([{ event: 'identity-confirmed', userId: app.user.id }])
    await resetFactors(app.config, app.user.id)
    expect(take()).toMatchObject([{ event: 'factor-removed', userId: app.user.id }])
  })
})
