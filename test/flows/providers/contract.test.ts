import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { setEnvDefaults } from '../../../src/core.js'
import { environmentName } from '../../../src/config/variables.js'
import type { AuthConfig } from '../../../src/model/config.js'
import type { Provider } from '../../../src/model/provider.js'
import { expectRefused, expectSignedIn } from '../../support/oauth/sign-in.js'
import { fixtureFiles, loadCatalogue, providerFiles } from './catalogue.js'
import type { Fixture, ServiceCall, TokenCall, Wanted } from './fixture.js'
import {
  accessToken,
  at,
  clientId,
  clientSecret,
  merge,
  type Received,
  type Service,
} from './service.js'
import { userNameIds } from './user-name-ids.js'
import { complete, renew, signInAtService, type Visit } from './visit.js'

const catalogue = await loadCatalogue()

it('every provider has a fixture, and every fixture a provider', () => {
  expect(fixtureFiles.toSorted()).toEqual(providerFiles.toSorted())
})

describe.each(catalogue)('$id', ({ id, factory, fixture }) => {
  it('signs in, asked and answering as its documentation says', async () => {
    const visited = await signInAtService(factory, fixture)
    expectSignedIn(visited.browser, visited.response)
    expect(visited.app.codes('error')).toEqual([])
    expect(visited.user).toEqual(complete(fixture.user))
    expectAuthorizationRequest(fixture, visited.location)
    expectCodeRequest(fixture, visited)
    if (fixture.userinfo) expectUserinfoRequest(fixture.userinfo, visited)
  })

  it('lets a person refuse', async () => {
    const visited = await signInAtService(factory, fixture, {
      params: fixture.denied ?? { error: 'access_denied', error_description: 'No.' },
    })
    const location = await expectRefused(visited.browser, visited.response, 'OAuthCallbackError')
    expect(location.searchParams.get('code')).toBe('access_denied')
    expect(visited.service.received.filter(({ url }) => url === fixture.token.url)).toEqual([])
  })

  it('says that a scope was refused', async () => {
    const visited = await signInAtService(factory, fixture, { params: { error: 'invalid_scope' } })
    const location = await expectRefused(visited.browser, visited.response, 'OAuthCallbackError')
    expect(location.searchParams.get('code')).toBe('invalid_scope')
  })

  it('understands how the service refuses a code', async () => {
    const {
      status = 400,
      body,
      says = 'invalid_grant',
    } = fixture.tokenError ?? {
      body: { error: 'invalid_grant', error_description: `code-1 ${clientSecret}` },
    }
    const visited = await signInAtService(factory, fixture, {
      tokenAnswer: Response.json(body, { status }),
    })
    await expectRefused(visited.browser, visited.response, 'OAuthCallbackError')
    const log = inspectLog(visited)
    expect(log).toContain(`the server says "${says}"`)
    expect(log).not.toContain(clientSecret)
  })

  if (fixture.userinfo) {
    it('does not sign the user in when the profile is refused', async () => {
      const userinfoAnswer = Response.json({ error: accessToken }, { status: 401 })
      const visited = await signInAtService(factory, fixture, { userinfoAnswer })
      expect(visited.user).toBeUndefined()
      await expectRefused(visited.browser, visited.response)
      expect(inspectLog(visited)).not.toContain(accessToken)
    })
  }

  if (fixture.withoutEmail) {
    it('signs in someone without e-mail address', async () => {
      const { user } = await signInAtService(factory, fixture, fixture.withoutEmail ?? {})
      expect(user).toMatchObject({ id: fixture.user.id, email: '', verified: false })
    })
  }

  if (typeof fixture.unverified === 'object' && fixture.unverified) {
    it('does not take an unverified address for proven', async () => {
      const { user } = await signInAtService(factory, fixture, Object(fixture.unverified))
      expect(user).toMatchObject({ id: fixture.user.id, verified: false })
      expect(user?.email).not.toBe('')
    })
  }

  it('never calls an address verified without a flag of the service', () => {
    if (fixture.unverified === null) expect(fixture.user.verified ?? false).toBe(false)
    if (fixture.withoutEmail === null) expect(fixture.user.email).toBeUndefined()
  })

  it('does not invent an id', async () => {
    const [first = ''] = fixture.idAt
    expect(readAt(first, fixture.profile)).toBeDefined()
    for (const value of [undefined, null, '', {}, true, Number.MAX_SAFE_INTEGER + 1]) {
      const profile = fixture.idAt.map((path) => at(path, value)).reduce(merge, {})
      const { user } = await signInAtService(factory, fixture, { profile })
      expect([value, user]).toEqual([value, undefined])
    }
  })

  if (!(id in userNameIds)) {
    it('does not use a user name or an address as the id', () => {
      const last = fixture.idAt.map((path) => path.split('.').at(-1) ?? '')
      expect(last.filter((name) => /name|login$|mail|slug|handle|vanity/i.test(name))).toEqual([])
      expect(namesIn(fixture.profile)).not.toContain(fixture.user.id)
    })
  }

  if (fixture.refresh) {
    it('refreshes tokens as its documentation says', async () => {
      const { service, tokens } = await renew(factory, fixture)
      expect(tokens.access_token).toEqual(expect.any(String))
      expect(tokens.access_token).not.toBe('old-access-token')
      const call = { ...fixture.token, ...fixture.refresh }
      expectTokenRequest(call, service, {
        grant_type: 'refresh_token',
        refresh_token: 'refresh-1',
        ...fixture.refresh?.fields,
      })
    })
  }

  it('takes its client and its variables from the environment', () => {
    const texts = Object.entries(fixture.options ?? {}).filter(
      ([, value]) => typeof value === 'string',
    )
    const given = { id: clientId, secret: clientSecret, ...Object.fromEntries(texts) }
    const env = new Map(
      Object.entries(given).map(([name, value]) => [environmentName(id, name), value]),
    )
    const config: AuthConfig = { providers: [factory as Provider] }
    setEnvDefaults({ get: (name) => env.get(name) }, config)
    const { variables, issuer } = factory()
    const names = Object.keys({ ...variables, ...(issuer === undefined && { issuer }) })
    const read = texts.filter(([name]) => names.includes(name))
    expect(config.providers[0]).toMatchObject({
      clientId,
      clientSecret,
      ...Object.fromEntries(read),
    })
  })
})

