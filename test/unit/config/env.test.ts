import { describe, expect, it } from 'vitest'
import { Auth, setEnvDefaults, type AuthConfig } from '../../../src/core.js'
import type { Provider } from '../../../src/model/provider.js'
import {
  makeApp,
  olderSecret,
  passwordProvider,
  recordInto,
  secret,
  type LogLine,
} from '../../support/apps/app.js'

type Variables = Readonly<Record<string, string>>

function fill(variables: Variables, config: Partial<AuthConfig> = {}): AuthConfig {
  const filled: AuthConfig = { providers: [], ...config }
  setEnvDefaults({ get: (name) => variables[name] }, filled)
  return filled
}

describe('an empty environment', () => {
  it('leaves everything open but the base path', () => {
    expect(fill({})).toEqual({ providers: [], basePath: '/auth', secret: [] })
  })
})

describe('AUTH_SECRET', () => {
  it('is the secret', () => {
    expect(fill({ AUTH_SECRET: 'a' }).secret).toEqual(['a'])
  })

  it('is rotated with AUTH_SECRET_1 to _3: the highest number seals', () => {
    const all = { AUTH_SECRET: '0', AUTH_SECRET_1: '1', AUTH_SECRET_2: '2', AUTH_SECRET_3: '3' }
    expect(fill(all).secret).toEqual(['3', '2', '1', '0'])
    expect(fill({ AUTH_SECRET: '0', AUTH_SECRET_2: '2', AUTH_SECRET_1: '' }).secret).toEqual([
      '2',
      '0',
    ])
  })

  it('gives way to the option', () => {
    expect(fill({ AUTH_SECRET: 'a' }, { secret: 'b' }).secret).toBe('b')
    expect(fill({ AUTH_SECRET: 'a' }, { secret: ['b'] }).secret).toEqual(['b'])
  })

  it.each(['', []])('takes the place of an option that is empty: %j', (given) => {
    expect(fill({ AUTH_SECRET: 'a' }, { secret: given as string }).secret).toEqual(['a'])
  })

  it('opens old sessions while it is among the older ones', async () => {
    const variables = { AUTH_SECRET: olderSecret, AUTH_SECRET_1: secret }
    const app = makeApp(fill(variables, { providers: [passwordProvider], trustHost: true }))
    const old = makeApp({ secret: olderSecret }).browser()
    await old.signIn({ username: 'ada', password: 'correct horse battery' })
    const browser = app.browser()
    for (const { name, value } of old.cookies) browser.plant(name, value)
    expect(await browser.session()).not.toBeNull()
  })

  it('is missed, not made up', async () => {
    const logs: LogLine[] = []
    const config = fill({}, { logger: recordInto(logs), trustHost: true })
    const response = await Auth(new Request('https://app.test/auth/session'), config)
    expect(response.status).toBe(500)
    expect(logs.map(({ code }) => code)).toEqual(['MissingSecret'])
  })
})

