import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  Auth,
  changePassword,
  createRuntime,
  describeSignIn,
  isAuthRoute,
  removePassword,
  setPassword,
  signOut,
  unlinkAccount,
  withRuntime,
} from '../../../src/core.js'
import type { VerificationRequestParams } from '../../../src/model/email.js'
import GitHub from '../../../src/providers/github.js'
import { logText } from '../../support/apps/accounts-app.js'
import { Browser } from '../../support/browser.js'
import { recordingProvider } from '../../support/apps/mail-app.js'
import { makeApp, sessionCookie } from '../../support/apps/app.js'
import {
  choose,
  makeMailingApp,
  openMail,
  submit,
  type MailingApp,
} from '../../support/apps/mailing-app.js'
import { email, password } from '../../support/apps/password-app.js'

afterEach(() => void vi.restoreAllMocks())

const newPassword = 'seven quiet harbours'
const grace = 'grace@example.test'

async function signedIn(app: MailingApp, secret = password, address = email): Promise<Browser> {
  const browser = app.browser()
  await app.attempt({ email: address, password: secret }, browser)
  return browser
}

async function isAccepted(app: MailingApp, secret: string, address = email): Promise<boolean> {
  return (await (await signedIn(app, secret, address)).session()) !== null
}

/** A browser in front of the same app at another time. */
function openBrowserAt(app: MailingApp, clock: number): Browser {
  const config = withRuntime(app.config, createRuntime({ clock: () => clock }))
  return new Browser((request) => Auth(request, config))
}

function requestOf(browser: Browser): Request {
  const headers = { cookie: browser.cookieHeader(), 'sec-fetch-site': 'same-origin' }
  return new Request('https://app.test/account', { method: 'POST', headers })
}

