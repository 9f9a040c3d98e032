import Database from 'libsql'
import { Kysely, SqliteDialect } from 'kysely'
import { describe, expect, it } from 'vitest'
import { kyselyAdapter, migrate, type KyselyAdapter } from '../../../src/adapters/kysely.js'
import type { AuthConfig } from '../../../src/core.js'
import type { User } from '../../../src/model/records.js'
import Credentials from '../../../src/providers/credentials.js'
import { openBrowser } from '../../support/browser.js'
import { makeSandbox } from './sandbox.js'

const email = 'ada@example.com'

type Authorize = (
  openAdapter: () => Promise<KyselyAdapter>,
  env: { get(name: string): undefined },
  isPasswordOf: (id: string | undefined, password: string) => Promise<boolean>,
  email: string,
  password: string,
) => Promise<User | null>

/** The code in the comment of `authorize`, as a developer would uncomment it. */
async function readExample(): Promise<Authorize> {
  const sandbox = makeSandbox()
  await sandbox.run(['init', '-y', '-p', 'credentials', '-d', 'sqlite'])
  const lines = [...sandbox.read('src/routes/plugin@auth.ts').matchAll(/^ *\/\/ (.*;)$/gm)]
  expect(lines).toHaveLength(3)
  const body = lines.map(([, code]) => code).join('\n')
  const source = `export default async (openAdapter, env, isPasswordOf, email, password) => {${body}}`
  const { default: authorize } = await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(source)}`
  )
  return authorize
}

async function openConfig(): Promise<AuthConfig> {
  const db = new Kysely<unknown>({
    dialect: new SqliteDialect({ database: new Database(':memory:') }),
  })
  await migrate(db)
  const adapter = kyselyAdapter(db)
  await adapter.createUser({ id: 'ada', email, emailVerified: null })
  const authorize = await readExample()
  return {
    adapter,
    secret: 'Zk3vQ0mT8yLrN5sXw1bHc7dJf9gKp2aE',
    trustHost: true,
    providers: [
      Credentials({
        credentials: { email: {}, password: {} },
        authorize: (typed) =>
          authorize(
            () => Promise.resolve(adapter),
            { get: () => undefined },
            (id, password) => Promise.resolve(id === 'ada' && password === 'lovelace'),
            typed.email,
            typed.password,
          ),
      }),
    ],
  }
}

describe('the example in the `authorize` that init writes for a database', () => {
  it.each([
    [email, 'lovelace', email],
    [email, 'wrong', undefined],
    ['charles@example.com', 'lovelace', undefined],
  ])('signs in %s with %s: %s', async (address, password, signedIn) => {
    const browser = openBrowser(await openConfig())
    const csrf = await (await browser.fetch('/auth/csrf')).json()
    await browser.postJson('/auth/callback/credentials', {
      ...csrf,
      email: address,
      password,
    })
    const session = await (await browser.fetch('/auth/session')).json()
    expect(session?.user?.email).toBe(signedIn)
  })
})
