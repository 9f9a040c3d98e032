import { describe, expect, it } from 'vitest'
import { refreshTokens } from '../../../src/core.js'
import type { OAuth2Config } from '../../../src/model/oauth.js'
import type { Profile } from '../../../src/model/records.js'
import { makeOAuthApp, makeProvider, oauth, signIn } from '../../support/oauth/sign-in.js'

type Overrides = Partial<OAuth2Config<Profile>>

/** Handlers that do themselves what the built-in code does, and know the addresses. */
const handlers = {
  authorization: {
    request: ({ params }) =>
      `https://op.test/authorization?${new URLSearchParams(params as Record<string, string>)}`,
  },
  token: {
    request: async ({ params, checks, provider, fetch }) => {
      const body = new URLSearchParams({
        grant_type: 'authorization_code',
        code: String(params['code']),
        redirect_uri: provider.callbackUrl,
        code_verifier: checks.code_verifier ?? '',
      })
      const secret = btoa(
        [provider.clientId, provider.clientSecret]
          .map((part) => encodeURIComponent(part ?? ''))
          .join(':'),
      )
      const headers = { authorization: `Basic ${secret}` }
      const response = await fetch('https://op.test/token', { method: 'POST', headers, body })
      return { tokens: (await response.json()) as Record<string, unknown> }
    },
  },
  userinfo: { request: async () => ({ sub: 'subject-1', name: 'Ada' }) },
} satisfies Overrides

describe('a plain OAuth provider whose endpoints have `request` and no `url`', () => {
  it.each<[string, Overrides]>([
    ['authorization', { authorization: handlers.authorization }],
    ['token', { token: handlers.token }],
    ['userinfo', { userinfo: handlers.userinfo }],
    ['authorization and token', { authorization: handlers.authorization, token: handlers.token }],
    ['all three', handlers],
    ['all three, with an issuer', { ...handlers, issuer: 'https://op.test' }],
  ])('signs in with %s', async (_, overrides) => {
    const fake = await makeProvider()
    const app = makeOAuthApp([oauth(fake, overrides)])
    const browser = app.browser()
    const response = await signIn(browser, fake)
    expect(response.headers.get('location')).toBe('https://app.test/welcome')
    expect(app.codes('error')).toEqual([])
    expect((await browser.session())?.user).toMatchObject({ name: 'Ada' })
    expect(fake.count('discovery')).toBe(0)
  })

  it('cannot refresh tokens without the URL of the token endpoint, and says so', async () => {
    const fake = await makeProvider()
    const { config } = makeOAuthApp([oauth(fake, { token: handlers.token })])
    const account = { provider: 'op', refresh_token: 'old' }
    await expect(refreshTokens(config, account)).rejects.toMatchObject({
      type: 'OAuthMetadataInvalid',
      message: expect.stringMatching(/"op".*`token`/s) as string,
    })
  })
})
