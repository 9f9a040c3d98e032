import { describe, expect, it } from 'vitest'
import { resetPassword, setUserName, unlinkAccount } from '../../../src/core.js'
import { parseUserName } from '../../../src/passwords/user-name.js'
import GitHub from '../../../src/providers/github.js'
import type { Browser } from '../../support/browser.js'
import {
  type MailingApp,
  makeMailingApp,
  openMail,
  shownLink,
  submit,
} from '../../support/apps/mailing-app.js'
import { email, makePasswordApp, password } from '../../support/apps/password-app.js'

const newPassword = 'seven quiet harbours'
const grace = 'grace@example.test'

async function isAccepted(app: MailingApp, username: string, secret: string): Promise<boolean> {
  const browser = app.browser()
  await app.attempt({ username, password: secret }, browser)
  return (await browser.session()) !== null
}

async function signUpAs(
  app: MailingApp,
  username: string,
  address = grace,
  browser: Browser = app.browser(),
) {
  const page = await openMail(browser, await app.mailTo('signup', address))
  return submit(browser, page, { username, password: newPassword }, { follow: true })
}

describe('a user name', () => {
  it.each([
    ['Ada', 'ada'],
    [' ada.l-2_x ', 'ada.l-2_x'],
    ['123', '123'],
  ])('%j is stored as %j', (typed, name) => {
    expect(parseUserName(typed)).toBe(name)
  })

  it.each([
    'ad',
    'x'.repeat(33),
    '.ada',
    'ada-',
    'ada@x',
    'a da',
    'adа',
    'ſada',
    'K\u212Aada',
    'ada\u0000',
    '',
    ['ada'],
    null,
  ])('%j is not allowed (FP2)', (typed) => {
    expect(parseUserName(typed)).toBeUndefined()
  })
})

describe.each(['database', 'jwt'] as const)('user names with the strategy %s', (strategy) => {
  it('are chosen behind the mail and sign in, in any case', async () => {
    const app = await makeMailingApp({
      session: { strategy },
      password: { identifier: 'username' },
    })
    const browser = app.browser()
    await signUpAs(app, 'Grace.H', grace, browser)
    expect(await browser.session()).toMatchObject({ user: { email: grace } })
    expect(await isAccepted(app, 'grace.h', newPassword)).toBe(true)
    expect(await isAccepted(app, 'GRACE.H', newPassword)).toBe(true)
    expect(await isAccepted(app, 'grace.h', password)).toBe(false)
  })
})

describe('the option `identifier`', () => {
  it('username refuses an address, and either accepts both', async () => {
    const names = await makeMailingApp({ password: { identifier: 'username' } })
    await setUserName(names.config, names.user.id, 'ada')
    expect(await isAccepted(names, 'ada', password)).toBe(true)
    expect(await isAccepted(names, email, password)).toBe(false)

    const either = await makeMailingApp({ password: { identifier: 'either' } })
    await setUserName(either.config, either.user.id, 'ada')
    expect(await isAccepted(either, 'ada', password)).toBe(true)
    expect(await isAccepted(either, email.toUpperCase(), password)).toBe(true)
  })

  it('email ignores user names', async () => {
    const app = await makeMailingApp()
    await setUserName(app.config, app.user.id, 'ada')
    await app.attempt({ email: 'ada', password })
    expect(await isAccepted(app, 'ada', password)).toBe(false)
  })

  it('either lets a visitor sign up without a name', async () => {
    const app = await makeMailingApp({ password: { identifier: 'either' } })
    await signUpAs(app, '')
    expect(await isAccepted(app, grace, newPassword)).toBe(true)
  })

  it('needs an adapter that can look names up', async () => {
    const app = await makePasswordApp({ identifier: 'either' })
    expect((await app.browser().fetchPage('/auth/signin')).response.status).toBe(200)
    const { listAccountsByUserId: _list, ...partial } = app.adapter
    await expect(makePasswordApp({ identifier: 'either' }, { adapter: partial })).rejects.toThrow(
      'listAccountsByUserId',
    )
    await expect(makePasswordApp({}, { adapter: partial })).resolves.toBeDefined()
  })

  it('labels the field of the sign-in page in the visitor’s language', async () => {
    const app = await makeMailingApp({ password: { identifier: 'either' } })
    const { html } = await app.browser().fetchPage('/auth/signin')
    expect(html).toContain('E-mail or user name')
    expect(html).toMatch(/<input[^>]*name="username"[^>]*type="text"[^>]*autocomplete="username"/)
  })
})

