import { afterAll, describe, expect, it } from 'vitest'
import { getAccessToken } from '../../src/core.js'
import type { Adapter } from '../../src/model/adapter.js'
import { customFetch } from '../../src/model/markers.js'
import { startIdentityProvider } from '../support/oidc/identity-provider.js'
import { signInAtProvider } from '../support/oidc/visit.js'
import { describeWith } from '../support/servers/describe-with.js'
import { openRedis, openSql, type DumpedStore } from './dumped-store.js'
import { openMariadb, openPostgres, openSqlite } from './kysely-databases.js'

describe('a dump of SQLite', () => {
  holdsNoToken(() => openSql(openSqlite()))
})

describeWith('postgres', 'a dump of PostgreSQL', (server) => {
  holdsNoToken(async () => openSql(openPostgres(await server.createDatabase('dump'))))
})

describeWith('mariadb', 'a dump of MariaDB', (server) => {
  holdsNoToken(async () => openSql(openMariadb(await server.createDatabase('dump'))))
})

describeWith('redis', 'a dump of Redis', (server) => {
  holdsNoToken(async () => openRedis(await server.createDatabase('dump')))
})

function holdsNoToken(open: () => Promise<DumpedStore>): void {
  let opening: Promise<DumpedStore> | undefined
  const store = (): Promise<DumpedStore> => (opening ??= open())
  afterAll(async () => (await opening)?.close())

  it('contains none of the tokens with `encryptTokens` [FT10]', async () => {
    const opened = await store()
    const tokens = await signInAndRefresh(opened.adapter, true)
    const text = await opened.dump()
    expect(tokens.filter((token) => text.includes(token))).toEqual([])
    expect(text).toContain('latchkey.sealed:')
  })

  it('contains no DPoP key, with the option or without it', async () => {
    for (const encryptTokens of [true, false]) {
      const opened = await store()
      const tokens = await signInAndRefresh(opened.adapter, encryptTokens, { dpop: true })
      expect(tokens).toHaveLength(6)
      const row = await opened.adapter.getAccount?.('ada', 'op')
      expect(row?.dpopKey).toMatch(/^latchkey\.sealed:/)
      expect(await opened.dump()).not.toMatch(/\\"d\\":/)
    }
  })

  it('contains the current tokens without it', async () => {
    const opened = await store()
    const tokens = await signInAndRefresh(opened.adapter, false)
    const text = await opened.dump()
    expect(tokens.some((token) => text.includes(token))).toBe(true)
  })
}

/** Signs Ada in, refreshes her token, and returns all tokens that the provider has issued. */
async function signInAndRefresh(
  adapter: Adapter,
  encryptTokens: boolean,
  { dpop = false }: { readonly dpop?: boolean } = {},
): Promise<readonly string[]> {
  const provider = await startIdentityProvider(
    { grant_types: ['authorization_code', 'refresh_token'], dpop_bound_access_tokens: dpop },
    {
      rotateRefreshToken: true,
      scopes: ['openid', 'email', 'profile', 'offline_access'],
      features: { devInteractions: { enabled: false }, dPoP: { enabled: true } },
    },
  )
  const before = await adapter.getUserByEmail?.('ada@example.test')
  if (before) await adapter.deleteUser?.(before.id)
  const issued: string[] = []
  const recording: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    const answer = (await response.clone().json()) as Record<string, unknown>
    const { access_token, refresh_token, id_token } = answer
    for (const token of [access_token, refresh_token, id_token]) {
      if (typeof token === 'string') issued.push(token)
    }
    return response
  }
  const params = { scope: 'openid email profile offline_access', prompt: 'consent' }
  const { app, browser } = await signInAtProvider(
    provider,
    { dpop, authorization: { params }, [customFetch]: recording },
    { adapter, encryptTokens },
  )
  await adapter.updateAccount?.({ provider: 'op', providerAccountId: 'ada', expires_at: 1 })
  const headers = { cookie: browser.cookieHeader(new URL('https://app.test')) }
  const request = new Request('https://app.test/page', { headers })
  const { accessToken, tokenType } = await getAccessToken(request, app.config, { provider: 'op' })
  expect(issued).toContain(accessToken)
  expect(tokenType).toBe(dpop ? 'dpop' : 'bearer')
  // Three tokens of the sign-in, and three of the refresh.
  expect(issued).toHaveLength(6)
  return issued
}
