import { describe, expect, it, vi } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { Auth, setPassword } from '../../../src/core.js'
import type { VerificationRequestParams } from '../../../src/model/email.js'
import Passkey from '../../../src/providers/passkey.js'
import { pressLink } from '../../support/apps/accounts-app.js'
import { Browser } from '../../support/browser.js'
import { makeMailApp } from '../../support/apps/mail-app.js'
import type { Claims } from '../../support/oauth/fake-keys.js'
import type { FakeProvider } from '../../support/oauth/fake-provider.js'
import { comeBack, makeProvider, oidc, signIn } from '../../support/oauth/sign-in.js'
import { register } from '../../support/apps/passkey-app.js'
import { SoftwareAuthenticator } from '../../support/passkeys/software-authenticator.js'
import {
  choose,
  makeMailingApp,
  submit,
  type MailingApp,
  type MailingOptions,
} from '../../support/apps/mailing-app.js'
import { email, password } from '../../support/apps/password-app.js'

const newPassword = 'seven quiet harbours'
const account: Claims = { sub: 'subject-2', name: 'Ada', email: 'ada@other.test' }

interface LinkingApp extends MailingApp {
  readonly fake: FakeProvider
}

async function makeLinkingApp(options: MailingOptions = {}): Promise<LinkingApp> {
  const fake = await makeProvider()
  const others = [oidc(fake, { name: 'Example', allowDangerousEmailAccountLinking: true })]
  return { ...(await makeMailingApp({ others, ...options })), fake }
}

async function signedIn(app: MailingApp, secret = password): Promise<Browser> {
  const browser = app.browser()
  await app.attempt({ email, password: secret }, browser)
  return browser
}

async function link(fake: FakeProvider, browser: Browser, person = account): Promise<Response> {
  const response = await pressLink(browser, 'op')
  return comeBack(browser, fake.authorize(response.headers.get('location') ?? '', person))
}

function noticesOf({ sent }: MailingApp): readonly Partial<VerificationRequestParams>[] {
  return sent
    .filter(({ purpose }) => purpose === 'changed' || purpose === 'methodAdded')
    .map(({ identifier, purpose }) => ({ identifier, purpose }))
}

