import { describe, expect, it } from 'vitest'
import { sessionCookie } from '../../support/apps/app.js'
import type { FakeProvider } from '../../support/oauth/fake-provider.js'
import {
  attempts,
  comeBack,
  expectRefused,
  expectSignedIn,
  makeOAuthApp,
  makeProvider,
  oauth,
  oidc,
  press,
  signIn,
  start,
} from '../../support/oauth/sign-in.js'
import { encodeJson, fakeKey, signClaims, type Claims } from '../../support/oauth/fake-keys.js'

type Change = (params: URLSearchParams) => void

const set =
  (name: string, value: string): Change =>
  (params) =>
    params.set(name, value)
const add =
  (name: string, value: string): Change =>
  (params) =>
    params.append(name, value)
const drop =
  (name: string): Change =>
  (params) =>
    params.delete(name)

/** The state, with its last character turned into another. */
const changeState: Change = (params) => {
  const state = params.get('state') ?? ''
  params.set('state', state.slice(0, -1) + (state.endsWith('A') ? 'B' : 'A'))
}

async function finishWith(response: Change, error?: string): Promise<FakeProvider> {
  const fake = await makeProvider()
  const browser = makeOAuthApp([oidc(fake)]).browser()
  fake.misbehaviour = { response }
  await expectRefused(browser, await signIn(browser, fake), error)
  expect(fake.count('token')).toBe(0)
  return fake
}

describe('AR1: the state', () => {
  it('AR1: is refused when it was changed', async () => {
    await finishWith(changeState, 'OAuthAttemptLost')
  })

  // Without a state there is no telling which attempt is meant: it stays, for the true response.
  it.each<[string, Change]>([
    ['missing', drop('state')],
    ['empty', set('state', '')],
    ['doubled', add('state', 'x')],
    ['of nobody', set('state', 'x'.repeat(50))],
    ['of a prototype', set('state', '__proto__')],
  ])('AR1: is refused when it is %s', async (_what, response) => {
    const fake = await makeProvider()
    const browser = makeOAuthApp([oidc(fake)]).browser()
    const location = await start(browser)
    const honest = fake.authorize(location)
    fake.misbehaviour = { response }
    const refused = await comeBack(browser, fake.authorize(location))
    expect(refused.headers.get('location')).toContain('/auth/signin?error=OAuthAttemptLost')
    expect(browser.cookie(sessionCookie)).toBeUndefined()
    expect(fake.count('token')).toBe(0)
    expectSignedIn(browser, await comeBack(browser, honest))
  })

  it('AR1: is refused when the same one comes twice', async () => {
    const fake = await makeProvider()
    const browser = makeOAuthApp([oidc(fake)]).browser()
    fake.misbehaviour = { response: (params) => params.append('state', params.get('state') ?? '') }
    const refused = await signIn(browser, fake)
    expect(refused.headers.get('location')).toContain('error=OAuthAttemptLost')
    expect(browser.cookie(sessionCookie)).toBeUndefined()
  })
})

describe('AR2: a response of another form', () => {
  it.each<[string, Change, string]>([
    ['two codes', add('code', 'another'), 'OAuthResponseInvalid'],
    ['a code and an error', set('error', 'access_denied'), 'OAuthCallbackError'],
    ['no code', drop('code'), 'OAuthResponseInvalid'],
    ['an ID token', set('id_token', 'eyJ.eyJ.x'), 'OAuthResponseInvalid'],
    ['a token', set('token', 'x'), 'OAuthResponseInvalid'],
  ])('AR2: with %s makes no token request', async (_what, response, error) => {
    await finishWith(response, error)
  })

  it('AR2: with nothing but an error makes no token request', async () => {
    await finishWith((params) => {
      params.delete('code')
      params.set('error', 'login_required')
    }, 'OAuthCallbackError')
  })

  it.each<[string, (claims: Claims) => Promise<string>]>([
    ['garbage', async () => 'garbage'],
    ['unsigned', async (claims) => `${encodeJson({ alg: 'none' })}.${encodeJson(claims)}.`],
    ['signed by another', async (claims) => signClaims(claims, await fakeKey('other'))],
  ])('AR2: a `response` parameter that is %s makes no token request', async (_what, make) => {
    const fake = await makeProvider()
    const browser = makeOAuthApp([oidc(fake)]).browser()
    const honest = fake.authorize(await start(browser))
    const now = Math.floor(Date.now() / 1000)
    const claims = { ...Object.fromEntries(honest.params), aud: 'client-1', exp: now + 60 }
    const params = new URLSearchParams({ response: await make(claims) })
    const refused = await comeBack(browser, { ...honest, params })
    expect(refused.headers.get('location')).toContain('/auth/signin?error=OAuth')
    expect(browser.cookie(sessionCookie)).toBeUndefined()
    expect(fake.count('token')).toBe(0)
  })

  it('AR2: with a `response` beside its code makes no token request', async () => {
    const fake = await makeProvider()
    const browser = makeOAuthApp([oidc(fake)]).browser()
    const { params, ...honest } = fake.authorize(await start(browser))
    const now = Math.floor(Date.now() / 1000)
    const claims = { ...Object.fromEntries(params), aud: 'client-1', exp: now + 60 }
    params.set('response', await signClaims(claims, fake.key))
    await expectRefused(browser, await comeBack(browser, { ...honest, params }))
    expect(fake.count('token')).toBe(0)
  })
})

