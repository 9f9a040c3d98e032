import { describe } from 'vitest'
import { testMails, testTurns } from '../flows/compatibility/turns.js'
import { describeStore } from './published/describe-store.js'
import { ownStores } from './published/own-stores.js'
import { publishedStores } from './published/stores.js'
import type { PublishedStore } from './published/store.js'

/** Stores whose columns round times, ignore case or lack our details in different ways. */
const stores: Readonly<Record<string, PublishedStore>> = {
  '@auth/pg-adapter on PostgreSQL': publishedStores['@auth/pg-adapter on PostgreSQL'],
  '@auth/drizzle-adapter on MariaDB': publishedStores['@auth/drizzle-adapter on MariaDB'],
  '@auth/unstorage-adapter on Redis': publishedStores['@auth/unstorage-adapter on Redis'],
  'the Kysely adapter on PostgreSQL': ownStores['the Kysely adapter on PostgreSQL'],
  'the Redis adapter': ownStores['the Redis adapter'],
}

for (const [title, store] of Object.entries(stores)) {
  describeStore(`servers with Auth.js and Latchkey side by side on ${title}`, store, (adapter) => {
    describe.each(['jwt', 'database'] as const)('with the strategy %s', (strategy) => {
      testTurns(() => ({ adapter: adapter(), strategy }))
    })
    describe('with mails', () => {
      testMails(() => ({ adapter: adapter() }))
    })
  })
}
