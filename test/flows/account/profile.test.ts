import { describe, expect, it, vi } from 'vitest'
import { accountPage } from '../../../src/account.js'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { deleteAccount, describeAccount, updateProfile } from '../../../src/core.js'
import { parseName } from '../../../src/flows/account/profile-name.js'
import { languageCodes } from '../../../src/pages/find-language.js'
import { findAccountTexts } from '../../../src/pages/find-account-texts.js'
import { fillPlainText } from '../../../src/pages/fill-text.js'
import { fakeProvider } from '../../../src/testing.js'
import { requestFrom } from '../../support/apps/accounts-app.js'
import type { Browser } from '../../support/browser.js'
import { makeApp, type App } from '../../support/apps/app.js'
import { email } from '../../support/apps/password-app.js'
import { useClock } from '../../support/apps/factor-app.js'
import { makeAccountApp, press, type AccountApp } from '../../support/apps/account-app.js'

const clock = useClock()
const account = '/auth/account'
const strategies = ['jwt', 'database'] as const
const picture = 'https://avatars.example.test/ada.png'
const keys = { provider: 'github', providerAccountId: '1' }

/** An app whose user has an account at GitHub, with this picture. */
async function withPicture(
  image: string | null = picture,
  options: Parameters<typeof makeAccountApp>[0] = {},
): Promise<AccountApp> {
  const app = await makeAccountApp(options)
  await app.adapter.linkAccount({ ...keys, type: 'oauth', userId: app.user.id, image })
  return app
}

/** Posts the form of the profile, with any values. */
async function postProfile(
  browser: Browser,
  fields: Readonly<Record<string, unknown>>,
): Promise<Response> {
  const csrfToken = await browser.csrfToken()
  return browser.send('/auth/update-profile', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: 'https://app.test',
      'sec-fetch-site': 'same-origin',
      'x-auth-return-redirect': '1',
    },
    body: JSON.stringify({ csrfToken, ...fields }),
  })
}

async function errorOf(response: Response): Promise<unknown> {
  return ((await response.json()) as { error?: unknown }).error
}

describe.each(strategies)('the name of a user with a session of strategy %s', (strategy) => {
  it('changes in the form of the account page, and in the session at once', async () => {
    const updateUser = vi.fn<(message: unknown) => void>()
    const app = await makeAccountApp({ session: { strategy }, events: { updateUser } })
    const browser = await app.signedIn()
    const page = await press(browser, await browser.fetchPage(account), 'update-profile', {
      name: '  Augusta   Ada\u0308  ',
    })
    expect(new URL(page.url).pathname).toBe(account)
    expect(page.html).toContain('<strong><bdi>Augusta Ad\u00e4</bdi></strong>')
    expect(page.html).toContain('Profile changed')
    expect((await app.adapter.getUser(app.user.id))?.name).toBe('Augusta Ad\u00e4')
    expect(await browser.session()).toMatchObject({ user: { name: 'Augusta Ad\u00e4', email } })
    expect(updateUser).toHaveBeenCalledOnce()
    const changes = app.records.filter(({ event }) => event === 'profile-changed')
    expect(changes).toMatchObject([{ outcome: 'success', userId: app.user.id }])
    expect(JSON.stringify(changes)).not.toContain('Augusta')
  })

  it('is removed by an empty field, and the picture stays', async () => {
    const app = await makeAccountApp({ session: { strategy } })
    await app.adapter.updateUser({ id: app.user.id, name: 'Ada', image: picture })
    const browser = await app.signedIn()
    await postProfile(browser, { name: ' ' })
    expect(await app.adapter.getUser(app.user.id)).toMatchObject({ name: null, image: picture })
    expect((await browser.session())?.user?.name ?? null).toBeNull()
    expect((await browser.session())?.user?.image).toBe(picture)
  })

  it('is not written, recorded or announced if it is the same', async () => {
    const updateUser = vi.fn<(message: unknown) => void>()
    const app = await makeAccountApp({ session: { strategy }, events: { updateUser } })
    await app.adapter.updateUser({ id: app.user.id, name: 'Ada' })
    const browser = await app.signedIn()
    await postProfile(browser, { name: 'Ada', picture: 'none' })
    expect(updateUser).not.toHaveBeenCalled()
    expect(app.records.map(({ event }) => event)).not.toContain('profile-changed')
  })
})

