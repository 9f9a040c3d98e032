import { describe, expect, it, vi } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { Auth, revokeSessionsOfUser, setPassword, signUp, verifyEmail } from '../../../src/core.js'
import type { KeyDerivation } from '../../../src/passwords/key-derivation.js'
import { platformKeyDerivation } from '../../../src/passwords/key-derivation.node.js'
import { without } from '../../support/adapters/watched-adapter.js'
import { Browser, type Page } from '../../support/browser.js'
import { nextMillisecond } from '../../support/next-millisecond.js'
import { patient } from '../../support/patient.js'
import {
  choose,
  type MailingApp,
  makeMailingApp,
  openMail,
  shownLink,
  submit,
} from '../../support/apps/mailing-app.js'
import { email, makePasswordApp, password } from '../../support/apps/password-app.js'

const newPassword = 'seven quiet harbours'
const grace = 'grace@example.test'

async function withUnproven(options: Parameters<typeof makeMailingApp>[0] = {}) {
  const app = await makeMailingApp(options)
  await app.adapter.createUser({ id: 'grace', email: grace, emailVerified: null })
  await setPassword(app.config, 'grace', password)
  return app
}

async function signIn(
  browser: Browser,
  secret = password,
  address = grace,
  from = '/auth/signin?callbackUrl=/after',
): Promise<Page> {
  await new Promise((resolve) => setTimeout(resolve, 2))
  const page = await browser.fetchPage(from)
  return submit(browser, page, { email: address, password: secret }, { follow: true })
}

async function isProven(app: MailingApp, address = grace): Promise<boolean> {
  return Boolean((await app.adapter.getUserByEmail(address))?.emailVerified)
}

async function signUpAtOnce(app: MailingApp, address = grace, secret = newPassword) {
  const before = app.sent.length
  const browser = app.browser()
  const page = await browser.fetchPage('/auth/signup')
  const answer = await submit(browser, page, { email: address, password: secret }, { follow: true })
  await app.settle()
  return { answer, mail: app.sent.slice(before)[0] }
}

describe.each(['database', 'jwt'] as const)(
  'an address that is not proven, with the strategy %s',
  (strategy) => {
    it('gets a mail instead of a session, and its link signs in this browser', async () => {
      const app = await withUnproven({ session: { strategy } })
      const browser = app.browser()
      const page = await signIn(browser)
      await app.settle()
      expect(page.html).toContain('Open the link in it to go on')
      expect(await browser.session()).toBeNull()
      expect(app.sent).toMatchObject([{ identifier: grace, purpose: 'verify' }])

      const shown = await openMail(browser, app.sent[0])
      expect(shown.html).toContain('Confirm your e-mail address')
      expect(await isProven(app)).toBe(false)
      const done = await submit(browser, shown, {})
      expect(done.response.headers.get('location')).toContain('/after')
      expect(await browser.session()).toMatchObject({ user: { email: grace } })
      expect(await isProven(app)).toBe(true)
      const later = app.browser()
      await signIn(later)
      expect(await later.session()).not.toBeNull()
    })
  },
)

