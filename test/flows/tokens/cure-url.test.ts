import { afterEach, describe, expect, it, vi } from 'vitest'
import { accountPage } from '../../../src/account.js'
import { getAccessToken, type AccessToken, type AccessTokenOptions } from '../../../src/core.js'
import {
  enterAnew,
  errorOf,
  makeAccountsApp,
  verifiedClaims,
  type AccountsApp,
} from '../../support/apps/accounts-app.js'
import type { Browser } from '../../support/browser.js'
import { comeBack, makeOAuthApp, makeProvider, oidc, signIn } from '../../support/oauth/sign-in.js'

const keys = { provider: 'op', providerAccountId: 'subject-1' }
const granted = 'openid profile email'
const unrefreshable = { refresh_token: null }

afterEach(() => void vi.useRealTimers())

function get(
  app: Pick<AccountsApp, 'config'>,
  browser: Browser,
  options: Partial<AccessTokenOptions> = {},
): Promise<AccessToken> {
  const headers = { cookie: browser.cookieHeader(new URL('https://app.test')) }
  const request = new Request('https://app.test/page', { headers })
  const setCookies = (): void => undefined
  return getAccessToken(request, app.config, { provider: 'op', setCookies, ...options })
}

async function cureOf(call: Promise<AccessToken>): Promise<string> {
  const error = await call.then(
    () => expect.fail('It did not reject.'),
    (thrown: unknown) => thrown as { url?: string },
  )
  return error.url ?? expect.fail('The error has no URL.')
}

/** Opens a URL, presses the button of its page, and returns where that leads. */
async function press(browser: Browser, url: string): Promise<string> {
  const sent = await browser.postForm(await browser.fetchPage(url))
  return sent.response.headers.get('location') ?? ''
}

/** The visible text of a page. */
function wordsOf(page: string): string {
  const body = page.replace(/<(?:style|title)[^]*?<\/(?:style|title)>/g, '')
  return body
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .replaceAll(' .', '.')
}

function scopeIn(url: string): string | null {
  return new URL(url).searchParams.get('scope')
}

