import { describe, expect, it } from 'vitest'
import {
  Auth,
  describeError,
  describeSignIn,
  issueCsrfToken,
  signIn,
  skipCSRFCheck,
  type AuthConfig,
  type Cookie,
  type SignInProvider,
} from '../../../src/core.js'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { errorTraits } from '../../../src/errors.js'
import type { EmailConfig } from '../../../src/model/email.js'
import type { OAuth2Config } from '../../../src/model/oauth.js'
import type { Profile } from '../../../src/model/records.js'
import Credentials from '../../../src/providers/credentials.js'
import { hostileUrls } from '../../../src/testing/attack/hostile-inputs.js'
import Google from '../../../src/providers/google.js'
import { csrfCookie, login, makeApp, passwordProvider, secret } from '../../support/apps/app.js'

const canary = 'canary-4e1b7d'

const service: OAuth2Config<Profile> = {
  id: 'acme',
  name: 'Acme',
  type: 'oauth',
  clientId: `${canary}-id`,
  clientSecret: `${canary}-secret`,
  authorization: `https://acme.test/authorize?audience=${canary}`,
  token: 'https://acme.test/token',
  userinfo: 'https://acme.test/userinfo',
  jwks_endpoint: undefined,
  style: { brandColor: 'navy', logo: '/acme.svg' },
}

const mail: EmailConfig = {
  id: 'mail',
  name: 'E-mail',
  type: 'email',
  from: `${canary}@app.test`,
  server: `smtp://${canary}:${canary}@mail.test`,
  sendVerificationRequest: async () => {},
}

/** A request for a page of the application. */
function pageRequest(query = '', headers: Readonly<Record<string, string>> = {}): Request {
  return new Request(`https://app.test/login${query}`, { headers })
}

