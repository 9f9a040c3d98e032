import { describe, expect, it } from 'vitest'
import { Auth, prepareConfig, signIn, type AuthConfig } from '../../../src/core.js'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import GitHub from '../../../src/providers/github.js'
import Nodemailer from '../../../src/providers/nodemailer.js'
import Password from '../../../src/providers/password.js'
import { login, makeApp, passwordProvider, secret } from '../../support/apps/app.js'
import { openBrowser } from '../../support/browser.js'

const devServer = { configFile: 'src/routes/plugin@auth.ts' }
const development = { NODE_ENV: 'development' }

type Variables = Readonly<Record<string, string | undefined>>

/** How the app is built and run. */
interface Situation {
  readonly server: typeof devServer | undefined
  readonly variables: Variables
}

async function prepare(
  overrides: Partial<AuthConfig>,
  { server, variables }: Situation = { server: devServer, variables: development },
): Promise<AuthConfig> {
  const { config } = makeApp(overrides)
  return prepareConfig(() => config, { get: (name) => variables[name] }, {}, server)
}

async function open(
  config: AuthConfig,
  path = '/auth/signin',
  headers: Record<string, string> = {},
): Promise<string> {
  const request = new Request(`https://app.test${path}`, {
    headers: { accept: 'text/html', ...headers },
  })
  return textOf(await (await Auth(request, config)).text())
}

/** What a person reads on the page. */
function textOf(page: string): string {
  const [, body = ''] = page.split('<body>')
  return body
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replace(/\s+/g, ' ')
    .trim()
}

describe('the error page of the dev server', () => {
  it('shows the code, the problem, the cure, the option and the file', async () => {
    expect(await open(await prepare({ secret: 'short' }))).toContain(
      'WeakSecret Expected secret to have 32 characters or more, got 5. Replace it by the one that npx latchkey secret or openssl rand -base64 33 prints. Option secret File src/routes/plugin@auth.ts',
    )
  })

  it('shows every mistake of the config', async () => {
    const page = await open(
      await prepare({ secret: undefined, basePath: 'auth', providers: [GitHub] }),
    )
    for (const code of ['MissingSecret', 'InvalidBasePath', 'MissingClientId']) {
      expect(page).toContain(code)
    }
  })

  it('shows what the config function threw, and where', async () => {
    const fail = (): never => {
      throw new TypeError('Vault is sealed.')
    }
    const config = await prepareConfig(
      fail,
      { get: (name) => development[name as 'NODE_ENV'] },
      {},
      devServer,
    )
    const page = await open(config)
    expect(page).toContain('InvalidConfig The config function threw an error.')
    expect(page).toMatch(/File \S*dev-page\.test\.ts:\d+:\d+ Cause TypeError: Vault is sealed\./)
  })

  it('shows the ids of the providers if the URL names another one', async () => {
    const page = await open(await prepare({}), '/auth/signin/gihub')
    expect(page).toContain(
      'InvalidProvider There is no provider with the id "gihub". Those in providers are "credentials".',
    )
  })

  it('shows why a provider is disabled if the URL names it', async () => {
    const page = await open(
      await prepare({ providers: [GitHub, passwordProvider] }),
      '/auth/signin/github',
    )
    expect(page).toContain('MissingClientId The provider "github" is disabled')
    expect(page).toContain('Set AUTH_GITHUB_ID or the option clientId')
  })

  it.each(['/auth/signup', '/auth/forgot-password'])(
    'shows why the e-mail provider is disabled on %s, which sends mails',
    async (path) => {
      const providers = [Password, Nodemailer({ server: '', from: 'me@app.test' })]
      const page = await open(await prepare({ adapter: memoryAdapter(), providers }), path)
      expect(page).toContain('The provider "nodemailer" is disabled, because it has no server')
      expect(page).toContain('Set AUTH_NODEMAILER_SERVER')
      expect(page).not.toContain('has no e-mail provider')
      const none = await open(
        await prepare({ adapter: memoryAdapter(), providers: [Password] }),
        path,
      )
      expect(none).toContain('the config has no e-mail provider')
    },
  )

  it('shows the reason after the browser was redirected to it', async () => {
    const jwt = (): never => {
      throw new Error(`The token of ${secret} is odd.`)
    }
    const config = await prepare({ callbacks: { jwt } })
    await openBrowser(config).signIn(login)
    const page = await open(config, '/auth/error?error=Configuration')
    expect(page).toContain('CallbackRouteError')
    expect(page).toContain('The token of [redacted] is odd.')
    expect(await open(config, '/auth/error?error=AccessDenied')).not.toContain('CallbackRouteError')
  })

  it('escapes what it shows', async () => {
    const request = new Request('https://app.test/auth/signin/%3Cimg%20src=x%3E', {
      headers: { accept: 'text/html' },
    })
    const config = await prepare({ basePath: '<script>' })
    expect(await (await Auth(request, config)).text()).not.toMatch(/<script|<img/)
  })

  it('says on the sign-in page why no provider is left', async () => {
    const page = await open(await prepare({ providers: [GitHub] }))
    expect(page).toContain('This site does not offer a way to sign in yet.')
    expect(page).toContain('MissingClientId The provider "github" is disabled')
  })

  it('does not mention a disabled provider while another one is left', async () => {
    const page = await open(await prepare({ providers: [GitHub, passwordProvider] }))
    expect(page).not.toContain('github')
  })

  it('logs an unknown provider id, which only `debug` shows in production', async () => {
    const [dev, production] = [makeApp(), makeApp()]
    for (const [app, server] of [
      [dev, devServer],
      [production, undefined],
    ] as const) {
      const get = (name: string) => development[name as 'NODE_ENV']
      await open(await prepareConfig(() => app.config, { get }, {}, server), '/auth/signin/gihub')
    }
    expect(dev.codes('warn')).toEqual(['InvalidProvider'])
    expect(production.logs).toEqual([])
  })

  it('gives an action of the app the same words', async () => {
    const config = await prepare({ secret: undefined })
    const { data } = await signIn(new Request('https://app.test/'), config, {})
    expect(data).toMatchObject({ ok: false, report: { code: 'MissingSecret' } })
  })
})

