import { describe, expect, it } from 'vitest'
import type { CallbacksOptions } from '../../../src/model/callbacks.js'
import type { DefaultSession, JWT } from '../../../src/model/records.js'
import { askJwt, showImage } from '../../../src/session/claims.js'
import { openTestContext } from '../../support/open-test-context.js'

type JwtCallback = NonNullable<CallbacksOptions<DefaultSession>['jwt']>

const runJwtCallback = async (claims: JWT, jwt?: JwtCallback): Promise<JWT | null> => {
  const { ctx } = openTestContext({ config: { callbacks: { jwt } } })
  return askJwt(ctx, claims, {})
}

const claims = { sub: '42', picture: 'https://app.test/ada.png', nested: { a: 1 } }

describe('askJwt', () => {
  it('gives the very claims when there is no callback', async () => {
    expect(await runJwtCallback(claims)).toBe(claims)
  })

  it('tells the callback the claims, the picture under both names, and the reason', async () => {
    let asked: unknown
    const { ctx } = openTestContext({
      config: {
        callbacks: {
          jwt: (params) => {
            asked = params
            return params.token
          },
        },
      },
    })
    await askJwt(ctx, claims, { trigger: 'update', session: { a: 1 } })
    expect(asked).toEqual({
      token: expect.objectContaining({ ...claims, image: claims.picture }) as JWT,
      trigger: 'update',
      session: { a: 1 },
    })
  })

  it('stores what the callback returns', async () => {
    expect(await runJwtCallback(claims, ({ token }) => ({ ...token, role: 'admin' }))).toEqual({
      ...claims,
      role: 'admin',
    })
    expect(await runJwtCallback(claims, async () => ({ only: true }))).toEqual({ only: true })
  })

  it('finds no difference when the callback made none', async () => {
    const answer = await runJwtCallback(claims, ({ token }) => token)
    expect(JSON.stringify(answer)).toBe(JSON.stringify(claims))
  })

  it('lets the callback touch a copy alone', async () => {
    const before = structuredClone(claims)
    await runJwtCallback(claims, ({ token }) => {
      token.sub = 'changed'
      Object.assign(token['nested'] as object, { a: 2 })
      return token
    })
    expect(claims).toEqual(before)
  })

  it('gives null when the callback wants no session', async () => {
    expect(await runJwtCallback(claims, () => null)).toBeNull()
    expect(await runJwtCallback(claims, () => undefined as unknown as null)).toBeNull()
  })

  it('lets the error of the callback through', async () => {
    const fail = (): never => {
      throw new Error('no')
    }
    await expect(runJwtCallback(claims, fail)).rejects.toThrow('no')
  })

  // prettier-ignore
  it.each<[string, (token: JWT) => JWT, unknown]>([
    ['image',                (token) => ({ ...token, image: 'new' }),                 'new'],
    ['picture',              (token) => ({ ...token, picture: 'new' }),               'new'],
    ['image to null',        (token) => ({ ...token, image: null }),                  null],
    ['picture to null',      (token) => ({ ...token, picture: null }),                null],
    ['both',                 (token) => ({ ...token, picture: 'old', image: 'new' }), 'new'],
    ['neither',              (token) => token,                                        claims.picture],
    ['everything but image', ({ image: _image, ...token }) => token,                  undefined],
    ['all but picture',      ({ picture: _picture, ...token }) => token,              undefined],
    ['image by deleting it', (token) => (delete token.image, token),                  undefined],
    ['picture, not image',   ({ image: _image, ...token }) => ({ ...token, picture: 'new' }), 'new'],
    ['every claim by hand',  ({ sub, picture }) => ({ sub, picture }),                claims.picture],
  ])('stores one picture when the callback changes %s', async (_what, change, picture) => {
    const answer = await runJwtCallback(claims, ({ token }) => change(token))
    expect(answer?.picture).toBe(picture)
    expect(answer).not.toHaveProperty('image')
  })

  it('adds no picture to a user without one', async () => {
    expect(await runJwtCallback({ sub: '42' }, ({ token }) => token)).toEqual({ sub: '42' })
  })
})

describe('showImage', () => {
  it('shows the picture under both names and leaves the claims alone', () => {
    const frozen = Object.freeze({ picture: 'p', sub: '42' })
    expect(showImage(frozen)).toEqual({ picture: 'p', image: 'p', sub: '42' })
  })
})
