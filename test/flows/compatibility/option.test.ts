import { skipCSRFCheck as authJsMarker } from '@auth/core'
import { describe, expect, it } from 'vitest'
import { describeCompatibility, setEnvDefaults, type AuthConfig } from '../../../src/core.js'
import {
  CredentialsSignin,
  OAuthAttemptLost,
  InvalidCheck,
  SignInError,
} from '../../../src/errors.js'
import { decode } from '../../../src/jwt.js'
import { login, makeApp, passwordProvider, secret } from '../../support/apps/app.js'

const tolerated: Partial<AuthConfig> = {
  secret: 'k3y-of-19-letters-x',
  pages: { signIn: 'sign-in' },
  providers: [
    { ...passwordProvider, name: '' },
    {
      ...({ id: 'op', name: 'OP', type: 'oidc', issuer: 'http://op.example' } as const),
      clientId: 'id',
      clientSecret: 'value',
    },
  ],
}

describe('the option compatibility', () => {
  it('turns mistakes that Auth.js accepts into warnings', async () => {
    const app = makeApp({ ...tolerated, compatibility: 'authjs' })
    expect((await app.browser().fetch('/auth/signin')).status).toBe(200)
    expect(app.codes('error')).toEqual([])
    expect(app.codes('warn').toSorted()).toEqual(
      ['compatibility-authjs', 'InvalidEndpoints', 'InvalidPage']
        .concat(['InvalidProviderConfig', 'WeakSecret'])
        .toSorted(),
    )
    expect(describeCompatibility(app.config)).toMatchObject({ mode: 'authjs', mayBeRemoved: false })
    expect(describeCompatibility(app.config).mistakes.length).toBe(4)
  })

  it.each([
    'change-me',
    'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    'your-secret-goes-here-your-secret-here',
  ])('does not tolerate the secret %s, which can be guessed', async (guessable) => {
    const app = makeApp({ secret: guessable, compatibility: 'authjs' })
    expect((await app.browser().fetch('/auth/signin')).status).toBe(500)
    expect(app.codes('error')).toMatchObject([{ type: 'WeakSecret' }])
  })

  it('is off by default, and the same mistakes are errors', async () => {
    const app = makeApp(tolerated)
    expect((await app.browser().fetch('/auth/signin')).status).toBe(500)
    expect(app.codes('error').toSorted()).toContain('WeakSecret')
    const good = makeApp()
    expect(describeCompatibility(good.config)).toEqual({
      mode: undefined,
      weakens: [],
      mistakes: [],
      mayBeRemoved: true,
    })
  })

  it.each([
    ['authjs', 302],
    [undefined, 302],
  ] as const)('a form of this site without a token, with %s', async (compatibility, status) => {
    const browser = makeApp({ compatibility }).browser()
    const body = new URLSearchParams(login)
    const response = await browser.fetch('/auth/callback/credentials', { method: 'POST', body })
    expect(response.status).toBe(status)
    expect((await browser.session()) !== null).toBe(compatibility === 'authjs')
  })

  it('a form without a token is refused if the browser does not say twice where it comes from', async () => {
    for (const headers of [{ origin: 'https://app.test' }, { 'sec-fetch-site': 'same-origin' }]) {
      const browser = makeApp({ compatibility: 'authjs' }).browser()
      const body = new URLSearchParams(login)
      await browser.send('/auth/callback/credentials', { method: 'POST', body, headers })
      expect(await browser.session()).toBeNull()
    }
  })

  it('trusts the host unless NODE_ENV is production', () => {
    const trusts = (config: Partial<AuthConfig>, env: Record<string, string>): unknown => {
      const given: AuthConfig = { providers: [], ...config }
      setEnvDefaults(env, given)
      return given.trustHost
    }
    expect(trusts({ compatibility: 'authjs' }, {})).toBe(true)
    expect(trusts({ compatibility: 'authjs' }, { NODE_ENV: 'production' })).toBeUndefined()
    expect(trusts({}, {})).toBeUndefined()
  })

  it.each([
    ['error(error: Error)', (all: unknown[]) => (error: Error) => void all.push(error)],
    [
      'error(code, ...message)',
      (all: unknown[]) =>
        (code: Error, ...message: unknown[]) =>
          void all.push(code, ...message),
    ],
  ])('passes an error alone to a logger of Auth.js with %s', async (_form, record) => {
    const alone = await logBrokenCallback({ compatibility: 'authjs' }, record)
    expect(alone).toEqual([expect.any(Error)])
    const [code] = await logBrokenCallback({}, record)
    expect(code).toBe('CallbackRouteError')
  })

  it('passes the code and the error to a logger with two parameters', async () => {
    const record = (all: unknown[]) => (code: string, error: unknown) => void all.push(code, error)
    for (const config of [{}, { compatibility: 'authjs' }] as const) {
      const received = await logBrokenCallback(config, record)
      expect(received).toEqual(['CallbackRouteError', expect.any(Error)])
    }
  })
})

/** Returns what a logger receives when the `jwt` callback throws. */
async function logBrokenCallback(
  config: Pick<AuthConfig, 'compatibility'>,
  record: (all: unknown[]) => NonNullable<AuthConfig['logger']>['error'],
): Promise<readonly unknown[]> {
  const received: unknown[] = []
  const callbacks = {
    jwt: () => {
      throw new Error('broken')
    },
  }
  const browser = makeApp({ ...config, logger: { error: record(received) }, callbacks }).browser()
  const csrfToken = await browser.csrfToken()
  await browser.fetch('/auth/callback/credentials', {
    method: 'POST',
    body: new URLSearchParams({ ...login, csrfToken }),
  })
  return received
}

it('decode throws for an invalid token only with the option', async () => {
  const params = { token: 'not-a-token', secret, salt: 'authjs.session-token' }
  expect(await decode(params)).toBeNull()
  await expect(decode({ ...params, compatibility: 'authjs' })).rejects.toThrow('cannot be decoded')
})

it('the CSRF marker of @auth/core turns the check off, and no other symbol does', () => {
  const warns = (marker: symbol): boolean => {
    const app = makeApp({ skipCSRFCheck: marker })
    void app.browser().fetch('/auth/csrf')
    return app.codes('warn').includes('csrf-disabled')
  }
  expect(warns(authJsMarker)).toBe(true)
  expect(warns(Symbol('other'))).toBe(false)
})

it('errors are instances of the classes that apps of Auth.js catch', () => {
  expect(new CredentialsSignin()).toBeInstanceOf(SignInError)
  expect(new OAuthAttemptLost('lost')).toBeInstanceOf(InvalidCheck)
  expect(new OAuthAttemptLost('lost').type).toBe('OAuthAttemptLost')
})