describe('a session in a cookie', () => {
  it('stays as it is if a callback throws after the name was changed', async () => {
    let isBroken = false
    const app = await makeAccountApp({
      session: { strategy: 'jwt' },
      callbacks: {
        jwt: ({ token }) => {
          if (isBroken) throw new Error('A bug.')
          return token
        },
      },
    })
    const browser = await app.signedIn()
    const csrfToken = await browser.csrfToken()
    isBroken = true
    await browser.postJson('/auth/update-profile', { csrfToken, name: 'Augusta' })
    isBroken = false
    expect(await browser.session()).not.toBeNull()
    expect((await app.adapter.getUser(app.user.id))?.name).toBe('Augusta')
    expect(app.codes('error')).toContain('JWTSessionError')
  })

  it('keeps the claims of the app, and its age', async () => {
    const app = await makeAccountApp({
      session: { strategy: 'jwt', absoluteMaxAge: 3600 },
      callbacks: {
        jwt: ({ token, trigger }) => (trigger === 'signIn' ? { ...token, role: 'admin' } : token),
        session: ({ session, token }) => ({ ...session, role: token?.['role'] }),
      },
    })
    const browser = await app.signedIn()
    clock.advance(1800)
    await postProfile(browser, { name: 'Augusta' })
    expect(await browser.session()).toMatchObject({ user: { name: 'Augusta' }, role: 'admin' })
    clock.advance(1801)
    expect(await browser.session()).toBeNull()
  })
})

describe('a name', () => {
  it.each([
    ['Ada', 'Ada'],
    [' \u3000Ada\u00a0 Byron ', 'Ada Byron'],
    ['A\u030a', '\u00c5'],
    ['\u05d0\u05d3\u05d4 \u200f(Ada)', '\u05d0\u05d3\u05d4 \u200f(Ada)'],
    ['\u{1f469}\u200d\u{1f680}', '\u{1f469}\u200d\u{1f680}'],
    ['\u{1f600}'.repeat(100), '\u{1f600}'.repeat(100)],
    ['', null],
    [' \n ', null],
  ])('%j is stored as %j', (typed, stored) => {
    expect(parseName(typed)).toBe(stored)
  })

  it.each([
    ['a line break', 'Ada\nadmin'],
    ['a tab', 'Ada\tadmin'],
    ['NUL', 'Ada\0'],
    ['an escape sequence', 'Ada\u001b[2J'],
    ['a C1 control character', 'Ada\u0085x'],
    ['a line separator', 'Ada\u2028admin'],
    ['an override of the direction', 'Ada\u202Egnp.exe'],
    ['an embedding', 'Ada\u202Bx'],
    ['an isolate', 'Ada\u2066x'],
    ['half of a surrogate pair', 'Ada\ud800'],
    ['no visible character', '\u200b\u200d'],
    ['a blank letter alone', '\u3164'],
    ['a blank Braille pattern alone', '\u2800'],
    ['marks alone', '\u0301\u0302'],
    ['101 code points', '\u{1f600}'.repeat(101)],
    ['ten thousand characters', 'x'.repeat(10_000)],
    ['a list', ['Ada']],
    ['a number', 1],
    ['an object', { toString: 'Ada' }],
    ['null', null],
  ])('with %s is refused with its own code, and nothing changes [FA15]', async (_, name) => {
    const app = await withPicture()
    const browser = await app.signedIn()
    const response = await postProfile(browser, { name, picture: 'none' })
    expect(await errorOf(response)).toBe('InvalidName')
    const user = await app.adapter.getUser(app.user.id)
    expect([user?.name, user?.image]).toEqual([app.user.name, app.user.image])
  })

  it.each(languageCodes)('that is refused is explained at the field in %s', async (code) => {
    const app = await makeAccountApp()
    const browser = await app.signedIn()
    const headers = { 'accept-language': code }
    const response = await browser.send(`${account}?error=InvalidName`, { headers })
    const html = await response.text()
    const { profile } = await findAccountTexts(code)
    expect(html).toContain(`lang="${code}"`)
    expect(html).toMatch(/id="profile-name"[^>]*aria-describedby="profile-name-error"/)
    const sentence = fillPlainText(profile.invalidName, { length: '100' })
    expect(html.replace(/\s+/g, ' ')).toContain(`id="profile-name-error"> ${sentence} </p>`)
    expect(html).toMatch(
      /<details open[^>]*>\s*<summary>[^<]+<\/summary>\s*<form[^>]*update-profile/,
    )
  })

  it('that is refused leads back to the account page without JavaScript', async () => {
    const app = await makeAccountApp()
    const browser = await app.signedIn()
    const page = await press(browser, await browser.fetchPage(account), 'update-profile', {
      name: 'x'.repeat(101),
    })
    expect(new URL(page.url).pathname).toBe(account)
    expect(page.html).toContain('Use at most 100 characters')
  })

  it('with markup is shown as text only [FA15]', async () => {
    const app = await makeAccountApp()
    const browser = await app.signedIn()
    const page = await press(browser, await browser.fetchPage(account), 'update-profile', {
      name: '"><script>1</script>',
    })
    expect(page.html).not.toContain('<script>1')
    expect(page.html).toContain('&lt;script&gt;1')
  })
})

