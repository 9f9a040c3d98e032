import { describe, expect, it } from 'vitest'
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
      const { createUser, linkAccount } = adapter()
      const id = crypto.randomUUID()
      const user = await createUser?.({ id, email: `${id}@example.test`, emailVerified: null })
      const keys = { provider: 'op', providerAccountId: id, type: 'oidc' } as const
      return linkAccount?.({ userId: user?.id ?? '', ...keys, ...fields })
    }

    it('the adapter ignores a field that has no column', async () => {
      await expect(link({ ext_expires_in: 3600 })).resolves.toBeDefined()
    })

    it('the adapter refuses an access token of more than 255 characters', async () => {
      await expect(link({ access_token: 'a'.repeat(255) })).resolves.toBeDefined()
      await expect(link({ access_token: 'a'.repeat(256) })).rejects.toThrow('too long')
    })
  })
})
