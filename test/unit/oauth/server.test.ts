import { afterEach, describe, expect, it, vi } from 'vitest'
import { OAuthMetadataInvalid, OAuthRequestFailed } from '../../../src/errors/oauth-errors.js'
import type { RelyingParty } from '../../../src/oauth/relying-party.js'
import { hasName, loadServer, type Server } from '../../../src/oauth/server.js'
import { partyOf } from './relying-party.js'

const document = {
  issuer: 'https://op.test',
  authorization_endpoint: 'https://op.test/authorize',
  token_endpoint: 'https://op.test/token',
  userinfo_endpoint: 'https://op.test/userinfo',
  jwks_uri: 'https://op.test/jwks',
}

interface Loaded {
  readonly server: Server
  /** The addresses that were asked. */
  readonly asked: readonly string[]
}

async function load(
  changes: Partial<RelyingParty> = {},
  metadata: object | Response = document,
): Promise<Loaded> {
  const asked: string[] = []
  const fetch: RelyingParty['fetch'] = async (input, init) => {
    const request = new Request(input, init)
    asked.push(`${request.url} ${request.headers.get('accept')}`)
    return metadata instanceof Response ? metadata.clone() : Response.json(metadata)
  }
  return { server: await loadServer(partyOf({ fetch, ...changes })), asked }
}

const { authorization, token, userinfo } = partyOf()

const configured: Partial<RelyingParty> = {
  authorization: { ...authorization, url: 'https://own.test/authorize' },
  token: { ...token, url: 'https://own.test/token' },
  userinfo: { ...userinfo, url: 'https://own.test/userinfo' },
  jwksUri: 'https://own.test/jwks',
}

afterEach(() => void vi.useRealTimers())

describe('what is known of a server', () => {
  it('is discovered', async () => {
    const { server, asked } = await load()
    expect(server).toEqual(document)
    expect(asked).toEqual(['https://op.test/.well-known/openid-configuration application/json'])
  })

  it('is discovered at the issuer, with or without a slash, or where the config says', async () => {
    const slashed = { ...document, issuer: 'https://op.test/' }
    expect((await load({ issuer: 'https://op.test/' }, slashed)).asked[0]).toMatch(
      /^https:\/\/op\.test\/\.well-known\/openid-configuration /,
    )
    const { asked } = await load({ wellKnown: 'https://op.test/metadata' })
    expect(asked).toEqual(['https://op.test/metadata application/json'])
  })

  it('is taken from a complete config without a request', async () => {
    const { server, asked } = await load(configured)
    expect(server).toEqual({
      issuer: 'https://op.test',
      authorization_endpoint: 'https://own.test/authorize',
      token_endpoint: 'https://own.test/token',
      userinfo_endpoint: 'https://own.test/userinfo',
      jwks_uri: 'https://own.test/jwks',
    })
    expect(asked).toEqual([])
  })

  it('is configured before it is discovered, but for the spelling of the issuer', async () => {
    const { server } = await load({ token: { ...token, url: 'https://own.test/token' } })
    expect(server).toEqual({ ...document, token_endpoint: 'https://own.test/token' })
  })

  it.each<[string, Partial<RelyingParty>, number]>([
    ['plain OAuth needs no keys', { ...configured, type: 'oauth', jwksUri: undefined }, 0],
    ['OpenID Connect needs keys', { ...configured, jwksUri: undefined }, 1],
    ['an address to go to is needed', { ...configured, authorization }, 1],
    ['an address for tokens is needed', { ...configured, token }, 1],
    ['an ID token may say it all', { ...configured, userinfo }, 0],
    ['user info may be asked', { ...configured, userinfo, profileFromIdToken: false }, 1],
    ['plain OAuth asks it', { ...configured, type: 'oauth', userinfo }, 1],
    [
      'unless a handler does',
      {
        ...configured,
        type: 'oauth',
        userinfo: { ...userinfo, request: () => ({}) },
      },
      0,
    ],
  ])('is asked for when something is missing: %s', async (_what, changes, times) => {
    expect((await load(changes)).asked).toHaveLength(times)
  })

  it('is asked for once, by issuer and address', async () => {
    let asked = 0
    const fetch: RelyingParty['fetch'] = async () => {
      asked += 1
      return Response.json(document)
    }
    await loadServer(partyOf({ fetch }))
    await loadServer(partyOf({ fetch }))
    expect(asked).toBe(1)
    await loadServer(partyOf({ fetch, wellKnown: 'https://op.test/other' }))
    expect(asked).toBe(2)
    await loadServer(partyOf({ fetch, wellKnown: 'https://op.test/other', issuer: undefined }))
    expect(asked).toBe(3)
    const stranger = partyOf({
      fetch,
      wellKnown: 'https://op.test/other',
      issuer: 'https://x.test',
    })
    await expect(loadServer(stranger)).rejects.toThrow(OAuthMetadataInvalid)
  })

  it('is asked for again after an hour', async () => {
    const now = 1_900_000_000_000
    vi.useFakeTimers({ toFake: ['Date'], now })
    let asked = 0
    const fetch: RelyingParty['fetch'] = async () => Response.json({ ...document, asked: ++asked })
    const load = async (): Promise<unknown> => (await loadServer(partyOf({ fetch })))['asked']
    expect(await load()).toBe(1)
    vi.setSystemTime(now + 3_599_999)
    expect(await load()).toBe(1)
    vi.setSystemTime(now + 3_600_000)
    expect(await load()).toBe(2)
  })

  it('stays in use with one warning while it cannot be loaded again', async () => {
    const now = 1_900_000_000_000
    const hour = 3_600_000
    vi.useFakeTimers({ toFake: ['Date'], now })
    const answer = { status: 200 }
    const warnings: string[] = []
    const party = partyOf({
      fetch: async () => Response.json(document, answer),
      warn: (code, message) => warnings.push(`${code}: ${message}`),
    })
    const { issuer } = await loadServer(party)
    answer.status = 503
    for (const at of [1, 2, 3]) {
      vi.setSystemTime(now + at * hour)
      expect((await loadServer(party)).issuer).toBe(issuer)
    }
    expect(warnings).toEqual([
      expect.stringMatching(
        /^old-metadata-in-use: The metadata of the provider "op" .* answers 503/,
      ),
    ])
    answer.status = 200
    vi.setSystemTime(now + 4 * hour)
    await loadServer(party)
    answer.status = 503
    vi.setSystemTime(now + 5 * hour)
    await loadServer(party)
    expect(warnings).toHaveLength(2)
    vi.setSystemTime(now + 29 * hour)
    await expect(loadServer(party)).rejects.toThrow(OAuthMetadataInvalid)
  })

  it('is remembered of two hundred servers: the oldest goes first', async () => {
    let asked = 0
    const fetch: RelyingParty['fetch'] = async () => Response.json({ ...document, asked: ++asked })
    const askedAt = async (at: number): Promise<number> => {
      await loadServer(partyOf({ fetch, wellKnown: `https://op.test/${at}` }))
      return asked
    }
    for (let at = 0; at < 200; at++) await askedAt(at)
    expect(await askedAt(0)).toBe(200)
    expect(await askedAt(200)).toBe(201)
    expect(await askedAt(0)).toBe(202)
  })

  it('has an issuer, unless neither config nor metadata names one', async () => {
    expect(hasName((await load(configured)).server)).toBe(true)
    const { server } = await load({ ...configured, issuer: undefined })
    expect(server.issuer).toBe('https://issuer.invalid')
    expect(hasName(server)).toBe(false)
  })
})