describe.each(strategies)('the picture of a user with a session of strategy %s', (strategy) => {
  it('is chosen from those of the connected accounts, and removed', async () => {
    const app = await withPicture(picture, { session: { strategy } })
    const browser = await app.signedIn()
    const before = await browser.fetchPage(account)
    expect(before.html).toContain('value="github:1"')
    expect(before.html).toMatch(/value="none" checked/)
    const chosen = await press(browser, before, 'update-profile', { picture: 'github:1' })
    expect((await app.adapter.getUser(app.user.id))?.image).toBe(picture)
    expect(await browser.session()).toMatchObject({ user: { image: picture } })
    expect(chosen.html).toMatch(/value="github:1" checked/)
    await press(browser, chosen, 'update-profile', { picture: 'none' })
    expect((await app.adapter.getUser(app.user.id))?.image).toBeNull()
    expect((await browser.session())?.user?.image ?? null).toBeNull()
  })
})

describe('a picture', () => {
  it.each([
    ['a URL', 'https://evil.test/track.png'],
    ['the URL of a connected account', picture],
    ['an account of another user', 'github:2'],
    ['an account without a picture', 'github:3'],
    ['an unknown account', 'gitlab:1'],
    ['a data URL', 'data:image/png;base64,AA=='],
    ['an empty text', ''],
    ['a list', ['github:1']],
    ['null', null],
  ])('cannot be %s [FA8]', async (_, given) => {
    const app = await withPicture()
    const { adapter, user } = app
    const other = { id: 'other', email: 'eve@example.test', emailVerified: new Date() }
    await adapter.createUser(other)
    const own = { provider: 'github', type: 'oauth' } as const
    const image = 'https://avatars.example.test/eve.png'
    await adapter.linkAccount({ ...own, providerAccountId: '2', userId: 'other', image })
    await adapter.linkAccount({ ...own, providerAccountId: '3', userId: user.id })
    const browser = await app.signedIn()
    const response = await postProfile(browser, { name: 'Augusta', picture: given })
    expect([response.status, await errorOf(response)]).toEqual([400, 'InvalidRequestBody'])
    const after = await adapter.getUser(user.id)
    expect([after?.name, after?.image]).toEqual([user.name, user.image])
  })

  it.each([
    ['http', 'http://avatars.example.test/ada.png'],
    ['javascript', 'javascript:alert(1)'],
    ['data', 'data:image/svg+xml,<svg onload="1"/>'],
    ['a policy in the host', "https://x.test;script-src'*'/a.png"],
    ['a password', 'https://ada:secret@x.test/a.png'],
    ['a length of 1025', `https://x.test/${'a'.repeat(1010)}`],
  ])('of a provider is not offered if its URL has %s', async (_, image) => {
    const app = await withPicture(image)
    const browser = await app.signedIn()
    expect((await browser.fetchPage(account)).html).not.toContain('value="github:1"')
    expect(await errorOf(await postProfile(browser, { picture: 'github:1' }))).toBe(
      'InvalidRequestBody',
    )
    expect((await app.adapter.getUser(app.user.id))?.image).toBe(app.user.image)
  })

  it('of a provider that the app no longer has is not offered', async () => {
    const app = await withPicture(picture, { others: [] })
    const { profile } = await describeAccount(requestFrom(await app.signedIn()), app.config)
    expect(profile?.pictures).toEqual([])
  })

  it('may be loaded by the page from its own origin, and from no other', async () => {
    const app = await withPicture()
    const foreign = 'https://cdn.example.test/own.png'
    await app.adapter.updateUser({ id: app.user.id, image: foreign })
    const browser = await app.signedIn()
    const page = await browser.send(account)
    const policy = page.headers.get('content-security-policy')
    expect(policy).toContain(
      "img-src 'self' data: https://cdn.example.test https://avatars.example.test;",
    )
    const html = await page.text()
    expect(html).toMatch(/value="current" checked/)
    await postProfile(browser, { picture: 'current' })
    expect((await app.adapter.getUser(app.user.id))?.image).toBe(foreign)
    const error = await browser.send('/auth/error')
    expect(error.headers.get('content-security-policy')).toContain("img-src 'self' data:;")
  })

  it('that no page may load is left out', async () => {
    const app = await makeAccountApp()
    await app.adapter.updateUser({ id: app.user.id, image: 'http://plain.example.test/a.png' })
    const page = await (await app.signedIn()).send(account)
    expect(page.headers.get('content-security-policy')).toContain("img-src 'self' data:;")
    expect(await page.text()).not.toContain('plain.example.test')
  })
})

