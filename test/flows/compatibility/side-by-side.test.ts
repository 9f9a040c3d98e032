import { describe } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import type { Adapter } from '../../../src/model/adapter.js'
import { authJsAdapter } from '../../support/adapters/watched-adapter.js'
import type { AuthJsVersion, SharedOptions } from './side-by-side.js'
import { testMails, testMailsOfProviderUsers, testTurns } from './turns.js'

// prettier-ignore
const grounds: [title: string, options: () => SharedOptions][] = [
  ['tokens on https',                  () => ({ origin: 'https://app.test' })],
  ['tokens on http',                   () => ({ origin: 'http://localhost:3000' })],
  ['tokens and a database on https',   () => ({ origin: 'https://app.test', adapter: memoryAdapter(), strategy: 'jwt' })],
  ['tokens and a database on http',    () => ({ origin: 'http://localhost:3000', adapter: memoryAdapter(), strategy: 'jwt' })],
  ['database sessions on https',       () => ({ origin: 'https://app.test', adapter: memoryAdapter() })],
  ['database sessions on http',        () => ({ origin: 'http://localhost:3000', adapter: memoryAdapter() })],
]

describe.each(grounds)('servers with Auth.js and Latchkey side by side: %s', (_title, options) => {
  testTurns(options)
})

describe.each(['https://app.test', 'http://localhost:3000'])(
  'mails of servers side by side on %s',
  (origin) => {
    testMails(() => ({ origin, adapter: memoryAdapter() }))
  },
)

// prettier-ignore
const adapters: [title: string, open: () => Adapter][] = [
  ['an adapter of Latchkey', memoryAdapter],
  ['a published adapter',    authJsAdapter],
]

describe.each(adapters)('provider users and mails side by side with %s', (_title, open) => {
  describe.each(['jwt', 'database'] as const)('and %s sessions', (strategy) => {
    testMailsOfProviderUsers(() => ({ origin: 'https://app.test', adapter: open(), strategy }))
  })
})

/** What `@auth/qwik` 0.9.1 installs, and the oldest version that docs/guide/moving.md names. */
// prettier-ignore
const olderVersions: [name: string, load: () => Promise<AuthJsVersion>][] = [
  ['0.41.1', () => import('@auth/core-0.41.1')],
  ['0.37.4', () => import('@auth/core-0.37')],
]

describe.each(olderVersions)(
  'servers with Auth.js %s and Latchkey side by side',
  async (_name, load) => {
    const version = await load()

    describe.each(grounds)('with %s', (_title, options) => {
      testTurns(() => ({ ...options(), version }))
    })

    describe('with mails', () => {
      testMails(() => ({ adapter: memoryAdapter(), version }))
    })

    describe.each(['jwt', 'database'] as const)(
      'with provider users, mails and %s sessions',
      (strategy) => {
        testMailsOfProviderUsers(() => ({ adapter: memoryAdapter(), strategy, version }))
      },
    )
  },
)
