import { describe, expect, it } from 'vitest'
import { dropCeremonies, keepCeremony, takeCeremony } from '../../../src/context/ceremony-cookie.js'
import { seal } from '../../../src/crypto/seal.js'
import type { Ceremony } from '../../../src/webauthn/ceremony.js'
import { openTestContext, testSecret } from '../../support/open-test-context.js'

const prefix = '__Host-authjs.challenge.'
const challenge = 'a-challenge-of-more-than-16-letters'
const end = 2_000_000_000

const ceremony: Ceremony = {
  kind: 'authenticate',
  providerId: 'passkey',
  namedUser: undefined,
  challenge,
  startedAt: end - 300.5,
  expires: end,
}

/** The cookie of a ceremony that was begun at a moment. */
async function kept(now: number) {
  const { ctx } = openTestContext()
  await keepCeremony({ ...ctx, now }, ceremony)
  const [cookie] = ctx.jar.changes()
  return { cookie, cookies: { [cookie?.name ?? '']: cookie?.value ?? '' } }
}

describe('a ceremony in a cookie', () => {
  it('is named by its time and its challenge, and lasts as long as it', async () => {
    const { cookie } = await kept(end - 300)
    expect(cookie?.name).toBe(`${prefix}${(end - 300).toString(36)}-a-challenge-of-m`)
    expect(cookie?.attributes).toMatchObject({ maxAge: 300, httpOnly: true, secure: true })
  })

  it('comes back once', async () => {
    const { cookies } = await kept(end - 300)
    const { ctx } = openTestContext({ cookies })
    const later = { ...ctx, now: end - 1 }
    expect(await takeCeremony(later, challenge)).toEqual(ceremony)
    expect(await takeCeremony(later, challenge)).toBeUndefined()
    expect(ctx.jar.changes()).toMatchObject([{ value: '', attributes: { maxAge: 0 } }])
  })

  it('is over at its end', async () => {
    const { cookies } = await kept(end - 300)
    const { ctx } = openTestContext({ cookies })
    expect(await takeCeremony({ ...ctx, now: end }, challenge)).toBeUndefined()
  })

  it('is found by its own challenge alone, and used by one that is almost the same', async () => {
    const { cookies } = await kept(end - 300)
    const { ctx } = openTestContext({ cookies })
    const now = { ...ctx, now: end - 1 }
    expect(await takeCeremony(now, 'another-challenge-of-its-own')).toBeUndefined()
    expect(ctx.jar.changes()).toEqual([])
    expect(await takeCeremony(now, `${challenge}x`)).toBeUndefined()
    expect(ctx.jar.changes()).toHaveLength(1)
  })

  it('is worth nothing when it does not open, or was sealed for something else', async () => {
    const foreign = await seal(JSON.stringify(ceremony), [testSecret], 'latchkey.attempt')
    for (const value of ['broken', foreign]) {
      const { ctx } = openTestContext({ cookies: { [`${prefix}0-a-challenge-of-m`]: value } })
      expect(await takeCeremony({ ...ctx, now: end - 1 }, challenge)).toBeUndefined()
    }
    const own = await seal(JSON.stringify(ceremony), [testSecret], 'latchkey.ceremony')
    const { ctx } = openTestContext({ cookies: { [`${prefix}0-a-challenge-of-m`]: own } })
    expect(await takeCeremony({ ...ctx, now: end - 1 }, challenge)).toEqual(ceremony)
  })

  it('is not one that lies under a name of another kind', async () => {
    const sealed = await seal(JSON.stringify(ceremony), [testSecret], 'latchkey.ceremony')
    const { ctx } = openTestContext({ cookies: { 'other-a-challenge-of-m': sealed } })
    expect(await takeCeremony({ ...ctx, now: end - 1 }, challenge)).toBeUndefined()
    expect(ctx.jar.changes()).toEqual([])
  })

  it('pushes out the oldest when there are six', async () => {
    const names = Array.from({ length: 6 }, (_, at) => `${prefix}${at}-x`)
    const { ctx } = openTestContext({
      cookies: Object.fromEntries(names.map((name) => [name, 'x'])),
    })
    await keepCeremony(ctx, { ...ceremony, expires: ctx.now + 60 })
    expect(ctx.jar.names(prefix)).toHaveLength(6)
    expect(ctx.jar.get(`${prefix}0-x`)).toBeUndefined()
    expect(ctx.jar.get(`${prefix}1-x`)).toBe('x')
  })

  it('is dropped with all others, and nothing else', () => {
    const cookies = { [`${prefix}0-x`]: 'x', [`${prefix}1-y`]: 'y', other: 'z' }
    const { ctx } = openTestContext({ cookies })
    dropCeremonies(ctx)
    expect(ctx.jar.names('')).toEqual(['other'])
    expect(ctx.jar.changes()).toMatchObject([
      { name: `${prefix}0-x`, attributes: { path: '/', secure: true } },
      { name: `${prefix}1-y` },
    ])
  })
})
