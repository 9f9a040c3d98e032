import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { getAccessToken, type AccessToken } from '../../../src/core.js'
import type { AdapterAccount } from '../../../src/model/adapter.js'
import { enterAnew, makeAccountsApp, type AccountsApp } from '../../support/apps/accounts-app.js'
import { oidc } from '../../support/oauth/sign-in.js'
import type { Misbehaviour } from '../../support/oauth/misbehaviour.js'

const keys = { provider: 'op', providerAccountId: 'subject-1' }

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

describe('a refresh whose answer has an ID token', () => {
  it('stores all new tokens if the ID token is for the same user', async () => {
    const { app, get, before } = await signIn()
    const { accessToken } = await get()
    const row = await rowOf(app)
    expect(row.access_token).toBe(accessToken)
    expect(row.refresh_token).not.toBe(before.refresh_token)
    expect(row.id_token).not.toBe(before.id_token)
  })

  const wrong: readonly (readonly [string, Misbehaviour])[] = [
    ['is for another client', { claims: (claims) => ({ ...claims, aud: 'another' }) }],
    ['has a wrong signature', { idToken: (jwt) => `${jwt.slice(0, -8)}AAAAAAAA` }],
  ]

  it.each(wrong)(
    'keeps only the rotated refresh token if the ID token %s, and the next refresh works',
    async (_how, misbehaviour) => {
      const { app, get, before } = await signIn()
      app.op.misbehaviour = misbehaviour
      await expect(get()).rejects.toMatchObject({ type: 'TokenUnavailable' })
      const row = await rowOf(app)
      expect(row.refresh_token).not.toBe(before.refresh_token)
      expect([row.access_token, row.id_token]).toEqual([before.access_token, before.id_token])
      app.op.misbehaviour = {}
      vi.setSystemTime(Date.now() + 21_000)
      const { accessToken } = await get()
      expect(accessToken).not.toBe(before.access_token)
      const sent = app.op.received.map(({ form }) => form.get('refresh_token'))
      expect(sent.filter(Boolean)).toEqual([before.refresh_token, row.refresh_token])
    },
  )
})

const ofAnotherUser: Misbehaviour = { claims: (claims) => ({ ...claims, sub: 'subject-2' }) }

/** A refresh with such a grant can never succeed. */
async function expectEnded({ app, get, before }: SignedIn): Promise<void> {
  app.op.misbehaviour = ofAnotherUser
  await expect(get()).rejects.toMatchObject({ type: 'ReauthRequired', code: 'refused' })
  const { access_token, id_token, refresh_token, refreshFailed } = await rowOf(app)
  expect([access_token, id_token ?? null]).toEqual([before.access_token, before.id_token ?? null])
  expect([refresh_token ?? null, refreshFailed]).toEqual([null, 'other_user'])
  app.op.misbehaviour = {}
  vi.setSystemTime(Date.now() + 21_000)
  const sent = app.op.received.length
  await expect(get()).rejects.toMatchObject({ type: 'ReauthRequired', code: 'refused' })
  expect(app.op.received).toHaveLength(sent)
}

describe('a refresh whose ID token is for another user', () => {
  it('ends the grant, and none of its tokens is used', async () => {
    await expectEnded(await signIn())
  })

  it('does not end the grant of a sign-in that was faster', async () => {
    const { app, get } = await signIn()
    app.op.misbehaviour = ofAnotherUser
    const { adapter } = app.store
    const newer = { access_token: 'newer', refresh_token: 'newer-refresh', expires_at: 9e9 }
    const swapTokens = adapter.swapTokens?.bind(adapter)
    vi.spyOn(adapter, 'swapTokens').mockImplementation(async (swap) => {
      // The sign-in ends just before the account is marked.
      if (swap.changes['refreshFailed']) await adapter.updateAccount?.({ ...keys, ...newer })
      return swapTokens?.(swap) ?? false
    })
    expect((await get()).accessToken).toBe('newer')
    expect(await rowOf(app)).toMatchObject(newer)
  })
})

describe('a refresh whose answer has an ID token, without a stored one', () => {
  it('ends the grant if the ID token is for another user', async () => {
    const signedIn = await signIn()
    const { app, before } = signedIn
    await app.store.adapter.swapTokens?.({
      ...keys,
      expected: {
        access_token: before.access_token ?? null,
        refresh_token: before.refresh_token ?? null,
      },
      changes: { id_token: null },
    })
    await expectEnded({ ...signedIn, before: { ...before, id_token: undefined } })
  })
})

describe('a refresh long after the sign-in', () => {
  it('does not depend on how long ago the user signed in, or how', async () => {
    const { app, before, request } = await signIn()
    const strict = { client: { default_max_age: 60, require_auth_time: true }, requiredAcr: 'gold' }
    const config = { ...app.config, providers: [oidc(app.op, strict)] }
    const { accessToken } = await getAccessToken(request, config, { provider: 'op' })
    expect(accessToken).not.toBe(before.access_token)
  })
})

/** An app whose user has an access token that has expired. */
interface SignedIn {
  readonly app: AccountsApp
  readonly before: AdapterAccount
  readonly get: () => Promise<AccessToken>
  readonly request: Request
}

async function signIn(): Promise<SignedIn> {
  const app = await makeAccountsApp()
  const browser = await enterAnew(app)
  await app.store.adapter.updateAccount?.({ ...keys, expires_at: 1 })
  const headers = { cookie: browser.cookieHeader(new URL('https://app.test')) }
  const request = new Request('https://app.test/page', { headers })
  const get = (): Promise<AccessToken> => getAccessToken(request, app.config, { provider: 'op' })
  return { app, get, request, before: await rowOf(app) }
}

async function rowOf({ store }: AccountsApp): Promise<AdapterAccount> {
  const row = await store.adapter.getAccount?.(keys.providerAccountId, keys.provider)
  if (!row) throw new Error('There is no account.')
  return row
}
