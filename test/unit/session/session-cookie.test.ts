import { describe, expect, it } from 'vitest'
import { SessionTooLarge } from '../../../src/errors/runtime-errors.js'
import {
  clearSessionCookie,
  readSessionCookie,
  writeSessionCookie,
} from '../../../src/session/session-cookie.js'
import { openTestContext } from '../../support/open-test-context.js'

const name = '__Host-authjs.session-token'
const former = '__Secure-authjs.session-token'
const expires = new Date(1_900_000_000_000)

const holding = (cookies: Record<string, string>): ReturnType<typeof openTestContext>['ctx'] =>
  openTestContext({ cookies }).ctx

describe('the session cookie', () => {
  it('is read under its name of today, else under a former one', () => {
    expect(readSessionCookie(holding({ [name]: 'a', [former]: 'b' }))).toEqual({
      value: 'a',
      name,
      current: true,
      isTrusted: true,
    })
    expect(readSessionCookie(holding({ [former]: 'b' }))).toEqual({
      value: 'b',
      name: former,
      current: false,
      isTrusted: false,
    })
    expect(readSessionCookie(holding({ other: 'c' }))).toBeUndefined()
  })

  it('is read from its chunks', () => {
    const ctx = holding({ [`${name}.1`]: 'b', [`${name}.0`]: 'a' })
    expect(readSessionCookie(ctx)).toEqual({ value: 'ab', name, current: true, isTrusted: true })
  })

  it('is written until its end, over whatever lay there', () => {
    const ctx = holding({ [`${name}.1`]: 'b', [former]: 'c' })
    writeSessionCookie(ctx, 'new', expires)
    expect(ctx.jar.changes()).toMatchObject([
      { name: `${name}.1`, value: '', attributes: { maxAge: 0 } },
      { name: former, value: '', attributes: { maxAge: 0 } },
      { name, value: 'new', attributes: { expires, httpOnly: true, secure: true, path: '/' } },
    ])
  })

  it('is written in chunks where it must, and not at all when it is too large', () => {
    const ctx = holding({})
    writeSessionCookie(ctx, 'x'.repeat(5000), expires)
    expect(ctx.jar.names(name)).toEqual([`${name}.0`, `${name}.1`])
    expect(() => writeSessionCookie(holding({}), 'x'.repeat(20_000), expires)).toThrow(
      SessionTooLarge,
    )
  })

  it('is cleared with all its chunks and former names, and nothing else', () => {
    const ctx = holding({ [name]: 'a', [`${former}.3`]: 'b', other: 'c', [`${name}x`]: 'd' })
    clearSessionCookie(ctx)
    expect(ctx.jar.names('')).toEqual(['other', `${name}x`])
    expect(ctx.jar.changes()[0]?.attributes).toMatchObject({ path: '/', secure: true, maxAge: 0 })
  })
})
