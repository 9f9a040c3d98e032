import { describe, expect, it } from 'vitest'
import { keepAttempt, takeAttempt } from '../../../src/context/attempt-cookie.js'
import type { Context } from '../../../src/context/context.js'
import { open, seal } from '../../../src/crypto/seal.js'
import type { Cookie } from '../../../src/http/cookie.js'
import type { Attempt } from '../../../src/oauth/attempt.js'
import { openTestContext, testSecret } from '../../support/open-test-context.js'

const prefix = '__Host-authjs.attempt.'

function attemptOf({ now }: Context, changes: Partial<Attempt> = {}): Attempt {
  return {
    id: 'an-id',
    providerId: 'github',
    issuer: 'https://issuer.test',
    startedAt: now,
    redirectUri: 'https://app.test/auth/callback/github',
    state: 'a state',
    nonce: 'a nonce',
    codeVerifier: 'a verifier',
    maxAge: 60,
    callbackUrl: '/wanted',
    linkTo: '42',
    confirms: '42',
    scope: 'openid files',
    askedScope: 'openid files calendar',
    dpopKey: 'a key',
    ...changes,
  }
}

/** The cookies of a browser after an attempt was kept. */
async function kept(
  changes: Partial<Attempt> = {},
  posted = false,
): Promise<{ attempt: Attempt; cookie: Cookie | undefined; cookies: Record<string, string> }> {
  const { ctx } = openTestContext()
  const attempt = attemptOf(ctx, changes)
  await keepAttempt(ctx, attempt, { posted })
  const [cookie] = ctx.jar.changes()
  return { attempt, cookie, cookies: { [cookie?.name ?? '']: cookie?.value ?? '' } }
}

describe('an attempt in a cookie', () => {
  it('comes back whole, once', async () => {
    const { attempt, cookies } = await kept()
    const { ctx } = openTestContext({ cookies })
    expect(await takeAttempt(ctx, 'an-id')).toEqual(attempt)
    expect(await takeAttempt(ctx, 'an-id')).toBeUndefined()
    expect(ctx.jar.changes()).toMatchObject([
      { name: `${prefix}an-id`, value: '', attributes: { maxAge: 0, path: '/' } },
    ])
  })

  it('comes back with what it does not have', async () => {
    const none = { state: undefined, nonce: undefined, maxAge: undefined, linkTo: undefined }
    const { attempt, cookies } = await kept(none)
    const { ctx } = openTestContext({ cookies })
    expect(await takeAttempt(ctx, 'an-id')).toEqual(attempt)
  })

  it('lasts fifteen minutes, and stays on this site', async () => {
    const { cookie } = await kept()
    expect(cookie?.name).toBe(`${prefix}an-id`)
    expect(cookie?.attributes).toMatchObject({ maxAge: 900, sameSite: 'lax', httpOnly: true })
  })

  it('goes along with a form from elsewhere where one is expected', async () => {
    const { cookie } = await kept(undefined, true)
    expect(cookie?.attributes).toMatchObject({ sameSite: 'none', secure: true })
  })

  it('is over after fifteen minutes, to the second', async () => {
    const { attempt, cookies } = await kept()
    const after = (seconds: number): Promise<Attempt | undefined> => {
      const { ctx } = openTestContext({ cookies })
      return takeAttempt({ ...ctx, now: attempt.startedAt + seconds }, 'an-id')
    }
    expect(await after(899)).toEqual(attempt)
    expect(await after(900)).toBeUndefined()
  })

  it('is worth nothing under another name, or when it does not open', async () => {
    const { cookie } = await kept()
    const value = cookie?.value ?? ''
    const renamed = openTestContext({ cookies: { [`${prefix}other`]: value } }).ctx
    expect(await takeAttempt(renamed, 'other')).toBeUndefined()
    const broken = openTestContext({ cookies: { [`${prefix}an-id`]: 'broken' } }).ctx
    expect(await takeAttempt(broken, 'an-id')).toBeUndefined()
    expect(broken.jar.changes()).toHaveLength(1)
  })

  it('is sealed for its purpose, without the names of its members', async () => {
    const { attempt, cookie } = await kept()
    const opened = await open(cookie?.value ?? '', [testSecret], 'latchkey.attempt')
    expect(JSON.parse(opened?.plaintext ?? '')).toEqual(Object.values(attempt))
    const foreign = await seal(opened?.plaintext ?? '', [testSecret], 'latchkey.mail')
    const { ctx } = openTestContext({ cookies: { [`${prefix}an-id`]: foreign } })
    expect(await takeAttempt(ctx, 'an-id')).toBeUndefined()
  })

  it('pushes out the oldest when there are ten', async () => {
    const names = Array.from({ length: 10 }, (_, at) => `${prefix}${at}`)
    const cookies = Object.fromEntries(names.toReversed().map((name) => [name, 'x']))
    const { ctx } = openTestContext({ cookies })
    await keepAttempt(ctx, attemptOf(ctx), { posted: false })
    expect(ctx.jar.names(prefix)).toEqual([...names.slice(1).toReversed(), `${prefix}an-id`])
  })
})
