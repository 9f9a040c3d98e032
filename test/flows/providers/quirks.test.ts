import { exportPKCS8, generateKeyPair, jwtVerify } from 'jose'
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { customFetch } from '../../../src/core.js'
import type { OAuth2Config } from '../../../src/model/oauth.js'
import type { CallbackParamsType } from '../../../src/model/oauth-parameters.js'
import type { Profile, TokenSet } from '../../../src/model/records.js'
import Apple from '../../../src/providers/apple.js'
import AzureAD from '../../../src/providers/azure-ad.js'
import Bitbucket from '../../../src/providers/bitbucket.js'
import Discord, { type DiscordProfile } from '../../../src/providers/discord.js'
import EVEOnline from '../../../src/providers/eveonline.js'
import GitHub from '../../../src/providers/github.js'
import LinkedIn from '../../../src/providers/linkedin.js'
import Medium from '../../../src/providers/medium.js'
import MicrosoftEntraID from '../../../src/providers/microsoft-entra-id.js'
import StackExchange from '../../../src/providers/stackexchange.js'
import WeChat from '../../../src/providers/wechat.js'
import Zoho from '../../../src/providers/zoho.js'
import { makeApp } from '../../support/apps/app.js'
import { expectRefused, expectSignedIn } from '../../support/oauth/sign-in.js'
import apple from './fixtures/apple.js'
import azureAd from './fixtures/azure-ad.js'
import discord from './fixtures/discord.js'
import eveonline from './fixtures/eveonline.js'
import github, { enterprise } from './fixtures/github.js'
import linkedin from './fixtures/linkedin.js'
import medium from './fixtures/medium.js'
import microsoft from './fixtures/microsoft-entra-id.js'
import stackexchange from './fixtures/stackexchange.js'
import wechat from './fixtures/wechat.js'
import zoho from './fixtures/zoho.js'
import { accessToken, clientId, clientSecret } from './service.js'
import { signInAtService } from './visit.js'

describe('the issuer of a tenant', () => {
  const cloud = 'https://login.microsoftonline.com'
  const own = String(microsoft.profile['tid'])
  const other = '99999999-2222-3333-4444-555555555555'

  it.each([
    ['is another than that of the claims', { iss: `${cloud}/${other}/v2.0` }],
    ['is the blank one', { iss: `${cloud}/{tenantid}/v2.0` }],
    ['is on another host', { iss: `https://login.evil.test/${own}/v2.0` }],
    ['is missing', { iss: undefined }],
    ['has no tenant', { tid: undefined }],
  ])('is refused when it %s', async (_what, claims) => {
    const { browser, response } = await signInAtService(MicrosoftEntraID, microsoft, { claims })
    await expectRefused(browser, response)
  })

  it('is that of the configured tenant, when there is one', async () => {
    const single = {
      ...microsoft,
      options: { tenant: own },
      wellKnown: `${cloud}/${own}/v2.0/.well-known/openid-configuration`,
      metadata: { issuer: `${cloud}/${own}/v2.0` },
    }
    const fine = await signInAtService(MicrosoftEntraID, single)
    expectSignedIn(fine.browser, fine.response)
    const claims = { iss: `${cloud}/${other}/v2.0`, tid: other }
    const foreign = await signInAtService(MicrosoftEntraID, single, { claims })
    await expectRefused(foreign.browser, foreign.response)
  })

  it('can be given whole, as Auth.js has it', async () => {
    const given = { ...microsoft, options: { issuer: `${cloud}/organizations/v2.0` } }
    const { browser, response } = await signInAtService(MicrosoftEntraID, given)
    expectSignedIn(browser, response)
  })

  it('may have an alias, and no other', async () => {
    const claims = { iss: 'evil.eveonline.com' }
    const { browser, response } = await signInAtService(EVEOnline, eveonline, { claims })
    await expectRefused(browser, response)
  })
})