describe('metadata', () => {
  const other = { ...document, issuer: 'https://other.test' }

  it('is that of the issuer that was configured, or that the address names', async () => {
    await expect(load({}, other)).rejects.toThrow(OAuthMetadataInvalid)
    await expect(load({}, other)).rejects.toMatchObject({ cause: expect.any(Error) as Error })
    const wellKnown = 'https://op.test/.well-known/openid-configuration'
    expect((await load({ issuer: undefined, wellKnown })).server.issuer).toBe('https://op.test')
    await expect(load({ issuer: undefined, wellKnown }, other)).rejects.toThrow(
      OAuthMetadataInvalid,
    )
  })

  it('names its issuer if the config does not, or if the issuer is not fixed', async () => {
    const unnamed = { issuer: undefined, wellKnown: 'https://op.test/metadata' }
    expect((await load(unnamed, other)).server.issuer).toBe('https://other.test')
    const expectedIssuer = (): string => 'https://any.test'
    expect((await load({ expectedIssuer }, other)).server.issuer).toBe('https://other.test')
    for (const issuer of [undefined, 42]) {
      await expect(load(unnamed, { ...document, issuer })).rejects.toThrow(OAuthMetadataInvalid)
    }
    await expect(load(unnamed, [])).rejects.toThrow(OAuthMetadataInvalid)
  })

  it.each<[string, Response]>([
    ['it answers 404', Response.json({}, { status: 404 })],
    [
      'it answers 200 with text/html instead of JSON',
      new Response('<p>', { headers: { 'content-type': 'text/html;charset=utf-8' } }),
    ],
    ['it answers 200 with no content type instead of JSON', new Response(new Uint8Array(1))],
    ['it answers 200 without a body', new Response(new Uint8Array())],
    [
      'it answers 200 with JSON that cannot be parsed',
      new Response('{', { headers: { 'content-type': 'application/json' } }),
    ],
    ['it is about the issuer "https://other.test"', Response.json(other)],
    ['it is about the issuer ""', Response.json(null)],
    ['it is about the issuer ""', Response.json('text')],
    ['it is about the issuer ""', Response.json({ issuer: 42 })],
  ])('that cannot be used says why: %s', async (why, response) => {
    await expect(load({}, response)).rejects.toThrow(`cannot be used: ${why}. Check \`issuer\``)
  })

  it.each([
    ['authorization_endpoint', 'authorization'],
    ['token_endpoint', 'token'],
    ['jwks_uri', 'jwks_endpoint'],
    ['userinfo_endpoint', 'userinfo'],
  ])('without a usable %s says which option is missing', async (member, option) => {
    const party = { profileFromIdToken: false }
    for (const value of [undefined, 'no address', ['https://op.test/']]) {
      await expect(load(party, { ...document, [member]: value })).rejects.toThrow(
        `to have a ${member}, got ${typeof value}. Set \`${option}\` in its config.`,
      )
    }
    const plain = { ...document, [member]: 'http://op.test/' }
    await expect(load(party, plain)).rejects.toThrow(OAuthRequestFailed)
  })
})