describe('a name that is taken', () => {
  it('is refused behind the mail, whose link still works', async () => {
    const app = await makeMailingApp({ password: { identifier: 'username' } })
    await setUserName(app.config, app.user.id, 'ada')
    const browser = app.browser()
    const refused = await signUpAs(app, 'ADA', grace, browser)
    expect(refused.html).toContain('This user name is taken. Choose another.')
    expect(await app.adapter.getUserByEmail(grace)).toBeNull()
    const odd = await submit(
      browser,
      refused,
      { username: 'ä', password: newPassword },
      { follow: true },
    )
    expect(odd.html).toContain('Use 3 to 32 characters')
    await submit(browser, odd, { username: 'grace', password: newPassword })
    expect(await isAccepted(app, 'grace', newPassword)).toBe(true)
    expect(await isAccepted(app, 'ada', password)).toBe(true)
  })

  it('in the last moment leaves the link of the second visitor valid', async () => {
    const app = await makeMailingApp({ password: { identifier: 'username' } })
    const browser = app.browser()
    const page = await openMail(browser, await app.mailTo('signup', grace))
    const link = app.adapter.linkAccount.bind(app.adapter)
    app.adapter.linkAccount = async (account) => {
      app.adapter.linkAccount = link
      await setUserName(app.config, app.user.id, 'grace')
      return link(account)
    }
    const fields = { username: 'grace', password: newPassword }
    const refused = await submit(browser, page, fields, { follow: true })
    expect(refused.html).toContain('This user name is taken')
    expect(await isAccepted(app, 'grace', password)).toBe(true)
    await submit(browser, refused, { username: 'grace2', password: newPassword })
    expect(await isAccepted(app, 'grace2', newPassword)).toBe(true)
  })

  it('wins once among parallel sign-ups', async () => {
    const app = await makeMailingApp({ password: { identifier: 'username' } })
    const addresses = Array.from({ length: 8 }, (_, index) => `v${index}@example.test`)
    const pages = []
    for (const address of addresses) {
      const browser = app.browser()
      pages.push({ browser, page: await openMail(browser, await app.mailTo('signup', address)) })
    }
    const fields = { username: 'wanted', password: newPassword }
    await Promise.all(pages.map(({ browser, page }) => submit(browser, page, fields)))
    const sessions = await Promise.all(pages.map(({ browser }) => browser.session()))
    expect(sessions.filter(Boolean)).toHaveLength(1)
  })
})

describe('a name on an unproven address', () => {
  it('is lost to the person who proves the address', async () => {
    const app = await makeMailingApp({ password: { identifier: 'either' } })
    await app.adapter.createUser({ id: 'planted', email: grace, emailVerified: null })
    await setUserName(app.config, 'planted', 'grace')
    const stored = await app.adapter.getPassword(app.user.id)
    if (!stored) throw new Error('The user has no password.')
    await app.adapter.setPassword('planted', { ...stored, stamp: 'planted' }, null)
    await signUpAs(app, 'owner')
    expect(await isAccepted(app, 'grace', newPassword)).toBe(false)
    expect(await isAccepted(app, 'grace', password)).toBe(false)
    expect(await isAccepted(app, 'owner', newPassword)).toBe(true)
  })
})