describe('the proof of an address', () => {
  it('is asked for only after the password matched', async () => {
    const app = await withUnproven()
    const known = await signIn(app.browser(), 'wrong horse battery')
    const unknown = await signIn(app.browser(), 'wrong horse battery', 'nobody@example.test')
    await app.settle()
    expect(app.sent).toEqual([])
    expect(new URL(known.url).pathname).toBe(new URL(unknown.url).pathname)
  })

  it('is not given by another browser before it knows the password (FP28)', async () => {
    const app = await withUnproven()
    await signIn(app.browser())
    await app.settle()
    const victim = app.browser()
    const page = await openMail(victim, app.sent[0])
    expect(new URL(page.url).pathname).toBe('/auth/signin')
    const csrfToken = await victim.csrfToken()
    const link = await shownLink(app, victim, 'verifyEmail')
    await victim.postJson('/auth/verify-email', { csrfToken, link })
    expect(await isProven(app)).toBe(false)
    expect(await victim.session()).toBeNull()

    const back = await signIn(victim, password, grace, page.url)
    expect(new URL(back.url).pathname).toBe('/auth/verify-email')
    await submit(victim, back, {})
    expect(await isProven(app)).toBe(true)
    expect(await victim.session()).not.toBeNull()
  })

  it('is not given by a browser that is signed in as another user', async () => {
    const app = await withUnproven()
    await signIn(app.browser())
    await app.settle()
    const other = app.browser()
    await signIn(other, password, email)
    expect(await other.session()).toMatchObject({ user: { email } })
    const page = await openMail(other, app.sent[0])
    expect(new URL(page.url).pathname).toBe('/auth/signin')
    const csrfToken = await other.csrfToken()
    const link = await shownLink(app, other, 'verifyEmail')
    await other.postJson('/auth/verify-email', { csrfToken, link })
    expect(await isProven(app)).toBe(false)
  })

  it('is not given after the password was changed', async () => {
    const app = await withUnproven()
    const browser = app.browser()
    await signIn(browser)
    await app.settle()
    const page = await openMail(browser, app.sent[0])
    await setPassword(app.config, 'grace', newPassword)
    const refused = await submit(browser, page, {})
    expect(refused.response.headers.get('location')).toContain('error=Verification')
    expect(await isProven(app)).toBe(false)
    expect(await browser.session()).toBeNull()
  })

  it('is given after a sign-out everywhere only by a browser that has signed in since', async () => {
    const app = await makeMailingApp({ password: { requireVerifiedEmail: false } })
    const { mail } = await signUpAtOnce(app)
    const thief = app.browser()
    await signIn(thief, newPassword)
    const page = await openMail(thief, mail)
    const { id = '' } = (await app.adapter.getUserByEmail(grace)) ?? {}
    await revokeSessionsOfUser(app.config, id)
    await submit(thief, page, {})
    expect(await isProven(app)).toBe(false)
    const owner = app.browser()
    await signIn(owner, newPassword)
    await submit(owner, await openMail(owner, mail), {})
    expect(await isProven(app)).toBe(true)
  })

  it('is not given by a sign-in that a sign-out everywhere has ended', async () => {
    const app = await withUnproven()
    const browser = app.browser()
    await signIn(browser)
    await app.settle()
    const page = await openMail(browser, app.sent[0])
    await revokeSessionsOfUser(app.config, 'grace')
    const refused = await submit(browser, page, {})
    expect(refused.response.headers.get('location')).toContain('error=Verification')
    expect(await isProven(app)).toBe(false)
  })

  it('is followed by a new password if that one must be changed', async () => {
    const app = await makeMailingApp()
    await app.adapter.createUser({ id: 'grace', email: grace, emailVerified: null })
    await setPassword(app.config, 'grace', password, { mustChange: true })
    const browser = app.browser()
    await signIn(browser)
    await app.settle()
    const forced = await browser.fetchPage('/auth/reset-password', { follow: false })
    expect(forced.response.headers.get('location')).toContain('error=Verification')
    const shown = await openMail(browser, app.sent[0])
    const page = await submit(browser, shown, {}, { follow: true })
    expect(new URL(page.url).pathname).toBe('/auth/reset-password')
    expect(await browser.session()).toBeNull()
    await submit(browser, page, { password: newPassword })
    expect(await browser.session()).toMatchObject({ user: { email: grace } })
  })

  it('is asked for within the limit of mails, and the sign-in is answered as before', async () => {
    const app = await withUnproven({ limits: { mail: { attempts: 1, seconds: 60 } } })
    for (let attempt = 0; attempt < 3; attempt += 1) {
      const page = await signIn(app.browser())
      expect(new URL(page.url).pathname).toBe('/auth/verify-request')
    }
    await app.settle()
    expect(app.sent).toHaveLength(1)
  })

  it('expires after a day', async () => {
    const app = await withUnproven()
    await signIn(app.browser())
    await app.settle()
    const { expires } = app.sent[0] ?? {}
    const hours = ((expires?.getTime() ?? 0) - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(23.9)
    expect(hours).toBeLessThanOrEqual(24)
  })

  it('can be given behind a form of the app', async () => {
    const app = await withUnproven()
    const browser = app.browser()
    await signIn(browser)
    await app.settle()
    await openMail(browser, app.sent[0])
    const headers = { cookie: browser.cookieHeader(), 'sec-fetch-site': 'same-origin' }
    const request = new Request('https://app.test/confirm', { method: 'POST', headers })
    const link = await shownLink(app, browser, 'verifyEmail')
    expect((await verifyEmail(request, app.config, { link })).data).toMatchObject({ ok: true })
    expect(await isProven(app)).toBe(true)
  })
})

describe('a reset of the password of a user whose address is not proven', () => {
  it('is refused before a hash if the adapter cannot remove what a stranger added', async () => {
    const app = await makeMailingApp()
    const mail = await app.mailTo('forgot-password', email)
    await app.adapter.updateUser({ id: app.user.id, emailVerified: null })
    const adapter = without(app.adapter, 'unlinkAccount')
    const config = { ...app.config, adapter }
    const browser = new Browser((request) => Auth(request, config))
    const page = await openMail(browser, mail)
    const platform = platformKeyDerivation as { scrypt: NonNullable<KeyDerivation['scrypt']> }
    const scrypt = vi.spyOn(platform, 'scrypt')
    await submit(browser, page, { password: newPassword })
    expect(scrypt).not.toHaveBeenCalled()
    scrypt.mockRestore()
    expect(await browser.session()).toBeNull()
  })
})

describe('a sign-up with a password at once', () => {
  const atOnce = { password: { requireVerifiedEmail: false } }

  it('signs in before the address is confirmed, and keeps its sessions when it is', async () => {
    const app = await makeMailingApp(atOnce)
    const { mail } = await signUpAtOnce(app)
    expect(mail).toMatchObject({ identifier: grace, purpose: 'verify' })
    const browser = app.browser()
    await signIn(browser, newPassword)
    expect(await browser.session()).toMatchObject({ user: { email: grace } })
    const page = await openMail(browser, mail)
    const done = await submit(browser, page, {}, { follow: true })
    expect(done.html).toContain('Your address is confirmed')
    expect(await isProven(app)).toBe(true)
    expect(await browser.session()).not.toBeNull()
  })

  it('changes nothing for an address that has a user, and answers alike (FP10)', async () => {
    const app = await makeMailingApp(atOnce)
    const before = JSON.stringify(await app.adapter.getPassword(app.user.id))
    const known = await signUpAtOnce(app, email)
    const fresh = await signUpAtOnce(app, 'eva@example.test')
    expect(known.mail).toMatchObject({ purpose: 'alreadyRegistered' })
    expect(known.answer.response.status).toBe(fresh.answer.response.status)
    expect(known.answer.url).toBe(fresh.answer.url)
    const neutral = ({ html }: Page, address: string) =>
      html.replaceAll(address, 'x').replaceAll(/nonce-?[^"' ]*"?[^"' ]*/g, '')
    expect(neutral(known.answer, email)).toBe(neutral(fresh.answer, 'eva@example.test'))
    expect(JSON.stringify(await app.adapter.getPassword(app.user.id))).toBe(before)
    const thief = app.browser()
    await signIn(thief, newPassword, email)
    expect(await thief.session()).toBeNull()
  })

  it('hashes the password and looks nothing up before the answer, for every address (FP11)', async () => {
    const app = await makeMailingApp(atOnce)
    const find = vi.spyOn(app.adapter, 'getUserByEmail')
    for (const address of [email, grace]) {
      const browser = app.browser()
      const page = await browser.fetchPage('/auth/signup')
      await submit(browser, page, { email: address, password: newPassword })
      expect(find).not.toHaveBeenCalled()
      const weak = await submit(browser, page, { email: address, password: 'short' })
      expect(weak.response.headers.get('location')).toContain('code=too-short')
      await app.settle()
      find.mockClear()
    }
  })

  it('is lost to the person who proves the address, with its sessions and its name', async () => {
    const app = await makeMailingApp(atOnce)
    const { mail } = await signUpAtOnce(app, grace, 'planted by a stranger')
    const thief = app.browser()
    await signIn(thief, 'planted by a stranger')
    expect(await thief.session()).not.toBeNull()

    const owner = app.browser()
    const page = await openMail(owner, mail)
    expect(new URL(page.url).pathname).toBe('/auth/signin')
    await choose(owner, await app.mailTo('forgot-password', grace), newPassword)
    expect(await owner.session()).toMatchObject({ user: { email: grace } })
    expect(await thief.session()).toBeNull()
    const again = app.browser()
    await signIn(again, 'planted by a stranger')
    expect(await again.session()).toBeNull()
    const refused = await submit(thief, await thief.fetchPage('/auth/signin'), {
      email: grace,
      password: 'planted by a stranger',
    })
    expect(refused.response.headers.get('location')).toContain('CredentialsSignin')
  })

  it('twice creates one user with the first password', async () => {
    const app = await makeMailingApp(atOnce)
    await signUpAtOnce(app)
    const second = await signUpAtOnce(app, grace, 'another seven harbours')
    expect(second.mail).toMatchObject({ purpose: 'signUp' })
    const [first, late] = [app.browser(), app.browser()]
    await signIn(first, newPassword)
    await signIn(late, 'another seven harbours')
    expect(await first.session()).not.toBeNull()
    expect(await late.session()).toBeNull()
  })

  it('leaves no password on an address that is proven at the same moment', async () => {
    // Without transactions, the owner can come between the two writes.
    const { transaction: _transaction, ...adapter } = memoryAdapter()
    await adapter.createUser({ id: 'user-1', email, emailVerified: new Date() })
    const app = await makeMailingApp({ ...atOnce, adapter })
    const write = adapter.setPassword
    vi.spyOn(adapter, 'setPassword').mockImplementationOnce(async (id, ...row) => {
      await adapter.updateUser({ id, email: grace, emailVerified: new Date() })
      return write(id, ...row)
    })
    await signUpAtOnce(app)
    const user = await adapter.getUserByEmail(grace)
    expect(await adapter.getPassword(user?.id ?? '')).toMatchObject({ hash: '!removed' })
    const thief = app.browser()
    await signIn(thief, newPassword)
    expect(await thief.session()).toBeNull()
  })

  it('does not confirm an address whose password was not written', async () => {
    const { transaction: _transaction, ...adapter } = memoryAdapter()
    await adapter.createUser({ id: 'user-1', email, emailVerified: new Date() })
    const app = await makeMailingApp({ ...atOnce, adapter })
    vi.spyOn(adapter, 'setPassword').mockResolvedValue(false)
    const { mail } = await signUpAtOnce(app)
    expect(mail?.purpose).toBe('signUp')
  })

  it('asks the `signIn` callback before it creates a user', async () => {
    const app = await makeMailingApp({ ...atOnce, callbacks: { signIn: () => false } })
    await signUpAtOnce(app)
    expect(await app.adapter.getUserByEmail(grace)).toBeNull()
  })

  it('takes no columns from the form (FP29)', async () => {
    const app = await makeMailingApp(atOnce)
    const browser = app.browser()
    const csrfToken = await browser.csrfToken()
    const fields = { email: grace, password: newPassword, emailVerified: '2020-01-01', id: 'x' }
    await browser.postJson('/auth/signup', { csrfToken, ...fields, role: 'admin' })
    await app.settle()
    const user = await app.adapter.getUserByEmail(grace)
    expect(user).toMatchObject({ emailVerified: null })
    expect(user?.id).not.toBe('x')
    expect(user).not.toHaveProperty('role')
  })

  it('works behind a form of the app', async () => {
    const app = await makeMailingApp(atOnce)
    const request = new Request('https://app.test/join', {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    const { data } = await signUp(request, app.config, { email: grace, password: newPassword })
    expect(data).toMatchObject({ ok: true })
    await vi.waitFor(
      async () => expect(await app.adapter.getUserByEmail(grace)).not.toBeNull(),
      patient,
    )
  })

  it('is refused together with user names only', async () => {
    const options = { identifier: 'username', requireVerifiedEmail: false } as const
    await expect(makePasswordApp(options)).rejects.toThrow('wrong option')
  })
})

describe('a sign-in by mail in the moving mode', () => {
  const moving = {
    compatibility: 'authjs',
    mail: { signIn: true },
    password: { requireVerifiedEmail: false },
  } as const

  async function signInByMail(app: MailingApp): Promise<Browser> {
    const owner = app.browser()
    const page = await owner.fetchPage('/auth/signin/mail')
    await owner.postForm(page, { email: grace })
    await app.settle()
    const opened = await openMail(owner, app.sent.at(-1))
    if (opened.forms.length > 0) await owner.postForm(opened, {})
    expect(await owner.session()).toMatchObject({ user: { email: grace } })
    expect(await isProven(app)).toBe(true)
    return owner
  }

  const keys = {
    provider: 'github',
    providerAccountId: '1',
    type: 'oauth',
    userId: 'grace',
  } as const

  it('keeps the accounts and sessions of a user without a password', async () => {
    const app = await makeMailingApp(moving)
    await app.adapter.createUser({ id: 'grace', email: grace, emailVerified: null })
    await app.adapter.linkAccount(keys)
    const expires = new Date(Date.now() + 3_600_000)
    await app.adapter.createSession({ sessionToken: 'a-token', userId: 'grace', expires })
    await signInByMail(app)
    expect(await app.adapter.listAccountsByUserId('grace')).toHaveLength(1)
    expect(await app.adapter.getSessionAndUser('a-token')).not.toBeNull()
  })

  it.each(['database', 'jwt'] as const)(
    'removes what a stranger added who signed up with a password, with the strategy %s',
    async (strategy) => {
      const app = await withUnproven({ ...moving, session: { strategy } })
      await app.adapter.linkAccount(keys)
      const stranger = app.browser()
      await signIn(stranger)
      expect(await stranger.session()).not.toBeNull()
      await signInByMail(app)
      expect(await stranger.session()).toBeNull()
      expect(await app.adapter.getPassword('grace')).toBeNull()
      expect(await app.adapter.listAccountsByUserId('grace')).toEqual([])
      const again = app.browser()
      await signIn(again)
      expect(await again.session()).toBeNull()
    },
  )

  it('removes what a stranger added also if the first proof was cut short', async () => {
    const app = await withUnproven(moving)
    const stranger = app.browser()
    await signIn(stranger)
    const adapter = without(app.adapter, 'transaction')
    let isCut = true
    adapter.deleteSessionsByUserId = async (...args) => {
      if (isCut) throw new Error('The database failed.')
      return app.adapter.deleteSessionsByUserId(...args)
    }
    const config = { ...app.config, adapter }
    const open = (): Browser => new Browser((request) => Auth(request, config))
    const enter = async (owner: Browser): Promise<void> => {
      await nextMillisecond()
      const page = await owner.fetchPage('/auth/signin/mail')
      await owner.postForm(page, { email: grace })
      const opened = await openMail(owner, app.sent.at(-1))
      if (opened.forms.length > 0) await owner.postForm(opened, {})
    }
    const first = open()
    await enter(first)
    expect(await first.session()).toBeNull()
    isCut = false
    const owner = open()
    await enter(owner)
    expect(await owner.session()).toMatchObject({ user: { email: grace } })
    expect(await stranger.session()).toBeNull()
  })

  it('removes a password that is set while the address is being proven', async () => {
    const app = await makeMailingApp(moving)
    await app.adapter.createUser({ id: 'grace', email: grace, emailVerified: null })
    const { updateUser } = app.adapter
    vi.spyOn(app.adapter, 'updateUser').mockImplementationOnce(async (user) => {
      await setPassword(app.config, 'grace', password)
      return updateUser(user)
    })
    await signInByMail(app)
    const stranger = app.browser()
    await signIn(stranger)
    expect(await stranger.session()).toBeNull()
  })
})
