import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { Adapter, AdapterTokenSwap } from '../../src/model/adapter.js'
import { makeTokenApp } from './token-app.js'

/** How drivers tell what failed, with the values of the statement. */
const failures: readonly (readonly [string, (changes: AdapterTokenSwap['changes']) => Error])[] = [
  [
    'a statement (mysql2)',
    ({ access_token, refresh_token }) =>
      Object.assign(new Error('Lock wait timeout exceeded; try restarting transaction'), {
        code: 'ER_LOCK_WAIT_TIMEOUT',
        sql: `update \`Account\` set \`access_token\` = '${access_token}', \`refresh_token\` = '${refresh_token}'`,
      }),
  ],
  [
    'a command (ioredis)',
    (changes) =>
      Object.assign(new Error('READONLY You cannot write against a read only replica.'), {
        command: { name: 'evalsha', args: ['hash', '1', JSON.stringify(changes)] },
      }),
  ],
  [
    'a message',
    ({ refresh_token }) => new Error(`Data too long for column: '${refresh_token}' at row 1`),
  ],
]

describe('the log of a refresh that the database refuses', () => {
  it.each(failures)('has no token from %s', async (_where, fail) => {
    const lines: string[] = []
    const log = (...parts: unknown[]): void => void lines.push(inspect(parts, { depth: 12 }))
    const app = await makeTokenApp({ logger: { error: log, warn: log, debug: log } })
    let isFirst = true
    const adapter: Adapter = {
      ...app.adapter,
      swapTokens: async (swap) => {
        if (!isFirst) return app.adapter.swapTokens(swap)
        isFirst = false
        throw fail(swap.changes)
      },
    }
    await app.beside({ adapter }).get()
    const text = lines.join('\n')
    expect(text).toContain('swapTokens')
    expect(text).not.toContain('access-2')
    expect(text).not.toContain('refresh-2')
  })
})
