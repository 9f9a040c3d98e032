import { describe, expect, it } from 'vitest'
import type { CallbacksOptions } from '../../../src/model/callbacks.js'
import type { DefaultSession } from '../../../src/model/records.js'
import {
  sessionFromCallback,
  rowSessionFromCallback,
  plainSession,
  plainSessionOfRow,
} from '../../../src/session/visible-session.js'
import { openTestContext } from '../../support/open-test-context.js'

type SessionCallback = NonNullable<CallbacksOptions<DefaultSession>['session']>

const end = new Date(1_900_000_000_000)
const user = { id: '1', name: 'Ada', email: 'ada@app.test', image: 'pic', emailVerified: end }
const row = { session: { sessionToken: 'secret', userId: '1', expires: end }, user }
const claims = { sub: '1', name: 'Ada', email: 'ada@app.test', picture: 'pic' }
const shown = { name: 'Ada', email: 'ada@app.test', image: 'pic' }
const plain = { user: shown, expires: end.toISOString() }

function openWith(session: SessionCallback): ReturnType<typeof openTestContext>['ctx'] {
  return openTestContext({ config: { callbacks: { session } } }).ctx
}

describe('what the client sees of a session', () => {
  it('is name, address, picture and end', () => {
    expect(plainSession(claims, 1_900_000_000)).toEqual(plain)
    expect(plainSessionOfRow(row)).toEqual(plain)
  })

  it('is what the callback makes of it, who is told the claims', async () => {
    const seen: unknown[] = []
    const ctx = openWith((params) => {
      seen.push(params)
      return { ...params.session, more: true }
    })
    const token = { ...claims, image: 'pic' }
    expect(await sessionFromCallback(ctx, plain, claims, undefined)).toEqual({
      ...plain,
      more: true,
    })
    await sessionFromCallback(ctx, plain, claims, { data: { a: 1 } })
    expect(seen).toEqual([
      { session: plain, token },
      { session: plain, token, newSession: { a: 1 }, trigger: 'update' },
    ])
  })

  it('is what the callback makes of a row, without its key', async () => {
    const seen: unknown[] = []
    const ctx = openWith((params) => {
      seen.push(params)
      return params.session
    })
    const session = { user: { id: '1', ...shown }, userId: '1', expires: end }
    expect(await rowSessionFromCallback(ctx, row, undefined)).toEqual({
      ...session,
      expires: end.toISOString(),
    })
    expect(seen).toEqual([{ session, user }])
  })

  it('ends when the callback says', async () => {
    const ctx = openWith(() => ({ expires: 'never' }))
    expect(await rowSessionFromCallback(ctx, row, undefined)).toEqual({ expires: 'never' })
  })

  it.each([undefined, null, 'text', 42])('is an object, not %j', async (answer) => {
    const ctx = openWith(() => answer as never)
    expect(() => sessionFromCallback(ctx, plain, claims, undefined)).toThrow(TypeError)
    const later = openWith(async () => Promise.resolve(answer as never))
    await expect(sessionFromCallback(later, plain, claims, undefined)).rejects.toThrow(TypeError)
  })

  it('is available at once if the callback returns no promise', () => {
    const ctx = openWith(({ session }) => session)
    expect(sessionFromCallback(ctx, plain, claims, undefined)).toBe(plain)
  })
})