describe.each(['database', 'jwt'] as const)('passwords with the strategy %s', (strategy) => {
  const session = { strategy }

  it('lets a visitor sign up: the address first, the password behind the mail', async () => {
    const app = await makeMailingApp({ session })
    const mail = await app.mailTo('signup', grace)
    expect(mail).toMatchObject({ identifier: grace, purpose: 'signUp' })
    expect(await app.adapter.getUserByEmail(grace)).toBeNull()

    const browser = app.browser()
    await choose(browser, mail, newPassword)
    expect(await browser.session()).toMatchObject({ user: { email: grace } })
    expect((await app.adapter.getUserByEmail(grace))?.emailVerified).toBeInstanceOf(Date)
    expect(await isAccepted(app, newPassword, grace)).toBe(true)
    await app.settle()
    expect(app.sent).toHaveLength(1)
  })

  it('resets a password: the other sessions end, the owner is told (FP8)', async () => {
    const app = await makeMailingApp({ session })
    const elsewhere = await signedIn(app)
    const mail = await app.mailTo('forgot-password', email)
    expect(mail).toMatchObject({ identifier: email, purpose: 'reset' })

    const browser = app.browser()
    await choose(browser, mail, newPassword)
    expect(await browser.session()).toMatchObject({ user: { email } })
    expect(await elsewhere.session()).toBeNull()
    expect(await isAccepted(app, password)).toBe(false)
    expect(await isAccepted(app, newPassword)).toBe(true)
    await app.settle()
    expect(app.sent.at(-1)).toMatchObject({ identifier: email, purpose: 'changed', token: '' })
  })

  it('changes a password: this browser stays signed in, the others do not', async () => {
    const app = await makeMailingApp({ session })
    const [here, elsewhere] = [await signedIn(app), await signedIn(app)]
    const page = await here.fetchPage('/auth/change-password')
    await submit(here, page, { currentPassword: password, password: newPassword })
    expect(await here.session()).toMatchObject({ user: { email } })
    expect(await elsewhere.session()).toBeNull()
    expect(await isAccepted(app, password)).toBe(false)
    expect(await isAccepted(app, newPassword)).toBe(true)
    await app.settle()
    expect(app.sent).toMatchObject([{ purpose: 'changed' }])
  })

  it('removes a password only if another way to sign in is left', async () => {
    const app = await makeMailingApp({
      session,
      others: [GitHub({ clientId: 'x', clientSecret: 'y' })],
    })
    const [here, elsewhere] = [await signedIn(app), await signedIn(app)]
    const remove = (currentPassword: unknown) =>
      removePassword(requestOf(here), app.config, { currentPassword })
    expect((await remove(password)).data).toMatchObject({
      ok: false,
      error: { type: 'LastSignInMethod' },
    })
    await app.adapter.linkAccount({
      userId: app.user.id,
      type: 'oauth',
      provider: 'github',
      providerAccountId: '1',
    })
    expect((await remove('wrong horse battery')).data).toMatchObject({
      ok: false,
      error: { type: 'CredentialsSignin' },
    })
    expect((await remove(password)).data).toMatchObject({ ok: true })
    expect(await isAccepted(app, password)).toBe(false)
    expect(await here.session()).toMatchObject({ user: { email } })
    expect(await elsewhere.session()).toBeNull()
  })

  it.each(['password first', 'account first'])(
    'removes the password and the last account of a user who can sign in by mail, the %s',
    async (order) => {
      const app = await makeMailingApp({
        session,
        mail: { signIn: true },
        others: [GitHub({ clientId: 'x', clientSecret: 'y' })],
      })
      const account = { provider: 'github', providerAccountId: '1' } as const
      await app.adapter.linkAccount({ ...account, type: 'oauth', userId: app.user.id })
      const here = await signedIn(app)
      const removals = [
        async () => {
          const fields = { currentPassword: password }
          const { data } = await removePassword(requestOf(here), app.config, fields)
          expect(data).toMatchObject({ ok: true })
        },
        async () => {
          expect(await unlinkAccount(requestOf(here), app.config, account)).toBe(true)
        },
      ]
      for (const remove of order === 'password first' ? removals : removals.toReversed())
        await remove()
      expect(await isAccepted(app, password)).toBe(false)
      expect(await app.adapter.listAccountsByUserId(app.user.id)).toEqual([])
      const visitor = app.browser()
      const fields = { csrfToken: await visitor.csrfToken(), email }
      await visitor.postJson('/auth/signin/mail', fields)
      await app.settle()
      await submit(visitor, await openMail(visitor, app.sent.at(-1)), {})
      expect(await visitor.session()).toMatchObject({ user: { email } })
    },
  )

  it.each([
    ['mails only bring new passwords', { mail: { signIn: false } }, new Date()],
    ['the address is not proven', { mail: { signIn: true } }, null],
  ] as const)('keeps a password without another way in if %s', async (_why, options, proven) => {
    const app = await makeMailingApp({
      session,
      password: { requireVerifiedEmail: false },
      ...options,
    })
    await app.adapter.updateUser({ id: app.user.id, emailVerified: proven })
    const here = await signedIn(app)
    const removed = removePassword(requestOf(here), app.config, { currentPassword: password })
    expect((await removed).data).toMatchObject({ ok: false, error: { type: 'LastSignInMethod' } })
    expect(await isAccepted(app, password)).toBe(true)
  })

  it('keeps a password if the other accounts belong to credentials', async () => {
    const ldap = { id: 'ldap', name: 'LDAP', type: 'credentials', credentials: {} } as const
    const others = [{ ...ldap, authorize: () => null }]
    const app = await makeMailingApp({ session, others })
    const here = await signedIn(app)
    const account = { provider: 'ldap', providerAccountId: 'ada', type: 'credentials' } as const
    await app.adapter.linkAccount({ ...account, userId: app.user.id })
    const removed = removePassword(requestOf(here), app.config, { currentPassword: password })
    expect((await removed).data).toMatchObject({ ok: false, error: { type: 'LastSignInMethod' } })
  })

  it('warns if the removal of a password ends no session', async () => {
    const app = await makeMailingApp({
      session: { strategy: 'jwt', revocable: false },
      others: [GitHub({ clientId: 'x', clientSecret: 'y' })],
    })
    const account = { type: 'oauth', provider: 'github', providerAccountId: '1' } as const
    await app.adapter.linkAccount({ userId: app.user.id, ...account })
    const here = await signedIn(app)
    expect(app.codes('warn')).not.toContain('password-sessions-survive')
    await removePassword(requestOf(here), app.config, { currentPassword: password })
    expect(app.codes('warn')).toContain('password-sessions-survive')
  })

  it('kills a pending link when the user signs out everywhere', async () => {
    const app = await makeMailingApp({ session })
    const mail = await app.mailTo('forgot-password', email)
    const here = await signedIn(app)
    await signOut(requestOf(here), app.config, { everywhere: true })
    const page = await choose(app.browser(), mail, newPassword)
    expect(page.response.headers.get('location')).toContain('error=Verification')
    expect(await isAccepted(app, password)).toBe(true)
  })
})

