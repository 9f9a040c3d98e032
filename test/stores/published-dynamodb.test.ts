import { describe, expect, it } from 'vitest'
import { describeStore } from './published/describe-store.js'
import { dynamodbDifferences } from './published/dynamodb-differences.js'
import { dynamodbStore } from './published/dynamodb.js'
import { keepsContract } from './published/keeps-contract.js'
import { signsIn } from './published/signs-in.js'
import { signsInByMail } from './published/signs-in-by-mail.js'

describe('@auth/dynamodb-adapter', () => {
  keepsContract('on a stand-in', dynamodbStore, dynamodbDifferences)
  // A store that overwrites what has the same key cannot keep two processes apart.
  signsIn('in sign-ins on a stand-in', dynamodbStore)
  signsInByMail('in sign-ins by mail on a stand-in', dynamodbStore)

  describeStore('with many sessions on a stand-in', dynamodbStore, (adapter) => {
    it.each([
      { sessions: 24, left: null },
      { sessions: 25, left: expect.objectContaining({ name: 'Ada' }) },
    ])('deleteUser deletes 25 rows at most ($sessions sessions)', async ({ sessions, left }) => {
      const store = adapter()
      const fresh = { id: '', name: 'Ada', email: `${sessions}@example.test`, emailVerified: null }
      const userId = (await store.createUser?.(fresh))?.id ?? expect.fail('There is no user.')
      const expires = new Date('2030-01-01')
      for (let number = 0; number < sessions; number += 1) {
        await store.createSession?.({ sessionToken: crypto.randomUUID(), userId, expires })
      }
      await store.deleteUser?.(userId)
      expect(await store.getUser?.(userId)).toEqual(left)
    })
  })
})