describe('AR3: the issuer of the response', () => {
  it.each<[string, Change]>([
    ['wrong', set('iss', 'https://evil.test')],
    ['missing though announced', drop('iss')],
    ['empty', set('iss', '')],
    ['written with a slash', set('iss', 'https://op.test/')],
    ['doubled', add('iss', 'https://op.test')],
  ])('AR3: is refused when it is %s, before any code is sent', async (_what, response) => {
    await finishWith(response)
  })

  it('AR3: may be missing when it was not announced', async () => {
    const fake = await makeProvider()
    const browser = makeOAuthApp([oidc(fake)]).browser()
    fake.misbehaviour = {
      metadata: ({ authorization_response_iss_parameter_supported: _, ...rest }) => rest,
      response: drop('iss'),
    }
    expectSignedIn(browser, await signIn(browser, fake))
  })
})

describe('AR4: a response of one provider at the callback of another', () => {
  it.each(['state and code', 'state alone'])('AR4: sends no code there: %s', async (what) => {
    const one = await makeProvider({ issuer: 'https://one.test' })
    const two = await makeProvider({ issuer: 'https://two.test' })
    const app = makeOAuthApp([oidc(one, { id: 'one' }), oidc(two, { id: 'two' })])
    const browser = app.browser()
    const { params } = one.authorize(await start(browser, { id: 'one' }))
    params.delete('iss')
    if (what === 'state alone') params.set('code', 'a-code-of-the-attacker')
    const redirectUri = 'https://app.test/auth/callback/two'
    const refused = await comeBack(browser, { redirectUri, params, isPosted: false })
    await expectRefused(browser, refused, 'OAuthAttemptLost')
    expect(two.count('token') + one.count('token')).toBe(0)
  })

  it('AR4: does not depend on what the providers announce', async () => {
    const one = await makeProvider({ issuer: 'https://one.test', openid: false })
    const two = await makeProvider({ issuer: 'https://two.test', openid: false })
    const browser = makeOAuthApp([oauth(one, { id: 'one' }), oauth(two, { id: 'two' })]).browser()
    const { params } = one.authorize(await start(browser, { id: 'one' }))
    const redirectUri = 'https://app.test/auth/callback/two'
    const refused = await comeBack(browser, { redirectUri, params, isPosted: false })
    await expectRefused(browser, refused, 'OAuthAttemptLost')
    expect(two.count('token')).toBe(0)
  })

  it('AR4: is refused when the provider has been given another issuer meanwhile', async () => {
    const one = await makeProvider({ issuer: 'https://one.test' })
    const two = await makeProvider({ issuer: 'https://two.test' })
    const before = makeOAuthApp([oidc(one)])
    const after = makeOAuthApp([oidc(two)])
    const browser = before.browser()
    const { params, ...rest } = one.authorize(await start(browser))
    const later = after.browser()
    for (const { name, value } of browser.cookies) later.plant(name, value)
    params.delete('iss')
    const refused = await comeBack(later, { ...rest, params })
    expect(refused.headers.get('location')).toContain('error=OAuthAttemptLost')
    expect(two.count('token')).toBe(0)
  })
})