describe('a request for a mail', () => {
  // As long as the address of the user with a password, because a sealed cookie shows a length.
  const githubUser = { id: 'user-2', email: 'bob@example.test', emailVerified: new Date() }
  const unproven = { id: 'user-3', email: 'eve@example.test', emailVerified: null }

  it.each(['signup', 'forgot-password'] as const)(
    'has one answer for every kind of address: %s',
    async (route) => {
      const app = await makeMailingApp({ others: [GitHub({ clientId: 'x', clientSecret: 'y' })] })
      await app.adapter.createUser(githubUser)
      await app.adapter.createUser(unproven)
      const answers = []
      for (const address of [email, githubUser.email, unproven.email, 'new@example.test']) {
        const browser = app.browser()
        const { status, response, html } = await app.ask(route, address, browser)
        const sent = await browser.fetchPage(response.headers.get('location') ?? '')
        answers.push({
          status,
          html,
          headers: [...response.headers].filter(([name]) => name !== 'set-cookie'),
          cookies: browser.cookies.map(({ name, value }) => [name.slice(0, 25), value.length]),
          page: sent.html.replaceAll(address, 'ADDRESS').replaceAll(/nonce="[^"]*"/g, ''),
        })
      }
      expect(answers[0]?.status).toBe(302)
      for (const answer of answers.slice(1)) expect(answer).toEqual(answers[0])
    },
  )

  it('answers before anything is looked up', async () => {
    const app = await makeMailingApp()
    const find = vi.spyOn(app.adapter, 'getUserByEmail')
    expect((await app.ask('forgot-password', email)).status).toBe(302)
    expect(find).not.toHaveBeenCalled()
    await app.settle()
    expect(find).toHaveBeenCalled()
    expect(app.sent).toHaveLength(1)
  })

  it('gives the sender neither the body nor the cookies of the request', async () => {
    const app = await makeMailingApp()
    const here = await signedIn(app)
    const page = await here.fetchPage('/auth/change-password')
    await submit(here, page, { currentPassword: password, password: newPassword })
    await app.settle()
    const [mail] = app.sent
    expect(await mail?.request.text()).toBe('')
    expect(mail?.request.headers.get('cookie')).toBeNull()
  })

  it('uses the address as `normalizeIdentifier` wants it', async () => {
    const normalizeIdentifier = (address: string): string => {
      if (!address.endsWith('@example.test')) throw new Error('Another domain.')
      return address.replace('+tag', '')
    }
    const app = await makeMailingApp({ mail: { normalizeIdentifier } })
    await app.ask('signup', 'thief@other.test')
    await app.ask('signup', 'grace+tag@example.test')
    await app.settle()
    expect(app.sent.map(({ identifier }) => identifier)).toEqual([grace])
  })

  it('that sends nothing does not use up the mails of others', async () => {
    const app = await makeMailingApp({ limits: { allMails: { attempts: 2, seconds: 60 } } })
    for (let count = 0; count < 5; count += 1) {
      await app.mailTo('forgot-password', `nobody-${count}@example.test`)
    }
    expect(await app.mailTo('forgot-password', email)).toBeDefined()
    expect(await app.mailTo('forgot-password', email)).toBeDefined()
    expect(await app.mailTo('forgot-password', email)).toBeUndefined()
  })

  it('warns that links follow the Host header, unless the origin is known', async () => {
    const warnings = []
    for (const origin of [undefined, 'https://app.test']) {
      const app = await makeMailingApp({ origin })
      await app.mailTo('forgot-password', email)
      warnings.push(app.codes('warn').includes('mail-origin-unknown'))
    }
    expect(warnings).toEqual([true, false])
  })

  it('is limited per address', async () => {
    const app = await makeMailingApp({ limits: { mail: { attempts: 2, seconds: 60 } } })
    const statuses = []
    for (let count = 0; count < 3; count += 1) {
      statuses.push((await app.ask('forgot-password', email)).status)
    }
    expect(statuses).toEqual([302, 302, 429])
  })

  it('is sent by the provider that does nothing else', async () => {
    const other: VerificationRequestParams[] = []
    const app = await makeMailingApp({
      password: {},
      others: [recordingProvider(other, { id: 'links' })],
    })
    await app.mailTo('forgot-password', email)
    expect([app.sent.length, other.length]).toEqual([1, 0])
  })

  it('writes to someone who already has an account, and changes nothing (FP10)', async () => {
    const app = await makeMailingApp({ others: [GitHub({ clientId: 'x', clientSecret: 'y' })] })
    const user = await app.adapter.createUser(githubUser)
    const account = { type: 'oauth', provider: 'github', providerAccountId: '1' } as const
    await app.adapter.linkAccount({ userId: user.id, ...account })
    const mail = await app.mailTo('signup', user.email)
    expect(mail).toMatchObject({ purpose: 'alreadyRegistered' })
    expect(mail?.mail.text).toContain('GitHub')
    expect(await app.adapter.getUserByEmail(user.email)).toEqual(user)
    expect(await app.adapter.getPassword(user.id)).toBeNull()
  })

  it('sends nothing to an unknown address that forgot its password', async () => {
    const app = await makeMailingApp()
    expect(await app.mailTo('forgot-password', grace)).toBeUndefined()
  })

  it('sends nothing to an unknown address if sign-up is off', async () => {
    const app = await makeMailingApp({ password: { signUp: false } })
    const browser = app.browser()
    const page = await browser.fetchPage('/auth/signup')
    expect(page.status).toBe(404)
    const csrfToken = await browser.csrfToken()
    const posted = await browser.postJson('/auth/signup', { csrfToken, email: grace })
    expect(posted.status).toBe(404)
    await app.settle()
    expect(app.sent).toEqual([])
    const { html } = await app.browser().fetchPage('/auth/signin')
    expect(html).toContain('/auth/forgot-password')
    expect(html).not.toContain('/auth/signup')
  })

  it.each([
    ['a list', ['email', 'victim@example.test', 'email', 'thief@example.test']],
    ['brackets', ['email[]', 'victim@example.test']],
    ['two addresses in one', ['email', 'victim@example.test,thief@example.test']],
    ['nothing', []],
  ])('sends one mail at most, and not to the victim, for %s (FP1)', async (_name, pairs) => {
    const app = await makeMailingApp()
    const browser = app.browser()
    const csrfToken = await browser.csrfToken()
    const body = new URLSearchParams({ csrfToken })
    for (let at = 0; at < pairs.length; at += 2) body.append(pairs[at] ?? '', pairs[at + 1] ?? '')
    const headers = { accept: 'text/html' }
    await browser.fetch('/auth/signup', { method: 'POST', body, headers })
    await app.settle()
    expect(app.sent.filter(({ identifier }) => identifier !== 'thief@example.test')).toEqual([])
    expect(app.sent.length).toBeLessThanOrEqual(1)
  })

  it.each(['ıda@example.test', 'ada@examplé.test', 'ada@example.teſt', '\u212aada@example.test'])(
    'mails no other address than the stored one for the look-alike %s (FP2)',
    async (address) => {
      const app = await makeMailingApp()
      await app.ask('forgot-password', address)
      await app.settle()
      expect(app.sent.filter(({ identifier }) => identifier !== email)).toEqual([])
    },
  )

  it('logs a mail that cannot be sent, and its link does not work', async () => {
    let url = ''
    const sendVerificationRequest = (params: VerificationRequestParams): never => {
      url = params.url
      throw new Error(`no route to ${params.url}`)
    }
    const app = await makeMailingApp({ mail: { sendVerificationRequest } })
    await app.ask('forgot-password', email)
    await app.settle()
    expect(app.codes('error')).toEqual(['EmailSignInError'])
    expect(logText(app)).not.toContain(new URL(url).searchParams.get('token'))
    const browser = app.browser()
    await browser.postForm(await browser.fetchPage(url), { password: newPassword })
    expect(await isAccepted(app, newPassword)).toBe(false)
  })
})

