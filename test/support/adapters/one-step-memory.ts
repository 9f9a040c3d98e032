import type { MemoryAdapter } from '../../../src/adapters/memory.js'
import type { Adapter, OneStepMethod } from '../../../src/model/adapter.js'

/** The methods for databases without transactions, made of a transaction. */
export function oneStepOver({
  transaction,
}: Pick<MemoryAdapter, 'transaction'>): Required<Pick<Adapter, OneStepMethod>> {
  const inside = <T>(work: (store: MemoryAdapter) => Promise<T>): Promise<T> =>
    // All but `transaction`, which none of these calls.
    transaction((inner) => work(inner as MemoryAdapter))
  return {
    createUserWithAccount: ({ user, account, authenticator }) =>
      inside(async (store) => {
        const created = await store.createUser(user)
        await store.linkAccount({ ...account, userId: created.id })
        if (authenticator) await store.createAuthenticator({ ...authenticator, userId: created.id })
        return created
      }),
    takeOverUser: ({ id, email, emailVerified, unlessFactors = [] }) =>
      inside(async (store) => {
        const user = await store.getUser(id)
        if (user?.email !== email || user.emailVerified) return null
        const factors = await store.listFactorsByUserId(id)
        const hasApp = factors.some(({ type }) => type === 'totp')
        if (hasApp && unlessFactors.includes('totp')) return null
        const { length: passkeys } = await store.listAuthenticatorsByUserId(id)
        if (passkeys > 0 && unlessFactors.includes('passkey')) return null
        for (const account of await store.listAccountsByUserId(id)) {
          await store.unlinkAccount(account)
        }
        for (const { credentialID } of await store.listAuthenticatorsByUserId(id)) {
          await store.deleteAuthenticator(credentialID)
        }
        await store.deletePassword(id)
        for (const factor of await store.listFactorsByUserId(id))
          await store.deleteFactor(factor.id)
        await store.deleteSessionsByUserId(id)
        return store.updateUser({ id, emailVerified })
      }),
    unlinkUnlessLast: ({ userId, account, keptSession, otherProviders }) =>
      inside(async (store) => {
        const all = await store.listAccountsByUserId(userId)
        const isMeant = (row: typeof account): boolean =>
          row.provider === account.provider && row.providerAccountId === account.providerAccountId
        const others = all.filter((row) => !isMeant(row))
        if (others.length === all.length) return 'unknown'
        const isLeft = others.some(({ provider }) => otherProviders?.includes(provider))
        if (otherProviders && !isLeft) return 'last'
        const row = all.find(isMeant)
        await store.unlinkAccount(account)
        await store.deleteAuthenticator(account.providerAccountId)
        await store.deleteSessionsByUserId(userId, keptSession)
        return row ?? 'unknown'
      }),
  }
}
