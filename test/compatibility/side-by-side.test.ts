import { describe } from 'vitest'
import { memoryAdapter } from '../../src/adapters/memory.js'
import type { Adapter } from '../../src/model/adapter.js'
import { authJsAdapter } from '../accounts/watched-adapter.js'
import type { SharedOptions } from './side-by-side.js'
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
