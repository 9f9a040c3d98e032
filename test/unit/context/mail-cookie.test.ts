import { describe, expect, it } from 'vitest'
import type { Context } from '../../../src/context/context.js'
import {
  dropMailRequest,
  findMailRequest,
  keepMailRequest,
  type MailRequest,
} from '../../../src/context/mail-cookie.js'
import { seal } from '../../../src/crypto/seal.js'
import { openTestContext, testSecret } from '../../support/open-test-context.js'

const name = '__Host-authjs.attempt-mail'
const end = 2_000_000_000

const request: MailRequest = {
  providerId: 'email',
  identifier: 'ada@app.test',
  hash: 'a hash',
  codeHash: 'a code hash',
  nonce: 'a nonce',
  askedAt: end - 600.5,
  expires: end,
  callbackUrl: '/wanted',
}

/** A later visit of the browser that asked for a mail. */
async function comeBack(asked: MailRequest = request, now: number = end - 1): Promise<Context> {
  const { ctx } = openTestContext()
  await keepMailRequest(ctx, asked)
  const value = ctx.jar.get(name) ?? ''
  return { ...openTestContext({ cookies: { [name]: value } }).ctx, now }
}

describe('a mail under way', () => {
  it('is remembered until it expires', async () => {
    expect(await findMailRequest(await comeBack(), 'email')).toEqual(request)
    expect(await findMailRequest(await comeBack(request, end), 'email')).toBeUndefined()
  })

  it('is that of its provider', async () => {
    expect(await findMailRequest(await comeBack(), 'other')).toBeUndefined()
  })

  it('lies in a cookie that lasts as long', async () => {
    const { ctx } = openTestContext()
    await keepMailRequest({ ...ctx, now: end - 600 }, request)
    expect(ctx.jar.changes()).toMatchObject([
      { name, attributes: { maxAge: 600, httpOnly: true, secure: true, path: '/' } },
    ])
  })

  it('forgets where to go when that would make the cookie too large', async () => {
    const [fits, isTooLong] = ['/'.padEnd(1024, 'x'), '/'.padEnd(1025, 'x')]
    const kept = await comeBack({ ...request, callbackUrl: fits })
    expect((await findMailRequest(kept, 'email'))?.callbackUrl).toBe(fits)
    const cut = await findMailRequest(
      await comeBack({ ...request, callbackUrl: isTooLong }),
      'email',
    )
    expect(cut).toEqual({ ...request, callbackUrl: undefined })
  })

  it('needs nowhere to go', async () => {
    const asked = { ...request, callbackUrl: undefined }
    expect(await findMailRequest(await comeBack(asked), 'email')).toEqual(asked)
  })

  it('is unknown without a cookie, or with one that cannot be decrypted', async () => {
    const foreign = await seal(JSON.stringify(request), [testSecret], 'latchkey.attempt')
    expect(await findMailRequest(openTestContext().ctx, 'email')).toBeUndefined()
    for (const value of ['broken', foreign]) {
      const { ctx } = openTestContext({ cookies: { [name]: value } })
      expect(await findMailRequest({ ...ctx, now: end - 1 }, 'email')).toBeUndefined()
    }
    const own = await seal(JSON.stringify(request), [testSecret], 'latchkey.mail')
    const { ctx } = openTestContext({ cookies: { [name]: own } })
    expect(await findMailRequest({ ...ctx, now: end - 1 }, 'email')).toEqual(request)
  })

  it('is dropped', async () => {
    const ctx = await comeBack()
    dropMailRequest(ctx)
    expect(ctx.jar.changes()).toMatchObject([
      { name, value: '', attributes: { maxAge: 0, path: '/', secure: true } },
    ])
  })
})
