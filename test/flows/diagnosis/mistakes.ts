import { Auth, prepareConfig, type AuthConfig } from '../../../src/core.js'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { authenticatorApp } from '../../../src/factors.js'
import type { Provider } from '../../../src/model/provider.js'
import GitHub from '../../../src/providers/github.js'
import Nodemailer from '../../../src/providers/nodemailer.js'
import { openBrowser } from '../../support/browser.js'
import { login, makeApp } from '../../support/apps/app.js'

/** A mistake that an app's author makes in the first hour, and the line that it prints. */
export interface Mistake {
  /** What the author did. Markdown. */
  readonly what: string
  readonly line: string
}

/** A mistake that needs no Qwik app to show. */
export interface EngineMistake extends Mistake {
  /** Does what the author does next, such as opening the sign-in page. */
  readonly run: () => Promise<unknown>
}

/** A mistake in the files of a Qwik app. `test/package/build/mistakes.test.ts` makes it. */
export interface AppMistake extends Mistake {
  readonly id: AppMistakeId
}

export type AppMistakeId =
  | 'second-door-in-first'
  | 'first-door-in-second'
  | 'initializer-from-core'
  | 'misnamed-plugin'
  | 'misnamed-plugin-404'
  | 'no-vite-plugin'
  | 'unexported'
  | 'unexported-404'
  | 'outside'

const github = GitHub({ clientId: 'id', clientSecret: 'secret' })
const devServer = { configFile: 'src/routes/plugin@auth.ts' }
const adapter = memoryAdapter()

function configOf(overrides: Partial<AuthConfig>): AuthConfig {
  return makeApp({ logger: undefined, ...overrides }).config
}

async function open(overrides: Partial<AuthConfig>): Promise<void> {
  await Auth(new Request('https://app.test/auth/signin'), configOf(overrides))
}

async function openWithUrl(AUTH_URL: string, overrides: Partial<AuthConfig>): Promise<void> {
  const env = new Map([['AUTH_URL', AUTH_URL]])
  await prepareConfig(() => configOf(overrides), env, {})
}

async function openOnDevServer(path: string, providers: Provider[]): Promise<void> {
  const env = new Map([['NODE_ENV', 'development']])
  const config = await prepareConfig(() => configOf({ providers }), env, {}, devServer)
  await Auth(new Request(`https://app.test${path}`), config)
}

async function postThroughProxy(): Promise<void> {
  const headers = { origin: 'https://app.test', 'sec-fetch-site': 'same-origin' }
  const request = new Request('http://app.test/auth/signout', { method: 'POST', headers })
  await Auth(request, configOf({}))
}

async function signInWithLargeToken(): Promise<void> {
  const load = 'x'.repeat(20_000)
  const callbacks: AuthConfig['callbacks'] = { jwt: ({ token }) => ({ ...token, load }) }
  await openBrowser(configOf({ callbacks })).signIn(login)
}

const makeSecret =
  'Run `npx latchkey secret --write`, or make one with `openssl rand -base64 33` and set it as AUTH_SECRET or as the option `secret`.'

