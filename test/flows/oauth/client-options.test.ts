import { describe, expect, it } from 'vitest'
import type { OAuth2Config } from '../../../src/model/oauth.js'
import type { Profile } from '../../../src/model/records.js'
import {
  makeOAuthApp,
  makeProvider,
  oauth,
  oidc,
  signIn,
  start,
} from '../../support/oauth/sign-in.js'

describe('a client that needs no secret', () => {
  it.each<[string, Partial<OAuth2Config<Profile>>]>([
    ['the method is `none`', { client: { token_endpoint_auth_method: 'none' } }],
    [
      '`token.request` exchanges the code',
      { token: { request: async () => ({ tokens: { access_token: 'a' } }) } },
    ],
  ])('is accepted without `clientSecret` when %s', async (_, overrides) => {
    const app = makeOAuthApp([
      oauth(await makeProvider(), { clientSecret: undefined, ...overrides }),
    ])
    expect(await start(app.browser())).toMatch(/^https:\/\/op\.test\/authorization\?/)
    expect(app.codes('error')).toEqual([])
  })

  it('still needs one when the method is `client_secret_post`', async () => {
    const client = { token_endpoint_auth_method: 'client_secret_post' }
    const app = makeOAuthApp([oauth(await makeProvider(), { clientSecret: undefined, client })])
    await app.browser().fetch('/auth/signin')
    expect(app.codes('error')).toEqual(['MissingClientSecret'])
  })
})

describe('`client.client_id`', () => {
  it('is the client id when `clientId` is missing', async () => {
    const fake = await makeProvider()
    const provider = oidc(fake, { clientId: undefined, client: { client_id: 'client-1' } })
    const app = makeOAuthApp([provider])
    const browser = app.browser()
    const response = await signIn(browser, fake)
    expect(app.codes('error')).toEqual([])
    expect(response.headers.get('location')).toBe('https://app.test/welcome')
  })
})

describe('the default `profile`', () => {
  it.each([
    ['picture', { picture: 'https://img.test/p.png' }, 'https://img.test/p.png'],
    ['image', { image: 'https://img.test/i.png' }, 'https://img.test/i.png'],
    [
      'picture before image',
      { picture: 'https://img.test/p.png', image: 'x' },
      'https://img.test/p.png',
    ],
    ['no object as a picture', { image: { url: 'x' } }, undefined],
  ])('knows %s', async (_, claims, image) => {
    const fake = await makeProvider({ person: { sub: 'subject-1', name: 'Ada', ...claims } })
    const browser = makeOAuthApp([oauth(fake)]).browser()
    await signIn(browser, fake)
    expect((await browser.session())?.user?.image).toBe(image)
  })
})
