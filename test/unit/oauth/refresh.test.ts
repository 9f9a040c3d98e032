import { describe, expect, it, vi } from 'vitest'
import { hiddenInLogs } from '../../../src/errors/hidden-values.js'
import type { TokenSet } from '../../../src/model/records.js'
import { createOAuthMemory } from '../../../src/oauth/oauth-memory.js'
import { refreshTokens } from '../../../src/oauth/refresh.js'
import type { RelyingParty } from '../../../src/oauth/relying-party.js'
import { fakeTime } from '../../support/fake-time.js'
import { patient } from '../../support/patient.js'
import { fakeKey, signClaims, toJwk, type Claims } from '../../support/oauth/fake-keys.js'
import { partyOf } from './relying-party.js'

const metadata = {
  issuer: 'https://op.test',
  authorization_endpoint: 'https://op.test/authorize',
  token_endpoint: 'https://op.test/token',
  jwks_uri: 'https://op.test/jwks',
  userinfo_endpoint: 'https://op.test/userinfo',
  id_token_signing_alg_values_supported: ['ES256'],
}
const now = (): number => Math.floor(Date.now() / 1000)
const plain = { access_token: 'new', token_type: 'bearer' }

async function idToken(changes: Claims = {}): Promise<string> {
  const claims = { iss: metadata.issuer, aud: 'client-1', sub: '42', iat: now(), exp: now() + 60 }
  return signClaims({ ...claims, ...changes }, await fakeKey('first', 'ES256'))
}

/** A service that gives these tokens, and the forms that it got. */
function serviceOf(
  answer: object,
  changes: Partial<RelyingParty> = {},
): { party: RelyingParty; forms: Record<string, string>[] } {
  const forms: Record<string, string>[] = []
  const fetch: RelyingParty['fetch'] = async (input, init) => {
    const request = new Request(input, init)
    switch (request.url) {
      case metadata.token_endpoint:
        forms.push(Object.fromEntries(new URLSearchParams(await request.text())))
        return Response.json(answer)
      case metadata.jwks_uri:
        return Response.json({ keys: [await toJwk(await fakeKey('first', 'ES256'))] })
      default:
        return Response.json(metadata)
    }
  }
  const client = { token_endpoint_auth_method: 'none' }
  return { party: partyOf({ fetch, client, ...changes }), forms }
}

async function refresh(
  old: TokenSet,
  answer: object,
  changes: Partial<RelyingParty> = {},
): Promise<TokenSet> {
  return refreshTokens(serviceOf(answer, changes).party, { refresh_token: 'old', ...old })
}

describe('a refresh', () => {
  it('sends the refresh token and the parameters of the endpoint', async () => {
    const token = { ...partyOf().token, params: { resource: 'https://api.test' } }
    const { party, forms } = serviceOf(plain, { token })
    await refreshTokens(party, { refresh_token: 'old' })
    const form = { grant_type: 'refresh_token', refresh_token: 'old', client_id: 'client-1' }
    expect(forms).toEqual([{ ...form, resource: 'https://api.test' }])
  })

  it('is prepared with the old tokens', async () => {
    const seen: unknown[] = []
    const prepare = (_request: unknown, context: { readonly tokens: unknown }): undefined =>
      void seen.push(context.tokens)
    await refresh({ scope: 'a' }, plain, { token: { ...partyOf().token, prepare } })
    expect(seen).toEqual([{ refresh_token: 'old', scope: 'a' }])
  })

  it('keeps what the answer does not name', async () => {
    const old = { scope: 'a', access_token: 'old', id_token: 'kept' }
    const fresh = await refresh(old, { ...plain, expires_in: 60 })
    expect(fresh).toMatchObject({ ...old, refresh_token: 'old', access_token: 'new' })
    expect(fresh.expires_at).toBeGreaterThan(now() + 50)
  })

  it('needs a refresh token', () => {
    expect(() => refreshTokens(partyOf(), {})).toThrow('There is no refresh token.')
  })

  it('is one request for all who ask at once, and another for who asks later', async () => {
    const { party, forms } = serviceOf(plain)
    const ask = (token: string): Promise<TokenSet> => refreshTokens(party, { refresh_token: token })
    const [first, second] = await Promise.all([ask('a'), ask('a'), ask('b')])
    expect(first).toBe(second)
    expect(forms.map((form) => form['refresh_token'])).toEqual(['a', 'b'])
    await ask('a')
    expect(forms).toHaveLength(3)
  })

  it('is one for each provider', async () => {
    const [one, other] = [serviceOf(plain), serviceOf(plain, { id: 'other' })]
    await Promise.all([one, other].map(({ party }) => refreshTokens(party, { refresh_token: 'a' })))
    expect([one.forms.length, other.forms.length]).toEqual([1, 1])
  })

  it('conceals what was sent when it fails', async () => {
    const failed = refresh({}, { error: 'invalid_grant' })
    const error = (await failed.catch((thrown: unknown) => thrown)) as Error
    expect(hiddenInLogs(error)).toEqual(['old', 'a secret'])
  })

  it('says whose words it repeats', async () => {
    await expect(refresh({}, { error: 'invalid_client' })).rejects.toThrow(
      'Refresh request: the server says "invalid_client". Check `clientId`',
    )
  })
})

