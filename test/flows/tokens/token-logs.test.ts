import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { Adapter, AdapterTokenSwap } from '../../../src/model/adapter.js'
import { customFetch } from '../../../src/model/markers.js'
import { makeTokenApp } from '../../support/apps/token-app.js'

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
    const isLogged = (): boolean => lines.some((line) => line.includes('swapTokens'))
    const adapter: Adapter = {
      ...app.adapter,
      swapTokens: async (swap) => {
        if (isLogged()) return app.adapter.swapTokens(swap)
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

describe('the log of a token answer that `conform` cannot read', () => {
  it.each([
    ['a member', (text: string) => text],
    ['a member of a member', (text: string) => JSON.stringify({ granted: JSON.parse(text) })],
    ['a form', (text: string) => String(new URLSearchParams(JSON.parse(text)))],
  ])('has no token that is in %s', async (_where, write) => {
    const lines: string[] = []
    const log = (...parts: unknown[]): void => void lines.push(inspect(parts, { depth: 12 }))
    const app = await makeTokenApp({ logger: { error: log, warn: log, debug: log } })
    Object.assign(app.service.members, { id_token: 'opaque-id-token' })
    const conform = async (response: Response): Promise<Response> => {
      throw new Error(`Expected another answer, got ${await response.text()}.`)
    }
    const token = { url: 'https://service.test/token', conform }
    const provider: typeof app.service.provider = {
      ...app.service.provider,
      token,
      [customFetch]: async (input, init) => {
        const response = await app.service.provider[customFetch]?.(input, init)
        return new Response(write((await response?.text()) ?? ''))
      },
    }
    const call = app.beside({ providers: [provider] }).get()
    await expect(call).rejects.toMatchObject({ type: 'TokenUnavailable' })
    const text = lines.join('\n')
    expect(text).toContain('Expected another answer')
    for (const secret of ['access-2', 'refresh-2', 'opaque-id-token'])
      expect(text).not.toContain(secret)
  })
})