describe('AUTH_URL', () => {
  it.each<readonly [string, string | undefined, string]>([
    ['https://app.test', 'https://app.test', '/auth'],
    ['https://app.test/', 'https://app.test', '/auth'],
    ['https://app.test:8443/a/b/auth', 'https://app.test:8443', '/a/b/auth'],
    ['http://localhost:3000/api', 'http://localhost:3000', '/api'],
    ['', undefined, '/auth'],
    ['not a url', 'not a url', '/auth'],
  ])('%j means the origin %s and the base path %s', (AUTH_URL, origin, basePath) => {
    expect(fill({ AUTH_URL })).toMatchObject(
      origin === undefined ? { basePath } : { origin, basePath },
    )
    expect(fill({ AUTH_URL }).origin).toBe(origin)
  })

  it('is refused by its value when it is no URL', async () => {
    const app = makeApp()
    const config = { ...app.config, origin: undefined }
    setEnvDefaults({ get: (name) => (name === 'AUTH_URL' ? 'not a url' : undefined) }, config)
    expect((await Auth(new Request('https://app.test/auth/session'), config)).status).toBe(500)
    expect(app.codes('error')).toEqual(['InvalidOrigin'])
  })

  it('gives way to the options', () => {
    const given = { origin: 'https://b.test', basePath: '/b' }
    expect(fill({ AUTH_URL: 'https://a.test/a' }, given)).toMatchObject(given)
    expect(fill({ AUTH_URL: 'https://a.test/a' }, { basePath: '/b' })).toMatchObject({
      origin: 'https://a.test',
      basePath: '/b',
    })
  })

  it('makes links and cookies what they are outside, behind a proxy', async () => {
    const variables = { AUTH_URL: 'https://app.test/a/auth/', AUTH_SECRET: secret }
    const config = fill(variables, { providers: [passwordProvider] })
    const response = await Auth(new Request('http://10.0.0.7:3000/a/auth/csrf'), config)
    expect(response.headers.getSetCookie()[0]).toMatch(/^__Host-authjs\.csrf-token=.*Secure/)
    const list = await Auth(new Request('http://10.0.0.7:3000/a/auth/providers'), config)
    expect(await list.json()).toMatchObject({
      credentials: { signinUrl: 'https://app.test/a/auth/signin/credentials' },
    })
  })
})

describe('trustHost', () => {
  it.each<readonly [Variables, boolean | undefined]>([
    [{}, undefined],
    [{ AUTH_TRUST_HOST: 'true' }, true],
    [{ AUTH_TRUST_HOST: '1' }, true],
    [{ AUTH_TRUST_HOST: 'yes' }, true],
    [{ AUTH_TRUST_HOST: 'false' }, false],
    [{ AUTH_TRUST_HOST: ' FALSE ' }, false],
    [{ AUTH_TRUST_HOST: '0' }, false],
    [{ AUTH_TRUST_HOST: 'no' }, false],
    [{ AUTH_TRUST_HOST: 'off' }, false],
    [{ AUTH_TRUST_HOST: '' }, undefined],
    [{ AUTH_TRUST_HOST: '', VERCEL: '1' }, true],
    [{ AUTH_TRUST_HOST: 'false', VERCEL: '1', NODE_ENV: 'development' }, false],
    [{ VERCEL: '1' }, true],
    [{ CF_PAGES: '1' }, true],
    [{ NODE_ENV: 'development' }, true],
    [{ NODE_ENV: 'production' }, undefined],
    [{ NODE_ENV: 'test' }, undefined],
  ])('with %j is %s', (variables, expected) => {
    expect(fill(variables).trustHost).toBe(expected)
  })

  it('gives way to the option', () => {
    expect(fill({ AUTH_TRUST_HOST: 'true' }, { trustHost: false }).trustHost).toBe(false)
    expect(fill({ AUTH_TRUST_HOST: 'false' }, { trustHost: true }).trustHost).toBe(true)
  })

  it('AUTH_TRUST_HOST=false refuses even this machine', async () => {
    const logs: LogLine[] = []
    const config = fill({ AUTH_TRUST_HOST: 'false' }, { secret, logger: recordInto(logs) })
    const response = await Auth(new Request('http://localhost:3000/auth/session'), config)
    expect(response.status).toBe(500)
    expect(logs.map(({ code }) => code)).toEqual(['UntrustedHost'])
  })
})

describe('AUTH_TRUST_FORWARDED_HEADERS', () => {
  it.each([
    ['true', true],
    ['1', true],
    ['false', false],
    ['', undefined],
  ])('%j means %s', (word, expected) => {
    expect(fill({ AUTH_TRUST_FORWARDED_HEADERS: word }).trustForwardedHeaders).toBe(expected)
  })

  it('gives way to the option', () => {
    const variables = { AUTH_TRUST_FORWARDED_HEADERS: 'true' }
    expect(fill(variables, { trustForwardedHeaders: false }).trustForwardedHeaders).toBe(false)
  })
})