describe('the picture that a provider sends at a sign-in', () => {
  async function open(image: unknown, overrides: Parameters<typeof makeApp>[0] = {}) {
    const claims = { sub: 'ada', email: 'ada@example.test', email_verified: true }
    const fake = fakeProvider({ users: [{ ...claims, picture: image }] })
    const adapter = memoryAdapter()
    const app: App = makeApp({
      adapter,
      providers: [fake.provider({ id: 'op' })],
      account: accountPage(),
      ...overrides,
    })
    const signIn = async (browser = app.browser()): Promise<Browser> => {
      const pressed = await browser.postForm(await browser.fetchPage('/auth/signin'))
      const { url } = fake.authorize(new URL(pressed.response.headers.get('location') ?? ''), 'ada')
      const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
      await browser.send(url, { headers })
      return browser
    }
    const readAccount = () => adapter.getAccount('ada', 'op')
    return { app, adapter, fake, signIn, readAccount }
  }

  it('is kept with the account, also after it changed or was removed', async () => {
    const { app, adapter, fake, signIn, readAccount } = await open(picture)
    const browser = await signIn()
    expect(await readAccount()).toMatchObject({ image: picture })
    await postProfile(browser, { picture: 'none' })
    const newer = 'https://avatars.example.test/newer.png'
    fake.changeClaims((claims) => ({ ...claims, picture: newer }))
    const again = await signIn()
    expect(await readAccount()).toMatchObject({ image: newer })
    const { user, profile } = await describeAccount(requestFrom(again), app.config)
    expect(user.image).toBeUndefined()
    expect(profile?.pictures).toMatchObject([{ id: 'op:ada', url: newer, isCurrent: false }])
    fake.changeClaims((claims) => ({ ...claims, picture: undefined }))
    await signIn()
    expect((await readAccount())?.image ?? null).toBeNull()
    expect((await adapter.getUser(user.id))?.image ?? null).toBeNull()
  })

  it('is kept with tokens that the sign-in does not replace', async () => {
    const { adapter, fake, signIn, readAccount } = await open(picture)
    await signIn()
    const scope = 'openid profile email calendar'
    const keys = { provider: 'op', providerAccountId: 'ada' }
    await adapter.updateAccount({ ...keys, scope, refresh_token: 'wide' })
    const newer = 'https://avatars.example.test/newer.png'
    fake.changeClaims((claims) => ({ ...claims, picture: newer }))
    await signIn()
    expect(await readAccount()).toMatchObject({ image: newer, scope, refresh_token: 'wide' })
  })

  it('is not kept if it is not an https URL', async () => {
    const { signIn, readAccount } = await open('javascript:alert(1)')
    await signIn()
    expect((await readAccount())?.image ?? null).toBeNull()
  })

  it('is not kept in an app without the account page', async () => {
    const { signIn, readAccount } = await open(picture, { account: undefined })
    await signIn()
    expect(await readAccount()).not.toHaveProperty('image')
  })

  it('is not sent to an adapter whose table may have no column for it', async () => {
    const { leaseAccount: _lease, ...adapter } = memoryAdapter()
    const { signIn } = await open(picture, { adapter })
    await signIn()
    expect(await adapter.getAccount('ada', 'op')).not.toHaveProperty('image')
  })
})