describe('a mailed link', () => {
  it('leaves the address bar with the first visit, and no site learns it (FP26)', async () => {
    const app = await makeMailingApp()
    const mail = await app.mailTo('forgot-password', email)
    const browser = app.browser()
    const { response } = await browser.fetchPage(mail?.url ?? '', { follow: false })
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe('https://app.test/auth/reset-password')
    expect(response.headers.get('referrer-policy')).toBe('same-origin')
    const page = await browser.fetchPage('/auth/reset-password')
    expect(page.html).not.toContain(new URL(mail?.url ?? '').searchParams.get('token'))
    expect(page.html).toContain(email)
  })

  it('is used up by no visit, but by the first password', async () => {
    const app = await makeMailingApp()
    const mail = await app.mailTo('forgot-password', email)
    for (let visits = 0; visits < 3; visits += 1) await openMail(app.browser(), mail)
    const browser = app.browser()
    const page = await openMail(browser, mail)
    await submit(browser, page, { password: newPassword })
    expect(await browser.session()).not.toBeNull()
    const again = await choose(app.browser(), mail, 'another seven harbours')
    expect(again.response.headers.get('location')).toContain('error=Verification')
    expect(await isAccepted(app, newPassword)).toBe(true)
  })

  it('wins once among twenty parallel attempts (FP5)', async () => {
    const app = await makeMailingApp()
    const mail = await app.mailTo('forgot-password', email)
    const browsers = await Promise.all(
      Array.from({ length: 20 }, async (_none, at) => {
        const browser = app.browser()
        return { browser, page: await openMail(browser, mail), secret: `${newPassword} ${at}` }
      }),
    )
    await Promise.all(
      browsers.map(({ browser, page, secret }) => submit(browser, page, { password: secret })),
    )
    const inside = []
    for (const { browser, secret } of browsers) if (await browser.session()) inside.push(secret)
    expect(inside).toHaveLength(1)
    for (const { secret } of browsers) {
      expect(await isAccepted(app, secret)).toBe(secret === inside[0])
    }
  })

  it('works although others were requested later, and kills them all (FP25)', async () => {
    const app = await makeMailingApp()
    const mails = []
    for (let count = 0; count < 5; count += 1)
      mails.push(await app.mailTo('forgot-password', email))
    await choose(app.browser(), mails[0], newPassword)
    for (const mail of mails) await choose(app.browser(), mail, 'another seven harbours')
    expect(await isAccepted(app, newPassword)).toBe(true)
  })

  it('is dead after the password was changed otherwise', async () => {
    const app = await makeMailingApp()
    const mail = await app.mailTo('forgot-password', email)
    const here = await signedIn(app)
    const page = await here.fetchPage('/auth/change-password')
    await submit(here, page, { currentPassword: password, password: newPassword })
    await choose(app.browser(), mail, 'another seven harbours')
    expect(await isAccepted(app, newPassword)).toBe(true)
  })

  it('is dead after the address was given to another user', async () => {
    const app = await makeMailingApp()
    const mail = await app.mailTo('forgot-password', email)
    await app.adapter.updateUser({ id: app.user.id, email: 'moved@example.test' })
    await choose(app.browser(), mail, newPassword)
    expect(await isAccepted(app, newPassword)).toBe(false)
    expect(await isAccepted(app, newPassword, 'moved@example.test')).toBe(false)
  })

  it('is kept if the password is refused, and the page says why', async () => {
    const app = await makeMailingApp()
    const mail = await app.mailTo('forgot-password', email)
    const browser = app.browser()
    const page = await openMail(browser, mail)
    const refused = await submit(browser, page, { password: 'short' }, { follow: true })
    expect(refused.html).toContain('Use at least 15 characters.')
    expect(refused.html).not.toContain('value="short"')
    await submit(browser, refused, { password: newPassword })
    expect(await browser.session()).not.toBeNull()
  })

  it('tells the `signIn` callback that the address is proven', async () => {
    const asked: unknown[] = []
    const app = await makeMailingApp({
      callbacks: { signIn: ({ user }) => Boolean(asked.push(user.emailVerified)) },
    })
    await choose(app.browser(), await app.mailTo('signup', grace), newPassword)
    expect(asked).toEqual([expect.any(Date)])
  })

  it('is not replaced by a link that another site opens (FP28)', async () => {
    const app = await makeMailingApp()
    const [own, foreign] = [
      await app.mailTo('signup', grace),
      await app.mailTo('signup', 'eve@example.test'),
    ]
    const victim = app.browser()
    const page = await openMail(victim, own)
    await openMail(victim, foreign)
    const refused = await submit(victim, page, { password: newPassword })
    expect(refused.response.headers.get('location')).toContain('error=Verification')
    expect(await victim.session()).toBeNull()
    expect(await app.adapter.getUserByEmail('eve@example.test')).toBeNull()
  })

  it('changes nothing if the sessions cannot be ended, and the next one works', async () => {
    const app = await makeMailingApp({ session: { strategy: 'database' } })
    const mail = await app.mailTo('forgot-password', email)
    const broken = vi.spyOn(app.adapter, 'deleteSessionsByUserId').mockRejectedValue(new Error('x'))
    await choose(app.browser(), mail, newPassword)
    expect(await isAccepted(app, password)).toBe(true)
    broken.mockRestore()
    await choose(app.browser(), await app.mailTo('forgot-password', email), newPassword)
    expect(await isAccepted(app, newPassword)).toBe(true)
  })

  it('works without a table of sessions', async () => {
    const app = await makeMailingApp({ session: { strategy: 'jwt' } })
    const missing = Object.assign(new Error('no such table: session'), { code: 'SQLITE_ERROR' })
    for (const method of [
      'createSession',
      'getSessionAndUser',
      'deleteSessionsByUserId',
    ] as const) {
      vi.spyOn(app.adapter, method).mockRejectedValue(missing)
    }
    await choose(app.browser(), await app.mailTo('forgot-password', email), newPassword)
    expect(await isAccepted(app, newPassword)).toBe(true)
  })

  it('is dead after another was used, also where no session can be ended', async () => {
    const app = await makeMailingApp({ session: { strategy: 'jwt', revocable: false } })
    const mails = [
      await app.mailTo('forgot-password', email),
      await app.mailTo('forgot-password', email),
    ]
    const page = await openMail(app.browser(), mails[0])
    expect(page.html).not.toContain('signs you out')
    await choose(app.browser(), mails[0], newPassword)
    await choose(app.browser(), mails[1], 'another seven harbours')
    expect(await isAccepted(app, newPassword)).toBe(true)
    expect(app.codes('warn')).toContain('password-sessions-survive')
  })

  it('from before the first password is dead after that password was removed', async () => {
    const app = await makeMailingApp({
      session: { strategy: 'jwt', revocable: false },
      others: [GitHub({ clientId: 'x', clientSecret: 'y' })],
    })
    const user = { id: 'user-2', email: 'bob@example.test', emailVerified: new Date() }
    await app.adapter.createUser(user)
    const account = { type: 'oauth', provider: 'github', providerAccountId: '2' } as const
    await app.adapter.linkAccount({ userId: user.id, ...account })
    const mails = [
      await app.mailTo('forgot-password', user.email),
      await app.mailTo('forgot-password', user.email),
    ]
    const here = app.browser()
    await choose(here, mails[0], newPassword)
    await removePassword(requestOf(here), app.config, { currentPassword: newPassword })
    expect(await isAccepted(app, newPassword, user.email)).toBe(false)
    await choose(app.browser(), mails[1], 'another seven harbours')
    expect(await isAccepted(app, 'another seven harbours', user.email)).toBe(false)
    await choose(
      app.browser(),
      await app.mailTo('forgot-password', user.email),
      'a third quiet harbour',
    )
    expect(await isAccepted(app, 'a third quiet harbour', user.email)).toBe(true)
  })

  it('that comes second ends no session of the first', async () => {
    const app = await makeMailingApp()
    const mails = [
      await app.mailTo('forgot-password', email),
      await app.mailTo('forgot-password', email),
    ]
    const [first, second] = [app.browser(), app.browser()]
    const pages = [await openMail(first, mails[0]), await openMail(second, mails[1])] as const
    await Promise.all([
      submit(first, pages[0], { password: newPassword }),
      submit(second, pages[1], { password: 'another seven harbours' }),
    ])
    const living = [await first.session(), await second.session()].filter((one) => one !== null)
    expect(living).toHaveLength(1)
  })

  it('leaves a browser that guesses of strangers do not lock out (FP23)', async () => {
    const app = await makeMailingApp({ limits: { identifier: { attempts: 3, seconds: 60 } } })
    const here = app.browser()
    await choose(here, await app.mailTo('forgot-password', email), newPassword)
    for (let count = 0; count < 5; count += 1) await signedIn(app, `wrong horse ${count}`)
    expect((await (await signedIn(app, newPassword)).session()) === null).toBe(true)
    await app.attempt({ email, password: newPassword }, here)
    expect(await here.session()).not.toBeNull()
  })

  it('expires after thirty minutes (FP6)', async () => {
    const app = await makeMailingApp()
    const mail = await app.mailTo('forgot-password', email)
    const left = (mail?.expires.getTime() ?? 0) - Date.now()
    expect(Math.round(left / 60_000)).toBe(30)
    const late = openBrowserAt(app, Date.now() + 30 * 60_000 + 1000)
    const page = await late.fetchPage(mail?.url ?? '', { follow: false })
    expect(page.response.headers.get('location')).toContain('error=Verification')
  })

  it('is restored if the `signIn` callback refuses', async () => {
    let isAllowed = false
    const app = await makeMailingApp({ callbacks: { signIn: () => isAllowed } })
    const mail = await app.mailTo('forgot-password', email)
    await choose(app.browser(), mail, newPassword)
    isAllowed = true
    expect(await isAccepted(app, password)).toBe(true)
    await choose(app.browser(), mail, newPassword)
    expect(await isAccepted(app, newPassword)).toBe(true)
  })

  it('takes an address back from a user who never proved it', async () => {
    const app = await makeMailingApp({ password: { requireVerifiedEmail: false } })
    const planted = 'planted@example.test'
    await app.adapter.createUser({ id: 'user-3', email: planted, emailVerified: null })
    const row = await app.adapter.getPassword(app.user.id)
    if (!row) throw new Error('The user has no password.')
    await app.adapter.setPassword('user-3', { ...row, stamp: 'planted' }, null)
    const thief = await signedIn(app, password, planted)
    expect(await thief.session()).not.toBeNull()
    const mail = await app.mailTo('forgot-password', planted)
    expect(mail).toMatchObject({ purpose: 'reset' })
    const owner = app.browser()
    await choose(owner, mail, newPassword)
    expect(await owner.session()).toMatchObject({ user: { email: planted } })
    expect(await thief.session()).toBeNull()
    expect(await isAccepted(app, password, planted)).toBe(false)
  })

  it.each(['', 'null', '0', 'a.b.c', 'undefined.zzzzzzzz.x', '..'])(
    'is refused with the token %j (FP4)',
    async (token) => {
      const app = await makeMailingApp()
      await app.adapter.createVerificationToken({
        identifier: `choose password:${email}`,
        token: '',
        expires: new Date(Date.now() + 60_000),
      })
      const query = new URLSearchParams({ email, token })
      const browser = app.browser()
      const page = await browser.fetchPage(`/auth/reset-password?${query}`, { follow: false })
      expect(page.response.headers.get('location')).toContain('error=Verification')
      const csrfToken = await browser.csrfToken()
      await browser.postJson('/auth/reset-password', {
        csrfToken,
        email,
        token,
        password: newPassword,
      })
      expect(await isAccepted(app, newPassword)).toBe(false)
    },
  )

  it('is refused if something follows its signature (FP4)', async () => {
    const app = await makeMailingApp()
    const mail = await app.mailTo('forgot-password', email)
    const url = new URL(mail?.url ?? '')
    url.searchParams.set('token', `${url.searchParams.get('token')}.more`)
    const page = await app.browser().fetchPage(url.href, { follow: false })
    expect(page.response.headers.get('location')).toContain('error=Verification')
  })

  it('to sign in chooses no password, and the other way round (FP7)', async () => {
    const app = await makeMailingApp({ mail: { signIn: true } })
    const reset = await app.mailTo('forgot-password', email)
    const query = new URL(reset?.url ?? '').search
    const browser = app.browser()
    const page = await browser.fetchPage(`/auth/callback/mail${query}`)
    if (page.forms.length > 0) await browser.postForm(page)
    expect(browser.cookie(sessionCookie)).toBeUndefined()

    const visitor = app.browser()
    await visitor.postForm(await visitor.fetchPage('/auth/signin/mail'), { email })
    const link = new URL(app.sent.at(-1)?.url ?? '')
    expect(link.pathname).toBe('/auth/callback/mail')
    const other = await app
      .browser()
      .fetchPage(`/auth/reset-password${link.search}`, { follow: false })
    expect(other.response.headers.get('location')).toContain('error=Verification')
  })

  it('signs up a user without the columns that the form adds (FP29)', async () => {
    const app = await makeMailingApp()
    const mail = await app.mailTo('signup', grace)
    const browser = app.browser()
    const page = await openMail(browser, mail)
    await browser.postForm(page, { password: newPassword, role: 'admin', id: 'user-1', name: 'x' })
    const user = await app.adapter.getUserByEmail(grace)
    expect(Object.keys(user ?? {}).sort()).toEqual(['email', 'emailVerified', 'id'])
    expect(user?.id).not.toBe('user-1')
  })
})

