import { TypeORMAdapter } from '@auth/typeorm-adapter'
import { describe, expect, it, vi } from 'vitest'
import { describeWith } from '../support/servers/describe-with.js'
import { keepsContract } from './published/keeps-contract.js'
import { signsIn, signsUpOnce } from './published/signs-in.js'
import { signsInByMail } from './published/signs-in-by-mail.js'
import { runOnPostgres } from './published/stores.js'
import { keyedTypeormDifferences, typeormDifferences } from './published/typeorm-differences.js'
import { keyedTypeormStore, openTypeorm, typeormStore } from './published/typeorm.js'

describe('@auth/typeorm-adapter', () => {
  keepsContract('on PostgreSQL', typeormStore, typeormDifferences)
  keepsContract('on PostgreSQL with unique keys', keyedTypeormStore, keyedTypeormDifferences)
  signsIn('in sign-ins on PostgreSQL', typeormStore)
  signsInByMail('in sign-ins by mail on PostgreSQL', typeormStore)
  // Without the keys, nothing keeps two processes apart.
  signsUpOnce('among processes on PostgreSQL with unique keys', keyedTypeormStore)
})

describeWith('postgres', '@auth/typeorm-adapter', (server) => {
  it('the adapter changes the tables at every call unless `synchronize` is false', async () => {
    const url = await server.createDatabase('synchronized')
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const { adapter, close } = await openTypeorm({ type: 'postgres', url })
    await adapter.getUserByEmail?.('ada@example.test')
    const index = 'create unique index account_key on accounts (provider, "providerAccountId")'
    await runOnPostgres(url, [index])
    await adapter.getUserByEmail?.('ada@example.test')
    // The adapter has removed the index, because no entity declares it.
    await expect(runOnPostgres(url, [index])).resolves.toBeUndefined()
    expect(warn).toHaveBeenCalledTimes(2)
    warn.mockRestore()
    await close()
  })

  it('a process reads and writes only the first database', async () => {
    const urls = [await server.createDatabase('first'), await server.createDatabase('second')]
    for (const url of urls) await typeormStore.prepare(url)
    const [first, second] = urls.map((url) =>
      TypeORMAdapter({ type: 'postgres', url, synchronize: false }),
    )
    const email = 'ada@example.test'
    await first?.createUser?.({ id: crypto.randomUUID(), email, emailVerified: null })
    expect(await second?.getUserByEmail?.(email)).toMatchObject({ email })
    await (first as unknown as { __disconnect(): Promise<void> }).__disconnect()
  })
})