describe('Apple', () => {
  it('gets a secret that was signed for this request', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
    const pem = await exportPKCS8(privateKey)
    for (const text of [pem, pem.replaceAll('\n', '\\n')]) {
      const key = { teamId: 'team-1', keyId: 'key-1', privateKey: text }
      const given = { ...apple, options: { key, clientSecret: undefined } }
      const { browser, response, service } = await signInAtService(Apple, given)
      expectSignedIn(browser, response)
      const request = service.received.find(({ url }) => url === apple.token.url)
      const secret = String(request?.fields['client_secret'])
      const { payload, protectedHeader } = await jwtVerify(secret, publicKey)
      expect(protectedHeader).toEqual({ alg: 'ES256', kid: 'key-1' })
      const facts = { iss: 'team-1', sub: clientId, aud: 'https://appleid.apple.com' }
      expect(payload).toMatchObject(facts)
      expect(Number(payload.exp) - Number(payload.iat)).toBe(300)
    }
  })

  it.each([
    ['no name', undefined],
    ['no JSON', '{"name":'],
    ['null', 'null'],
    ['an odd name', '{"name":{"firstName":{"a":1},"lastName":7}}'],
  ])('calls a person by the address when the browser brings %s', async (_what, user) => {
    const { user: found } = await signInAtService(Apple, { ...apple, callback: { user } })
    expect(found).toMatchObject({ name: apple.user.email, email: apple.user.email })
  })

  it('cuts a long name', async () => {
    const user = JSON.stringify({ name: { firstName: 'a'.repeat(5000) } })
    const { user: found } = await signInAtService(Apple, { ...apple, callback: { user } })
    expect(found?.name).toBe('a'.repeat(100))
  })
})

describe('Zoho', () => {
  it.each(['https://accounts.zoho.com.evil.test', 'https://evil.test/accounts.zoho.in', 'x', ''])(
    'sends the code to no other server than its own: %s',
    async (server) => {
      const callback = { 'accounts-server': server }
      const { service } = await signInAtService(Zoho, { ...zoho, callback })
      const asked = service.received.map(({ url }) => new URL(url).hostname)
      expect([...new Set(asked)]).toEqual(['accounts.zoho.eu'])
    },
  )
})

describe('WeChat', () => {
  it('gets the parameters in its order, and its fragment', async () => {
    const { location } = await signInAtService(WeChat, wechat)
    const { searchParams, hash } = new URL(location)
    const names = ['appid', 'redirect_uri', 'response_type', 'scope', 'state']
    expect([...searchParams.keys()]).toEqual(names)
    expect(hash).toBe('#wechat_redirect')
  })

  it('knows the person by the app when there is no id for all apps', async () => {
    const { user } = await signInAtService(WeChat, wechat, { profile: { unionid: undefined } })
    expect(user?.id).toBe(wechat.profile['openid'])
  })
})

describe('Discord', () => {
  it.each<[Partial<DiscordProfile>, string]>([
    [{ avatar: 'b1' }, 'avatars/80351110224678912/b1.png'],
    [{ avatar: null }, 'embed/avatars/5.png'],
    [{ avatar: null, discriminator: '1337' }, 'embed/avatars/2.png'],
  ])('has a picture for everyone: %o', async (profile, path) => {
    const { user } = await signInAtService(Discord, discord, { profile })
    expect(user?.image).toBe(`https://cdn.discordapp.com/${path}`)
  })
})

describe('GitHub', () => {
  it('can be a server of your own', async () => {
    const { browser, response, user } = await signInAtService(GitHub, enterprise)
    expectSignedIn(browser, response)
    expect(user).toEqual({ ...github.user, verified: false })
  })

  it('vouches as a server of your own only if the app allows it', async () => {
    const make = (given: object): unknown => GitHub({ ...given, vouchesForEmail: true })
    expect((await signInAtService(make, enterprise)).user).toEqual(github.user)
  })

  it('keeps the public address, with what is known of it', async () => {
    const { user } = await signInAtService(GitHub, github, {
      profile: { email: 'old@example.test' },
    })
    expect(user).toMatchObject({ email: 'old@example.test', verified: true })
    const unlisted = await signInAtService(GitHub, github, { profile: { email: 'x@example.test' } })
    expect(unlisted.user).toMatchObject({ email: 'x@example.test', verified: false })
  })

  it('says nothing about the public address if the user refused the scope for addresses', async () => {
    const profile = { email: 'ada@example.test' }
    const others = { 'https://api.github.com/user/emails': 404 }
    const adapter = memoryAdapter()
    await adapter.createUser?.({ id: 'user-1', ...profile, emailVerified: new Date(1) })
    const make = (given: object): unknown =>
      GitHub({ ...given, allowDangerousEmailAccountLinking: true })
    const linked = await signInAtService(make, github, { profile, others, adapter })
    expectSignedIn(linked.browser, linked.response)
    expect((await signInAtService(GitHub, github, { profile, others })).user?.verified).toBe(false)
  })

  it('refuses an answer of another issuer', async () => {
    const foreign = { ...github, callback: { iss: 'https://evil.test' } }
    const { browser, response } = await signInAtService(GitHub, foreign)
    await expectRefused(browser, response)
  })
})

