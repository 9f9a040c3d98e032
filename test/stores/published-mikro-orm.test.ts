import { describe, expect, it } from 'vitest'
import type { AdapterUser } from '../../src/model/adapter.js'
import { describeStore } from './published/describe-store.js'
import { keepsContract } from './published/keeps-contract.js'
import { mikroOrmDifferences } from './published/mikro-orm-differences.js'
import { mikroOrmStore } from './published/mikro-orm.js'
import { signsIn, signsUpOnce } from './published/signs-in.js'
import { signsInByMail } from './published/signs-in-by-mail.js'

describe('@auth/mikro-orm-adapter', () => {
  keepsContract('on PostgreSQL', mikroOrmStore, mikroOrmDifferences)
  signsIn('in sign-ins on PostgreSQL', mikroOrmStore)
  signsInByMail('in sign-ins by mail on PostgreSQL', mikroOrmStore)
  signsUpOnce('among processes on PostgreSQL', mikroOrmStore)

  describeStore('with accounts on PostgreSQL', mikroOrmStore, (adapter) => {
    const link = async (fields: object): Promise<unknown> => {
      const store = adapter()
      const id = crypto.randomUUID()
      const user = await store.createUser?.({
        id,
        email: `${id}@example.test`,
        emailVerified: null,
      })
      const keys = { provider: 'op', providerAccountId: id, type: 'oidc' } as const
      return store.linkAccount?.({ userId: user?.id ?? '', ...keys, ...fields })
    }

    it('the adapter ignores a field that has no column', async () => {
      await expect(link({ ext_expires_in: 3600 })).resolves.toBeDefined()
    })

    it('the adapter refuses an access token of more than 255 characters', async () => {
      await expect(link({ access_token: 'a'.repeat(255) })).resolves.toBeDefined()
      await expect(link({ access_token: 'a'.repeat(256) })).rejects.toThrow('too long')
    })

    it('the adapter refuses an account whose access token expires after 2038', async () => {
      await expect(link({ expires_at: 2 ** 31 - 1 })).resolves.toBeDefined()
      await expect(link({ expires_at: 2 ** 31 })).rejects.toThrow('out of range')
    })

    it('the adapter refuses a second user without an address', async () => {
      const create = async (): Promise<unknown> =>
        adapter().createUser?.({ id: crypto.randomUUID(), emailVerified: null } as AdapterUser)
      await expect(create()).resolves.toMatchObject({ email: '' })
      await expect(create()).rejects.toThrow('unique')
    })
  })
})