function expectAuthorizationRequest(fixture: Fixture, location: string): void {
  const { origin, pathname, searchParams } = new URL(location)
  expect(origin + pathname).toBe(fixture.authorization)
  const has = (check: 'state' | 'pkce' | 'nonce', value: string): string | undefined =>
    fixture.checks.includes(check) ? (searchParams.get(value) ?? 'missing') : undefined
  expectWanted(Object.fromEntries(searchParams), {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: expect.stringMatching(/^https:\/\/app\.test\/auth\/callback\/[\w-]+$/),
    state: has('state', 'state'),
    nonce: has('nonce', 'nonce'),
    code_challenge: has('pkce', 'code_challenge'),
    code_challenge_method: fixture.checks.includes('pkce') ? 'S256' : undefined,
    ...(fixture.type === 'oidc' && { scope: 'openid profile email' }),
    ...fixture.authorizationParams,
  })
  expect(searchParams.get('state')).not.toBeNull()
}

function expectCodeRequest({ token, checks }: Fixture, { service, location }: Visit): void {
  expectTokenRequest(token, service, {
    grant_type: 'authorization_code',
    code: 'code-1',
    redirect_uri: new URL(location).searchParams.get('redirect_uri') ?? undefined,
    code_verifier: checks.includes('pkce') ? expect.any(String) : undefined,
    ...token.fields,
  })
}

function expectTokenRequest(token: TokenCall, { received }: Service, fields: Wanted): void {
  const request = onlyRequest(received, token.url)
  expect([request.method, request.sentAs]).toEqual([token.method ?? 'POST', token.sentAs ?? 'form'])
  expectWanted(request.fields, {
    ...(token.auth !== 'own' && clientFields[token.auth]),
    ...fields,
  })
  const isBasic = token.auth === 'client_secret_basic'
  expectWanted(Object.fromEntries(request.headers), {
    accept: expect.stringContaining('application/json'),
    authorization: isBasic ? `Basic ${btoa(`${clientId}:${clientSecret}`)}` : undefined,
    ...token.headers,
  })
}

const clientFields: Readonly<Record<Exclude<TokenCall['auth'], 'own'>, Wanted>> = {
  client_secret_basic: { client_secret: undefined },
  client_secret_post: { client_id: clientId, client_secret: clientSecret },
  none: { client_id: clientId, client_secret: undefined },
}

function expectUserinfoRequest(userinfo: ServiceCall, { service }: Visit): void {
  const request = onlyRequest(service.received, userinfo.url)
  expect([request.method, request.sentAs]).toEqual([
    userinfo.method ?? 'GET',
    userinfo.sentAs ?? 'query',
  ])
  expectWanted(request.fields, userinfo.fields ?? {})
  expectWanted(Object.fromEntries(request.headers), {
    accept: expect.stringContaining('json'),
    'user-agent': expect.any(String),
    authorization: `Bearer ${accessToken}`,
    ...userinfo.headers,
  })
}

function expectWanted(got: Readonly<Record<string, unknown>>, wanted: object): void {
  const names = Object.keys(wanted)
  expect(Object.fromEntries(names.map((name) => [name, got[name]]))).toEqual(wanted)
}

function onlyRequest(received: readonly Received[], wanted: string): Received {
  const requests = received.filter(({ url }) => url === wanted)
  expect(requests.map(({ url }) => url)).toEqual([wanted])
  return requests[0] as Received
}

function inspectLog({ app }: Visit): string {
  return inspect(app.logs, { depth: 10 })
}

function readAt(path: string, value: unknown): unknown {
  return path.split('.').reduce((inner, name) => Object(inner)[name], value)
}

/** The user names and addresses in a profile, at any depth. */
function namesIn(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) =>
    /^(?:user_?name|login|email|preferred_username|nickname|screen_name|slug)$/i.test(name)
      ? [member]
      : namesIn(member),
  )
}