describe('a refresh that was cut off', () => {
  const longest = 60_000

  /** A service whose token endpoint answers when it is told to. */
  function slowService() {
    const time = fakeTime()
    const answers: ((answer: Response) => void)[] = []
    const fetch: RelyingParty['fetch'] = (input, init) =>
      new Request(input, init).url === metadata.token_endpoint
        ? new Promise((resolve) => void answers.push(resolve))
        : Promise.resolve(Response.json(metadata))
    const client = { token_endpoint_auth_method: 'none' }
    const party = partyOf({ fetch, client, memory: createOAuthMemory(time) })
    const ask = (token = 'a'): Promise<TokenSet> => {
      const asked = refreshTokens(party, { refresh_token: token })
      asked.catch(() => undefined)
      return asked
    }
    const answer = (at: number, accessToken: string): void =>
      answers[at]?.(Response.json({ ...plain, access_token: accessToken }))
    return { time, party, answers, ask, answer }
  }

  it('lets go of those who joined it, of whom one refreshes for all', async () => {
    const { time, answers, ask, answer } = slowService()
    void ask()
    await time.pass(longest - 1)
    const joined = [ask(), ask()]
    await time.pass(0)
    expect(answers).toHaveLength(1)
    await time.pass(1)
    await vi.waitUntil(() => answers.length > 1, patient)
    answer(1, 'second')
    const [one, other] = await Promise.all(joined)
    expect(one?.access_token).toBe('second')
    expect(other).toBe(one)
    expect(answers).toHaveLength(2)
    expect(time.timers).toBe(0)
  })

  it('is forgotten when the time is over and another one begins', async () => {
    const { time, party, ask } = slowService()
    void ask('a')
    await time.pass(longest)
    void ask('b')
    expect([...party.memory.refreshes.keys()]).toEqual(['op b'])
  })

  it('ends late without ending the one that took its place', async () => {
    const { time, answers, ask, answer } = slowService()
    const first = ask()
    await vi.waitUntil(() => answers.length > 0, patient)
    await time.pass(longest)
    const second = ask()
    await vi.waitUntil(() => answers.length > 1, patient)
    answer(0, 'first')
    expect((await first).access_token).toBe('first')
    const third = ask()
    await time.pass(0)
    answer(1, 'second')
    expect(await third).toBe(await second)
    expect(answers).toHaveLength(2)
  })
})

describe('a new ID token', () => {
  it('speaks of the same person', async () => {
    const [before, after] = [await idToken(), await idToken({ name: 'Ada' })]
    const fresh = await refresh({ id_token: before }, { ...plain, id_token: after })
    expect(fresh.id_token).toBe(after)
    for (const other of [{ sub: '43' }, { iss: 'https://other.test' }]) {
      const old = { id_token: await idToken(other) }
      await expect(refresh(old, { ...plain, id_token: after })).rejects.toThrow('another user')
    }
  })

  it('is verified, with no other before it too', async () => {
    const stale = await idToken({ exp: 1 })
    await expect(refresh({}, { ...plain, id_token: stale })).rejects.toThrow('ID token')
    const good = await idToken()
    expect((await refresh({}, { ...plain, id_token: good })).id_token).toBe(good)
  })

  it('repeats the nonce of the old one, or has none', async () => {
    const [mine, other] = [await idToken({ nonce: 'mine' }), await idToken({ nonce: 'other' })]
    const none = await idToken()
    const after = (before: string, id_token: string): Promise<TokenSet> =>
      refresh({ id_token: before }, { ...plain, id_token })
    expect((await after(mine, mine)).id_token).toBe(mine)
    expect((await after(mine, none)).id_token).toBe(none)
    await expect(after(mine, other)).rejects.toThrow('nonce')
    await expect(after(none, other)).rejects.toThrow('nonce')
    await expect(after(await idToken({ nonce: 42 }), mine)).rejects.toThrow('nonce')
  })

  it('is a JWT, and so was the old one', async () => {
    const good = await idToken()
    await expect(refresh({ id_token: 'x' }, { ...plain, id_token: good })).rejects.toThrow(
      'not a valid JWT',
    )
    await expect(refresh({}, { ...plain, id_token: 'x' })).rejects.toMatchObject({
      message: 'Refresh request: an ID token is not a valid JWT.',
      cause: expect.any(Error) as Error,
    })
  })

  it('is not read in plain OAuth', async () => {
    const oauth = { type: 'oauth' } as const
    expect((await refresh({}, { ...plain, id_token: 'x' }, oauth)).id_token).toBe('x')
  })
})
