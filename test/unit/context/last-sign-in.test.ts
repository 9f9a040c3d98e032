import { describe, expect, it } from 'vitest'
import type { Context } from '../../../src/context/context.js'
import {
  findKnownBrowser,
  findLastSignIn,
  keepLastSignIn,
} from '../../../src/context/last-sign-in.js'
import { sha256Hex } from '../../../src/crypto/digest.js'
import { mac } from '../../../src/crypto/mac.js'
import { openTestContext, testSecret } from '../../support/open-test-context.js'

const { name } = openTestContext().ctx.cookies.lastSignIn

/** A browser that holds this. */
function holding(value: string): Context {
  return openTestContext({ cookies: { [name]: value } }).ctx
}

/** A later visit of a browser in which someone signed in. */
async function comeBack(providerId: string, typed?: string, before?: Context): Promise<Context> {
  const ctx = before ?? openTestContext().ctx
  await keepLastSignIn(ctx, providerId, typed)
  return holding(ctx.jar.get(name) ?? '')
}

async function signed(text: string, label = 'last sign-in'): Promise<string> {
  return `${text}|${await mac(text, testSecret, label)}`
}

describe('the last sign-in', () => {
  it('is remembered for a year, with half a hash of what was typed', async () => {
    const { ctx } = openTestContext()
    await keepLastSignIn(ctx, 'credentials', 'ada')
    const [cookie] = ctx.jar.changes()
    const who = (await sha256Hex('last sign-in:ada')).slice(0, 32)
    const { browser } = (await findLastSignIn(ctx)) ?? {}
    expect(browser).toMatch(/^[\w-]{11,16}$/)
    expect(cookie?.value).toBe(await signed(`credentials|${who}|${browser}`))
    expect(cookie?.attributes).toMatchObject({ maxAge: 31_536_000, httpOnly: true, path: '/' })
    expect(await findLastSignIn(ctx)).toEqual({ providerId: 'credentials', who, browser })
  })

  it('knows the name that was typed, and no other', async () => {
    const ctx = await comeBack('credentials', 'ada')
    expect(await findKnownBrowser(ctx, 'ada')).toBeDefined()
    expect(await findKnownBrowser(ctx, 'bob')).toBeUndefined()
    expect(await findKnownBrowser(openTestContext().ctx, 'ada')).toBeUndefined()
  })

  it('has an id of its own in each browser, and another one for another name', async () => {
    const ctx = await comeBack('credentials', 'ada')
    const known = await findKnownBrowser(ctx, 'ada')
    expect(await findKnownBrowser(await comeBack('credentials', 'ada'), 'ada')).not.toBe(known)
    const same = await comeBack('credentials', 'ada', ctx)
    expect(await findKnownBrowser(same, 'ada')).toBe(known)
    const other = await comeBack('credentials', 'bob', ctx)
    expect(await findKnownBrowser(other, 'bob')).not.toBe(known)
  })

  it('keeps that name through a sign-in without one', async () => {
    const ctx = await comeBack('github', undefined, await comeBack('credentials', 'ada'))
    expect((await findLastSignIn(ctx))?.providerId).toBe('github')
    expect(await findKnownBrowser(ctx, 'ada')).toBeDefined()
  })

  it('has no name where none was ever typed', async () => {
    const ctx = await comeBack('github')
    expect(await findLastSignIn(ctx)).toMatchObject({ providerId: 'github', who: '' })
  })

  it('is not set again when it is the same', async () => {
    const ctx = await comeBack('credentials', 'ada')
    await keepLastSignIn(ctx, 'credentials', 'ada')
    expect(ctx.jar.changes()).toEqual([])
  })

  it('is unknown when the cookie was not written by this app', async () => {
    expect(await findLastSignIn(holding(await signed('github|x|y')))).toBeDefined()
    const forged = [
      'github|x|y',
      'github|x|y|',
      'github|x|y|proof',
      await signed('github|x'),
      await signed('github|x|'),
      `${await signed('github|x|y')}|more`,
      await signed('|x|y'),
      await signed('github'),
      await signed('github|x|y', 'csrf'),
      'github',
      '',
    ]
    for (const value of forged) {
      expect(await findLastSignIn(holding(value)), value).toBeUndefined()
    }
  })
})
