import { describe, expect, it } from 'vitest'
import { setPassword, setUserName } from '../../../src/core.js'
import {
  choose,
  makeMailingApp,
  openMail,
  submit,
  type MailingApp,
} from '../../support/apps/mailing-app.js'
import { email, password } from '../../support/apps/password-app.js'

const userName = 'margaret-hamilton'

/** Whether a user who knows the current password can set another one. */
async function canSet(app: MailingApp, typed: string, name: string): Promise<boolean> {
  const before = await app.adapter.getPassword(app.user.id)
  const browser = app.browser()
  await app.attempt({ email: name, username: name, password }, browser)
  const csrfToken = await browser.csrfToken()
  const fields = { csrfToken, currentPassword: password, password: typed }
  await browser.postJson('/auth/change-password', fields)
  return (await app.adapter.getPassword(app.user.id))?.hash !== before?.hash
}

describe('a new password that is', () => {
  it('the name that the user signs in with is refused', async () => {
    const app = await makeMailingApp({ password: { identifier: 'either' } })
    await setUserName(app.config, app.user.id, userName)
    expect(await setPassword(app.config, app.user.id, userName)).toMatchObject({
      problem: { type: 'guessable' },
    })
    expect(await canSet(app, userName, userName)).toBe(false)
    expect(await canSet(app, 'seven quiet harbours', userName)).toBe(true)
  })

  it('the name that is chosen with it is refused', async () => {
    const app = await makeMailingApp({ password: { identifier: 'username' } })
    const browser = app.browser()
    const page = await openMail(browser, await app.mailTo('signup', 'grace@example.test'))
    await submit(browser, page, { username: userName, password: userName })
    expect(await browser.session()).toBeNull()
    const again = await browser.fetchPage('/auth/reset-password')
    await submit(browser, again, { username: userName, password: 'seven quiet harbours' })
    expect(await browser.session()).not.toBeNull()
  })

  it('the host of the site is refused', async () => {
    const app = await makeMailingApp()
    const { host } = new URL((await app.mailTo('forgot-password', email))?.url ?? '')
    const typed = `${host} for ${host}`
    expect(typed.length).toBeGreaterThanOrEqual(15)
    expect(await canSet(app, typed, email)).toBe(false)
    const browser = app.browser()
    await choose(browser, await app.mailTo('forgot-password', email), typed)
    expect(await browser.session()).toBeNull()
  })
})
