import { describe, expect, it } from 'vitest'
import { makeOAuthApp, makeProvider, oidc } from '../../support/oauth/sign-in.js'
import { auth } from './auth.js'
import { openSite } from './site.js'
import { resultOf, type Visitor } from './visitor.js'

async function openVisitor(): Promise<Visitor> {
  const { config } = makeOAuthApp([oidc(await makeProvider())])
  return openSite({ config: () => config }).visitor()
}

function promptOf(url: string | null | undefined): string | null {
  const { origin, searchParams } = new URL(url ?? 'about:blank')
  expect(origin).toBe('https://op.test')
  return searchParams.get('prompt')
}

describe('`authorizationParams` of the sign-in action', () => {
  it.each<[string, string | Record<string, string>]>([
    ['text', 'prompt=login&display=page'],
    ['text with a question mark', '?prompt=login'],
    ['a map', { prompt: 'login', display: 'page' }],
    ['the text of URLSearchParams', new URLSearchParams({ prompt: 'login' }).toString()],
  ])('reach the authorization URL from `submit()` as %s', async (_, authorizationParams) => {
    const visitor = await openVisitor()
    const input = { providerId: 'op', authorizationParams }
    expect(promptOf((await visitor.submit(auth.useSignIn, input)).leftTo)).toBe('login')
  })

  it.each<[string, Record<string, string>]>([
    ['text', { authorizationParams: 'prompt=login' }],
    ['a map', { 'authorizationParams.prompt': 'login' }],
  ])('reach the authorization URL from a form as %s', async (_, fields) => {
    const visitor = await openVisitor()
    const { location } = await visitor.post(auth.useSignIn, { providerId: 'op', ...fields })
    expect(promptOf(location)).toBe('login')
  })

  it('are refused with the cure when `submit()` was given a URLSearchParams', async () => {
    const visitor = await openVisitor()
    const authorizationParams = new URLSearchParams({ prompt: 'login' })
    const input = { providerId: 'op', authorizationParams }
    const { leftTo, result } = await visitor.submit(auth.useSignIn, input)
    expect(leftTo).toBeUndefined()
    expect(result).toMatchObject({
      failed: true,
      fieldErrors: { authorizationParams: [expect.stringContaining('`toString()`')] },
    })
  })

  it('may be an empty text or missing', async () => {
    const visitor = await openVisitor()
    const answer = await visitor.post(auth.useSignIn, { providerId: 'op', authorizationParams: '' })
    expect(promptOf(answer.location)).toBeNull()
    expect(resultOf(auth.useSignIn, answer)).toBeUndefined()
  })
})
