import { describe, expect, it } from 'vitest'
import { getAccessToken, hasScope } from '../../../src/core.js'
import type { AdapterAccount } from '../../../src/model/adapter.js'
import type { TokenSet } from '../../../src/model/records.js'
import {
  enterAnew,
  errorOf,
  makeAccountsApp,
  verifiedClaims,
  type AccountsApp,
} from '../../support/apps/accounts-app.js'
import type { Browser } from '../../support/browser.js'
import { comeBack } from '../../support/oauth/sign-in.js'

const keys = { provider: 'op', providerAccountId: 'subject-1' }
const granted = 'openid profile email'

describe('a user who is to grant more scopes', () => {
  it('is asked for those of before as well, and the new token has all of them [FT14]', async () => {
    const app = await makeAccountsApp()
    const browser = await enterAnew(app)
    await app.store.adapter.updateAccount?.({ ...keys, scope: `${granted} files` })
    const { asked, response } = await grantMore(app, browser, 'calendar')
    expect(asked).toBe(`${granted} files calendar`)
    expect(response.headers.get('location')).toBe('https://app.test/welcome')
    const token = await tokenOf(app, browser, ['files', 'calendar'])
    expect(hasScope(token, 'openid', 'files', 'calendar')).toBe(true)
    expect(await app.store.countUsers()).toBe(1)
  })

  it('who chooses another account is refused, and nothing is stored [FT14]', async () => {
    const app = await makeAccountsApp()
    const browser = await enterAnew(app)
    const before = await rowOf(app)
    const other = { ...verifiedClaims, sub: 'subject-2' }
    const { response } = await grantMore(app, browser, 'calendar', other)
    expect(errorOf(response)).toBe('AccountNotLinked')
    expect(await app.store.adapter.getAccount?.('subject-2', 'op')).toBeNull()
    expect(await rowOf(app)).toEqual(before)
    expect((await browser.session())?.user).toMatchObject({ name: 'Ada' })
  })

  it('who chooses another account is refused, also if no scope is left to ask for', async () => {
    const app = await makeAccountsApp({ opOptions: { authorization: { params: { scope: '' } } } })
    const browser = await enterAnew(app)
    await app.store.adapter.updateAccount?.({ ...keys, scope: '' })
    const { response } = await grantMore(app, browser, '', { ...verifiedClaims, sub: 'subject-2' })
    expect(errorOf(response)).toBe('AccountNotLinked')
    expect(await app.store.adapter.getAccount?.('subject-2', 'op')).toBeNull()
  })

  it('who grants fewer keeps the old tokens, and the app learns what is missing [FT14]', async () => {
    const app = await makeAccountsApp()
    const browser = await enterAnew(app)
    await app.store.adapter.updateAccount?.({ ...keys, scope: `${granted} files` })
    const before = await rowOf(app)
    app.op.misbehaviour = { tokens: (tokens) => ({ ...tokens, scope: `${granted} calendar` }) }
    await grantMore(app, browser, 'calendar')
    expect(await rowOf(app)).toEqual(before)
    const { accessToken } = await tokenOf(app, browser, ['files'])
    expect(accessToken).toBe(before?.access_token)
    await expect(tokenOf(app, browser, ['files', 'calendar'])).rejects.toMatchObject({
      type: 'ScopeMissing',
      scopes: ['calendar'],
      url: expect.stringContaining('/auth/signin/op'),
    })
  })

  it('has granted what was asked for if the answer names no scopes', async () => {
    const app = await makeAccountsApp()
    const browser = await enterAnew(app)
    app.op.misbehaviour = { tokens: (tokens) => ({ ...tokens, scope: undefined }) }
    await grantMore(app, browser, 'calendar')
    expect((await rowOf(app))?.scope).toBe(`${granted} calendar`)
  })

  it('can still link an account at a provider where they have none', async () => {
    const app = await makeAccountsApp()
    const browser = await enterAnew(app)
    const { asked } = await grantMore(app, browser, 'calendar', verifiedClaims, 'two')
    expect(asked).toBe('calendar')
    expect(await app.store.adapter.getAccount?.('subject-1', 'two')).not.toBeNull()
  })
})