describe('a new way to sign in', () => {
  it('is told to the owner if it is the first password', async () => {
    const app = await makeMailingApp()
    const bob = { id: 'user-2', email: 'bob@example.test', emailVerified: new Date() }
    await app.adapter.createUser(bob)
    await choose(app.browser(), await app.mailTo('forgot-password', bob.email), newPassword)
    await app.settle()
    expect(noticesOf(app)).toEqual([{ identifier: bob.email, purpose: 'methodAdded' }])
  })

  it('is told to the owner if a provider proves the address in the moving mode', async () => {
    const app = await makeLinkingApp({ compatibility: 'authjs' })
    const bob = { id: 'user-2', email: 'bob@example.test', emailVerified: null }
    await app.adapter.createUser(bob)
    const person = { sub: 'subject-3', email: bob.email, email_verified: true }
    const browser = app.browser()
    await signIn(browser, app.fake, { person })
    await app.settle()
    expect(await browser.session()).toMatchObject({ user: { email: bob.email } })
    expect(noticesOf(app)).toEqual([{ identifier: bob.email, purpose: 'methodAdded' }])
  })

  it('is not told to a visitor who signs up with a password', async () => {
    const app = await makeMailingApp()
    const mail = await app.mailTo('signup', 'grace@example.test')
    await choose(app.browser(), mail, newPassword)
    await app.settle()
    expect(noticesOf(app)).toEqual([])
  })

  it('is told to the owner once, with its name', async () => {
    const app = await makeLinkingApp()
    await link(app.fake, await signedIn(app))
    await app.settle()
    expect(noticesOf(app)).toEqual([{ identifier: email, purpose: 'methodAdded' }])
    expect(app.sent[0]?.mail?.text).toContain('can now be opened with Example.')
    expect(app.sent[0]?.token).toBe('')
    await link(app.fake, await signedIn(app))
    await signIn(app.browser(), app.fake, { person: account })
    await app.settle()
    expect(app.sent).toHaveLength(1)
  })

  it('is told once if two requests link the same account at the same moment', async () => {
    const app = await makeLinkingApp()
    await link(app.fake, await signedIn(app))
    const here = await signedIn(app)
    // This request looked the account up before the other one linked it.
    vi.spyOn(app.adapter, 'getUserByAccount').mockResolvedValueOnce(null)
    await link(app.fake, here)
    await app.settle()
    expect(await app.adapter.listAccountsByUserId(app.user.id)).toHaveLength(1)
    expect(noticesOf(app)).toEqual([{ identifier: email, purpose: 'methodAdded' }])
  })

  it('is told in the language of the app', async () => {
    const app = await makeLinkingApp({ language: 'de' })
    await link(app.fake, await signedIn(app))
    await app.settle()
    expect(app.sent[0]?.mail?.subject).toBe('Für app.test wurde ein neuer Anmeldeweg hinzugefügt')
  })

  it('is told if the address alone linked it', async () => {
    const app = await makeLinkingApp()
    await signIn(app.browser(), app.fake, { person: { ...account, email, email_verified: true } })
    await app.settle()
    expect(noticesOf(app)).toEqual([{ identifier: email, purpose: 'methodAdded' }])
  })

  it('is told if it is a passkey', async () => {
    const app = await makeMailingApp({
      others: [Passkey()],
      experimental: { enableWebAuthn: true },
    })
    const here = await signedIn(app)
    await register(here, new SoftwareAuthenticator('https://app.test'), {})
    await app.settle()
    expect(noticesOf(app)).toEqual([{ identifier: email, purpose: 'methodAdded' }])
  })

  it('is told at an address without a proof if it is a passkey, which opens the account alone', async () => {
    const app = await makeMailingApp({
      others: [Passkey()],
      experimental: { enableWebAuthn: true },
      password: { requireVerifiedEmail: false },
    })
    await app.adapter.updateUser({ id: app.user.id, emailVerified: null })
    await register(await signedIn(app), new SoftwareAuthenticator('https://app.test'), {})
    await app.settle()
    expect(noticesOf(app)).toEqual([{ identifier: email, purpose: 'methodAdded' }])
  })

  it('is not sent to a new user, or to an unproven address', async () => {
    const app = await makeLinkingApp({ password: { requireVerifiedEmail: false } })
    await signIn(app.browser(), app.fake, { person: account })
    await app.adapter.updateUser({ id: app.user.id, emailVerified: null })
    await link(app.fake, await signedIn(app), { ...account, sub: 'subject-3' })
    await app.settle()
    expect(await app.adapter.listAccountsByUserId(app.user.id)).toHaveLength(1)
    expect(app.sent).toEqual([])
  })

  it('sends nothing in an app without passwords, where linking works all the same', async () => {
    const fake = await makeProvider()
    const adapter = memoryAdapter()
    const app = makeMailApp({ adapter, others: [oidc(fake)] })
    await signIn(app.browser(), fake)
    const user = await adapter.getUserByEmail('ada@example.test')
    await adapter.updateUser({ id: user?.id ?? '', emailVerified: new Date() })
    const browser = app.browser()
    await signIn(browser, fake)
    await link(fake, browser)
    expect(await adapter.listAccountsByUserId(user?.id ?? '')).toHaveLength(2)
    expect(app.sent).toEqual([])
  })
})

describe('a new password', () => {
  const told = [{ identifier: email, purpose: 'changed' }]

  it('is told to the owner once after a reset', async () => {
    const app = await makeMailingApp()
    await choose(app.browser(), await app.mailTo('forgot-password', email), newPassword)
    await app.settle()
    expect(noticesOf(app)).toEqual(told)
  })

  it('is told to the owner once after a change', async () => {
    const app = await makeMailingApp()
    const here = await signedIn(app)
    const page = await here.fetchPage('/auth/change-password')
    await submit(here, page, { currentPassword: password, password: newPassword })
    await app.settle()
    expect(noticesOf(app)).toEqual(told)
  })

  it('is told to the owner once after a forced change', async () => {
    const app = await makeMailingApp()
    await setPassword(app.config, app.user.id, password, { mustChange: true })
    const browser = app.browser()
    await app.attempt({ email, password }, browser)
    const page = await browser.fetchPage('/auth/reset-password')
    await submit(browser, page, { password: newPassword })
    await app.settle()
    expect(noticesOf(app)).toEqual(told)
  })

  it('is told to the owner once after its removal', async () => {
    const app = await makeLinkingApp()
    const here = await signedIn(app)
    await link(app.fake, here)
    await app.settle()
    const csrfToken = await here.csrfToken()
    await here.postJson('/auth/remove-password', { csrfToken, currentPassword: password })
    await app.settle()
    expect(noticesOf(app).slice(1)).toEqual(told)
  })
})