// prettier-ignore
export const engineMistakes: readonly EngineMistake[] = [
  {
    what: 'There is no secret.',
    line: `[latchkey] MissingSecret The option \`secret\` is missing. ${makeSecret}`,
    run: () => open({ secret: undefined }),
  },
  {
    what: 'The secret is too short.',
    line: `[latchkey] WeakSecret Expected \`secret\` to have 32 characters or more, got 5. Replace it by the one that \`npx latchkey secret\` or \`openssl rand -base64 33\` prints.`,
    run: () => open({ secret: 'short' }),
  },
  {
    what: 'A form or a link names a provider id that the config does not have. In production, this is logged only with `debug: true`, because any visitor can cause it.',
    line: '[latchkey] InvalidProvider There is no provider with the id "gihub". Those in `providers` are "github".',
    run: () => openOnDevServer('/auth/signin/gihub', [github]),
  },
  {
    what: 'A provider is imported by name: `import { GitHub } from "latchkey/providers/github"`.',
    line: '[latchkey] InvalidProviderConfig Expected `providers[0]` to be a provider or a function that returns one, got undefined. Import the default export of its module, as in `import GitHub from "latchkey/providers/github"`.',
    run: () => open({ providers: [undefined as unknown as Provider] }),
  },
  {
    what: 'Sign-in by e-mail has no adapter.',
    line: '[latchkey] MissingAdapter Sign-in by e-mail needs a database for its tokens. Set the option `adapter` to one of latchkey/adapters/kysely (SQL), latchkey/adapters/redis or latchkey/adapters/memory (for development).',
    run: () => open({ providers: [Nodemailer({ server: 'smtp://localhost', from: 'me@app.test' })] }),
  },
  {
    what: 'A provider has no client id. The other providers work.',
    line: '[latchkey] MissingClientId The provider "github" is disabled, because it has no `clientId`. Set AUTH_GITHUB_ID or the option `clientId`.',
    run: () => open({ providers: [GitHub] }),
  },
  {
    what: 'A provider has no client secret. The other providers work.',
    line: '[latchkey] MissingClientSecret The provider "github" is disabled, because it has no `clientSecret`. Set AUTH_GITHUB_SECRET or the option `clientSecret`.',
    run: () => open({ providers: [GitHub({ clientId: 'id' })] }),
  },
  {
    what: 'The SMTP server is empty. The other providers work.',
    line: '[latchkey] InvalidProviderConfig The provider "nodemailer" is disabled, because it has no `server`. Set AUTH_NODEMAILER_SERVER or the option `server`.',
    run: () => open({ adapter, providers: [Nodemailer({ server: '', from: 'me@app.test' })] }),
  },
  {
    what: 'The SMTP server is not an SMTP URL. The other providers work.',
    line: '[latchkey] InvalidProviderConfig The provider "nodemailer" is disabled, because its `server` does not start with smtps:// or smtp://. Write it such as smtps://name:password@smtp.example.com.',
    run: () => open({ adapter, providers: [Nodemailer({ server: 'smtp.app.test:587', from: 'me@app.test' })] }),
  },
  {
    what: '`AUTH_URL` has another path than `basePath`.',
    line: '[latchkey] env-url-basepath-mismatch AUTH_URL has the path "/api/auth", but the routes are under "/login", the option `basePath`. Make both the same, or leave the path out of AUTH_URL.',
    run: () => openWithUrl('https://app.test/api/auth', { basePath: '/login' }),
  },
  {
    what: '`AUTH_URL` has a path, and the config has no `basePath`.',
    line: '[latchkey] env-url-moves-routes AUTH_URL has the path "/api/auth", so the routes are under "/api/auth" instead of "/auth". Set `basePath: "/api/auth"` if you want this, or leave the path out of AUTH_URL.',
    run: () => openWithUrl('https://app.test/api/auth', {}),
  },
  {
    what: 'A colour of `theme` is not one that the pages can read.',
    line: '[latchkey] theme-value-ignored The pages ignore `theme.brandColor`. Expected a colour such as "#0f766e", "teal", "rgb(15 118 110)" or "hsl(175 77% 26%)", got "oklch(0.6 0.1 180)".',
    run: () => open({ theme: { brandColor: 'oklch(0.6 0.1 180)' } }),
  },
  {
    what: 'The app answers on a host other than localhost, and neither `AUTH_URL` nor an option says which host to trust.',
    line: '[latchkey] UntrustedHost The request came for https://app.test, and the host is not trusted. Set AUTH_URL=https://app.test (or the option `origin`), or `trustHost: true` if your platform sets the Host header safely.',
    run: () => open({ trustHost: undefined }),
  },
  {
    what: 'A proxy speaks https to browsers and http to the app.',
    line: '[latchkey] CrossSiteRequest Expected a request from http://app.test, but the browser says https://app.test (Sec-Fetch-Site: same-origin). If both are your site, set its public URL as AUTH_URL or as the option `origin`.',
    run: postThroughProxy,
  },
  {
    what: '`secondFactor` is set together with `session: { revocable: false }`.',
    line: '[latchkey] InvalidConfig `secondFactor` needs sessions that can be revoked, because a user who adds, removes or loses a factor must be signed out elsewhere. Remove `session.revocable: false`, or remove `secondFactor`.',
    run: () => open({ adapter, session: { revocable: false }, secondFactor: { methods: [authenticatorApp()] } }),
  },
  {
    what: 'The session is too large for cookies.',
    line: '[latchkey] SessionTooLarge The session token has 27209 characters; cookies hold 11808. Keep less in the token that the `jwt` callback returns.',
    run: signInWithLargeToken,
  },
]