describe('the form of the profile', () => {
  it('needs a session', async () => {
    const app = await makeAccountApp()
    expect(await errorOf(await postProfile(app.browser(), { name: 'Eve' }))).toBe('SessionRequired')
  })

  it('needs no recent proof', async () => {
    const app = await makeAccountApp()
    const browser = await app.signedIn()
    clock.advance(3600)
    await postProfile(browser, { name: 'Augusta' })
    expect((await app.adapter.getUser(app.user.id))?.name).toBe('Augusta')
  })

  it.each([
    ['from another site', { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }, true],
    ['without the token of its page', { 'sec-fetch-site': 'same-origin' }, false],
  ])('is refused %s', async (_, headers, hasToken) => {
    const app = await makeAccountApp()
    const browser = await app.signedIn()
    const csrfToken = await browser.csrfToken()
    const body = new URLSearchParams({ name: 'Eve', ...(hasToken && { csrfToken }) })
    await browser.send('/auth/update-profile', { method: 'POST', headers, body })
    expect((await app.adapter.getUser(app.user.id))?.name).toBe(app.user.name)
  })

  it('changes nothing by GET', async () => {
    const app = await makeAccountApp()
    const browser = await app.signedIn()
    const { status } = await browser.send('/auth/update-profile?name=Eve')
    expect(status).toBe(405)
    expect((await app.adapter.getUser(app.user.id))?.name).toBe(app.user.name)
  })

  it('sets no other column', async () => {
    const app = await makeAccountApp()
    const browser = await app.signedIn()
    const fields = { id: 'x', email: 'eve@example.test', emailVerified: null, role: 'admin' }
    await postProfile(browser, { name: 'Augusta', image: 'https://evil.test/x.png', ...fields })
    expect(await app.adapter.getUser(app.user.id)).toEqual({ ...app.user, name: 'Augusta' })
  })

  it('writes nothing for a user who was deleted meanwhile [FA11]', async () => {
    const app = await makeAccountApp()
    const [browser, other] = [await app.signedIn(), await app.signedIn()]
    const page = await other.fetchPage(account)
    await deleteAccount(requestFrom(browser), app.config, { email })
    await press(other, page, 'update-profile', { name: 'Ghost' })
    expect(await app.adapter.getUser(app.user.id)).toBeNull()
    expect(await app.adapter.getUserByEmail(email)).toBeNull()
  })

  it('is limited for each user, because each change is a record of the audit trail', async () => {
    const app = await makeAccountApp({ limits: { identifier: { attempts: 3, seconds: 60 } } })
    const browser = await app.signedIn()
    for (const name of ['A', 'B', 'C'])
      expect((await postProfile(browser, { name })).status).toBe(200)
    // What changes nothing is not counted.
    expect((await postProfile(browser, { name: 'C' })).status).toBe(200)
    expect((await postProfile(browser, { name: 'D' })).status).toBe(429)
    expect((await app.adapter.getUser(app.user.id))?.name).toBe('C')
    expect(app.records.filter(({ event }) => event === 'profile-changed')).toHaveLength(3)
  })

  it('is limited for a client that is not signed in', async () => {
    const client = { attempts: 3, seconds: 60 }
    const app = await makeAccountApp({ trustedProxies: 1, limits: { client } })
    const send = async (): Promise<number> => {
      const browser = app.browser()
      const csrfToken = await browser.csrfToken()
      const headers = { 'x-auth-return-redirect': '1', 'x-forwarded-for': '192.0.2.7' }
      return (await browser.postJson('/auth/update-profile', { csrfToken }, headers)).status
    }
    for (let count = 0; count < 3; count++) expect(await send()).not.toBe(429)
    expect(await send()).toBe(429)
  })

  it('is limited for all sessions behind one address', async () => {
    const client = { attempts: 3, seconds: 60 }
    const app = await makeAccountApp({ trustedProxies: 1, limits: { client } })
    const browser = await app.signedIn()
    const csrfToken = await browser.csrfToken()
    const headers = { 'x-auth-return-redirect': '1', 'x-forwarded-for': '192.0.2.7' }
    const send = async (): Promise<number> =>
      (await browser.postJson('/auth/update-profile', { csrfToken }, headers)).status
    // Ten times what a stranger may do behind the address.
    for (let count = 0; count < 30; count++) expect(await send()).toBe(200)
    expect(await send()).toBe(429)
  })

  it('is shown once in the activity, so that it hides nothing else', async () => {
    const app = await makeAccountApp()
    const browser = await app.signedIn()
    for (let count = 0; count < 12; count++) await postProfile(browser, { name: `Ada ${count}` })
    const { activity } = await describeAccount(requestFrom(browser), app.config)
    const events = activity?.map(({ event }) => event) ?? []
    expect(events.filter((event) => event === 'profile-changed')).toHaveLength(1)
    expect(events).toContain('signed-in')
  })

  it('writes nothing for a user who is deleted between the check and the write [FA11]', async () => {
    const app = await makeAccountApp()
    const browser = await app.signedIn()
    const { updateUser } = app.adapter
    const adapter = {
      ...app.adapter,
      updateUser: async (user: Parameters<typeof updateUser>[0]) => {
        await app.adapter.deleteUser(user.id)
        return updateUser(user)
      },
    }
    const { data } = await updateProfile(
      requestFrom(browser),
      { ...app.config, adapter },
      { name: 'Ghost' },
    )
    expect(data.ok).toBe(false)
    expect(await app.adapter.getUser(app.user.id)).toBeNull()
    expect(app.records.map(({ event }) => event)).not.toContain('profile-changed')
  })

  it('does not exist for a hidden section, and the app can still call it', async () => {
    const app = await withPicture(picture, { page: { hide: ['profile'] } })
    const browser = await app.signedIn()
    const page = await browser.send(account)
    expect(page.headers.get('content-security-policy')).toContain("img-src 'self' data:;")
    expect(await page.text()).not.toContain('update-profile')
    expect((await postProfile(browser, { name: 'Augusta' })).status).toBe(404)
    const request = requestFrom(browser)
    expect((await describeAccount(request, app.config)).profile).toBeUndefined()
    const { data } = await updateProfile(request, app.config, { name: 'Augusta' })
    expect(data.ok).toBe(true)
    expect((await app.adapter.getUser(app.user.id))?.name).toBe('Augusta')
  })

  it('is left out if the adapter cannot change users', async () => {
    const app = await makeAccountApp()
    const { updateUser: _update, ...adapter } = app.adapter
    const request = requestFrom(await app.signedIn())
    // Sign-in by e-mail would need the method itself.
    const providers = app.config.providers.slice(0, 1)
    const config = { ...app.config, adapter, providers }
    const { profile } = await describeAccount(request, config)
    expect(profile).toBeUndefined()
  })
})

describe('the call `updateProfile`', () => {
  it.each(strategies)('changes what is given, with a session of strategy %s', async (strategy) => {
    const app = await withPicture(picture, { session: { strategy } })
    const browser = await app.signedIn()
    const { profile } = await describeAccount(requestFrom(browser), app.config)
    expect(profile).toEqual({
      longestName: 100,
      pictures: [{ id: 'github:1', name: 'GitHub', url: picture, isCurrent: false }],
    })
    const { data } = await updateProfile(requestFrom(browser), app.config, {
      picture: 'github:1',
      redirectTo: '/settings',
    })
    expect(data).toMatchObject({ ok: true, target: { url: 'https://app.test/settings' } })
    const { name, image } = (await app.adapter.getUser(app.user.id)) ?? {}
    expect([name, image]).toEqual([app.user.name, picture])
  })

  it('refuses a name as the form does', async () => {
    const app = await makeAccountApp()
    const browser = await app.signedIn()
    const { data } = await updateProfile(requestFrom(browser), app.config, { name: 'a\u202eb' })
    expect(data).toMatchObject({ ok: false, error: { type: 'InvalidName' } })
  })
})