describe('in production', () => {
  const details =
    /WeakSecret|32 characters|AUTH_SECRET|openssl|plugin@auth|MissingClientId|AUTH_GITHUB_ID|clientId|gihub"|dev server/

  const production: Situation = { server: undefined, variables: development }
  const situations: readonly (readonly [string, Situation])[] = [
    ['a production build', { server: undefined, variables: { NODE_ENV: 'production' } }],
    ['a production build in a process for development', production],
    [
      'a development build that runs in production',
      { server: devServer, variables: { NODE_ENV: 'production' } },
    ],
    ['a development build in a process that says nothing', { server: devServer, variables: {} }],
  ]

  it.each(situations)('no page shows details: %s', async (_, situation) => {
    const visits: readonly (readonly [Partial<AuthConfig>, string])[] = [
      [{ secret: 'short' }, '/auth/signin'],
      [{ providers: [GitHub] }, '/auth/signin'],
      [{ providers: [GitHub] }, '/auth/signin/github'],
      [{}, '/auth/signin/gihub'],
      [{}, '/auth/error?error=Configuration'],
    ]
    for (const [overrides, path] of visits) {
      const page = await open(await prepare(overrides, situation), path)
      expect(page).not.toMatch(details)
    }
  })

  it('no part of a request turns the details on', async () => {
    const config = await prepare({ secret: 'short' }, production)
    const headers = {
      'x-dev': '1',
      'x-forwarded-host': 'localhost:5173',
      host: 'localhost:5173',
      cookie: 'NODE_ENV=development; devServer=1; debug=1',
    }
    for (const query of ['?debug=true', '?devServer=1&NODE_ENV=development&error=WeakSecret']) {
      expect(await open(config, `/auth/signin${query}`, headers)).not.toMatch(details)
    }
  })

  it('the config function cannot turn the details on', async () => {
    const forged = { devServer, report: [], lastReport: {}, debug: true, logger: {} }
    const config = await prepare({ secret: 'short', ...forged }, production)
    expect(await open(config)).not.toMatch(details)
  })

  it('a redirect leaves nothing for the error page', async () => {
    const jwt = (): never => {
      throw new Error('The details.')
    }
    const config = await prepare({ callbacks: { jwt } }, production)
    await openBrowser(config).signIn(login)
    expect(await open(config, '/auth/error?error=Configuration')).not.toContain('The details.')
  })
})