describe('a sign-in by name that fails', () => {
  it('has the same answer for every kind of name', async () => {
    const app = await makeMailingApp({ password: { identifier: 'either' } })
    await setUserName(app.config, app.user.id, 'ada')
    const answers = []
    for (const username of ['ada', 'nobody', email, 'nobody@example.test', '?', '']) {
      const browser = app.browser()
      const response = await app.attempt({ username, password: 'wrong horse battery' }, browser)
      answers.push({ status: response.status, body: await response.text() })
    }
    for (const answer of answers) expect(answer).toEqual(answers[0])
  })

  it('is counted by the name in its stored form', async () => {
    const app = await makeMailingApp({
      password: { identifier: 'either' },
      limits: { identifier: { attempts: 3, seconds: 60 } },
    })
    const statuses = []
    for (const username of ['ada', 'ADA', ' Ada ', 'aDa']) {
      const response = await app.attempt({ username, password: 'wrong horse battery' })
      statuses.push(response.status)
    }
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('`normalizeIdentifier`', () => {
  const mail = { normalizeIdentifier: (text: string) => text.replace(/\+[^@]*/, '') }

  it('applies to the address of a sign-in, as it does to the one of a sign-up', async () => {
    const app = await makeMailingApp({ mail })
    const browser = app.browser()
    await app.attempt({ email: 'ada+shop@example.test', password }, browser)
    expect(await browser.session()).toMatchObject({ user: { email } })
  })

  it('gives all spellings of an address one count', async () => {
    const app = await makeMailingApp({ mail, limits: { identifier: { attempts: 3, seconds: 60 } } })
    let last = 0
    for (const tag of ['a', 'b', 'c', 'd']) {
      const fields = { email: `ada+${tag}@example.test`, password: 'wrong horse battery' }
      last = (await app.attempt(fields)).status
    }
    expect(last).toBe(429)
  })

  it('that refuses an address is a failed sign-in', async () => {
    const refusing = {
      normalizeIdentifier: () => {
        throw new Error('Not here.')
      },
    }
    const app = await makeMailingApp({ mail: refusing })
    const known = await app.attempt({ email, password })
    expect(known.headers.get('location') ?? (await known.text())).toContain('CredentialsSignin')
  })
})

describe('setUserName', () => {
  it('replaces the name, and says what is wrong', async () => {
    const app = await makeMailingApp({ password: { identifier: 'either' } })
    await app.adapter.createUser({ id: 'other', email: grace, emailVerified: new Date() })
    expect(await setUserName(app.config, app.user.id, 'ada')).toEqual({ ok: true })
    expect(await setUserName(app.config, app.user.id, 'ada')).toEqual({ ok: true })
    expect(await setUserName(app.config, app.user.id, 'Countess')).toEqual({ ok: true })
    expect(await isAccepted(app, 'ada', password)).toBe(false)
    expect(await isAccepted(app, 'countess', password)).toBe(true)
    const refused = (problem: string) => ({ ok: false, problem })
    expect(await setUserName(app.config, 'other', 'countess')).toEqual(refused('taken'))
    expect(await setUserName(app.config, 'other', 'a')).toEqual(refused('not-allowed'))
    expect(await setUserName(app.config, 'nobody', 'ada')).toEqual(refused('unknown-user'))
  })
})

describe('a user name is no way to sign in', () => {
  it('that replaces the last account or the password', async () => {
    const app = await makeMailingApp({
      password: { identifier: 'either' },
      others: [GitHub({ clientId: 'id', clientSecret: 'secret' })],
    })
    await setUserName(app.config, app.user.id, 'ada')
    const account = { provider: 'github', providerAccountId: '1', type: 'oauth' as const }
    const browser = app.browser()
    await app.attempt({ username: 'ada', password }, browser)
    const page = await browser.fetchPage('/auth/change-password')
    const csrfToken = page.html.match(/name="csrfToken" value="([^"]+)"/)?.[1]
    const removed = await browser.postJson('/auth/remove-password', {
      csrfToken,
      currentPassword: password,
    })
    expect(removed.status).toBe(409)

    await app.adapter.linkAccount({ ...account, userId: app.user.id })
    // With a proven address, a reset by mail would be another way.
    await app.adapter.updateUser({ id: app.user.id, emailVerified: null })
    const headers = { cookie: browser.cookieHeader(), 'sec-fetch-site': 'same-origin' }
    const request = new Request('https://app.test/account', { method: 'POST', headers })
    await expect(unlinkAccount(request, app.config, account)).rejects.toThrow('only way')
  })
})

describe('a browser that signed up with a user name', () => {
  it('is not held up by strangers who guess, and neither is one that reset the password', async () => {
    const app = await makeMailingApp({ limits: {}, password: { identifier: 'username' } })
    const [first, second] = [app.browser(), app.browser()]
    await signUpAs(app, 'grace', grace, first)
    const guess = async (browser?: Browser): Promise<number> =>
      (await app.attempt({ username: 'grace', password: 'wrong horse battery' }, browser)).status
    for (let count = 0; count < 10; count += 1) await guess()
    expect(await guess()).toBe(429)
    expect(await guess(first)).not.toBe(429)
    const page = await openMail(second, await app.mailTo('forgot-password', grace))
    await submit(second, page, { password: 'another seven harbours' })
    expect(await guess(second)).not.toBe(429)
  })
})

describe('resetPassword', () => {
  it('takes a user name from a form of the app', async () => {
    const app = await makeMailingApp({ password: { identifier: 'username' } })
    const browser = app.browser()
    await openMail(browser, await app.mailTo('signup', grace))
    const headers = { cookie: browser.cookieHeader(), 'sec-fetch-site': 'same-origin' }
    const request = new Request('https://app.test/choose', { method: 'POST', headers })
    const fields = { password: newPassword, link: await shownLink(app, browser) }
    const { data } = await resetPassword(request, app.config, fields)
    expect(data).toMatchObject({ ok: false, error: { type: 'InvalidUserName' } })
    await resetPassword(request, app.config, { ...fields, username: 'Grace' })
    expect(await isAccepted(app, 'grace', newPassword)).toBe(true)
  })
})