describe('a later sign-in', () => {
  it('keeps tokens that have more scopes than its own', async () => {
    const app = await makeAccountsApp()
    await enterAnew(app)
    const broad = { access_token: 'broad', refresh_token: 'renews', scope: `${granted} files` }
    await app.store.adapter.updateAccount?.({ ...keys, ...broad })
    await enterAnew(app)
    expect(await rowOf(app)).toMatchObject(broad)
  })

  it.each([
    ['the provider has refused to refresh them', { refreshFailed: 'invalid_grant' }],
    ['they cannot be refreshed', { refresh_token: null }],
  ])('replaces such tokens if %s', async (_why, state: object) => {
    const app = await makeAccountsApp()
    await enterAnew(app)
    const broad = { access_token: 'broad', refresh_token: 'renews', scope: `${granted} files` }
    await app.store.adapter.updateAccount?.({ ...keys, ...broad, ...state })
    await enterAnew(app)
    const row = await rowOf(app)
    expect(row?.access_token).not.toBe('broad')
    expect(row?.scope).toBe(granted)
  })
})

describe('the stored scopes', () => {
  it('are those that a sign-in asked for if its answer names none', async () => {
    const app = await makeAccountsApp()
    await enterAnew(app)
    const old = { access_token: 'old', scope: `${granted} files`, refresh_token: null }
    await app.store.adapter.updateAccount?.({ ...keys, ...(old as object) })
    app.op.misbehaviour = { tokens: (tokens) => ({ ...tokens, scope: undefined }) }
    await enterAnew(app)
    const row = await rowOf(app)
    expect(row?.access_token).not.toBe('old')
    expect(row?.scope).toBe(granted)
  })

  it('are not those of the old token if the app stores none', async () => {
    const account = ({ access_token }: TokenSet): TokenSet => ({ access_token })
    const app = await makeAccountsApp({ opOptions: { account } })
    await enterAnew(app)
    await app.store.adapter.updateAccount?.({ ...keys, access_token: 'old', scope: 'files' })
    await enterAnew(app)
    expect((await rowOf(app))?.scope ?? null).toBeNull()
  })

  it('do not grow beyond a refresh token that was granted fewer', async () => {
    const app = await makeAccountsApp()
    const browser = await enterAnew(app)
    const narrow = { access_token: 'narrow', refresh_token: 'narrow', scope: granted }
    await app.store.adapter.updateAccount?.({ ...keys, ...narrow })
    app.op.misbehaviour = { tokens: (tokens) => ({ ...tokens, refresh_token: undefined }) }
    await enterAnew(app)
    expect((await rowOf(app))?.refresh_token).toBe('narrow')
    app.op.misbehaviour = {
      tokens: (tokens) => ({ ...tokens, refresh_token: undefined, scope: `${granted} calendar` }),
    }
    await grantMore(app, browser, 'calendar')
    const row = await rowOf(app)
    expect(row?.scope).toBe(`${granted} calendar`)
    expect(row?.refresh_token ?? null).toBeNull()
  })
})

describe('scopes', () => {
  it('are separated by spaces, or by commas as some providers write them', () => {
    expect(hasScope({ scope: 'repo,gist' }, 'repo', 'gist')).toBe(true)
    expect(hasScope({ scope: 'repo gist' }, 'repo', 'gist')).toBe(true)
    expect(hasScope({ scope: 'repo,gist read' }, 'gist')).toBe(false)
  })
})

/** Presses a button that asks for more scopes, and comes back as a person. */
async function grantMore(
  app: AccountsApp,
  browser: Browser,
  scope: string,
  person = verifiedClaims,
  id: 'op' | 'two' = 'op',
): Promise<{ readonly asked: string | null; readonly response: Response }> {
  const csrfToken = await browser.csrfToken()
  const body = new URLSearchParams({ csrfToken, callbackUrl: '/welcome', link: 'true' })
  const sent = await browser.fetch(`/auth/signin/${id}?scope=${scope}`, { method: 'POST', body })
  const url = sent.headers.get('location') ?? ''
  const asked = new URL(url).searchParams.get('scope')
  return { asked, response: await comeBack(browser, app[id].authorize(url, person)) }
}

async function tokenOf(app: AccountsApp, browser: Browser, scopes: readonly string[]) {
  const headers = { cookie: browser.cookieHeader(new URL('https://app.test')) }
  const request = new Request('https://app.test/page', { headers })
  return getAccessToken(request, app.config, { provider: 'op', scopes })
}

async function rowOf({ store }: AccountsApp): Promise<AdapterAccount | null | undefined> {
  return (await store.adapter.getAccount?.(keys.providerAccountId, keys.provider)) ?? undefined
}
