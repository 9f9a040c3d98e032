import { describe, expect, it } from 'vitest'
import { signIn as signInCall } from '../../../src/core.js'
import { enter, enterAnew, makeAccountsApp, requestFrom } from '../../support/apps/accounts-app.js'
import { askForMail, makeMailApp } from '../../support/apps/mail-app.js'
import { answer, makeFactorApp, setUp } from '../../support/apps/factor-app.js'
import { login, makeApp, type App } from '../../support/apps/app.js'

/** What was logged of authentications. */
function authentications({ logs }: Pick<App, 'logs'>): readonly unknown[] {
  return logs.filter(({ code }) => code === 'authentication').map(({ message }) => message[0])
}

describe('with `debug`, each authentication is one line', () => {
  it('that tells a new user from a known one', async () => {
    const app = await makeAccountsApp({ debug: true })
    await enterAnew(app)
    await enterAnew(app)
    const user = await app.store.adapter.getUserByAccount?.({
      provider: 'op',
      providerAccountId: 'subject-1',
    })
    expect(authentications(app)).toEqual([
      { provider: 'op', outcome: 'signed-in', userId: user?.id, isNewUser: true },
      { provider: 'op', outcome: 'signed-in', userId: user?.id, isNewUser: false },
    ])
  })

  it('that names the error of a refused one, from a page and from a call', async () => {
    const app = makeApp({ debug: true })
    const browser = app.browser()
    await browser.signIn({ ...login, password: 'wrong' })
    const fields = { ...login, password: 'wrong' }
    await signInCall(requestFrom(browser), app.config, { providerId: 'credentials', fields })
    const refused = { provider: 'credentials', outcome: 'CredentialsSignin' }
    expect(authentications(app)).toEqual([refused, refused])
  })

  it('that says when the `signIn` callback refused it or sent the user elsewhere', async () => {
    for (const [answer, outcome] of [
      [false, 'AccessDenied'],
      ['/wait', 'redirected'],
    ] as const) {
      const app = await makeAccountsApp({ debug: true, callbacks: { signIn: () => answer } })
      await enter(app, app.browser())
      expect(authentications(app)).toEqual([{ provider: 'op', outcome }])
    }
  })

  it('that says when the `signIn` callback refused a mail or sent the user elsewhere', async () => {
    for (const [answer, outcome] of [
      [false, 'AccessDenied'],
      ['/wait', 'redirected'],
    ] as const) {
      const app = makeMailApp({ debug: true, callbacks: { signIn: () => answer } })
      await askForMail(app.browser())
      expect(authentications(app)).toEqual([{ provider: 'mail', outcome }])
    }
  })

  it('that says when a second factor is asked for, and when it was given', async () => {
    const app = await makeFactorApp({ debug: true })
    const { authenticator } = await app.enrol()
    const before = authentications(app).length
    const browser = await app.begin()
    await answer(browser, { code: await authenticator.code(1) })
    expect(await browser.session()).not.toBeNull()
    const userId = expect.any(String)
    expect(authentications(app).slice(before)).toEqual([
      { provider: 'password', outcome: 'second-factor-asked', userId },
      { provider: 'password', outcome: 'signed-in', userId, isNewUser: false },
    ])
  })

  it('that says when a second factor must be set up first', async () => {
    const app = await makeFactorApp({ debug: true, secondFactor: { required: () => true } })
    const browser = await app.begin()
    await setUp(browser, await browser.fetchPage('/auth/add-factor'))
    expect(await browser.session()).not.toBeNull()
    const userId = expect.any(String)
    expect(authentications(app)).toEqual([
      { provider: 'password', outcome: 'second-factor-missing', userId },
      { provider: 'password', outcome: 'signed-in', userId, isNewUser: false },
    ])
  })

  it('that contains nothing that was typed', async () => {
    const app = makeApp({ debug: true })
    await app.browser().signIn(login)
    const [line] = authentications(app)
    expect(line).toMatchObject({ provider: 'credentials', outcome: 'signed-in', isNewUser: false })
    expect(JSON.stringify(line)).not.toContain(login.password)
  })

  it('that is not written without `debug`', async () => {
    const app = makeApp()
    await app.browser().signIn(login)
    expect(authentications(app)).toEqual([])
  })
})
