import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import type { Adapter, VerificationToken } from '../../../src/model/adapter.js'
import { keylessAdapter } from '../../support/adapters/odd-adapters.js'
import { authJsAdapter, without } from '../../support/adapters/watched-adapter.js'
import type { Browser, Page } from '../../support/browser.js'
import { olderSecret, secret, sessionCookie } from '../../support/apps/app.js'
import {
  address,
  alter,
  askForMail,
  click,
  confirm,
  errorOf,
  isSignedIn,
  lastLink,
  locationOf,
  mailTo,
  makeMailApp,
  paramOf,
  plenty,
  recordingProvider,
  userOf,
  type MailApp,
} from '../../support/apps/mail-app.js'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2030, 0, 1) })
})
afterEach(() => void vi.useRealTimers())

function pass(seconds: number): void {
  vi.setSystemTime(Date.now() + seconds * 1000)
}

/** Looks first and deletes second, as some published adapters do. */
function racyAdapter({ hasUniqueKeys = true } = {}): Adapter {
  const rows: VerificationToken[] = []
  const find = (keys: Pick<VerificationToken, 'identifier' | 'token'>): number =>
    rows.findIndex((row) => row.identifier === keys.identifier && row.token === keys.token)
  return {
    ...without(memoryAdapter(), 'consumeVerificationToken'),
    createVerificationToken: (row) => {
      if (hasUniqueKeys && find(row) !== -1) throw new Error('duplicate key')
      rows.push(row)
    },
    useVerificationToken: async (keys) => {
      const found = rows[find(keys)] ?? null
      await new Promise((resolve) => setTimeout(resolve, 1))
      const at = find(keys)
      if (at !== -1) rows.splice(at, 1)
      return found
    },
  }
}

/** The page of a link with its button, in a browser that knows nothing of it. */
async function openPage(app: MailApp, url: string): Promise<{ browser: Browser; page: Page }> {
  const browser = app.browser()
  return { browser, page: await browser.fetchPage(url, { follow: false }) }
}

async function expectRefused(app: MailApp, url: string): Promise<void> {
  const { browser, page } = await openPage(app, url)
  const { response } = page.status === 200 ? await browser.postForm(page) : page
  expect(errorOf(response)).toBe('Verification')
  expect(isSignedIn(browser)).toBe(false)
}

