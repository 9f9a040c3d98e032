import { describe, expect, it } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import type { AdapterUser } from '../../../src/model/adapter.js'
import type { AccountKeys } from '../../../src/store/account-keys.js'
import { operationsOf } from '../../../src/store/operations.js'
import { idOf } from '../../../src/store/user-id.js'
import { openTestContext } from '../../support/open-test-context.js'

describe('the id of a user as text', () => {
  it.each([
    ['a', 'a'],
    ['', ''],
    [42, '42'],
    [42n, '42'],
    [undefined, '""'],
    [null, '""'],
  ])('of %s is %s', (id, text) => {
    expect(idOf({ id })).toBe(text)
  })
})

describe('a name for a user whose id is a number', () => {
  it('is taken by others only', async () => {
    const inner = memoryAdapter()
    const withNumber = async (keys: AccountKeys): Promise<AdapterUser | null> => {
      const found = await inner.getUserByAccount(keys)
      return found && { ...found, id: Number(found.id) as unknown as string }
    }
    const { ctx } = openTestContext({
      config: { adapter: { ...inner, getUserByAccount: withNumber } },
    })
    const { userNames } = operationsOf(ctx)
    for (const id of ['42', '43']) {
      await inner.createUser({ id, email: `${id}@example.test`, emailVerified: null })
    }
    const id = 42 as unknown as string
    expect(await userNames.claim('password', '42', 'ada')).toBe(true)
    expect(await userNames.claim('password', id, 'ada')).toBe(true)
    expect(await userNames.claim('password', '43', 'ada')).toBe(false)
  })
})