/** The Vite plugin prints the file before these lines. */
export const appMistakes: readonly AppMistake[] = [
  {
    id: 'second-door-in-first',
    what: 'An app on Qwik 1 imports from `latchkey/qwik2`.',
    line: '"latchkey/qwik2" is for Qwik 2, but this app uses Qwik 1 (@builder.io/qwik-city). Import from "latchkey" instead.',
  },
  {
    id: 'first-door-in-second',
    what: 'An app on Qwik 2 imports from `latchkey`.',
    line: '"latchkey" is for Qwik 1, but this app uses Qwik 2 (@qwik.dev/router). Import from "latchkey/qwik2" instead.',
  },
  {
    id: 'initializer-from-core',
    what: '`routeAuth$` is imported from `latchkey/core`.',
    line: '"latchkey/core" does not export `routeAuth$`. Import it from "latchkey" instead.',
  },
  {
    id: 'misnamed-plugin',
    what: 'The plugin file has a name that Qwik does not run, such as `src/routes/auth.ts`.',
    line: '`onRequest` of `routeAuth$` has not run, because Qwik does not run src/routes/auth.ts. Rename the file to src/routes/plugin@auth.ts.',
  },
  {
    id: 'misnamed-plugin-404',
    what: 'The plugin file has a name that Qwik does not run, and a visitor opens `/auth/signin`.',
    line: '/auth/signin answers 404, because Qwik does not run src/routes/auth.ts. Rename the file to src/routes/plugin@auth.ts.',
  },
  {
    id: 'no-vite-plugin',
    what: '`routeAuth$` or `FrameworkAuth$` is used without the plugin of `latchkey/vite`.',
    line: 'The config function may be published to the browser, because this build ran without the plugin of latchkey/vite. Run `npx latchkey init`, which adds it, or add `latchkey()` from latchkey/vite to `plugins` in vite.config.ts, before `qwikVite()`. If the app was deployed without the plugin, change its secrets.',
  },
  {
    id: 'unexported',
    what: 'The plugin file does not export `onRequest`.',
    line: '`onRequest` of `routeAuth$` has not run, because src/routes/plugin@auth.ts does not export it. Write `export const { onRequest, useSession, useSignIn, useSignOut } = routeAuth$(…)` in src/routes/plugin@auth.ts.',
  },
  {
    id: 'unexported-404',
    what: 'The plugin file does not export `onRequest`, and a visitor opens `/auth/signin` on Qwik 1. Qwik 2 prints the line above.',
    line: '/auth/signin answers 404, because src/routes/plugin@auth.ts does not export `onRequest`. Write `export const { onRequest, useSession, useSignIn, useSignOut } = routeAuth$(…)` there.',
  },
  {
    id: 'outside',
    what: '`useSession` is called in an endpoint.',
    line: '`useSession` was called outside of a component. In a loader, an action, an endpoint or `server$`, call `getSession(event)` instead.',
  },
]