describe('a mail that was asked for', () => {
  it('goes to the address that is stored, once, with a link to this site', async () => {
    const app = makeMailApp()
    const { response } = await askForMail(app.browser(), ' ADA@Example.TEST', {
      callbackUrl: '/welcome',
    })
    expect(response.status).toBe(302)
    expect(locationOf(response)).toBe(
      'https://app.test/auth/verify-request?provider=mail&type=email',
    )
    expect(app.sent).toHaveLength(1)
    const [mail] = app.sent
    expect(mail?.identifier).toBe(address)
    expect(app.rows.map(({ identifier }) => identifier)).toEqual([address])
    const link = new URL(lastLink(app))
    expect(link.origin + link.pathname).toBe('https://app.test/auth/callback/mail')
    expect(link.searchParams.get('email')).toBe(address)
    expect(link.searchParams.get('callbackUrl')).toBe('https://app.test/welcome')
    expect(mail?.url).toContain(mail?.token)
    expect(mail?.code).toBeUndefined()
    expect(mail?.mail.text).toContain(mail?.url)
    expect(mail?.mail.html).not.toContain(address)
    expect(mail?.provider.id).toBe('mail')
    expect(mail?.theme).toEqual({})
    expect(new URL(mail?.request.url ?? '').pathname).toBe('/auth/signin/mail')
  })

  it('EM2: leaves nothing in the database that could be used to sign in', async () => {
    const app = makeMailApp({ mail: { codeLength: 6 } })
    const link = await mailTo(app, app.browser())
    const { token = '', code = '' } = app.sent[0] ?? {}
    const all = JSON.stringify(app.store.calls)
    const signed = paramOf(link, 'token')
    for (const secretPart of [token, signed, signed.split('.').at(-1) ?? '', `"${code}"`]) {
      expect(secretPart.length).toBeGreaterThan(6)
      expect(all).not.toContain(secretPart)
    }
    const digests = await Promise.all(
      [token, `${token}${secret}`, code].map(async (text) =>
        Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))),
      ),
    )
    for (const digest of digests)
      for (const encoding of ['hex', 'base64url', 'base64'] as const)
        expect(all).not.toContain(digest.toString(encoding))
    expect(app.rows.length).toBeGreaterThan(0)
    for (const row of app.rows) expect(row.token).toMatch(/^[\w-]{43}$/)
  })

  it('EM2: has a token of at least 128 bits, and never the same', async () => {
    const app = makeMailApp({ limits: plenty })
    for (let mail = 0; mail < 20; mail++) await askForMail(app.browser())
    const tokens = app.sent.map(({ token }) => token)
    expect(new Set(tokens).size).toBe(20)
    for (const token of tokens) expect(token).toMatch(/^[\da-f]{64}$/)
    expect(new Set(app.rows.map(({ token }) => token)).size).toBe(20)
  })

  it('EM4: works for ten minutes', async () => {
    const app = makeMailApp()
    const link = await mailTo(app, app.browser())
    const end = new Date(Date.now() + 600_000)
    expect(app.sent[0]?.expires).toEqual(end)
    expect(app.rows[0]?.expires).toEqual(end)
    expect(app.sent[0]?.mail.text).toContain('10 minutes')
    pass(599)
    const browser = app.browser()
    expect((await confirm(browser, link)).status).toBe(302)
    expect(isSignedIn(browser)).toBe(true)
  })

  it.each([
    ['default', undefined, 600],
    ['own', 90, 90],
  ])('EM4: is worth nothing at the end of the %s lifetime', async (_, maxAge, seconds) => {
    const app = makeMailApp({ mail: { maxAge } })
    const link = await mailTo(app, app.browser())
    pass(seconds)
    await expectRefused(app, link)
    pass(-1)
    const browser = app.browser()
    await confirm(browser, link)
    expect(isSignedIn(browser)).toBe(true)
  })

  it('EM2: is worth nothing when its row has expired, whatever the link says', async () => {
    const inner = memoryAdapter()
    const adapter: Adapter = {
      ...inner,
      createVerificationToken: (row) =>
        inner.createVerificationToken({ ...row, expires: new Date(Date.now()) }),
    }
    const app = makeMailApp({ adapter })
    await expectRefused(app, await mailTo(app, app.browser()))
  })

  it('names the origin of the config, whatever the request says', async () => {
    const app = makeMailApp({ origin: 'https://app.test' })
    const browser = app.browser()
    const page = await browser.fetchPage('/auth/signin/mail')
    const [form] = page.forms
    await browser.send('/auth/signin/mail', {
      method: 'POST',
      headers: {
        host: 'evil.test',
        'x-forwarded-host': 'evil.test',
        origin: 'https://app.test',
        'sec-fetch-site': 'same-origin',
      },
      body: new URLSearchParams({ ...form?.hidden, email: address }),
    })
    expect(app.sent).toHaveLength(1)
    expect(JSON.stringify([lastLink(app), app.sent[0]?.mail])).not.toContain('evil.test')
  })
})

