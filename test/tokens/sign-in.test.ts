import { describe, expect, it } from 'vitest'
import type { TokenSet } from '../../src/model/records.js'
import { enterAnew, makeAccountsApp } from '../accounts/accounts-app.js'

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
})
