import { createHash, createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { csrfToken, dropCsrfToken, hasCsrfToken } from '../../../src/context/csrf.js'
import { mac } from '../../../src/crypto/mac.js'
import { skipCSRFCheck } from '../../../src/model/markers.js'
import { openTestContext, testSecret, type Visit } from '../../support/open-test-context.js'

const cookieName = '__Host-authjs.csrf-token'
const otherSecret = 'another secret, of the same length: 987654321000'

/** Visits a page with a form; gives the form's token and what the browser then holds. */
async function visitForm(visit: Visit = {}): Promise<{ token: string; cookie: string }> {
  const { ctx } = openTestContext(visit)
  const token = await csrfToken(ctx)
  return { token: token ?? '', cookie: ctx.jar.changes()[0]?.value ?? '' }
}

async function accepts(cookie: string, candidate: unknown, visit: Visit = {}): Promise<boolean> {
  const { ctx } = openTestContext({ ...visit, cookies: { [cookieName]: cookie } })
  return hasCsrfToken(ctx, candidate)
}

describe('csrfToken', () => {
  it('is 256 random bits, a new token for every browser', async () => {
    const [first, second] = [await visitForm(), await visitForm()]
    expect(first.token).toMatch(/^[\w-]{43}$/)
    expect(first.token).not.toBe(second.token)
  })

  it('comes with a cookie for this host alone that lasts as long as the browser runs', async () => {
    const { ctx } = openTestContext()
    const token = await csrfToken(ctx)
    const [cookie, tab, ...others] = ctx.jar.changes()
    expect(others).toEqual([])
    expect(tab).toEqual({
      name: `${cookieName}.${token?.slice(0, 8)}`,
      value: cookie?.value,
      attributes: { ...cookie?.attributes, maxAge: 15 * 60 },
    })
    expect(cookie?.name).toBe(cookieName)
    expect(cookie?.value.startsWith(`${token}|`)).toBe(true)
    expect(cookie?.attributes).toMatchObject({
      httpOnly: true,
      secure: true,
      path: '/',
      sameSite: 'lax',
    })
    expect(cookie?.attributes.domain).toBeUndefined()
    expect(cookie?.attributes.maxAge ?? cookie?.attributes.expires).toBeUndefined()
  })

  it('has no prefix where there is no https', async () => {
    const { ctx } = openTestContext({ config: { origin: 'http://localhost:3000' } })
    await csrfToken(ctx)
    expect(ctx.jar.changes()[0]?.name).toBe('authjs.csrf-token')
  })

  it('stays while its cookie is good, without setting it again', async () => {
    const { token, cookie } = await visitForm()
    const { ctx } = openTestContext({ cookies: { [cookieName]: cookie } })
    expect(await csrfToken(ctx)).toBe(token)
    expect(ctx.jar.changes()).toEqual([])
  })

  it('is the same for all forms of one answer', async () => {
    const { ctx } = openTestContext()
    const token = await csrfToken(ctx)
    expect(await csrfToken(ctx)).toBe(token)
    expect(await hasCsrfToken(ctx, token)).toBe(true)
  })

  it('is made anew when the cookie is not ours', async () => {
    const { ctx } = openTestContext({ cookies: { [cookieName]: 'planted|proof' } })
    expect(await csrfToken(ctx)).not.toBe('planted')
    expect(ctx.jar.changes()).toHaveLength(2)
  })

  it('is not there when the check is skipped', async () => {
    const { ctx } = openTestContext({ config: { skipCSRFCheck } })
    expect(await csrfToken(ctx)).toBeUndefined()
    expect(ctx.jar.changes()).toEqual([])
  })
})

describe('hasCsrfToken', () => {
  it('accepts the token of the cookie', async () => {
    const { token, cookie } = await visitForm()
    expect(await accepts(cookie, token)).toBe(true)
  })

  it('refuses everything without a cookie', async () => {
    const { token } = await visitForm()
    const { ctx } = openTestContext()
    expect(await hasCsrfToken(ctx, token)).toBe(false)
    expect(await hasCsrfToken(ctx, undefined)).toBe(false)
  })

  it('refuses what is not exactly the token', async () => {
    const { token, cookie } = await visitForm()
    const other = (await visitForm()).token
    const [, proof] = cookie.split('|')
    const texts = ['', other, token.slice(0, -1), `${token}A`, token.toUpperCase(), cookie, proof]
    const others = [undefined, null, [token], { toString: () => token }, true, 0]
    for (const wrong of [...texts, ...others]) expect(await accepts(cookie, wrong)).toBe(false)
  })

  it('refuses a pair that was made without the secret', async () => {
    const token = 'A'.repeat(43)
    const hmac = (key: string): string =>
      createHmac('sha256', key).update(token).digest('base64url')
    const sha = (text: string): string => createHash('sha256').update(text).digest('base64url')
    for (const proof of [token, sha(token), hmac(''), hmac('csrf'), hmac(testSecret)]) {
      expect(await accepts(`${token}|${proof}`, token)).toBe(false)
    }
    const foreign = await visitForm({ config: { secret: otherSecret } })
    expect(await accepts(foreign.cookie, foreign.token)).toBe(false)
  })

  it('refuses a tampered cookie, wherever the change is', async () => {
    const { token, cookie } = await visitForm()
    for (let at = 0; at < cookie.length; at++) {
      const changed = `${cookie.slice(0, at)}${cookie[at] === '-' ? '_' : '-'}${cookie.slice(at + 1)}`
      expect(await accepts(changed, token)).toBe(false)
      expect(await accepts(changed, changed.split('|')[0])).toBe(false)
    }
  })

  it('refuses a proof that was made with the secret for something else', async () => {
    const token = 'A'.repeat(43)
    const proofFor = (label: 'csrf' | 'limits'): Promise<string> => mac(token, testSecret, label)
    expect(await accepts(`${token}|${await proofFor('csrf')}`, token)).toBe(true)
    expect(await accepts(`${token}|${await proofFor('limits')}`, token)).toBe(false)
  })

  it('refuses the proof of another token', async () => {
    const [first, second] = [await visitForm(), await visitForm()]
    const mixed = `${first.token}|${second.cookie.split('|')[1]}`
    expect(await accepts(mixed, first.token)).toBe(false)
  })

  it.each(['', '|', 'a', 'a|', '|a', 'a|b|c', '||', '%', '\u0000|\u0000'])(
    'refuses the malformed cookie %j',
    async (cookie) => {
      expect(await accepts(cookie, 'a')).toBe(false)
      expect(await accepts(cookie, '')).toBe(false)
    },
  )

  it('refuses a good cookie with something behind it', async () => {
    const { token, cookie } = await visitForm()
    expect(await accepts(`${cookie}|`, token)).toBe(false)
    expect(await accepts(`${cookie}|a`, token)).toBe(false)
  })

  it('refuses a good pair under any name but its own', async () => {
    const { token, cookie } = await visitForm()
    for (const name of ['authjs.csrf-token', '__Secure-authjs.csrf-token', `a${cookieName}`]) {
      const { ctx } = openTestContext({ cookies: { [name]: cookie } })
      expect(await hasCsrfToken(ctx, token)).toBe(false)
    }
  })

  it('accepts a pair of an older secret until that secret is gone', async () => {
    const { token, cookie } = await visitForm()
    const rotated = { config: { secret: [otherSecret, testSecret] } }
    expect(await accepts(cookie, token, rotated)).toBe(true)
    expect(await accepts(cookie, token, { config: { secret: otherSecret } })).toBe(false)
    const renewed = await visitForm(rotated)
    expect(await accepts(renewed.cookie, renewed.token, { config: { secret: otherSecret } })).toBe(
      true,
    )
  })
})

describe('dropCsrfToken', () => {
  it('ends the token, in the browser and in this answer', async () => {
    const { token, cookie } = await visitForm()
    const { ctx } = openTestContext({ cookies: { [cookieName]: cookie } })
    dropCsrfToken(ctx)
    expect(await hasCsrfToken(ctx, token)).toBe(false)
    expect(ctx.jar.changes()).toMatchObject([
      { name: cookieName, value: '', attributes: { maxAge: 0, path: '/', secure: true } },
    ])
    expect(await csrfToken(ctx)).not.toBe(token)
  })
  it('deletes the cookies of open pages, but not the cookies of the app', async () => {
    const config = { cookies: { csrfToken: { name: 'app' } } }
    const { token, cookie } = await visitForm({ config })
    const page = `app.${token.slice(0, 8)}`
    const cookies = { app: cookie, [page]: cookie, 'app.theme': 'dark', 'app.settings': 'a|b' }
    const { ctx } = openTestContext({ config, cookies })
    dropCsrfToken(ctx)
    expect(ctx.jar.changes().map(({ name }) => name)).toEqual(['app', page])
    expect(await hasCsrfToken(ctx, token)).toBe(false)
  })
})
