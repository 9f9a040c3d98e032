import type { Provider } from '@auth/core/providers'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { compareUrls, explanations } from './compare-urls.js'
import { startWithAuthJs, startWithLatchkey } from './start-sign-in.js'

afterAll(() => void vi.unstubAllGlobals())

const folder = new URL('../../../../node_modules/@auth/core/providers/', import.meta.url)
const page = fileURLToPath(
  new URL('../../../../docs/providers/auth-js-providers.md', import.meta.url),
)

/** The members of a provider object that the comparison reads. */
interface AuthJsObject {
  readonly id: string
  readonly type: string
  readonly issuer?: string
  readonly options?: { readonly issuer?: string }
}

type Factory = (options: object) => AuthJsObject

const client = { clientId: 'client-1', clientSecret: 'client-secret-1' }

/** Options without which the URL of a service is not known. */
const issuer = 'https://issuer.test'
const needed: Readonly<Record<string, object>> = {
  'azure-ad-b2c': { issuer },
  asgardeo: { issuer },
  auth0: { issuer },
  authentik: { issuer },
  battlenet: { issuer },
  beyondidentity: { issuer },
  'boxyhq-saml': { issuer },
  cognito: { issuer },
  descope: { issuer },
  'duende-identity-server6': { issuer },
  fusionauth: { issuer },
  frontegg: { issuer },
  'identity-server4': { issuer },
  keycloak: { issuer },
  kinde: { issuer },
  logto: { issuer },
  mastodon: { issuer },
  mattermost: { issuer },
  netsuite: { issuer },
  nextcloud: { issuer },
  okta: { issuer },
  onelogin: { issuer },
  'ory-hydra': { issuer },
  osso: { issuer },
  passage: { issuer },
  'ping-id': { issuer },
  'united-effects': { issuer },
  workos: { connection: 'connection-1' },
  zitadel: { issuer },
}

const factories = await loadFactories()
const compared = new Map<string, readonly string[]>()

describe('an authorization URL for a provider object of @auth/core', () => {
  it.each([...factories])('differs for %s only where the table says so', async (name, factory) => {
    const make = (): AuthJsObject => factory({ ...client, ...needed[name] })
    answerDiscovery(make())
    const theirs = await startWithAuthJs(make() as unknown as Provider, make().id)
    const ours = await startWithLatchkey(make() as unknown as Provider, make().id)
    // Some services have their own name for `client_id`.
    expect([...ours.searchParams.values()]).toContain('client-1')
    const differences = compareUrls(theirs, ours)
    expect(differences.filter((one) => explanations[one] === undefined)).toEqual([])
    compared.set(name, differences)
  })

  it('is documented with its differences', async () => {
    expect(compared.size).toBe(factories.size)
    expect(compared.size).toBeGreaterThan(80)
    await expect(renderPage()).toMatchFileSnapshot(page)
  })
})

/** The factories of every OAuth and OpenID provider, by the names of their modules. */
async function loadFactories(): Promise<ReadonlyMap<string, Factory>> {
  const names = readdirSync(folder).flatMap((file) => /^([\w-]+)\.js$/.exec(file)?.[1] ?? [])
  const loaded = await Promise.all(
    names.map(async (name) => {
      const { default: factory }: { default?: Factory } = await import(
        new URL(`${name}.js`, folder).href
      )
      return [name, factory] as const
    }),
  )
  const isOAuth = (factory: Factory): boolean =>
    ['oauth', 'oidc'].includes(factory({ ...client, issuer, server: 'smtp://a', apiKey: 'a' }).type)
  return new Map(
    loaded.flatMap(([name, factory]) => (factory && isOAuth(factory) ? [[name, factory]] : [])),
  )
}

/** Both libraries ask an OpenID provider for its metadata. */
function answerDiscovery({ issuer: own, options }: AuthJsObject): void {
  vi.stubGlobal('fetch', (input: Request | URL | string) => {
    const url = input instanceof Request ? input.url : String(input)
    const base = options?.issuer ?? own ?? url.replace(/\/?\.well-known\/.*/, '')
    return Promise.resolve(
      Response.json({
        issuer: base,
        authorization_endpoint: `${base}/authorize`,
        token_endpoint: `${base}/token`,
        userinfo_endpoint: `${base}/userinfo`,
        jwks_uri: `${base}/keys`,
        code_challenge_methods_supported: ['S256'],
      }),
    )
  })
}

function renderPage(): string {
  const rows = Object.entries(explanations).map(([difference, reason]) => {
    const names = [...compared].flatMap(([name, found]) => (found.includes(difference) ? name : []))
    return `## It ${difference}\n\n${reason}\n\n${names.map((name) => `\`${name}\``).join(', ')}\n`
  })
  const same = [...compared].flatMap(([name, found]) => (found.length === 0 ? name : []))
  return `# Provider objects of Auth.js

You can pass a provider object of \`@auth/core\` to Latchkey. This page says how the authorization URL then differs
from the URL that Auth.js makes from the same object. The values of \`state\`, \`nonce\` and \`code_challenge\` are
random and are not compared.

The ${compared.size} OAuth and OpenID providers of \`@auth/core\` 0.41.3 have these differences and no others.
\`test/flows/providers/auth-js/authorization-urls.test.ts\` compares them and writes this page.

${rows.join('\n')}
## It is the same

${same.map((name) => `\`${name}\``).join(', ')}
`
}