describe.each([
  ['GitHub', GitHub(), []],
  ['Bitbucket', Bitbucket(), { values: [] }],
])('%s', (_name, { userinfo }, nothing) => {
  it('is asked for the person and the addresses at once', async () => {
    if (typeof userinfo !== 'object' || !userinfo.request) throw new Error('It has a handler.')
    const asked: ((answer: Response) => void)[] = []
    const fetch = (): Promise<Response> => new Promise((resolve) => void asked.push(resolve))
    const tokens = { access_token: accessToken }
    const profile = userinfo.request({ tokens, fetch, provider: {} as never })
    expect(asked).toHaveLength(2)
    for (const answer of asked) answer(Response.json(nothing))
    await expect(profile).resolves.toMatchObject({ email_verified: undefined })
  })
})

describe('a callback URL that is not registered', () => {
  const callbackUrl = 'https://app.test/auth/callback/github'

  it('is named by the log, with the cure', async () => {
    const mismatch = { error: 'redirect_uri_mismatch' }
    const words = { error: 'invalid_grant', error_description: 'The redirect URI is wrong.' }
    const visits = [
      await signInAtService(GitHub, github, { params: mismatch }),
      await signInAtService(GitHub, github, { tokenAnswer: Response.json(mismatch) }),
      await signInAtService(GitHub, github, { tokenAnswer: Response.json(words, { status: 400 }) }),
    ]
    for (const { app } of visits) {
      expect(inspect(app.logs, { depth: 5 })).toContain(`Register ${callbackUrl} as a callback URL`)
    }
  })

  it('is not blamed for other refusals', async () => {
    const { app } = await signInAtService(GitHub, github, { params: { error: 'access_denied' } })
    expect(inspect(app.logs, { depth: 5 })).not.toContain('Register')
  })
})

describe('a variable in the addresses of a provider', () => {
  const acme: OAuth2Config<Profile> = {
    id: 'acme-id',
    name: 'Acme',
    type: 'oauth',
    clientId,
    clientSecret,
    variables: { dataCentre: undefined },
    authorization: 'https://{dataCentre}.acme.test/authorize',
    token: { url: 'https://{dataCentre}.acme.test/token' },
    userinfo: 'https://{dataCentre}.acme.test/me',
  }

  it('is named, with the environment variable, when it has no value', async () => {
    const app = makeApp({ providers: [acme] })
    const response = await app.browser().fetch('/auth/providers')
    expect(await response.json()).toEqual({})
    const log = inspect(app.logs, { depth: 5 })
    expect(log).toContain('Set AUTH_ACME_ID_DATA_CENTRE or the option `dataCentre`.')
  })

  it('is filled in wherever it stands', async () => {
    const asked: string[] = []
    const fetch = async (input: unknown): Promise<Response> => {
      asked.push(String(input))
      return Response.json({ access_token: 'a', id: 7 })
    }
    const { browser, response, location } = await signInAtService(
      (given) => ({ ...acme, ...given, options: { dataCentre: 'eu', [customFetch]: fetch } }),
      github,
    )
    expectSignedIn(browser, response)
    expect(location).toMatch(/^https:\/\/eu\.acme\.test\/authorize\?/)
    expect(asked).toEqual(['https://eu.acme.test/token', 'https://eu.acme.test/me'])
  })
})