describe('EM2: a link', () => {
  it('signs in, makes the user, and says that the address is proven', async () => {
    const app = makeMailApp()
    const link = await mailTo(app, app.browser())
    const browser = app.browser()
    await confirm(browser, link)
    const user = await userOf(app)
    expect(user).toMatchObject({ email: address, emailVerified: new Date(Date.now()) })
    expect((await browser.session())?.user?.email).toBe(address)
    expect(app.rows).toEqual([])
  })

  it.each([
    ['another token', (link: string) => ({ token: paramOf(link, 'token').replace(/^./, 'x') })],
    ['no token', () => ({ token: '' })],
    ['half a token', (link: string) => ({ token: paramOf(link, 'token').slice(0, 30) })],
    ['the bare token', (link: string) => ({ token: paramOf(link, 'token').split('.')[0] ?? '' })],
    [
      'a later end',
      (link: string) => ({ token: changePart(link, 1, (Date.now() / 1000 + 9999).toString(36)) }),
    ],
    [
      'an end that is no number',
      (link: string) => ({ token: changePart(link, 1, 'zzzzzzzzzzzz') }),
    ],
    ['another proof', (link: string) => ({ token: changePart(link, 2, 'A'.repeat(43)) })],
    ['an empty proof', (link: string) => ({ token: changePart(link, 2, '') })],
    ['a longer proof', (link: string) => ({ token: `${paramOf(link, 'token')}A` })],
    ['another address', () => ({ email: 'eve@example.test' })],
    ['another case of the address', () => ({ email: 'ADA@example.test' })],
    ['no address', () => ({ email: '' })],
  ])('with %s is refused, and the true one still works', async (_, change) => {
    const app = makeMailApp()
    const link = await mailTo(app, app.browser())
    await askForMail(app.browser(), 'eve@example.test')
    await expectRefused(app, alter(link, change(link)))
    expect(app.asked.filter(({ email }) => !email)).toEqual([])
    const browser = app.browser()
    await confirm(browser, link)
    expect((await browser.session())?.user?.email).toBe(address)
  })

  it('that was never sent causes no database call and no callback', async () => {
    const app = makeMailApp()
    const link = await mailTo(app, app.browser())
    app.store.take()
    app.asked.splice(0)
    await expectRefused(app, alter(link, { token: `a.zzzzzz.${'A'.repeat(43)}` }))
    expect(app.store.take()).toEqual([])
    expect(app.asked).toEqual([])
  })

  it.each(['token', 'email'])('without its %s is refused at once', async (name) => {
    const app = makeMailApp()
    const link = new URL(await mailTo(app, app.browser()))
    link.searchParams.delete(name)
    const { page } = await openPage(app, link.href)
    expect(errorOf(page.response)).toBe('Verification')
  })

  it.each([[['x']], [{}], [1], [null]])('posted with %j for a token is refused', async (token) => {
    const app = makeMailApp()
    await mailTo(app, app.browser())
    const browser = app.browser()
    const csrfToken = await browser.csrfToken()
    const body = { csrfToken, token, email: address }
    const response = await browser.postJson('/auth/callback/mail', body)
    expect(errorOf(response)).toBe('Verification')
  })

  it('of one provider does not open another', async () => {
    const sent: MailApp['sent'] = []
    const app = makeMailApp({ others: [recordingProvider(sent, { id: 'post' })] })
    const link = await mailTo(app, app.browser())
    app.store.take()
    await expectRefused(app, link.replace('/callback/mail', '/callback/post'))
    expect(app.store.take()).toEqual([])
    await askForMail(app.browser(), address, { id: 'post' })
    await expectRefused(app, (sent[0]?.url ?? '').replace('/callback/post', '/callback/mail'))
    const browser = app.browser()
    await confirm(browser, link)
    expect(isSignedIn(browser)).toBe(true)
  })

  it('for another user who asked at the same time is not exchanged', async () => {
    const app = makeMailApp()
    const one = await mailTo(app, app.browser())
    const two = await mailTo(app, app.browser(), 'eve@example.test')
    await expectRefused(app, alter(one, { token: paramOf(two, 'token') }))
    await expectRefused(app, alter(one, { email: paramOf(two, 'email') }))
  })

  it('made with an older secret still opens, until that is gone', async () => {
    const adapter = memoryAdapter()
    const before = makeMailApp({ adapter, secret: olderSecret })
    const [one, two] = [await mailTo(before, before.browser()), lastLink(before)]
    const rotated = makeMailApp({ adapter, secret: [secret, olderSecret] })
    const browser = rotated.browser()
    await confirm(browser, one)
    expect(isSignedIn(browser)).toBe(true)
    const fresh = await mailTo(before, before.browser())
    expect(fresh).not.toBe(two)
    await expectRefused(makeMailApp({ adapter, secret }), fresh)
  })

  it('is made with the first secret', async () => {
    const adapter = memoryAdapter()
    const rotated = makeMailApp({ adapter, secret: [secret, olderSecret] })
    const link = await mailTo(rotated, rotated.browser())
    const after = makeMailApp({ adapter, secret })
    const browser = after.browser()
    await confirm(browser, link)
    expect(isSignedIn(browser)).toBe(true)
  })

  it('depends on the secret of its provider where there is one', async () => {
    const adapter = memoryAdapter()
    const own = 'a-Secret/of+the=provider_only_0001'
    const app = makeMailApp({ adapter, mail: { secret: own } })
    const link = await mailTo(app, app.browser())
    await expectRefused(makeMailApp({ adapter }), link)
    const other = makeMailApp({ adapter, secret: olderSecret, mail: { secret: own } })
    const browser = other.browser()
    await confirm(browser, link)
    expect(isSignedIn(browser)).toBe(true)
  })

  it('of an application with another secret is refused', async () => {
    const adapter = memoryAdapter()
    const app = makeMailApp({ adapter })
    const link = await mailTo(app, app.browser())
    await expectRefused(makeMailApp({ adapter, secret: olderSecret }), link)
  })

  it('that is asked for again leaves the one before it alone', async () => {
    const app = makeMailApp()
    const one = await mailTo(app, app.browser())
    const two = await mailTo(app, app.browser())
    for (const link of [one, two]) {
      const browser = app.browser()
      await confirm(browser, link)
      expect(isSignedIn(browser)).toBe(true)
    }
  })
})