describe('AR5: the callback address of an attacker', () => {
  it.each(['cold', 'with a sign-in under way'])(
    'AR5: does not sign the visitor in, %s',
    async (when) => {
      const fake = await makeProvider()
      const app = makeOAuthApp([oidc(fake)])
      const attacker = app.browser()
      const stolen = fake.authorize(await start(attacker), { sub: 'attacker' })
      const victim = app.browser()
      if (when !== 'cold') await start(victim)
      const refused = await comeBack(victim, stolen)
      expect(refused.headers.get('location')).toContain('/auth/signin?error=OAuthAttemptLost')
      expect(victim.cookie(sessionCookie)).toBeUndefined()
      expect(fake.count('token')).toBe(0)
    },
  )

  it('AR5, P16: nothing in the query stands in for an attempt', async () => {
    const fake = await makeProvider()
    const browser = makeOAuthApp([oidc(fake)]).browser()
    const query = 'profile[id]=1&access_token=x&email=v@x.test&id=1&user=1'
    const page = await browser.send(`/auth/callback/op?${query}`)
    await expectRefused(browser, page, 'OAuthAttemptLost')
  })

  it.each([[['pkce']], [['state']], [['nonce']], [['pkce', 'nonce']], [[]]])(
    'AR5, B16: does not sign the visitor in when the checks are %j',
    async (checks) => {
      const fake = await makeProvider()
      const app = makeOAuthApp([oidc(fake, { checks: checks as 'pkce'[] })])
      const stolen = fake.authorize(await start(app.browser()), { sub: 'attacker' })
      for (const change of [() => undefined, drop('state'), changeState]) {
        const victim = app.browser()
        await start(victim)
        const params = new URLSearchParams(stolen.params)
        change(params)
        const refused = await comeBack(victim, { ...stolen, params })
        expect(refused.headers.get('location')).toContain('error=OAuthAttemptLost')
        expect(victim.cookie(sessionCookie)).toBeUndefined()
      }
      expect(fake.count('token')).toBe(0)
    },
  )

  it('N9: no cookie of the attempt, no session', async () => {
    const fake = await makeProvider()
    const browser = makeOAuthApp([oidc(fake)]).browser()
    const honest = fake.authorize(await start(browser))
    for (const { name } of browser.cookies) browser.forget(name)
    await expectRefused(browser, await comeBack(browser, honest), 'OAuthAttemptLost')
    expect(fake.count('token')).toBe(0)
  })

  it.each(['state', 'nonce', 'code_challenge'])(
    'N9: an authorization request whose %s was changed on the way gives no session',
    async (name) => {
      const fake = await makeProvider()
      const browser = makeOAuthApp([oidc(fake)]).browser()
      const url = new URL(await start(browser))
      url.searchParams.set(name, `x${url.searchParams.get(name)}`.slice(0, 43))
      await comeBack(browser, fake.authorize(url.href))
      expect(browser.cookie(sessionCookie)).toBeUndefined()
    },
  )

  it('N10: the cookie of an attempt is no session, and that of a session no attempt', async () => {
    const fake = await makeProvider()
    const app = makeOAuthApp([oidc(fake)])
    const browser = app.browser()
    const location = await start(browser)
    const [name = ''] = attempts(browser)
    const forged = app.browser()
    forged.plant(sessionCookie, browser.cookie(name) ?? '')
    expect(await forged.session()).toBeNull()
    const honest = fake.authorize(location)
    expectSignedIn(browser, await comeBack(browser, honest))
    browser.plant(name, browser.cookie(sessionCookie) ?? '')
    const again = await comeBack(browser, honest)
    expect(again.headers.get('location')).toContain('error=OAuthAttemptLost')
    expect(attempts(browser)).toEqual([])
  })
})