describe('the page to change a password', () => {
  it('asks a visitor to sign in first', async () => {
    const app = await makeMailingApp()
    const page = await app.browser().fetchPage('/auth/change-password', { follow: false })
    expect(page.response.headers.get('location')).toBe(
      'https://app.test/auth/signin?callbackUrl=https%3A%2F%2Fapp.test%2Fauth%2Fchange-password',
    )
  })

  it.each([undefined, '', 'wrong horse battery', [password], { length: 19 }, true])(
    'refuses %j as the current password (FP22)',
    async (currentPassword) => {
      const app = await makeMailingApp()
      const here = await signedIn(app)
      const csrfToken = await here.csrfToken()
      const body = { csrfToken, currentPassword, password: newPassword }
      const response = await here.postJson('/auth/change-password', body)
      expect(response.headers.get('location') ?? (await response.text())).toContain(
        'CredentialsSignin',
      )
      expect(await isAccepted(app, password)).toBe(true)
    },
  )

  it('logs a wrong current password as a failed authentication', async () => {
    const app = await makeMailingApp({ debug: true })
    const here = await signedIn(app)
    const page = await here.fetchPage('/auth/change-password')
    await submit(here, page, { currentPassword: 'wrong horse battery', password: newPassword })
    const ended = app.logs.findLast(({ code }) => code === 'authentication')
    expect(ended?.message).toMatchObject([{ outcome: 'CredentialsSignin' }])
  })

  it('refuses a user who has neither a password nor an address', async () => {
    const app = await makeMailingApp()
    const here = await signedIn(app)
    await app.adapter.deletePassword(app.user.id)
    await app.adapter.updateUser({ id: app.user.id, email: '' })
    const csrfToken = await here.csrfToken()
    const response = await here.postJson('/auth/change-password', { csrfToken })
    expect(response.headers.get('location')).toContain('error=InvalidEmailAddress')
    await app.settle()
    expect(app.sent).toEqual([])
  })

  it('limits guesses with a stolen session to five (FP22)', async () => {
    const app = await makeMailingApp({ limits: {} })
    const here = await signedIn(app)
    const csrfToken = await here.csrfToken()
    const statuses = []
    for (let count = 0; count < 6; count += 1) {
      const body = { csrfToken, currentPassword: `wrong horse ${count}`, password: newPassword }
      statuses.push((await here.postJson('/auth/change-password', body)).status)
    }
    expect(statuses.indexOf(429)).toBe(5)
  })

  it('takes the right current password as often as it is typed (FP22)', async () => {
    const app = await makeMailingApp({ limits: { identifier: { attempts: 2, seconds: 60 } } })
    const here = await signedIn(app)
    const csrfToken = await here.csrfToken()
    const statuses = []
    for (let count = 0; count < 4; count += 1) {
      const body = { csrfToken, currentPassword: password, password: 'short' }
      statuses.push((await here.postJson('/auth/change-password', body)).status)
    }
    expect(statuses).not.toContain(429)
  })

  it('says that the new password is the current one', async () => {
    const app = await makeMailingApp()
    const here = await signedIn(app)
    const page = await here.fetchPage('/auth/change-password')
    const fields = { currentPassword: password, password }
    const { html } = await submit(here, page, fields, { follow: true })
    expect(html).toContain('That is your current password. Choose a new one.')
  })

  it('sends a mail to a user without a password', async () => {
    const app = await makeMailingApp()
    const here = await signedIn(app)
    await app.adapter.deletePassword(app.user.id)
    const page = await here.fetchPage('/auth/change-password')
    expect(page.html).toContain(email)
    await here.postForm(page)
    await app.settle()
    expect(app.sent).toMatchObject([{ identifier: email, purpose: 'reset' }])
    await choose(app.browser(), app.sent[0], newPassword)
    expect(await isAccepted(app, newPassword)).toBe(true)
  })

  it('is found by password managers', async () => {
    const app = await makeMailingApp()
    const page = await app.browser().fetchPage('/.well-known/change-password', { follow: false })
    expect(page.response.status).toBe(302)
    expect(page.response.headers.get('location')).toBe('https://app.test/auth/change-password')
  })
})

