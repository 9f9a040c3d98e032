import { describe, expect, it } from 'vitest'
import { inspectConfig } from '../../../src/config/inspect-config.js'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { hasProof, renamePasskey, resetFactors } from '../../../src/core.js'
import { authenticatorApp } from '../../../src/factors.js'
import Credentials from '../../../src/providers/credentials.js'
import { fakeProvider } from '../../../src/testing.js'
import type { Browser } from '../../support/browser.js'
import { makeApp } from '../../support/apps/app.js'
import { email } from '../../support/apps/password-app.js'
import {
  answer,
  makeFactorApp,
  readRecoveryCodes,
  setUp,
  useClock,
} from '../../support/apps/factor-app.js'

const clock = useClock()

function requestOf(browser: Browser): Request {
  return new Request('https://app.test/', {
    headers: { cookie: browser.cookieHeader(), 'sec-fetch-site': 'same-origin' },
  })
}

describe('a session that proved its user long ago', () => {
  it('links no account', async () => {
    const fake = fakeProvider()
    const app = await makeFactorApp({ others: [fake.provider({ id: 'op' })] })
    const browser = await app.begin()
    clock.advance(3600)
    const fields = { csrfToken: await browser.csrfToken(), link: true, callbackUrl: '/settings' }
    const headers = { 'x-auth-return-redirect': '1' }
    const response = await browser.postJson('/auth/signin/op', fields, headers)
    expect(await response.json()).toMatchObject({ error: 'ConfirmationRequired' })
  })

  it('is not proven anew by an account that it links', async () => {
    const fake = fakeProvider()
    const app = await makeFactorApp({ others: [fake.provider({ id: 'op' })] })
    const browser = await app.begin()
    clock.advance(500)
    const fields = { csrfToken: await browser.csrfToken(), link: true }
    const headers = { 'x-auth-return-redirect': '1' }
    const started = await browser.postJson('/auth/signin/op', fields, headers)
    const { url } = (await started.json()) as { url: string }
    await browser.send(fake.authorize(url).url, {
      headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    })
    expect(await app.adapter.listAccountsByUserId(app.user.id)).toHaveLength(1)
    expect(await browser.session()).not.toBeNull()
    clock.advance(200)
    expect(await hasProof(requestOf(browser), app.config, { within: 600 })).toBe(false)
  })

  it('does not spare the code of a new sign-in', async () => {
    const app = await makeFactorApp()
    const { browser } = await app.enrol()
    clock.advance(3600)
    await app.begin(browser)
    const page = await browser.fetchPage('/auth/second-factor')
    expect(new URL(page.url).pathname).toBe('/auth/second-factor')
  })

  it('renames no passkey', async () => {
    const app = await makeFactorApp()
    const browser = await app.begin()
    clock.advance(3600)
    await expect(renamePasskey(requestOf(browser), app.config, 'x', 'y')).rejects.toMatchObject({
      type: 'ConfirmationRequired',
    })
  })
})

describe('a link that began with one factor', () => {
  it('is refused if the user has set up a second factor in the meantime', async () => {
    const fake = fakeProvider()
    const app = await makeFactorApp({ others: [fake.provider({ id: 'op' })] })
    const browser = await app.begin()
    const fields = { csrfToken: await browser.csrfToken(), link: true }
    const headers = { 'x-auth-return-redirect': '1' }
    const started = await browser.postJson('/auth/signin/op', fields, headers)
    const { url } = (await started.json()) as { url: string }
    await app.adapter.createFactor({
      id: 'totp:another',
      userId: app.user.id,
      type: 'totp',
      name: null,
      secret: null,
      lastStep: 0,
      createdAt: new Date(),
      lastUsedAt: null,
      expires: null,
    })
    await browser.send(fake.authorize(url).url, {
      headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    })
    expect(await app.adapter.listAccountsByUserId(app.user.id)).toEqual([])
  })
})

describe('a config whose sessions cannot be ended', () => {
  it('has no second factors', async () => {
    const app = await makeFactorApp()
    const session = { strategy: 'jwt', revocable: false } as const
    const { fatal } = inspectConfig({ ...app.config, session })
    expect(fatal.map(({ message }) => message).join()).toContain('`session.revocable: false`')
  })
})