describe('the URL of an error of getAccessToken', () => {
  it('leads to the sign-in with the missing scopes, and back to the page', async () => {
    const app = await makeAccountsApp()
    const browser = await enterAnew(app)
    await app.store.adapter.updateAccount?.({ ...keys, scope: `${granted} files` })
    const wanted = { scopes: ['calendar'], callbackUrl: '/welcome' }
    const target = await press(browser, await cureOf(get(app, browser, wanted)))
    expect(scopeIn(target)).toBe(`${granted} files calendar`)
    const response = await comeBack(browser, app.op.authorize(target, verifiedClaims))
    expect(response.headers.get('location')).toBe('https://app.test/welcome')
    expect((await get(app, browser, wanted)).scope).toBe(`${granted} files calendar`)
    expect(await app.store.countUsers()).toBe(1)
  })

  it.each([
    ['commas that the config shows', { authorization: { params: { scope: 'openid,email' } } }],
    [
      'commas that the provider expects',
      { authorization: { params: { scope: 'openid' } }, scopeSeparator: ',' },
    ],
  ] as const)('asks for scopes that are separated by %s', async (_which, opOptions) => {
    const app = await makeAccountsApp({ opOptions })
    const { scope } = opOptions.authorization.params
    const browser = await enterAnew(app)
    await app.store.adapter.updateAccount?.({ ...keys, scope })
    const url = await cureOf(get(app, browser, { scopes: ['files'] }))
    expect(scopeIn(await press(browser, url))).toBe(`${scope},files`)
    const ended = { expires_at: 1, refreshFailed: 'invalid_grant' }
    await app.store.adapter.updateAccount?.({ ...keys, ...ended })
    expect(scopeIn(await press(browser, await cureOf(get(app, browser))))).toBe(scope)
  })

  it('leads to a sign-in with the same account after a refusal, and with no other', async () => {
    const app = await makeAccountsApp()
    const browser = await enterAnew(app)
    const ended = { expires_at: 1, refreshFailed: 'invalid_grant' }
    await app.store.adapter.updateAccount?.({ ...keys, ...ended })
    const url = await cureOf(get(app, browser))
    const other = { ...verifiedClaims, sub: 'subject-2' }
    const refused = await comeBack(browser, app.op.authorize(await press(browser, url), other))
    expect(errorOf(refused)).toBe('AccountNotLinked')
    expect(await app.store.countUsers()).toBe(1)
    const again = await browser.fetchPage(refused.headers.get('location') ?? '')
    expect(wordsOf(again.html)).toContain('You chose another OP account')
    await comeBack(browser, app.op.authorize(await press(browser, url), verifiedClaims))
    expect((await get(app, browser)).accessToken).toMatch(/^access-/)
  })

  it('leads back to the button after the user has confirmed their identity', async () => {
    const app = await makeAccountsApp({ account: accountPage() })
    const browser = await enterAnew(app)
    const ended = { expires_at: 1, refreshFailed: 'invalid_grant' }
    await app.store.adapter.updateAccount?.({ ...keys, ...ended })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11 * 60_000 })
    const url = await cureOf(get(app, browser, { scopes: ['files'], callbackUrl: '/welcome' }))
    const confirm = await press(browser, url)
    expect(new URL(confirm).pathname).toBe('/auth/confirm')
    const auth_time = Math.floor(Date.now() / 1000)
    app.op.misbehaviour = { claims: (claims) => ({ ...claims, auth_time }) }
    const proof = await comeBack(
      browser,
      app.op.authorize(await press(browser, confirm), verifiedClaims),
    )
    const target = await press(browser, proof.headers.get('location') ?? '')
    expect(scopeIn(target)).toBe(`${granted} files`)
    const response = await comeBack(browser, app.op.authorize(target, verifiedClaims))
    expect(response.headers.get('location')).toBe('https://app.test/welcome')
  })

  it('links an account if the user has none at the provider', async () => {
    const app = await makeAccountsApp()
    const browser = await enterAnew(app)
    const url = await cureOf(get(app, browser, { provider: 'two', scopes: ['files'] }))
    const target = await press(browser, url)
    expect(scopeIn(target)).toBe(`${granted} files`)
    await comeBack(browser, app.two.authorize(target, { ...verifiedClaims, sub: 'at-two' }))
    expect(await app.store.adapter.getAccount?.('at-two', 'two')).toMatchObject({
      userId: (await app.store.adapter.getAccount?.('subject-1', 'op'))?.userId,
    })
  })

  it('links another account if the named one is missing', async () => {
    const app = await makeAccountsApp()
    const browser = await enterAnew(app)
    const url = await cureOf(get(app, browser, { accountId: 'subject-2', scopes: ['files'] }))
    const target = await press(browser, url)
    await comeBack(browser, app.op.authorize(target, { ...verifiedClaims, sub: 'subject-2' }))
    expect(await app.store.adapter.getAccount?.('subject-2', 'op')).not.toBeNull()
    expect(await app.store.countUsers()).toBe(1)
  })

  it.each([
    { scopes: ['files'], says: 'app.test needs more permissions from you at OP. Connect OP again' },
    { ended: true, says: 'app.test needs your permission again to use OP. Connect OP again' },
    { provider: 'two', says: 'Permission needed Connect OP' },
  ])('leads to a page that says what for: $says', async ({ says, ended, ...options }) => {
    const app = await makeAccountsApp()
    const browser = await enterAnew(app)
    if (ended)
      await app.store.adapter.updateAccount?.({
        ...keys,
        expires_at: 1,
        refreshFailed: 'invalid_grant',
      })
    const page = await browser.fetchPage(await cureOf(get(app, browser, options)))
    expect(wordsOf(page.html)).toContain(says)
  })

  const noToken = { access_token: null, refresh_token: null }
  const offlineParams = { access_type: 'offline', prompt: 'consent' }
  it.each([
    ['refused', { refreshFailed: 'invalid_grant' }, offlineParams, 'login consent', 'offline'],
    ['no-refresh-token', unrefreshable, offlineParams, 'login consent', 'offline'],
    ['no-token', noToken, offlineParams, 'login', null],
    // Elsewhere, a user may not be able to consent.
    ['refused', { refreshFailed: 'invalid_grant' }, { access_type: 'offline' }, 'login', 'offline'],
    ['no-refresh-token', unrefreshable, undefined, 'login', null],
  ])(
    'asks for what the provider needs for a refresh token: %s, %j, %j',
    async (code, state, params, prompt, offline) => {
      const app = await makeAccountsApp({
        opOptions: {
          authorization: { params: { prompt: 'login' } },
          ...(params && { offlineParams: params }),
        },
      })
      const browser = await enterAnew(app)
      await app.store.adapter.updateAccount?.({ ...keys, expires_at: 1, ...(state as object) })
      const call = get(app, browser)
      await expect(call).rejects.toMatchObject({ code })
      const { searchParams } = new URL(await press(browser, await cureOf(call)))
      expect(searchParams.get('prompt')).toBe(prompt)
      expect(searchParams.get('access_type')).toBe(offline)
    },
  )

  it('asks another user for nothing', async () => {
    const app = await makeAccountsApp()
    const browser = await enterAnew(app)
    const url = await cureOf(get(app, browser, { scopes: ['admin'] }))
    const eve = app.browser()
    expect(scopeIn(await press(eve, url))).toBe(granted)
    await comeBack(eve, app.op.authorize(await press(eve, url), { ...verifiedClaims, sub: 'eve' }))
    const target = await press(eve, url)
    expect(scopeIn(target)).toBe(granted)
  })

  it('asks for nothing an hour later, at another provider, or when it was changed', async () => {
    const app = await makeAccountsApp()
    const browser = await enterAnew(app)
    const url = await cureOf(get(app, browser, { scopes: ['admin'] }))
    expect(scopeIn(await press(browser, url))).toBe(`${granted} admin`)
    expect(scopeIn(await press(browser, url.replace('/op?', '/two?')))).toBe(granted)
    expect(scopeIn(await press(browser, `${url}x`))).toBe(granted)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_601_000 })
    expect(scopeIn(await press(browser, url))).toBe(granted)
  })

  it('asks for the kept scopes and the missing ones without a database', async () => {
    const op = await makeProvider()
    const app = makeOAuthApp([oidc(op)], { keepTokens: true })
    const browser = app.browser()
    await signIn(browser, op)
    const url = await cureOf(get(app, browser, { scopes: ['calendar'] }))
    const target = await press(browser, url)
    expect(scopeIn(target)).toBe(`${granted} calendar`)
    await comeBack(browser, op.authorize(target, verifiedClaims))
    expect((await get(app, browser, { scopes: ['calendar'] })).scope).toContain('calendar')
  })

  it('shows the built-in page to an app with its own, which does not know what to ask for', async () => {
    const app = await makeAccountsApp({ pages: { signIn: '/login' } })
    const browser = await enterAnew(app)
    const url = await cureOf(get(app, browser, { scopes: ['calendar'] }))
    expect((await browser.fetchPage(url, { follow: false })).status).toBe(200)
    const other = await app.browser().fetchPage(url, { follow: false })
    expect(other.response.headers.get('location')).toContain('/login')
  })
})