describe('EM2: of one link, one sign-in', () => {
  const kinds: readonly [string, () => Adapter][] = [
    ['consume', memoryAdapter],
    ['use', authJsAdapter],
    ['check and delete', () => racyAdapter()],
    ['check and delete, without keys', () => racyAdapter({ hasUniqueKeys: false })],
  ]

  it.each(kinds)('the second time it is refused, with %s', async (_, adapter) => {
    const app = makeMailApp({ adapter: adapter() })
    const link = await mailTo(app, app.browser())
    const browser = app.browser()
    await confirm(browser, link)
    expect(isSignedIn(browser)).toBe(true)
    await expectRefused(app, link)
    await expectRefused(app, link)
  })

  it.each(kinds)('B23: of fifty at once one comes through, with %s', async (_, adapter) => {
    vi.useRealTimers()
    const app = makeMailApp({ adapter: adapter(), limits: plenty })
    const link = await mailTo(app, app.browser())
    const visits = await Promise.all(Array.from({ length: 50 }, () => openPage(app, link)))
    const answers = await Promise.all(visits.map(({ browser, page }) => browser.postForm(page)))
    const sessions = visits.filter(({ browser }) => isSignedIn(browser))
    expect(sessions).toHaveLength(1)
    const errors = answers.map(({ response }) => errorOf(response)).filter(Boolean)
    expect(errors).toEqual(Array.from({ length: 49 }, () => 'Verification'))
    expect(app.store.count('createSession')).toBe(1)
    expect(app.store.count('createUser')).toBe(1)
  })

  it('B23: so it is for one browser that sends it fifty times', async () => {
    const app = makeMailApp()
    const asking = app.browser()
    const link = await mailTo(app, asking)
    const answers = await Promise.all(Array.from({ length: 50 }, () => click(asking, link)))
    expect(answers.filter((answer) => errorOf(answer) === '')).toHaveLength(1)
    expect(app.store.count('createSession')).toBe(1)
  })

  it('LK3: two links of one person at once make one user', async () => {
    vi.useRealTimers()
    const app = makeMailApp()
    const links = [await mailTo(app, app.browser()), await mailTo(app, app.browser())]
    const visits = await Promise.all(links.map((link) => openPage(app, link)))
    await Promise.all(visits.map(({ browser, page }) => browser.postForm(page)))
    const sessions = await Promise.all(visits.map(({ browser }) => browser.session()))
    expect(sessions.map((session) => session?.user?.email)).toEqual([address, address])
    expect(await app.store.countUsers()).toBe(1)
    expect(app.told.filter(({ name }) => name === 'createUser')).toHaveLength(1)
  })

  it('LK3: a user whom another process made meanwhile, with proof, is the one', async () => {
    const app = makeMailApp()
    const link = await mailTo(app, app.browser())
    const { browser, page } = await openPage(app, link)
    const rival = { id: 'rival', email: address, emailVerified: new Date() }
    app.store.before = async ({ name, args: [user] }) => {
      if (name !== 'createUser' || (user as { id: string }).id === rival.id) return
      await app.store.adapter.createUser?.(rival)
    }
    await browser.postForm(page)
    expect((await browser.session())?.user?.email).toBe(address)
    expect(app.told).toMatchObject([
      { name: 'signIn', message: { user: { id: 'rival' }, isNewUser: false } },
    ])
  })

  it.each(['consumeVerificationToken', 'createUser'] as const)(
    'a user who was created before %s without proof is taken over by the link',
    async (when) => {
      const app = makeMailApp()
      const link = await mailTo(app, app.browser())
      const { browser, page } = await openPage(app, link)
      app.store.before = async ({ name, args: [user] }) => {
        if (name !== when || (user as { id: string }).id === 'eve') return
        await app.store.adapter.createUser?.({ id: 'eve', email: address, emailVerified: null })
      }
      await browser.postForm(page)
      expect(isSignedIn(browser)).toBe(true)
      expect(app.codes('error')).toEqual([])
      expect((await app.store.adapter.getUser?.('eve'))?.emailVerified).toBeInstanceOf(Date)
    },
  )
})