describe('a user without a second factor', () => {
  it('is led to set one up where two factors are needed', async () => {
    const app = await makeFactorApp()
    const browser = await app.begin()
    const page = await browser.fetchPage('/auth/confirm?factors=2&callbackUrl=/settings')
    expect(new URL(page.url).pathname).toBe('/auth/add-factor')
  })

  it('has one factor again after removing the last app', async () => {
    const app = await makeFactorApp()
    const { browser } = await app.enrol()
    const page = await browser.fetchPage('/auth/factors')
    const form = page.forms.findIndex(({ action }) => action.endsWith('/remove-factor'))
    await browser.postForm(page, {}, { form })
    expect(await app.adapter.listFactorsByUserId(app.user.id)).toEqual([])
    expect(await browser.session()).not.toBeNull()
    expect(await hasProof(requestOf(browser), app.config, { factors: 2 })).toBe(false)
  })

  it('has proven their identity no later than before they removed the last app', async () => {
    const app = await makeFactorApp()
    const { browser } = await app.enrol()
    clock.advance(500)
    const page = await browser.fetchPage('/auth/factors')
    const form = page.forms.findIndex(({ action }) => action.endsWith('/remove-factor'))
    await browser.postForm(page, {}, { form })
    expect(await app.adapter.listFactorsByUserId(app.user.id)).toEqual([])
    clock.advance(200)
    expect(await hasProof(requestOf(browser), app.config, { within: 600 })).toBe(false)
  })

  it('signs in with no recovery code that was left behind', async () => {
    const app = await makeFactorApp()
    const { recoveryCodes } = await app.enrol()
    const browser = await app.begin()
    const page = await browser.fetchPage('/auth/second-factor?with=recovery-code')
    await app.adapter.replaceFactors(app.user.id, 'totp', [])
    await browser.postForm(page, { recoveryCode: recoveryCodes[0] ?? '' })
    expect(await browser.session()).toBeNull()
  })
})

describe('a recovery code that was used', () => {
  it('is told to the owner even if the browser cannot be remembered', async () => {
    const app = await makeFactorApp({ secondFactor: { rememberDevice: true } })
    const { recoveryCodes } = await app.enrol()
    const browser = await app.begin()
    app.adapter.createFactor = () => {
      throw new Error('The database is full.')
    }
    await answer(browser, { recoveryCode: recoveryCodes[0] ?? '', rememberDevice: 'on' })
    await app.settle()
    expect(app.sent.map(({ purpose }) => purpose)).toContain('recoveryCodeUsed')
  })
})

describe('many wrong codes in a row', () => {
  it('do not count any more after a recovery code, also with new codes', async () => {
    const app = await makeFactorApp({ limits: { client: { attempts: 1e6, seconds: 1 } } })
    const { authenticator, recoveryCodes } = await app.enrol()
    for (let round = 0; round < 20; round++) {
      clock.advance(15 * 60 + 1)
      const guesser = await app.begin()
      for (let at = 0; at < 5; at++) await answer(guesser, { code: '000000' })
    }
    clock.advance(15 * 60 + 1)
    const owner = await app.begin()
    await answer(owner, { code: await authenticator.code() })
    expect(await owner.session()).toBeNull()
    await answer(owner, { recoveryCode: recoveryCodes[0] ?? '' })
    expect(await owner.session()).not.toBeNull()
    const page = await owner.fetchPage('/auth/factors')
    const form = page.forms.findIndex(({ action }) => action.endsWith('/recovery-codes'))
    expect(readRecoveryCodes(await owner.postForm(page, {}, { form }))).toHaveLength(10)
    const later = await app.begin()
    await answer(later, { code: await authenticator.code() })
    expect(await later.session()).not.toBeNull()
  })
})

describe('credentials that name the user by the address only', () => {
  it('do not pass the user who has a second factor', async () => {
    const other = Credentials({
      id: 'other',
      credentials: { name: {} },
      authorize: () => ({ email, name: 'Ada' }),
    })
    const app = await makeFactorApp({ session: { strategy: 'jwt' }, others: [other] })
    await app.enrol()
    const browser = app.browser()
    const csrfToken = await browser.csrfToken()
    await browser.postJson('/auth/callback/other', { csrfToken, name: 'ada' })
    expect(await browser.session()).toBeNull()
  })
})

describe('credentials that name the user by the id only', () => {
  async function enter(browser: Browser): Promise<unknown> {
    const fields = { csrfToken: await browser.csrfToken(), name: 'ada' }
    const headers = { 'x-auth-return-redirect': '1' }
    return (await browser.postJson('/auth/callback/other', fields, headers)).json()
  }

  it('are not asked again in a browser that was remembered', async () => {
    let id = ''
    const authorize = (): { id: string; name: string } => ({ id, name: 'Ada' })
    const app = await makeFactorApp({
      session: { strategy: 'jwt' },
      others: [Credentials({ id: 'other', credentials: { name: {} }, authorize })],
      secondFactor: { rememberDevice: true },
    })
    id = app.user.id
    const { authenticator } = await app.enrol()
    clock.advance(60)
    const browser = app.browser()
    await enter(browser)
    await answer(browser, { code: await authenticator.code(), rememberDevice: 'on' })
    expect(await browser.session()).not.toBeNull()
    await browser.signOut()
    await enter(browser)
    expect(await browser.session()).not.toBeNull()
  })

  it('are refused with a named error if the user is not in the database', async () => {
    const authorize = (): { id: string; name: string } => ({ id: 'nowhere', name: 'Eve' })
    const app = await makeFactorApp({
      session: { strategy: 'jwt' },
      others: [Credentials({ id: 'other', credentials: { name: {} }, authorize })],
      secondFactor: { required: () => true },
    })
    expect(await enter(app.browser())).toMatchObject({ error: 'Configuration' })
  })
})

