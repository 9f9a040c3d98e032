import { TypeORMAdapter } from '@auth/typeorm-adapter'
import { describe, expect, it } from 'vitest'
import { describeWith } from '../servers/describe-with.js'
import { keepsContract } from './published/keeps-contract.js'
import { signsIn, signsUpOnce } from './published/signs-in.js'
import { signsInByMail } from './published/signs-in-by-mail.js'
import { keyedTypeormDifferences, typeormDifferences } from './published/typeorm-differences.js'
import { keyedTypeormStore, typeormStore } from './published/typeorm.js'

describe('@auth/typeorm-adapter', () => {
  keepsContract('on PostgreSQL', typeormStore, typeormDifferences)
  keepsContract('on PostgreSQL with unique keys', keyedTypeormStore, keyedTypeormDifferences)
  signsIn('in sign-ins on PostgreSQL', typeormStore)
  signsInByMail('in sign-ins by mail on PostgreSQL', typeormStore)
  // Without the keys, nothing keeps two processes apart.
  signsUpOnce('among processes on PostgreSQL with unique keys', keyedTypeormStore)
})

describeWith('postgres', '@auth/typeorm-adapter with two databases', (server) => {
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