describe('AUTH_REDIRECT_PROXY_URL', () => {
  const variables = { AUTH_REDIRECT_PROXY_URL: 'https://proxy.test/auth' }

  it('is the redirectProxyUrl, unless the option says otherwise', () => {
    expect(fill(variables).redirectProxyUrl).toBe('https://proxy.test/auth')
    expect(fill(variables, { redirectProxyUrl: 'https://b.test' }).redirectProxyUrl).toBe(
      'https://b.test',
    )
  })

  it('takes the place of an option that is empty', () => {
    expect(fill(variables, { redirectProxyUrl: '' }).redirectProxyUrl).toBe(
      'https://proxy.test/auth',
    )
    expect(fill({}, { redirectProxyUrl: '' }).redirectProxyUrl).toBeUndefined()
  })

  it('counts as unset when it is empty', () => {
    expect(fill({ AUTH_REDIRECT_PROXY_URL: '' }).redirectProxyUrl).toBeUndefined()
    expect(fill({ AUTH_REDIRECT_PROXY_URL: ' ' }).redirectProxyUrl).toBeUndefined()
  })
})

describe('providers', () => {
  const variables = {
    AUTH_MY_IDP_ID: 'id',
    AUTH_MY_IDP_SECRET: 'client secret',
    AUTH_MY_IDP_ISSUER: 'https://idp.test',
    AUTH_MAIL_KEY: 'api key',
  }
  const oauth = { id: 'my-idp', name: 'IdP', type: 'oauth' } as unknown as Provider
  const oidc = { id: 'My-Idp', name: 'IdP', type: 'oidc' } as unknown as Provider
  const mail = { id: 'mail', name: 'Mail', type: 'email' } as unknown as Provider
  const filled = { clientId: 'id', clientSecret: 'client secret', issuer: 'https://idp.test' }

  it('get the values of the environment in place of empty options', () => {
    const empty = (id: string, type: string): Provider =>
      ({ id, type, clientId: '', clientSecret: '', issuer: '', apiKey: '' }) as unknown as Provider
    const providers = [empty('my-idp', 'oauth'), empty('mail', 'email')]
    expect(fill(variables, { providers }).providers).toEqual([
      expect.objectContaining(filled),
      expect.objectContaining({ apiKey: 'api key' }),
    ])
  })

  it.each([
    ['oauth', oauth, filled],
    ['oidc', oidc, filled],
    ['email', mail, { apiKey: 'api key' }],
    ['a function', () => oauth as never, filled],
  ])('of the type %s get theirs', (_type, provider, expected) => {
    expect(fill(variables, { providers: [provider] }).providers[0]).toMatchObject(expected)
  })

  it('keep what they have', () => {
    const given = { clientId: 'own', clientSecret: 'own', issuer: 'own' }
    const providers = [{ ...(oauth as object), ...given } as never]
    expect(fill(variables, { providers }).providers[0]).toMatchObject(given)
  })

  it('keep what their factory was given', () => {
    const providers = [{ ...(oauth as object), options: { id: 'other', clientId: 'own' } } as never]
    const withOther = { ...variables, AUTH_OTHER_SECRET: 'theirs' }
    expect(fill(withOther, { providers }).providers[0]).toMatchObject({
      id: 'other',
      clientId: 'own',
      clientSecret: 'theirs',
    })
  })

  it('are not written to', () => {
    const providers = [oauth, oidc, mail, passwordProvider].map((provider) =>
      Object.freeze(provider),
    )
    const list = Object.freeze(providers) as unknown as Provider[]
    const config = fill(variables, { providers: list })
    expect(config.providers).not.toBe(list)
    expect(oauth).toEqual({ id: 'my-idp', name: 'IdP', type: 'oauth' })
    expect(config.providers[3]).toBe(passwordProvider)
  })

  it('that make no sense are left for the check of the config', () => {
    const providers = [undefined, null, 5, {}, () => undefined] as never[]
    expect(fill(variables, { providers }).providers).toEqual(providers)
    expect(fill(variables, { providers: undefined as never }).providers).toBeUndefined()
  })
})
