import { afterEach, describe, expect, it, vi } from 'vitest'
import { handleRequest } from '../../../src/binding/handle-request.js'
import { authorizedFetch, getAccessToken } from '../../../src/binding/token-calls.js'
import type { AuthEvent } from '../../../src/binding/event.js'
import { keys, makeTokenApp, type TokenApp } from '../../support/apps/token-app.js'
import { refusal } from '../../support/token-service.js'
import { makeOAuthApp, makeProvider, oidc, signIn } from '../../support/oauth/sign-in.js'
import { configOf, openEvent, openSecondEvent, type TestEvent } from './event.js'

const tokenCookie = /^__Host-authjs\.attempt-tokens\.\w+\.op$/

afterEach(() => void vi.useRealTimers())

const versions: readonly (readonly [string, (path: string, init: RequestInit) => TestEvent])[] = [
  ['Qwik City 1', (path, init) => openEvent(path, init)],
  ['Qwik 2', (path, init) => openSecondEvent(path, 'loader', init)],
]

describe.each(versions)('in a loader of %s', (_version, open) => {
  async function visit(
    app: TokenApp,
    cookie = app.request.headers.get('cookie') ?? '',
  ): Promise<TestEvent & { readonly event: AuthEvent }> {
    const opened = open('/repositories/?page=2', { headers: { cookie } })
    await handleRequest(
      opened.event,
      configOf(() => app.config),
    )
    return opened
  }

  it('getAccessToken refreshes the token, and keeps the page out of shared caches', async () => {
    const app = await makeTokenApp()
    const { event, headers } = await visit(app)
    expect(await getAccessToken(event, { provider: 'service' })).toMatchObject({
      accessToken: 'access-2',
      tokenType: 'bearer',
    })
    expect(app.service.sent).toEqual(['refresh-1'])
    expect(headers.get('cache-control')).toBe('private, no-store')
  })

  it('getAccessToken names the page to return to if the user has to sign in again', async () => {
    const app = await makeTokenApp()
    const { event } = await visit(app)
    app.service.intercept = refusal
    await expect(getAccessToken(event, { provider: 'service' })).rejects.toMatchObject({
      type: 'ReauthRequired',
      code: 'refused',
      url: expect.stringContaining(encodeURIComponent('/repositories/?page=2')),
    })
  })

  it('getAccessToken keeps the process alive until the tokens of an unlinked account are revoked', async () => {
    const app = await makeTokenApp()
    Object.assign(app.service.provider, { revocation: 'https://service.test/revoke' })
    const late = app.beside()
    const { event } = await visit(late)
    const work: Promise<unknown>[] = []
    const waitUntil = (promise: Promise<unknown>): void => void work.push(promise)
    Object.assign(event, { platform: { waitUntil } })
    const revoked: (string | null)[] = []
    app.service.intercept = async (form) => {
      if (!form.has('token')) {
        await app.adapter.unlinkAccount(keys)
        return undefined
      }
      revoked.push(form.get('token'))
      return new Response(null)
    }
    await expect(getAccessToken(event, { provider: 'service' })).rejects.toMatchObject({
      code: 'no-account',
    })
    await Promise.all(work)
    expect(revoked).toEqual(['refresh-2'])
  })

  it('getAccessToken rejects a visitor who is not signed in', async () => {
    const app = await makeTokenApp()
    const { event } = await visit(app, '')
    await expect(getAccessToken(event, { provider: 'service' })).rejects.toMatchObject({
      type: 'SessionRequired',
    })
    expect(app.service.sent).toEqual([])
  })

  it('authorizedFetch adds the token, replaces it once after a 401, and knows its origins', async () => {
    const app = await makeTokenApp()
    const { event, headers } = await visit(app)
    const seen: (string | null)[] = []
    const send: typeof fetch = async (input, init) => {
      const { headers: sent } = new Request(input, init)
      seen.push(sent.get('authorization'))
      return new Response('', { status: seen.length === 1 ? 401 : 200 })
    }
    const options = { provider: 'service', origins: ['https://api.test'], fetch: send }
    const call = await authorizedFetch(event, options)
    expect((await call('https://api.test/me')).status).toBe(200)
    expect(seen).toEqual(['Bearer access-2', 'Bearer access-3'])
    expect(headers.get('cache-control')).toBe('private, no-store')
    await expect(call('https://evil.test/me')).rejects.toMatchObject({ type: 'InvalidTokenOrigin' })
    expect(seen).toHaveLength(2)
  })

  it('getAccessToken sets the cookie of refreshed tokens in an app without a database', async () => {
    const op = await makeProvider()
    const app = makeOAuthApp([oidc(op)], { keepTokens: true })
    const browser = app.browser()
    await signIn(browser, op)
    const cookie = browser.cookieHeader(new URL('https://app.test'))
    const { event, cookies } = open('/repositories/', { headers: { cookie } })
    await handleRequest(
      event,
      configOf(() => app.config),
    )
    const first = await getAccessToken(event, { provider: 'op' })
    const names = (): string[] => [...cookies.keys()].filter((name) => tokenCookie.test(name))
    expect(names()).toEqual([])
    const second = await getAccessToken(event, { provider: 'op', rejected: first.accessToken })
    expect(second.accessToken).not.toBe(first.accessToken)
    expect(cookies.get(names()[0] ?? '')?.options).toMatchObject({ httpOnly: true, secure: true })
    expect(await getAccessToken(event, { provider: 'op' })).toEqual(second)
  })

  it('authorizedFetch reads the tokens that another call of the same request has refreshed', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const op = await makeProvider()
    const app = makeOAuthApp([oidc(op)], { keepTokens: true })
    const browser = app.browser()
    await signIn(browser, op)
    op.misbehaviour = { tokens: (tokens) => ({ ...tokens, refresh_token: undefined }) }
    vi.setSystemTime(Date.now() + 3_600_000)
    const cookie = browser.cookieHeader(new URL('https://app.test'))
    const { event } = open('/repositories/', { headers: { cookie } })
    await handleRequest(
      event,
      configOf(() => app.config),
    )
    const call = await authorizedFetch(event, {
      provider: 'op',
      origins: ['https://api.test'],
      fetch: async () => new Response('ok'),
    })
    await getAccessToken(event, { provider: 'op' })
    vi.setSystemTime(Date.now() + 61_000)
    await call('https://api.test/me')
    expect(op.received.filter(({ form }) => form.has('refresh_token'))).toHaveLength(1)
  })
})