describe('AR6: a callback that comes again', () => {
  it('AR6: makes no second session', async () => {
    const fake = await makeProvider()
    const browser = makeOAuthApp([oidc(fake)]).browser()
    const honest = fake.authorize(await start(browser))
    expectSignedIn(browser, await comeBack(browser, honest))
    browser.forget(sessionCookie)
    await expectRefused(browser, await comeBack(browser, honest), 'OAuthAttemptLost')
    expect(fake.count('token')).toBe(1)
  })

  it('AR6, B23: fifty at once make one session, even with the cookies kept', async () => {
    const fake = await makeProvider()
    const app = makeOAuthApp([oidc(fake)])
    const browser = app.browser()
    const honest = fake.authorize(await start(browser))
    const racers = Array.from({ length: 50 }, () => {
      const racer = app.browser()
      for (const { name, value } of browser.cookies) racer.plant(name, value)
      return racer
    })
    await Promise.all(racers.map((racer) => comeBack(racer, honest)))
    const winners = racers.filter((racer) => racer.cookie(sessionCookie) !== undefined)
    expect(winners).toHaveLength(1)
    expect(app.signedIn).toHaveLength(1)
  })

  it('AR6: an attempt is over after fifteen minutes, whatever the browser keeps', async () => {
    const fake = await makeProvider()
    const browser = makeOAuthApp([oidc(fake)]).browser()
    const before = Date.now()
    const honest = fake.authorize(await start(browser))
    const [name = ''] = attempts(browser)
    const { expires = 0 } = browser.cookies.find((cookie) => cookie.name === name) ?? {}
    // The lifetime is sent in whole seconds.
    expect(expires).toBeGreaterThan(before + 899_000)
    expect(expires).toBeLessThan(Date.now() + 901_000)
    const value = browser.cookie(name) ?? ''
    const later = Date.now() + 901_000
    const clock = Date.now
    Date.now = () => later
    try {
      browser.plant(name, value)
      await expectRefused(browser, await comeBack(browser, honest), 'OAuthAttemptLost')
    } finally {
      Date.now = clock
    }
    expect(fake.count('token')).toBe(0)
  })
})

describe('AR7: a stolen code in the sign-in of the attacker', () => {
  it('AR7: is refused by the provider, for its PKCE challenge', async () => {
    const fake = await makeProvider()
    const app = makeOAuthApp([oidc(fake)])
    const stolen = fake.authorize(await start(app.browser()), { sub: 'victim' })
    const attacker = app.browser()
    const own = fake.authorize(await start(attacker))
    own.params.set('code', stolen.params.get('code') ?? '')
    const refused = await comeBack(attacker, own)
    const location = await expectRefused(attacker, refused, 'OAuthCallbackError')
    expect(location.searchParams.get('code')).toBe('invalid_grant')
  })

  it('AR7: is refused for its nonce where the provider ignores PKCE', async () => {
    const fake = await makeProvider({ checksPkce: false })
    const app = makeOAuthApp([oidc(fake)])
    const stolen = fake.authorize(await start(app.browser()), { sub: 'victim' })
    const attacker = app.browser()
    const own = fake.authorize(await start(attacker))
    own.params.set('code', stolen.params.get('code') ?? '')
    await expectRefused(attacker, await comeBack(attacker, own))
    expect(fake.count('token')).toBe(1)
  })
})

describe('AR8, AR9: what an authorization request carries', () => {
  it('AR8, P37: PKCE with S256 and a verifier of 43 characters, whatever the provider announces', async () => {
    for (const methods of [undefined, ['plain'], ['S256'], []]) {
      const fake = await makeProvider()
      fake.misbehaviour = {
        metadata: (metadata) => ({ ...metadata, code_challenge_methods_supported: methods }),
      }
      const browser = makeOAuthApp([oidc(fake)]).browser()
      const location = await start(browser)
      const { searchParams } = new URL(location)
      expect(searchParams.get('code_challenge_method')).toBe('S256')
      expect(searchParams.get('code_challenge')).toMatch(/^[\w-]{43}$/)
      expect(searchParams.get('state')).not.toBeNull()
      expect(searchParams.get('nonce')).not.toBeNull()
      expectSignedIn(browser, await comeBack(browser, fake.authorize(location)))
      const verifier = fake.last('token').form.get('code_verifier') ?? ''
      expect(verifier).toMatch(/^[\w.~-]{43,128}$/)
      expect(verifier).not.toBe(searchParams.get('code_challenge'))
    }
  })

  it('AR9, P17: state, nonce and challenge are new each time, and long', async () => {
    const fake = await makeProvider()
    const app = makeOAuthApp([oidc(fake)])
    const seen = new Set<string>()
    for (let round = 0; round < 100; round++) {
      const { searchParams } = new URL(await start(app.browser()))
      for (const name of ['state', 'nonce', 'code_challenge']) {
        const value = searchParams.get(name) ?? ''
        expect(value.length).toBeGreaterThanOrEqual(43)
        seen.add(value)
      }
    }
    expect(seen.size).toBe(300)
  })

  it('AR9: plain OAuth has state and PKCE, and no nonce', async () => {
    const fake = await makeProvider({ openid: false })
    const { searchParams } = new URL(await start(makeOAuthApp([oauth(fake)]).browser()))
    expect(searchParams.has('state') && searchParams.has('code_challenge')).toBe(true)
    expect(searchParams.has('nonce')).toBe(false)
  })
})

