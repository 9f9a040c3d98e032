import { describe, expect, it } from 'vitest'
import { getAccessToken } from '../../../src/core.js'
import type { TokenSet } from '../../../src/model/records.js'
import {
  enterAnew,
  makeAccountsApp,
  pressLink,
  verifiedClaims,
} from '../../support/apps/accounts-app.js'
import { comeBack } from '../../support/oauth/sign-in.js'

const keys = { provider: 'op', providerAccountId: 'subject-1' }

describe('a sign-in', () => {
  it('forgets the expiry of the old token if its answer names none, and that a refresh was refused', async () => {
    const account = ({ access_token }: TokenSet): TokenSet => ({ access_token })
    const app = await makeAccountsApp({ opOptions: { account } })
    await enterAnew(app)
    const outdated = { access_token: 'old', expires_at: 1, refreshFailed: 'invalid_grant' }
    await app.store.adapter.updateAccount?.({ ...keys, ...outdated })
    await enterAnew(app)
    const row = await app.store.adapter.getAccount?.(keys.providerAccountId, keys.provider)
    expect(row?.access_token).not.toBe('old')
    expect([row?.expires_at, row?.refreshFailed]).toEqual([null, null])
  })

  it('that links an account does not write a refresh token that was spent since', async () => {
    const later: (() => Promise<unknown>)[] = []
    const app = await makeAccountsApp()
    const browser = await enterAnew(app)
    // Another request reads a token as soon as the account is there.
    app.store.after = async ({ name }) => {
      if (name === 'transaction') await later.pop()?.()
    }
    const target = (await pressLink(browser)).headers.get('location') ?? ''
    const headers = { cookie: browser.cookieHeader(new URL('https://app.test')) }
    const request = new Request('https://app.test/page', { headers })
    later.push(() => getAccessToken(request, app.config, { provider: 'two', minValidity: 1e6 }))
    await comeBack(browser, app.two.authorize(target, { ...verifiedClaims, sub: 'at-two' }))
    const spent = app.two.received.flatMap(({ form }) => form.get('refresh_token') ?? [])
    expect(spent).toHaveLength(1)
    const row = await app.store.adapter.getAccount?.('at-two', 'two')
    expect(row?.refresh_token).toEqual(expect.any(String))
    expect(spent).not.toContain(row?.refresh_token)
  })

  const paused = { refreshLease: 'failed:9:x', refreshLeaseEnds: Date.now() + 3_600_000 }

  it('ends the pause after a failed refresh, which is about the old refresh token', async () => {
    const app = await makeAccountsApp()
    await enterAnew(app)
    await app.store.adapter.updateAccount?.({ ...keys, ...paused })
    const browser = await enterAnew(app)
    await app.store.adapter.updateAccount?.({ ...keys, expires_at: 1 })
    const before = await app.store.adapter.getAccount?.(keys.providerAccountId, keys.provider)
    const headers = { cookie: browser.cookieHeader(new URL('https://app.test')) }
    const request = new Request('https://app.test/page', { headers })
    const { accessToken } = await getAccessToken(request, app.config, { provider: 'op' })
    expect(accessToken).not.toBe(before?.access_token)
  })

  const sameToken = {
    account: ({ access_token }: TokenSet): TokenSet => ({ access_token, refresh_token: 'same' }),
  }

  it('with the same refresh token ends its pause', async () => {
    const app = await makeAccountsApp({ opOptions: sameToken })
    await enterAnew(app)
    await app.store.adapter.updateAccount?.({ ...keys, ...paused })
    await enterAnew(app)
    const row = await app.store.adapter.getAccount?.(keys.providerAccountId, keys.provider)
    expect([row?.refreshLease, row?.refreshLeaseEnds]).toEqual([null, null])
  })

  it('with the same refresh token leaves the lease of a refresh that may be sending it', async () => {
    const app = await makeAccountsApp({ opOptions: sameToken })
    await enterAnew(app)
    const held = { ...paused, refreshLease: 'refreshing:x' }
    await app.store.adapter.updateAccount?.({ ...keys, access_token: 'old', ...held })
    await enterAnew(app)
    const row = await app.store.adapter.getAccount?.(keys.providerAccountId, keys.provider)
    expect(row).toMatchObject({ refresh_token: expect.any(String) as string, ...held })
    expect(row?.access_token).not.toBe('old')
  })

  it('with the same refresh token ends the pause of this process', async () => {
    const app = await makeAccountsApp({ opOptions: sameToken })
    const browser = await enterAnew(app)
    const refresh = async (): Promise<unknown> => {
      const headers = { cookie: browser.cookieHeader(new URL('https://app.test')) }
      const request = new Request('https://app.test/page', { headers })
      await app.store.adapter.updateAccount?.({ ...keys, expires_at: 1 })
      return getAccessToken(request, app.config, { provider: 'op' })
    }
    app.op.misbehaviour = { answer: { token: () => new Response('', { status: 500 }) } }
    await expect(refresh()).rejects.toMatchObject({ type: 'TokenUnavailable' })
    app.op.misbehaviour = {}
    await enterAnew(app)
    // The provider did not issue this refresh token, and says so when it is asked.
    await expect(refresh()).rejects.toMatchObject({ type: 'ReauthRequired', code: 'refused' })
  })

  it('without a refresh token leaves the lease on the stored one alone', async () => {
    const account = ({ access_token }: TokenSet): TokenSet => ({ access_token })
    const app = await makeAccountsApp({ opOptions: { account } })
    await enterAnew(app)
    await app.store.adapter.updateAccount?.({ ...keys, refresh_token: 'kept', ...paused })
    await enterAnew(app)
    const row = await app.store.adapter.getAccount?.(keys.providerAccountId, keys.provider)
    expect(row).toMatchObject({ refresh_token: 'kept', ...paused })
  })
})
