import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createAttempt, type Attempt } from '../../../src/oauth/attempt.js'
import {
  authorizationParameters,
  authorizationUrl,
} from '../../../src/oauth/authorization-request.js'
import type { RelyingParty } from '../../../src/oauth/relying-party.js'
import { partyOf } from './relying-party.js'

const redirectUri = 'https://app.test/auth/callback/op'

const ours = ['client_id', 'code_challenge', 'code_challenge_method', 'nonce', 'redirect_uri']
const alsoOurs = ['request', 'request_uri', 'response_mode', 'response_type', 'state']

function attemptOf(changes: Partial<Attempt> = {}): Attempt {
  const facts = { issuer: '', startedAt: 0, redirectUri, callbackUrl: undefined, linkTo: undefined }
  return { ...createAttempt(partyOf(), facts), ...changes }
}

async function parametersOf(
  changes: Partial<RelyingParty> = {},
  wishes: readonly (readonly [string, string])[] = [],
  attempt: Partial<Attempt> = {},
): Promise<Record<string, string>> {
  const party = partyOf({ type: 'oauth', ...changes })
  return Object.fromEntries(await authorizationParameters(party, attemptOf(attempt), wishes))
}

/** A client whose configuration sends these. */
function sending(params: Record<string, string>): Partial<RelyingParty> {
  return { authorization: { ...partyOf().authorization, params } }
}

const plain = {
  scope: 'openid profile email',
  response_type: 'code',
  client_id: 'client-1',
  redirect_uri: redirectUri,
}

describe('an authorization request', () => {
  it('asks for a code, for this client, to be brought here', async () => {
    expect(await parametersOf()).toEqual(plain)
  })

  it('has the checks of its attempt', async () => {
    const codeVerifier = 'a verifier'
    const checks = { state: 'a state', nonce: 'a nonce', codeVerifier }
    expect(await parametersOf({}, [], checks)).toEqual({
      ...plain,
      state: 'a state',
      nonce: 'a nonce',
      code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
      code_challenge_method: 'S256',
    })
  })

  it('asks an OpenID provider for the usual scopes, unless it is told which', async () => {
    expect(await parametersOf({ type: 'oidc' })).toMatchObject({ scope: 'openid profile email' })
    const told = { type: 'oidc', ...sending({ scope: 'openid' }) } as const
    expect(await parametersOf(told)).toMatchObject({ scope: 'openid' })
  })

  it('asks plain OAuth for the usual scopes as well, and for none when the scope is empty', async () => {
    expect(await parametersOf({ type: 'oauth' })).toMatchObject({ scope: 'openid profile email' })
    const told = { type: 'oauth', ...sending({ scope: 'read' }) } as const
    expect(await parametersOf(told)).toMatchObject({ scope: 'read' })
    const none = { type: 'oauth', ...sending({ scope: '' }) } as const
    expect(await parametersOf(none)).not.toHaveProperty('scope')
  })

  it('has the response type of a plain OAuth provider, and asks OpenID providers for a code', async () => {
    const own = sending({ response_type: 'Assertion' })
    expect(await parametersOf({ type: 'oauth', ...own })).toMatchObject({
      response_type: 'Assertion',
    })
    expect(await parametersOf({ type: 'oidc', ...own })).toMatchObject({ response_type: 'code' })
  })

  it('grants the wishes of a visitor', async () => {
    const wishes = [['login_hint', 'ada']] as const
    expect(await parametersOf(sending({ login_hint: 'bob', a: 'b' }), wishes)).toEqual({
      ...plain,
      login_hint: 'ada',
      a: 'b',
    })
  })

  it.each([...ours, ...alsoOurs])('does not let a visitor set %s', async (name) => {
    expect(await parametersOf({}, [[name, 'theirs']])).toEqual(plain)
  })

  it.each(['acr_values', 'claims', 'max_age'])(
    'lets a visitor ask for %s, but not for less than the configuration',
    async (name) => {
      expect(await parametersOf({}, [[name, 'theirs']])).toMatchObject({ [name]: 'theirs' })
      const configured = sending({ [name]: 'ours' })
      expect(await parametersOf(configured, [[name, 'theirs']])).toMatchObject({ [name]: 'ours' })
    },
  )

  it('asks for the ways to sign in that are required', async () => {
    const requiredAcr = ['one', 'two']
    expect(await parametersOf({ requiredAcr })).toMatchObject({ acr_values: 'one two' })
  })

  it('asks for a signed response where one must come', async () => {
    const signedResponses = true
    expect(await parametersOf({ signedResponses })).toMatchObject({ response_mode: 'jwt' })
    const configured = (mode: string): Promise<Record<string, string>> =>
      parametersOf({ signedResponses, ...sending({ response_mode: mode }) })
    expect(await configured('form_post.jwt')).toMatchObject({ response_mode: 'form_post.jwt' })
    expect(await configured('jwt.form')).toMatchObject({ response_mode: 'jwt' })
    expect(await parametersOf(sending({ response_mode: 'form_post' }))).toMatchObject({
      response_mode: 'form_post',
    })
  })
})

describe('the address that the browser is sent to', () => {
  const server = {
    issuer: 'https://op.test',
    authorization_endpoint: 'https://op.test/authorize?a=b',
    pushed_authorization_request_endpoint: 'https://op.test/par',
  }
  const params = new URLSearchParams({ c: 'd' })

  /** Where the browser goes, and what was pushed before. */
  async function visit(changes: Partial<RelyingParty>, metadata: object): Promise<string[]> {
    const pushed: string[] = []
    const fetch: RelyingParty['fetch'] = async (input, init) => {
      const request = new Request(input, init)
      pushed.push(`${request.url} ${await request.text()}`)
      return Response.json({ request_uri: 'urn:1', expires_in: 60 }, { status: 201 })
    }
    const party = partyOf({ fetch, client: { token_endpoint_auth_method: 'none' }, ...changes })
    const url = await authorizationUrl(party, { ...server, ...metadata }, params)
    return [url.href, ...pushed]
  }

  it('has the parameters, beside those of the endpoint', async () => {
    expect(await visit({}, {})).toEqual(['https://op.test/authorize?a=b&c=d'])
  })

  it('has a reference where the request was pushed', async () => {
    const expected = [
      'https://op.test/authorize?a=b&client_id=client-1&request_uri=urn%3A1',
      'https://op.test/par c=d&client_id=client-1',
    ]
    expect(await visit({ pushedRequests: true }, {})).toEqual(expected)
    const required = { require_pushed_authorization_requests: true }
    expect(await visit({}, required)).toEqual(expected)
  })
})
