import { describe, expect, it } from 'vitest'
import { Auth, prepareConfig, signIn, type AuthConfig } from '../../../src/core.js'
import type { Provider } from '../../../src/model/provider.js'
import GitHub from '../../../src/providers/github.js'
import Google from '../../../src/providers/google.js'
import { login, makeApp, passwordProvider, type App } from '../../support/apps/app.js'

const reason =
  'The provider "github" is disabled, because it has no `clientId`. Set AUTH_GITHUB_ID or the option `clientId`.'

function appWith(...providers: readonly Provider[]): App {
  return makeApp({ providers: [...providers] })
}

async function open(app: App, path: string, headers: Record<string, string> = {}) {
  const request = new Request(`https://app.test${path}`, {
    headers: { accept: 'text/html', ...headers },
  })
  const response = await Auth(request, app.config)
  return { status: response.status, text: await response.text() }
}

describe('a provider without its client id', () => {
  const google = Google({ clientId: 'id', clientSecret: 'secret' })

  it('is missing from the sign-in page, and the others are there', async () => {
    const { status, text } = await open(appWith(GitHub, google), '/auth/signin')
    expect(status).toBe(200)
    expect(text).toContain('Google')
    expect(text).not.toContain('GitHub')
  })

  it('does not stop a sign-in with another provider', async () => {
    const browser = appWith(GitHub, passwordProvider).browser()
    await browser.signIn(login)
    expect(await browser.session()).toMatchObject({ user: { name: 'Ada' } })
  })

  it('is logged once, although the app makes a new config for each request', async () => {
    const app = appWith(GitHub, passwordProvider)
    const owner = {}
    for (let request = 0; request < 3; request++) {
      const config = await prepareConfig(
        () => ({ ...app.config }) as AuthConfig,
        { get: () => undefined },
        owner,
      )
      await Auth(new Request('https://app.test/auth/signin'), config)
    }
    expect(app.logs.map(({ level, code }) => `${level} ${code}`)).toEqual(['error MissingClientId'])
    expect(app.logs[0]?.message[0]).toMatchObject({ message: reason })
  })

  it('is logged besides a mistake that concerns the whole app', async () => {
    const app = makeApp({ secret: undefined, providers: [GitHub] })
    expect((await open(app, '/auth/signin')).status).toBe(500)
    expect(app.codes('error')).toEqual(['MissingSecret', 'MissingClientId'])
  })

  it.each(['/auth/signin/github', '/auth/callback/github'])(
    'answers 404 at %s without saying what is missing',
    async (path) => {
      const app = appWith(GitHub, passwordProvider)
      const { status, text } = await open(app, path)
      expect(status).toBe(404)
      expect(text).toContain('Unknown sign-in method')
      expect(text).not.toMatch(/clientId|AUTH_GITHUB_ID|disabled/)
    },
  )

  it('makes `signIn` fail with a message that a client may see', async () => {
    const app = appWith(GitHub, passwordProvider)
    const request = new Request('https://app.test/', {
      method: 'POST',
      headers: { origin: 'https://app.test', 'sec-fetch-site': 'same-origin' },
    })
    const { data } = await signIn(request, app.config, { providerId: 'github' })
    expect(data).toMatchObject({ ok: false, error: { type: 'InvalidProvider' } })
    expect(data.ok ? '' : data.error.message).toBe('The provider "github" is not available.')
    expect(data.ok ? '' : data.error.cause).toMatchObject({ message: reason })
  })
})

describe('a sign-in page without a usable provider', () => {
  it.each([
    ['en', 'This site does not offer a way to sign in yet.'],
    ['de', 'Auf dieser Website kann man sich noch nicht anmelden.'],
  ])('says so in the language of the visitor, and nothing more: %s', async (language, sentence) => {
    const app = appWith(GitHub)
    const { status, text } = await open(app, '/auth/signin', { 'accept-language': language })
    expect(status).toBe(200)
    expect(text).toContain(sentence)
    expect(text).not.toMatch(/github|clientId|AUTH_/i)
  })
})
