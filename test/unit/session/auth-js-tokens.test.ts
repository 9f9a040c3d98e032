import * as authJs from '@auth/core/jwt'
import { describe, expect, it } from 'vitest'
import { halfNames, loadOn } from '../crypto/platform-halves.js'

const salts = [
  'authjs.session-token',
  '__Secure-authjs.session-token',
  '__Host-authjs.session-token',
]
const claims = { name: 'Ada Löve', email: 'ada@example.com', picture: null, sub: '42', a: [1, {}] }

describe.each(halfNames)('tokens shared with Auth.js, on the %s half', async (half) => {
  const ours = await loadOn(half, () => import('../../../src/jwt.js'))

  it.each(salts)('open here when Auth.js made them for %s', async (salt) => {
    const token = await authJs.encode({ token: claims, secret: 'secret', salt, maxAge: 60 })
    const opened = await ours.decode({ token, secret: 'secret', salt })
    expect(opened).toEqual(await authJs.decode({ token, secret: 'secret', salt }))
    expect(opened).toMatchObject(claims)
  })

  it.each(salts)('open there when we made them for %s', async (salt) => {
    const token = await ours.encode({ token: claims, secret: 'secret', salt, maxAge: 60 })
    const opened = await authJs.decode({ token, secret: 'secret', salt })
    expect(opened).toEqual(await ours.decode({ token, secret: 'secret', salt }))
    expect(opened).toMatchObject(claims)
  })

  it('open on both sides while secrets are rotated', async () => {
    const salt = 'authjs.session-token'
    const params = { token: claims, salt }
    for (const secret of ['old', 'new', ['new', 'old']]) {
      const rotated = { secret: ['new', 'old'], salt }
      const theirs = await authJs.encode({ ...params, secret })
      expect(await ours.decode({ ...rotated, token: theirs })).toMatchObject(claims)
      const own = await ours.encode({ ...params, secret })
      expect(await authJs.decode({ ...rotated, token: own })).toMatchObject(claims)
    }
  })

  it('open on neither side for another salt or secret', async () => {
    const salt = 'authjs.session-token'
    const token = await authJs.encode({ token: claims, secret: 'secret', salt })
    expect(await ours.decode({ token, secret: 'secret', salt: 'encodedState' })).toBeNull()
    expect(await ours.decode({ token, secret: ['a', 'b'], salt })).toBeNull()
    const own = await ours.encode({ token: claims, secret: 'secret', salt })
    await expect(authJs.decode({ token: own, secret: 'secret', salt: 'x' })).rejects.toThrow()
  })
})
