import { describe, expect, it } from 'vitest'
import { setPassword } from '../../../src/core.js'
import { submit } from '../../support/apps/mailing-app.js'
import { email } from '../../support/apps/password-app.js'
import { answer, makeFactorApp, useClock } from '../../support/apps/factor-app.js'

const clock = useClock()
const newPassword = 'seven quiet harbours'
const temporary = 'paper boats at noon'

describe('a user with an authenticator app', () => {
  it('has no session after a forced change of the password before the code (FP9)', async () => {
    const app = await makeFactorApp()
    const { authenticator } = await app.enrol()
    await setPassword(app.config, app.user.id, temporary, { mustChange: true })
    clock.advance(60)
    const browser = app.browser()
    await app.attempt({ email, password: temporary }, browser)
    expect(await browser.session()).toBeNull()
    await submit(browser, await browser.fetchPage('/auth/reset-password'), {
      password: newPassword,
    })
    expect(await browser.session()).toBeNull()
    await answer(browser, { code: await authenticator.code() })
    expect(await browser.session()).toMatchObject({ user: { email } })
  })

  it('has no session after the proof of the address before the code (FP9)', async () => {
    const app = await makeFactorApp()
    const { authenticator } = await app.enrol()
    await app.adapter.updateUser({ id: app.user.id, emailVerified: null })
    clock.advance(60)
    const browser = await app.begin()
    await app.settle()
    const mail = app.sent.find(({ purpose }) => purpose === 'verify')
    await submit(browser, await browser.fetchPage(mail?.url ?? ''), {})
    expect(await browser.session()).toBeNull()
    await answer(browser, { code: await authenticator.code() })
    expect(await browser.session()).toMatchObject({ user: { email } })
  })

  it('has no session if the password was changed while the code was awaited (FP8)', async () => {
    // The process that changed it stopped before it ended any session.
    const app = await makeFactorApp()
    const { authenticator } = await app.enrol()
    clock.advance(60)
    const browser = await app.begin()
    const row = await app.adapter.getPassword(app.user.id)
    if (!row) throw new Error('The user has no password.')
    await app.adapter.setPassword(app.user.id, { ...row, stamp: 'new', hash: '!new' }, row.hash)
    await answer(browser, { code: await authenticator.code() })
    expect(await browser.session()).toBeNull()
  })
})