describe('the sign-in page', () => {
  it('has the form in the language of the visitor, and the texts of the app', async () => {
    const app = await makeMailingApp({
      language: 'de',
      texts: {
        links: { noAccount: 'Mitmachen' },
        passwords: { links: { forgotPassword: 'Passwort verloren' } },
      },
    })
    const { html } = await app.browser().fetchPage('/auth/signin')
    expect(html).toContain('Passwort')
    expect(html).toContain('Mitmachen')
    expect(html).toContain('Passwort verloren')
    expect(html).not.toContain('E-mail address')
    const described = await describeSignIn(new Request('https://app.test/login'), app.config)
    const [provider] = described.providers
    expect(provider?.fields.map(({ label }) => label)).toEqual(['E-Mail-Adresse', 'Passwort'])
  })
})

describe('the routes for passwords', () => {
  const paths = ['/auth/signup', '/auth/forgot-password', '/auth/reset-password']
  const all = [...paths, '/auth/change-password', '/.well-known/change-password']

  it('belong to the app if it has no password provider', () => {
    const { config } = makeApp()
    expect(all.filter((path) => isAuthRoute(path, config))).toEqual([])
  })

  it('are ours if it has one', async () => {
    const { config } = await makeMailingApp()
    expect(all.filter((path) => isAuthRoute(path, config))).toEqual(all)
  })

  it.each([
    'signup',
    'forgot-password',
    'reset-password',
    'change-password',
    'change-email',
    'remove-password',
    'verify-email',
  ])('accept no form of another site: %s', async (route) => {
    const app = await makeMailingApp()
    const here = await signedIn(app)
    const csrfToken = await here.csrfToken()
    const fields = { email: grace, password: newPassword, currentPassword: password }
    const post = async (body: object, headers: Record<string, string>): Promise<string> => {
      const response = await here.send(`/auth/${route}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
      return response.headers.get('location') ?? String(response.status)
    }
    const own = { origin: here.origin, 'sec-fetch-site': 'same-origin' }
    const foreign = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }
    expect(await post({ csrfToken, ...fields }, foreign)).toBe('403')
    expect(await post(fields, own)).toContain('MissingCSRF')
    await app.settle()
    expect(app.sent).toEqual([])
  })

  it.each(['signUp', 'forgotPassword', 'resetPassword', 'changePassword', 'verifyEmail'])(
    'cannot be their own replacement: %s',
    async (name) => {
      const route = name
        .replace('signUp', 'signup')
        .replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
      const app = makeApp({ pages: { [name]: `/auth/${route}` } })
      expect((await app.browser().fetchPage('/auth/signin')).status).toBe(500)
      expect(app.codes('error')).toEqual(['InvalidPage'])
    },
  )

  it('lead to the pages of the app', async () => {
    const pages = {
      signUp: '/join',
      forgotPassword: '/forgot',
      resetPassword: '/reset',
      changePassword: '/account',
    }
    const app = await makeMailingApp({ pages })
    const here = await signedIn(app)
    const csrfToken = await here.csrfToken()
    await here.postJson('/auth/signup', { csrfToken, email: grace })
    await app.settle()
    const link = app.sent[0]?.url ?? ''
    const targets = []
    for (const path of [...paths.slice(0, 2), '/auth/change-password', link]) {
      const { response } = await here.fetchPage(path, { follow: false })
      targets.push(new URL(response.headers.get('location') ?? '').pathname)
    }
    expect(targets).toEqual(['/join', '/forgot', '/account', '/reset'])
  })
})

describe('a new password', () => {
  it('that only spells the current one with other characters is refused', async () => {
    const app = await makeMailingApp()
    const spelled = 'seven quiet caf\u00e9s at the harbour'
    await setPassword(app.config, app.user.id, spelled)
    const browser = await signedIn(app, spelled)
    const { data } = await changePassword(requestOf(browser), app.config, {
      currentPassword: spelled,
      password: spelled.normalize('NFD'),
    })
    expect(data).toMatchObject({ ok: false, error: { type: 'InvalidPassword' } })
  })
})