describe('both kinds of sessions', () => {
  it.each(['jwt', 'database'] as const)('begin with a link: %s', async (strategy) => {
    const app = makeMailApp({ session: { strategy } })
    const link = await mailTo(app, app.browser())
    const browser = app.browser()
    const { response } = await confirm(browser, link)
    expect(locationOf(response)).toBe('https://app.test/')
    expect((await browser.session())?.user?.email).toBe(address)
    const user = await userOf(app)
    const isRow = strategy === 'database'
    expect(browser.cookie(sessionCookie)?.includes('.') ?? false).toBe(!isRow)
    expect(app.told.map(({ name }) => name)).toEqual(['createUser', 'signIn'])
    expect(app.told.at(-1)?.message).toMatchObject({ user: { id: user?.id }, isNewUser: true })
  })

  it.each(['jwt', 'database'] as const)('find the user again: %s', async (strategy) => {
    const app = makeMailApp({ session: { strategy } })
    for (const typed of [address, 'ADA@EXAMPLE.test']) {
      const link = await mailTo(app, app.browser(), typed)
      await confirm(app.browser(), link)
    }
    expect(await app.store.countUsers()).toBe(1)
    const names = app.told.map(({ name }) => name)
    expect(names).toEqual(['createUser', 'signIn', 'updateUser', 'signIn'])
    expect(app.told.at(-1)?.message.isNewUser).toBe(false)
  })

  it('say who and how to the callback and to the events', async () => {
    const app = makeMailApp()
    const link = await mailTo(app, app.browser())
    await confirm(app.browser(), link)
    const account = { provider: 'mail', type: 'email', providerAccountId: address }
    expect(app.asked).toMatchObject([
      { user: { email: address }, account, email: { verificationRequest: true } },
      { user: { email: address }, account },
    ])
    expect(app.asked[1]?.email).toBeUndefined()
    const user = await userOf(app)
    expect(app.told.at(-1)?.message).toMatchObject({ account: { ...account, userId: user?.id } })
  })
})

function changePart(link: string, at: number, part: string): string {
  return paramOf(link, 'token')
    .split('.')
    .map((old, index) => (index === at ? part : old))
    .join('.')
}

describe('LK3: a database without keys', () => {
  it('has one user when one person opens two links at once', async () => {
    vi.useRealTimers()
    const keyless = keylessAdapter()
    const adapter: Adapter = {
      ...keyless,
      updateUser: async (user) => ({ ...(await keyless.getUser?.(user.id)), ...user }) as never,
    }
    const app = makeMailApp({ adapter, limits: plenty })
    const links = [await mailTo(app, app.browser()), await mailTo(app, app.browser())]
    const visits = await Promise.all(links.map((link) => openPage(app, link)))
    await Promise.all(visits.map(({ browser, page }) => browser.postForm(page)))
    expect(visits.map(({ browser }) => isSignedIn(browser))).toEqual([true, true])
    expect(keyless.users).toHaveLength(1)
  })
})
