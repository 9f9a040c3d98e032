import { describe, expect, it, vi } from 'vitest'
import { memoryAdapter, type MemoryAdapter } from '../../../src/adapters/memory.js'
import type { Adapter } from '../../../src/model/adapter.js'
import { getAccessToken, unlinkAccount, type AuthConfig } from '../../../src/core.js'
import { makeAccountApp, press } from '../../support/apps/account-app.js'
import {
  client,
  startIdentityProvider,
  type Answer,
  type IdentityProvider,
  type Metadata,
} from '../../support/oidc/identity-provider.js'
import { signInAtProvider } from '../../support/oidc/visit.js'
import { patient } from '../../support/patient.js'
import { oneStepOver } from '../../support/adapters/one-step-memory.js'
import { keys as serviceKeys, makeTokenApp } from '../../support/apps/token-app.js'
import { makeTokenService } from '../../support/token-service.js'

const keys = { provider: 'op', providerAccountId: 'ada' }
const revocation = 'POST /token/revocation'

describe('the tokens of an account that is unlinked', () => {
  it('are revoked at the provider', async () => {
    const { provider, unlink, refreshToken } = await signIn()
    expect(await isAccepted(provider, refreshToken)).toBe(true)
    expect(await unlink()).toBe(true)
    await eventually(() => expect(linesOf(provider)).toContain(revocation))
    await eventually(async () => expect(await isAccepted(provider, refreshToken)).toBe(false))
  })

  it('are left alone if the provider has no revocation endpoint', async () => {
    const { provider, unlink, logged, settle } = await signIn({ revocation: { enabled: false } })
    expect(await unlink()).toBe(true)
    await settle()
    expect(linesOf(provider)).not.toContain(revocation)
    expect(logged).toEqual([])
  })

  it('do not keep the account if the provider is failing, and the log has no token', async () => {
    const { provider, unlink, logged, refreshToken, adapter } = await signIn()
    provider.intercept = (line) =>
      line === revocation ? { status: 500, body: refreshToken } : undefined
    expect(await unlink()).toBe(true)
    expect(await adapter.getAccount(keys.providerAccountId, keys.provider)).toBeNull()
    await eventually(() => expect(logged.join()).toContain('token-revocation-failed'))
    expect(logged.join()).not.toContain(refreshToken)
  })

  it.each<[string, Answer, RegExp, RegExp]>([
    [
      'HTML',
      { status: 404, headers: { 'content-type': 'text/html' }, body: '<h1>Hello</h1>' },
      /answers 404 with text\/html instead of JSON\./,
      /Check `revocation` and `issuer` of the provider "op", and whether a proxy answers/,
    ],
    [
      'broken JSON',
      { status: 400, headers: { 'content-type': 'application/json' }, body: '{"error":' },
      /answers 400 with JSON that cannot be parsed\./,
      /Check `revocation` and `issuer` of the provider "op"/,
    ],
    [
      'a server error',
      { status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad gateway</h1>' },
      /answers 502\./,
      /The provider "op" is failing\. Check its status page/,
    ],
    [
      'the page of a proxy with a challenge',
      { status: 401, headers: { 'www-authenticate': 'Basic realm="proxy"' }, body: '<h1>' },
      /answers 401 with no content type instead of JSON\./,
      /Check `clientId`, `clientSecret`, `revocation` and `issuer` of the provider "op"/,
    ],
  ])('may get an answer that is %s, which the log explains', async (_, answer, said, cure) => {
    const { provider, unlink, logged } = await signIn()
    provider.intercept = (line) => (line === revocation ? answer : undefined)
    expect(await unlink()).toBe(true)
    await eventually(() => expect(logged).toHaveLength(1))
    const [line] = logged
    expect(line).toContain('token-revocation-failed')
    expect(line).toContain(`Revocation request: ${provider.issuer}/token/revocation answers`)
    expect(line).toMatch(said)
    expect(line).toMatch(cure)
  })

  it('are revoked by a 200 whose body is not JSON', async () => {
    const { provider, unlink, logged, settle } = await signIn()
    provider.intercept = (line) => (line === revocation ? { body: '<h1>Done</h1>' } : undefined)
    expect(await unlink()).toBe(true)
    await eventually(() => expect(linesOf(provider)).toContain(revocation))
    await settle()
    expect(logged).toEqual([])
  })

  it('do not delay the unlinking if the provider does not answer', async () => {
    const { provider, unlink } = await signIn()
    let answer = (): void => undefined
    provider.intercept = (line) =>
      line === revocation
        ? new Promise((resolve) => void (answer = () => resolve({ body: '' })))
        : undefined
    expect(await unlink()).toBe(true)
    await eventually(() => expect(linesOf(provider)).toContain(revocation))
    answer()
  })

  it('are not revoked if the account stays', async () => {
    const { provider, unlink, adapter, settle } = await signIn()
    await adapter.unlinkAccount({ provider: 'op', providerAccountId: 'second' })
    await expect(unlink()).rejects.toMatchObject({ type: 'LastSignInMethod' })
    await settle()
    expect(linesOf(provider)).not.toContain(revocation)
  })
})

describe('the tokens of a user who deletes the account', () => {
  it('are revoked at each provider', async () => {
    const revoked: (string | null)[] = []
    const services = ['first', 'second'].map((id) => {
      const service = makeTokenService(id)
      service.intercept = (form) => {
        revoked.push(form.get('token'))
        return new Response(null)
      }
      service.provider.revocation = 'https://service.test/revoke'
      return service.provider
    })
    const app = await makeAccountApp({ others: services })
    const browser = await app.signedIn()
    for (const provider of ['first', 'second']) {
      await app.adapter.linkAccount({
        userId: app.user.id,
        type: 'oauth',
        provider,
        providerAccountId: '1',
        access_token: `access of ${provider}`,
        ...(provider === 'first' && { refresh_token: 'refresh of first' }),
      })
    }
    const page = await browser.fetchPage('/auth/delete-account')
    const done = await press(browser, page, 'delete-account', { email: app.user.email })
    expect(done.html).toContain('Your account is deleted')
    await app.settle()
    expect(revoked).toEqual(['refresh of first', 'access of second'])
  })
})

describe('tokens that were refreshed while an account is removed', () => {
  const revocationUrl = 'https://service.test/revoke'
  const rotated = { access_token: 'access-9', refresh_token: 'refresh-9' }

  const inSteps = { transaction: undefined, lockUser: undefined }

  it.each<[string, (adapter: MemoryAdapter) => object]>([
    ['in a transaction', () => ({})],
    ['in steps', () => inSteps],
    ['in one step', (adapter) => ({ ...inSteps, ...oneStepOver(adapter) })],
  ])('are revoked when it is unlinked %s', async (_how, change) => {
    const app = await makeTokenApp()
    Object.assign(app.service.provider, { revocation: revocationUrl })
    const revoked: (string | null)[] = []
    app.service.intercept = (form) => {
      revoked.push(form.get('token'))
      return new Response(null)
    }
    const second = { ...serviceKeys, providerAccountId: 'account-2' }
    await app.adapter.linkAccount({ ...second, userId: app.userId, type: 'oauth' })
    let reads = 0
    // A refresh ends right after the first read of the tokens.
    const adapter: Adapter = {
      ...app.adapter,
      listAccountsByUserId: async (id) => {
        const rows = await app.adapter.listAccountsByUserId(id)
        reads += 1
        if (reads === 1) await app.adapter.updateAccount({ ...serviceKeys, ...rotated })
        return rows
      },
      ...change(app.adapter),
    }
    const headers = {
      cookie: app.request.headers.get('cookie') ?? '',
      'sec-fetch-site': 'same-origin',
    }
    const request = new Request('https://app.test/page', { method: 'POST', headers })
    const work: Promise<unknown>[] = []
    const waitUntil = (promise: Promise<unknown>): void => void work.push(promise)
    const { config } = app.beside({ adapter })
    expect(await unlinkAccount(request, config, serviceKeys, { waitUntil })).toBe(true)
    await Promise.all(work)
    expect(revoked).toEqual(['refresh-9'])
  })

  it('are revoked though they could not be read before', async () => {
    const app = await makeTokenApp()
    Object.assign(app.service.provider, { revocation: revocationUrl })
    const revoked: (string | null)[] = []
    app.service.intercept = (form) => {
      revoked.push(form.get('token'))
      return new Response(null)
    }
    const second = { ...serviceKeys, providerAccountId: 'account-2' }
    await app.adapter.linkAccount({ ...second, userId: app.userId, type: 'oauth' })
    const { transaction: _transaction, lockUser: _lock, ...others } = app.adapter
    const adapter: Adapter = {
      ...others,
      ...oneStepOver(app.adapter),
      listAccountsByUserId: () => Promise.reject(new Error('The table is locked.')),
    }
    app.request.headers.set('sec-fetch-site', 'same-origin')
    const work: Promise<unknown>[] = []
    const waitUntil = (promise: Promise<unknown>): void => void work.push(promise)
    const { config } = app.beside({ adapter })
    expect(await unlinkAccount(app.request, config, serviceKeys, { waitUntil })).toBe(true)
    await Promise.all(work)
    expect(revoked).toEqual(['refresh-1'])
  })

  it('are decrypted before they are revoked', async () => {
    const app = await makeTokenApp({ encryptTokens: true })
    Object.assign(app.service.provider, { revocation: revocationUrl })
    const revoked: (string | null)[] = []
    app.service.intercept = (form) => {
      revoked.push(form.get('token'))
      return new Response(null)
    }
    const second = { ...serviceKeys, providerAccountId: 'account-2' }
    await app.adapter.linkAccount({ ...second, userId: app.userId, type: 'oauth' })
    const { transaction: _transaction, lockUser: _lock, ...others } = app.adapter
    const adapter: Adapter = { ...others, ...oneStepOver(app.adapter) }
    app.request.headers.set('sec-fetch-site', 'same-origin')
    const work: Promise<unknown>[] = []
    const waitUntil = (promise: Promise<unknown>): void => void work.push(promise)
    const { config } = app.beside({ adapter })
    await unlinkAccount(app.request, config, serviceKeys, { waitUntil })
    await Promise.all(work)
    expect(revoked).toEqual(['refresh-1'])
  })

  it('are revoked when the user is deleted', async () => {
    const revoked: (string | null)[] = []
    const service = makeTokenService('first')
    service.intercept = (form) => {
      revoked.push(form.get('token'))
      return new Response(null)
    }
    service.provider.revocation = revocationUrl
    const keys = { provider: 'first', providerAccountId: '1' }
    const app = await makeAccountApp({ others: [service.provider] })
    const browser = await app.signedIn()
    const tokens = { access_token: 'access-1', refresh_token: 'refresh-1' }
    await app.adapter.linkAccount({ ...keys, ...tokens, userId: app.user.id, type: 'oauth' })
    const endSessions = vi.spyOn(app.adapter, 'deleteSessionsByUserId')
    endSessions.mockImplementationOnce(async (...args) => {
      // A refresh of another request ends just before its session does.
      await app.adapter.updateAccount({ ...keys, ...rotated })
      return app.adapter.deleteSessionsByUserId(...args)
    })
    const page = await browser.fetchPage('/auth/delete-account')
    await press(browser, page, 'delete-account', { email: app.user.email })
    await app.settle()
    expect(revoked).toEqual(['refresh-9'])
  })
})

it('tokens are taken out of the database before a deletion, though a refresh has just replaced them', async () => {
  const revoked: (string | null)[] = []
  const service = makeTokenService('first')
  service.intercept = (form) => {
    revoked.push(form.get('token'))
    return new Response(null)
  }
  service.provider.revocation = 'https://service.test/revoke'
  const own = { provider: 'first', providerAccountId: '1' }
  const app = await makeAccountApp({ others: [service.provider] })
  const browser = await app.signedIn()
  const tokens = { access_token: 'access-1', refresh_token: 'refresh-1' }
  await app.adapter.linkAccount({ ...own, ...tokens, userId: app.user.id, type: 'oauth' })
  const page = await browser.fetchPage('/auth/delete-account')
  const { swapTokens } = app.adapter
  vi.spyOn(app.adapter, 'swapTokens').mockImplementationOnce(async (swap) => {
    const replaced = { access_token: 'access-9', refresh_token: 'refresh-9' }
    await app.adapter.updateAccount({ ...own, ...replaced })
    return Reflect.apply(swapTokens, app.adapter, [swap])
  })
  vi.spyOn(app.adapter, 'deleteUser').mockRejectedValueOnce(new Error('The table is locked.'))
  await press(browser, page, 'delete-account', { email: app.user.email })
  await app.settle()
  expect(revoked).toEqual(['refresh-9'])
  expect(await app.adapter.getAccount('1', 'first')).toMatchObject({
    access_token: null,
    refresh_token: null,
  })
})

describe('tokens of a refresh that ends while the user is deleted', () => {
  it('are revoked', async () => {
    const revoked: (string | null)[] = []
    const service = makeTokenService('first')
    service.provider.revocation = 'https://service.test/revoke'
    let release = (): void => undefined
    const isReleased = new Promise<void>((resolve) => void (release = resolve))
    service.intercept = async (form) => {
      if (!form.has('token')) {
        await isReleased
        return undefined
      }
      revoked.push(form.get('token'))
      return new Response(null)
    }
    const app = await makeAccountApp({ others: [service.provider] })
    const browser = await app.signedIn()
    await app.adapter.linkAccount({
      provider: 'first',
      providerAccountId: '1',
      type: 'oauth',
      userId: app.user.id,
      access_token: 'access-1',
      refresh_token: 'refresh-1',
      expires_at: 1,
    })
    const headers = { cookie: browser.cookieHeader(new URL('https://app.test')) }
    const request = new Request('https://app.test/page', { headers })
    const work: Promise<unknown>[] = []
    const waitUntil = (promise: Promise<unknown>): void => void work.push(promise)
    const call = getAccessToken(request, app.config, { provider: 'first', waitUntil })
    const refreshed = call.catch((thrown: unknown) => thrown)
    const { deleteUser } = app.adapter
    vi.spyOn(app.adapter, 'deleteUser').mockImplementation(async (id) => {
      release()
      await refreshed
      return Reflect.apply(deleteUser, app.adapter, [id])
    })
    const page = await browser.fetchPage('/auth/delete-account')
    await press(browser, page, 'delete-account', { email: app.user.email })
    await app.settle()
    await Promise.all(work)
    expect(await refreshed).toMatchObject({ type: 'ReauthRequired', code: 'no-account' })
    expect(new Set(revoked)).toEqual(new Set(['refresh-1', 'refresh-2']))
  })
})

describe('tokens of a refresh that ends after the account was unlinked', () => {
  it('are revoked', async () => {
    const app = await makeTokenApp()
    const revoked: (string | null)[] = []
    Object.assign(app.service.provider, { revocation: 'https://service.test/revoke' })
    const late = app.beside()
    app.service.intercept = async (form) => {
      if (form.has('token')) {
        revoked.push(form.get('token'))
        return new Response(null)
      }
      await app.adapter.unlinkAccount(serviceKeys)
      return undefined
    }
    await expect(late.get()).rejects.toMatchObject({ code: 'no-account' })
    await eventually(() => expect(revoked).toEqual(['refresh-2']))
  })
})

/** Waits for what follows a response. A busy machine takes its time. */
function eventually(check: () => unknown): Promise<unknown> {
  return vi.waitFor(check, patient)
}

interface SignedIn {
  readonly provider: IdentityProvider
  readonly adapter: MemoryAdapter
  readonly refreshToken: string
  /** Log lines, with all that they say. */
  readonly logged: string[]
  readonly unlink: () => Promise<boolean>
  /** Waits until everything that follows an answer is done. */
  readonly settle: () => Promise<void>
}

async function signIn(features: Metadata = { revocation: { enabled: true } }): Promise<SignedIn> {
  const provider = await startIdentityProvider(
    { grant_types: ['authorization_code', 'refresh_token'] },
    {
      features: { devInteractions: { enabled: false }, ...features },
      scopes: ['openid', 'email', 'profile', 'offline_access'],
    },
  )
  const adapter = memoryAdapter()
  const logged: string[] = []
  const log = (...line: readonly unknown[]): void =>
    void logged.push(
      line.map((part) => (part instanceof Error ? part.stack : JSON.stringify(part))).join(' '),
    )
  const logger: AuthConfig['logger'] = { error: log, warn: log, debug: () => undefined }
  const params = { scope: 'openid email profile offline_access', prompt: 'consent' }
  const { app, browser } = await signInAtProvider(
    provider,
    { authorization: { params } },
    { adapter, logger },
  )
  const account = await adapter.getAccount(keys.providerAccountId, keys.provider)
  if (!account?.refresh_token) throw new Error('There is no refresh token.')
  // Without another one, the account could not be unlinked.
  await adapter.linkAccount({
    userId: account.userId,
    type: 'oidc',
    provider: 'op',
    providerAccountId: 'second',
  })
  const headers = {
    cookie: browser.cookieHeader(new URL('https://app.test')),
    'sec-fetch-site': 'same-origin',
  }
  const request = (): Request => new Request('https://app.test/page', { method: 'POST', headers })
  logged.length = 0
  return {
    provider,
    adapter,
    refreshToken: account.refresh_token,
    logged,
    unlink: () => unlinkAccount(request(), app.config, keys),
    settle: () => new Promise((resolve) => setTimeout(resolve, 200)),
  }
}

/** Whether the provider still takes a refresh token. */
async function isAccepted({ issuer }: IdentityProvider, token: string): Promise<boolean> {
  const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: token })
  const name = encodeURIComponent(client.client_secret)
  const authorization = `Basic ${btoa(`${client.client_id}:${name}`)}`
  const response = await fetch(`${issuer}/token`, {
    method: 'POST',
    headers: { authorization },
    body,
  })
  return response.ok
}

function linesOf({ requests }: IdentityProvider): readonly string[] {
  return requests.map(({ line }) => line)
}