describe('what a provider calls by itself', () => {
  const called = async (url: string, answer: Response) => {
    const fetch = async (): Promise<Response> => answer
    const acme = (given: object): object => ({
      ...GitHub(),
      ...given,
      [customFetch]: fetch,
      token: { url: 'https://a.test/token', request: () => ({ tokens: { access_token: 'a' } }) },
      userinfo: {
        request: async ({ fetch: call }: { fetch: (url: string) => Promise<Response> }) =>
          (await call(url)).json(),
      },
    })
    return signInAtService(acme, github)
  }

  it('is called as all else is: https, and no redirect', async () => {
    const fine = await called('https://a.test/me', Response.json({ id: 7 }))
    expectSignedIn(fine.browser, fine.response)
    const plain = await called('http://a.test/me', Response.json({ id: 7 }))
    await expectRefused(plain.browser, plain.response, 'OAuthRequestFailed')
    const moved = await called('https://a.test/me', Response.redirect('https://b.test/'))
    await expectRefused(moved.browser, moved.response, 'OAuthRequestFailed')
  })
})

describe('a callback with names of its own', () => {
  it('is read by those of the standard', async () => {
    const receive = ({ authCode }: CallbackParamsType) => ({ code: authCode, error: undefined })
    const acme = (given: object): object => {
      const { authorization, ...rest } = GitHub(given)
      return { ...rest, authorization: { ...Object(authorization), receive } }
    }
    const params = { authCode: 'code-7', error: 'none' }
    const { browser, response, service } = await signInAtService(acme, github, { params })
    expectSignedIn(browser, response)
    const request = service.received.find(({ url }) => url === github.token.url)
    expect(request?.fields).toMatchObject({ code: 'code-7' })
  })
})

describe('an error in the code of a provider', () => {
  const repeat = ({ access_token: token }: TokenSet): never => {
    throw new Error(`${token} ${clientSecret} is what I was given`)
  }

  it.each<[string, object]>([
    ['profile', { profile: (_profile: Profile, tokens: TokenSet) => repeat(tokens) }],
    [
      'userinfo.request',
      { userinfo: { request: ({ tokens }: { tokens: TokenSet }) => repeat(tokens) } },
    ],
  ])('repeats no secret in the log: %s', async (_name, code) => {
    const { app, user } = await signInAtService((given) => ({ ...GitHub(given), ...code }), github)
    expect(user).toBeUndefined()
    const log = inspect(app.logs, { depth: 10 })
    expect(log).toContain('is what I was given')
    expect(log).not.toContain(accessToken)
    expect(log).not.toContain(clientSecret)
  })
})

describe('services that say it in their own way', () => {
  it('answer 201 with tokens, and tell in milliseconds when they expire: medium', async () => {
    const tokens = { access_token: accessToken, token_type: 'Bearer', expires_at: 4575744000000 }
    const tokenAnswer = Response.json(tokens, { status: 201 })
    const { app, browser, response } = await signInAtService(Medium, medium, { tokenAnswer })
    expectSignedIn(browser, response)
    const keys = { provider: 'medium', providerAccountId: medium.user.id }
    const owner = await app.config.adapter?.getUserByAccount?.(keys)
    const accounts = await app.config.adapter?.listAccountsByUserId?.(owner?.id ?? '')
    expect(accounts?.[0]?.expires_at).toBe(4575744000)
  })

  it('are believed about an address that they call verified as text: linkedin', async () => {
    const profile = { ...linkedin.profile, email_verified: 'true' }
    expect((await signInAtService(LinkedIn, { ...linkedin, profile })).user?.verified).toBe(true)
  })

  it.each([
    ['microsoft-entra-id', MicrosoftEntraID, microsoft],
    ['azure-ad', AzureAD, azureAd],
  ])('are not believed without the claim about the domain: %s', async (_id, factory, fixture) => {
    const profile = { xms_edov: undefined, email_verified: true }
    expect((await signInAtService(factory, fixture, { profile })).user?.verified).toBe(false)
  })

  it("do not accept an id of one site in place of the network's id: stackexchange", async () => {
    const profile = { items: [{ user_id: 7, display_name: 'Ada' }] }
    const { browser, response } = await signInAtService(StackExchange, {
      ...stackexchange,
      profile,
    })
    await expectRefused(browser, response, 'OAuthProfileParseError')
  })
})