function cookieHeader(cookies: readonly Cookie[]): string {
  return cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`).join('; ')
}

async function providersOf(config: AuthConfig): Promise<readonly SignInProvider[]> {
  return (await describeSignIn(pageRequest(), config)).providers
}

describe('describeSignIn', () => {
  it('has the logo of a built-in provider as an image that a page can show', async () => {
    const { config } = makeApp({ providers: [Google({ clientId: 'us', clientSecret: 'hush' })] })
    const { providers } = await describeSignIn(pageRequest(), config)
    const logo = providers[0]?.style.logo ?? ''
    expect(logo).toMatch(/^data:image\/svg\+xml,%3Csvg xmlns='http:[^"<>#]*%3C\/svg%3E$/)
    expect(decodeURIComponent(logo).match(/fill='#\w+'/g)).toHaveLength(4)
  })

  it('gives a page all it needs', async () => {
    const { config } = makeApp({
      providers: [service, passwordProvider, mail],
      adapter: memoryAdapter(),
      session: { strategy: 'jwt' },
    })
    expect(await describeSignIn(pageRequest('?callbackUrl=/inbox'), config)).toEqual({
      language: 'en',
      direction: 'ltr',
      callbackUrl: 'https://app.test/inbox',
      error: undefined,
      providers: [
        {
          id: 'acme',
          name: 'Acme',
          type: 'oauth',
          signinUrl: 'https://app.test/auth/signin/acme',
          callbackUrl: 'https://app.test/auth/callback/acme',
          label: 'Sign in with Acme',
          isLastUsed: false,
          fields: [],
          style: { background: '#000080', text: '#ffffff', logo: '/acme.svg' },
        },
        {
          id: 'credentials',
          name: 'Credentials',
          type: 'credentials',
          signinUrl: 'https://app.test/auth/signin/credentials',
          callbackUrl: 'https://app.test/auth/callback/credentials',
          label: 'Sign in with a password',
          isLastUsed: false,
          fields: [
            {
              name: 'username',
              label: 'Name',
              type: 'text',
              attributes: { autocomplete: 'username', autocapitalize: 'none', spellcheck: 'false' },
            },
            {
              name: 'password',
              label: 'Password',
              type: 'password',
              attributes: { autocomplete: 'current-password' },
            },
          ],
          style: {},
        },
        {
          id: 'mail',
          name: 'E-mail',
          type: 'email',
          signinUrl: 'https://app.test/auth/signin/mail',
          callbackUrl: 'https://app.test/auth/callback/mail',
          label: 'Sign in with e-mail',
          isLastUsed: false,
          fields: [
            {
              name: 'email',
              label: expect.stringMatching(/mail/i),
              type: 'email',
              attributes: expect.objectContaining({ autocomplete: 'email', required: true }),
            },
          ],
          style: {},
        },
      ],
    })
  })

  it('tells no secret, nothing of the server, and is plain data', async () => {
    const { config } = makeApp({
      providers: [service, passwordProvider, mail],
      adapter: memoryAdapter(),
      session: { strategy: 'jwt' },
    })
    const described = await describeSignIn(pageRequest('?error=AccessDenied'), config)
    const text = JSON.stringify(described)
    expect(text).toContain('acme')
    for (const hidden of [canary, secret, 'acme.test', 'authorize']) {
      expect(text).not.toContain(hidden)
    }
    expect(structuredClone(described)).toEqual(described)
  })

  it('drops attributes that run code, and colours and pictures that are not valid', async () => {
    const [form, service2] = await providersOf(
      makeApp({
        providers: [
          Credentials({
            credentials: {
              pin: {
                label: 'PIN',
                onfocus: 'alert(1)',
                style: 'color:red',
                formAction: '/x',
                size: 4,
              },
            },
            authorize: () => null,
          }),
          {
            ...service,
            style: {
              brandColor: 'url(//evil.test)',
              logo: 'javascript:alert(1)',
              text: 'expression()',
            },
          },
        ],
      }).config,
    )
    expect(form?.fields).toEqual([
      {
        name: 'pin',
        label: 'PIN',
        type: 'text',
        attributes: { autocomplete: 'one-time-code', size: 4 },
      },
    ])
    expect(service2?.style).toEqual({})
  })

  it('chooses a colour of text that can be read', async () => {
    const style = { brandColor: '#ffee00', text: '#ffffff' }
    const [described] = await providersOf(makeApp({ providers: [{ ...service, style }] }).config)
    expect(described?.style).toMatchObject({ background: '#ffee00' })
    expect(described?.style.text).not.toBe('#ffffff')
  })

  it('marks the way that was taken last with this browser, and no way for a forged cookie', async () => {
    const { config } = makeApp({ providers: [service, passwordProvider] })
    const request = new Request('https://app.test/login', {
      method: 'POST',
      headers: { origin: 'https://app.test', 'sec-fetch-site': 'same-origin' },
    })
    const { cookies } = await signIn(request, config, { providerId: 'credentials', fields: login })
    const lastUsed = async (cookie: string): Promise<readonly string[]> => {
      const { providers } = await describeSignIn(pageRequest('', { cookie }), config)
      return providers.flatMap(({ id, isLastUsed }) => (isLastUsed ? [id] : []))
    }
    expect(await lastUsed(cookieHeader(cookies))).toEqual(['credentials'])
    expect(await lastUsed('__Host-authjs.last-sign-in=acme%7C%7Cforged')).toEqual([])
  })

  describe('about where to go', () => {
    it('returns no callback URL if none was given', async () => {
      expect((await describeSignIn(pageRequest(), makeApp().config)).callbackUrl).toBeUndefined()
    })

    it.each(['callbackUrl', 'redirectTo'])('reads %s', async (name) => {
      const { callbackUrl } = await describeSignIn(pageRequest(`?${name}=/a%3Fb`), makeApp().config)
      expect(callbackUrl).toBe('https://app.test/a?b')
    })

    it.each(hostileUrls)('leads home in place of %j', async (url) => {
      const query = `?${new URLSearchParams({ callbackUrl: url })}`
      const { callbackUrl } = await describeSignIn(pageRequest(query), makeApp().config)
      expect(new URL(callbackUrl ?? '').origin).toBe('https://app.test')
    })

    it('asks the redirect callback', async () => {
      const { config } = makeApp({ callbacks: { redirect: () => 'https://docs.example.test/' } })
      const { callbackUrl } = await describeSignIn(pageRequest('?callbackUrl=/a'), config)
      expect(callbackUrl).toBe('https://docs.example.test/')
    })
  })

  describe('about an error', () => {
    it('says what the built-in page says, and where to go', async () => {
      const { config } = makeApp({ pages: { signIn: '/login' } })
      const { error } = await describeSignIn(pageRequest('?error=OAuthCallbackError'), config)
      expect(error).toEqual({
        type: 'OAuthCallbackError',
        title: 'Sign-in was not completed',
        sentence: 'It was cancelled, or the other service refused it. Please try again.',
        next: [
          { step: 'sign-in', url: 'https://app.test/login', text: 'Back to sign-in' },
          { step: 'site', url: 'https://app.test', text: 'Back to app.test' },
        ],
      })
    })

    it.each(['constructor', '__proto__', '<b>call 555</b>', 'Call 555 now', 'general'])(
      'repeats nothing of the query: %s',
      async (error) => {
        const query = `?${new URLSearchParams({ error, code: error, email: error })}`
        const described = await describeSignIn(pageRequest(query), makeApp().config)
        expect(described.error).toMatchObject({ type: 'general', title: 'Something went wrong' })
        if (error !== 'general') expect(JSON.stringify(described)).not.toContain(error)
      },
    )

    it('takes an empty one for none', async () => {
      expect((await describeSignIn(pageRequest('?error='), makeApp().config)).error).toBeUndefined()
    })
  })

  describe('about the language', () => {
    const headers = { 'accept-language': 'ar, en;q=0.5' }

    it("speaks the visitor's", async () => {
      const described = await describeSignIn(
        pageRequest('?error=AccessDenied', headers),
        makeApp().config,
      )
      expect(described).toMatchObject({ language: 'ar', direction: 'rtl' })
      expect(described.error?.title).toMatch(/\p{Script=Arabic}/u)
      expect(described.providers[0]?.label).toMatch(/\p{Script=Arabic}/u)
    })

    it('speaks that of the config instead, and that of the page before both', async () => {
      const { config } = makeApp({ language: 'de' })
      expect(await describeSignIn(pageRequest('', headers), config)).toMatchObject({
        language: 'de',
      })
      const wishes = { language: 'fr-CA' }
      expect(await describeSignIn(pageRequest('', headers), config, wishes)).toMatchObject({
        language: 'fr',
      })
    })

    it('uses the texts that the application has changed', async () => {
      const { config } = makeApp({ texts: { signIn: { withPassword: 'Go on' } } })
      expect((await providersOf(config))[0]?.label).toBe('Go on')
    })
  })

  it.each([
    ['the config is wrong', { secret: 'short' }],
    ['the host is not trusted', { trustHost: false }],
  ])('has an error in place of providers while %s', async (_why, overrides) => {
    const app = makeApp(overrides)
    expect(await describeSignIn(pageRequest('?callbackUrl=/a'), app.config)).toMatchObject({
      language: 'en',
      providers: [],
      callbackUrl: undefined,
      error: { type: 'Configuration', next: [] },
    })
    expect(app.codes('error')).toHaveLength(1)
  })
})

describe('describeError', () => {
  it('has a text for every error that a visitor is told', async () => {
    const { config } = makeApp()
    const visible = Object.entries(errorTraits).filter(([, { visible: isSeen }]) => isSeen)
    expect(visible.length).toBeGreaterThan(20)
    for (const [type] of visible) {
      const { error } = await describeError(pageRequest(`?error=${type}`), config)
      expect(error.type).not.toBe('general')
    }
  })

  it('speaks of something when the query does not say what', async () => {
    const { error } = await describeError(pageRequest(), makeApp().config)
    expect(error).toMatchObject({ type: 'general', title: 'Something went wrong' })
  })

  it("speaks the visitor's language, and that of the page before it", async () => {
    const { config } = makeApp()
    const request = pageRequest('?error=AccessDenied', { 'accept-language': 'he' })
    expect(await describeError(request, config)).toMatchObject({ language: 'he', direction: 'rtl' })
    expect(await describeError(request, config, { language: 'en' })).toMatchObject({
      language: 'en',
      error: { title: 'Access denied' },
    })
  })

  it('works while the config does not', async () => {
    const { config } = makeApp({ secret: 'short' })
    const request = pageRequest('?error=AccessDenied', { 'accept-language': 'de' })
    expect(await describeError(request, config)).toMatchObject({
      language: 'de',
      error: { type: 'Configuration', next: [] },
    })
  })
})

describe('issueCsrfToken', () => {
  it('gives a form what our routes ask for', async () => {
    const { config } = makeApp()
    const { data, cookies } = await issueCsrfToken(pageRequest(), config)
    const own = `${csrfCookie}.${data?.slice(0, 8)}`
    expect(cookies.map(({ name }) => name)).toEqual([csrfCookie, own])
    const response = await Auth(
      new Request('https://app.test/auth/callback/credentials', {
        method: 'POST',
        headers: { cookie: cookieHeader(cookies), origin: 'https://app.test' },
        body: new URLSearchParams({ ...login, csrfToken: data ?? '' }),
      }),
      config,
    )
    expect(response.headers.get('location')).toBe('https://app.test/')
  })

  it('keeps the token that the browser has', async () => {
    const { config } = makeApp()
    const { data, cookies } = await issueCsrfToken(pageRequest(), config)
    const again = await issueCsrfToken(pageRequest('', { cookie: cookieHeader(cookies) }), config)
    expect(again).toEqual({ data, cookies: [] })
  })

  it.each<readonly [string, Partial<AuthConfig>]>([
    ['there is no check', { skipCSRFCheck }],
    ['the config is wrong', { secret: 'short' }],
    ['the host is not trusted', { trustHost: false }],
  ])('gives nothing when %s', async (_why, overrides) => {
    const issued = await issueCsrfToken(pageRequest(), makeApp(overrides).config)
    expect(issued).toEqual({ data: undefined, cookies: [] })
  })
})