describe('a notice', () => {
  it('is sent although strangers have used up all limits of mails', async () => {
    const rate = { attempts: 1, seconds: 600 }
    const app = await makeLinkingApp({ limits: { mail: rate, allMails: rate } })
    const here = await signedIn(app)
    for (const address of [email, email, 'x@example.test']) await app.mailTo('signup', address)
    expect(app.sent).toHaveLength(1)
    await link(app.fake, here)
    await app.settle()
    const page = await here.fetchPage('/auth/change-password')
    await submit(here, page, { currentPassword: password, password: newPassword })
    await app.settle()
    expect(noticesOf(app).map(({ purpose }) => purpose)).toEqual(['methodAdded', 'changed'])
  })

  it('that cannot be sent undoes nothing, and the log says so', async () => {
    const sendVerificationRequest = (): never => {
      throw new Error('The mail server is away.')
    }
    const app = await makeLinkingApp({ mail: { sendVerificationRequest } })
    await link(app.fake, await signedIn(app))
    await app.settle()
    expect(await app.adapter.listAccountsByUserId(app.user.id)).toHaveLength(1)
    expect(app.codes('error')).toEqual(['EmailSignInError'])
  })
})

describe('an address that a stranger signed up with', () => {
  const grace = 'grace@example.test'
  const planted = 'planted by a stranger'
  const person = { sub: 'subject-9', name: 'Grace', email: grace, email_verified: true }

  async function squat(): Promise<{ readonly app: LinkingApp; readonly squatter: Browser }> {
    const app = await makeLinkingApp({
      password: { requireVerifiedEmail: false },
      mail: { signIn: true },
    })
    const squatter = app.browser()
    const page = await squatter.fetchPage('/auth/signup')
    await submit(squatter, page, { email: grace, password: planted })
    await app.settle()
    await app.attempt({ email: grace, password: planted }, squatter)
    expect(await squatter.session()).toMatchObject({ user: { email: grace } })
    return { app, squatter }
  }

  const ways: readonly (readonly [
    string,
    (app: LinkingApp, owner: Browser) => Promise<unknown>,
  ])[] = [
    [
      'signs up',
      async (app, owner) => {
        const page = await owner.fetchPage('/auth/signup')
        await submit(owner, page, { email: grace, password: newPassword })
        await app.settle()
        await choose(owner, app.sent.at(-1), newPassword)
      },
    ],
    [
      'resets the password',
      async (app, owner) => choose(owner, await app.mailTo('forgot-password', grace), newPassword),
    ],
    ['signs in with a provider', async (app, owner) => signIn(owner, app.fake, { person })],
    [
      'signs in by mail',
      async (app, owner) => {
        const csrfToken = await owner.csrfToken()
        await owner.postJson('/auth/signin/mail', { csrfToken, email: grace })
        await app.settle()
        const page = await owner.fetchPage(app.sent.at(-1)?.url ?? '')
        if (page.forms.length > 0) await owner.postForm(page)
      },
    ],
  ]

  it.each(ways)('is the owner’s alone once the owner %s', async (_, enter) => {
    const { app, squatter } = await squat()
    await new Promise((resolve) => setTimeout(resolve, 2))
    const owner = app.browser()
    await enter(app, owner)
    expect(await owner.session()).toMatchObject({ user: { email: grace } })
    expect(await squatter.session()).toBeNull()
    await app.attempt({ email: grace, password: planted }, squatter)
    expect(await squatter.session()).toBeNull()
    const again = app.browser()
    await app.attempt({ email: grace, password: planted }, again)
    expect(await again.session()).toBeNull()
  })
})

describe('mails about passwords', () => {
  it.each(['signup', 'forgot-password'] as const)(
    'from %s are limited per client',
    async (page) => {
      const app = await makeMailingApp({ limits: { client: { attempts: 3, seconds: 60 } } })
      const browser = new Browser((request) =>
        Auth(request, app.config, { clientAddress: '203.0.113.1' }),
      )
      const csrfToken = await browser.csrfToken()
      const statuses = []
      for (const at of [1, 2, 3, 4]) {
        const body = { csrfToken, email: `user-${at}@example.test` }
        statuses.push((await browser.postJson(`/auth/${page}`, body)).status)
      }
      expect(statuses).toEqual([302, 302, 302, 429])
    },
  )

  it('that confirm an address are limited in total', async () => {
    const app = await makeMailingApp({
      limits: { allMails: { attempts: 1, seconds: 600 } },
      password: { requireVerifiedEmail: false },
    })
    for (const name of ['one', 'two']) {
      const browser = app.browser()
      const page = await browser.fetchPage('/auth/signup')
      await submit(browser, page, { email: `${name}@example.test`, password: newPassword })
      await app.settle()
    }
    expect(app.sent).toHaveLength(1)
    expect(app.codes('warn')).toContain('mail-limit-reached')
  })
})