describe('AR12: parameters that a visitor adds', () => {
  const ours =
    'client_id redirect_uri state nonce response_type response_mode code_challenge ' +
    'code_challenge_method request request_uri'

  it.each(ours.split(' '))('AR12, P11: never replace %s', async (name) => {
    const fake = await makeProvider()
    const browser = makeOAuthApp([oidc(fake)]).browser()
    const { searchParams } = new URL(await start(browser, { query: `?${name}=evil&prompt=login` }))
    expect(searchParams.getAll(name)).not.toContain('evil')
    expect(searchParams.get('prompt')).toBe('login')
    expect(searchParams.getAll('client_id')).toEqual(['client-1'])
  })

  it.each(['state', 'nonce', 'code_challenge', 'code_challenge_method'])(
    'AR12: are not sent for %s where the configuration does without it',
    async (name) => {
      const fake = await makeProvider()
      const browser = makeOAuthApp([oidc(fake, { checks: ['none'] })]).browser()
      const location = await start(browser, { query: `?${name}=evil` })
      expect(new URL(location).searchParams.has(name)).toBe(false)
    },
  )

  it('AR12: cannot ask for another way to sign in than the configuration requires', async () => {
    const fake = await makeProvider()
    const browser = makeOAuthApp([oidc(fake, { requiredAcr: 'gold' })]).browser()
    const location = await start(browser, { query: '?acr_values=bronze' })
    expect(new URL(location).searchParams.getAll('acr_values')).toEqual(['gold'])
  })

  it('AR12: cannot soften what the configuration demands', async () => {
    const fake = await makeProvider()
    const authorization = { params: { max_age: 60, acr_values: 'high', claims: { a: null } } }
    const browser = makeOAuthApp([oidc(fake, { authorization })]).browser()
    const query = '?max_age=999999&acr_values=low&claims={}'
    const { searchParams } = new URL(await start(browser, { query }))
    expect(searchParams.get('max_age')).toBe('60')
    expect(searchParams.get('acr_values')).toBe('high')
    expect(searchParams.get('claims')).toBe('{"a":null}')
  })

  it('P11: a return address brings no parameters along', async () => {
    const fake = await makeProvider()
    const browser = makeOAuthApp([oidc(fake)]).browser()
    const location = await start(browser, { callbackUrl: '/x&scope=admin&client_id=evil' })
    expect(new URL(location).searchParams.get('scope')).toBe('openid profile email')
    expect(location).not.toContain('admin')
  })

  it.each(['@evil.test', '.evil.test', '//evil.test', 'https://evil.test/', ':80@evil.test'])(
    'P13: a return address is checked when it is used: %s',
    async (callbackUrl) => {
      const fake = await makeProvider()
      const browser = makeOAuthApp([oidc(fake)]).browser()
      const response = await signIn(browser, fake, { callbackUrl })
      expect(response.headers.get('location')).toBe('https://app.test/')
      const failing = makeOAuthApp([oidc(fake)]).browser()
      fake.misbehaviour = { response: set('error', 'access_denied') }
      const location = await expectRefused(
        failing,
        await signIn(failing, fake, { callbackUrl }),
        'OAuthCallbackError',
      )
      expect(location.searchParams.get('callbackUrl')).toBe('https://app.test/')
    },
  )

  it('asks a form for its CSRF token, and GET for nothing', async () => {
    const fake = await makeProvider()
    const browser = makeOAuthApp([oidc(fake)]).browser()
    const body = new URLSearchParams({ callbackUrl: '/' })
    const posted = await browser.fetch('/auth/signin/op', { method: 'POST', body })
    expect(posted.headers.get('location')).toContain('error=MissingCSRF')
    expect((await browser.fetchPage('/auth/signin/op')).status).toBe(200)
    expect(attempts(browser)).toEqual([])
    expect((await press(browser)).status).toBe(302)
  })
})