describe('an account whose issuer only its ID token names', () => {
  it('passes the second factor', async () => {
    const fake = fakeProvider()
    const adapter = memoryAdapter()
    const app = makeApp({
      adapter,
      providers: [fake.provider({ id: 'op', account: ({ id_token }) => ({ id_token }) })],
      secondFactor: { methods: [authenticatorApp()] },
    })
    const signIn = async (browser: Browser): Promise<void> => {
      const pressed = await browser.postForm(await browser.fetchPage('/auth/signin'))
      const { url } = fake.authorize(pressed.response.headers.get('location') ?? '')
      const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
      await browser.send(url, { headers })
    }
    const first = app.browser()
    await signIn(first)
    const { authenticator } = await setUp(first, await first.fetchPage('/auth/add-factor'))
    const [account] = await adapter.listAccountsByUserId(
      (await adapter.getUserByEmail('ada@example.com'))?.id ?? '',
    )
    if (!account) throw new Error('There is no account.')
    await adapter.unlinkAccount(account)
    const { issuer: _issuer, ...older } = account
    await adapter.linkAccount(older)
    clock.advance(60)
    const browser = app.browser()
    await signIn(browser)
    await answer(browser, { code: await authenticator.code() })
    expect(await browser.session()).not.toBeNull()
  })
})

describe('a reset by an administrator', () => {
  it('removes a factor that a session sets up while it ends', async () => {
    const app = await makeFactorApp()
    await app.enrol()
    const { adapter } = app
    const [known] = await adapter.listFactorsByUserId(app.user.id)
    if (!known) throw new Error('There is no factor.')
    const planted = { ...known, id: 'planted' }
    const slow = {
      ...adapter,
      deleteSessionsByUserId: async (userId: string, except?: string) => {
        await adapter.createFactor(planted)
        await adapter.deleteSessionsByUserId(userId, except)
      },
    }
    await resetFactors({ ...app.config, adapter: slow }, app.user.id)
    expect(await adapter.listFactorsByUserId(app.user.id)).toEqual([])
  })
})

describe('a config with second factors', () => {
  it.each([
    ['beside Auth.js', { compatibility: 'authjs' }, 'Remove `compatibility`'],
    ['with a method that is not known', { methods: [{ type: 'sms' }] }, 'secondFactor.methods'],
    ['with no method', { methods: [] }, 'secondFactor.methods'],
    ['with another word for `required`', { required: 'always' }, 'secondFactor.required'],
    ['with days that are no number', { rememberDevice: { days: 0 } }, 'rememberDevice'],
    ['without an adapter', { adapter: undefined }, 'Second factors need a database'],
    ['without a count over all processes', { lacks: 'countAttempt' }, '`countAttempt`'],
    [
      'with a count of its own, if nothing works once over all processes',
      { lacks: ['countAttempt', 'createVerificationToken'], limits: { store: memoryAdapter() } },
      '`countAttempt`',
    ],
    ['without a list of sessions', { lacks: 'listSessionsByUserId' }, '`listSessionsByUserId`'],
  ])('is refused %s', async (_, change: Record<string, unknown>, words) => {
    const { compatibility, lacks = [], limits, ...factor } = change
    const adapter = 'adapter' in change ? undefined : { ...memoryAdapter() }
    for (const name of [lacks].flat()) {
      if (adapter) delete adapter[name as keyof typeof adapter]
    }
    const app = makeApp({
      adapter,
      compatibility,
      ...(limits !== undefined && { limits }),
      secondFactor: { methods: [authenticatorApp()], ...factor },
      session: { strategy: 'jwt' },
    } as Parameters<typeof makeApp>[0])
    await app.browser().fetchPage('/auth/signin')
    // Beside Auth.js, the logger gets the error alone.
    const lines = app.logs.flatMap(({ code, message }) => [code, ...message].map(String))
    expect(lines.join('\n')).toContain(words)
  })

  it('is accepted with a count of its own, if the adapter refuses a second token', async () => {
    const { countAttempt: _count, ...adapter } = memoryAdapter()
    const app = makeApp({
      adapter,
      limits: { store: memoryAdapter() },
      secondFactor: { methods: [authenticatorApp()] },
      session: { strategy: 'jwt' },
    })
    expect((await app.browser().fetchPage('/auth/signin')).status).toBe(200)
  })
})
