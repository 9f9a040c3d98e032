import { customFetch, type AuthConfig } from '../../src/core.js'
import type { Adapter } from '../../src/model/adapter.js'
import type { OIDCConfig } from '../../src/model/oauth.js'
import type { Profile } from '../../src/model/records.js'
import { openBrowser, type Browser } from '../support/browser.js'
import { secret, sessionCookie } from '../support/apps/app.js'
import { fakeKey, type Claims } from '../support/oauth/fake-keys.js'
import { FakeProvider } from '../support/oauth/fake-provider.js'

/** One sign-in of one person. */
export interface Visit {
  readonly person: Claims
  /** Id of the service. */
  readonly at: 'one' | 'two'
  /** The session that the browser has, if any; it asks to link where `link` says so. */
  readonly cookie?: string | undefined
  readonly link?: boolean
}

/** How it ended. */
export interface Landing {
  readonly location: string | null
  readonly browser: Browser
  /** The session that the browser has. */
  readonly cookie: string | undefined
  /** What was logged as an error. */
  readonly errors: readonly unknown[]
}

/** Signs in from beginning to end, at a site that has nothing in memory of any sign-in before. */
export async function runSignIn(
  adapter: Adapter,
  { person, at, cookie, link }: Visit,
): Promise<Landing> {
  const errors: unknown[] = []
  const services = { one: await openService('one', person), two: await openService('two', person) }
  const config: AuthConfig = {
    secret,
    trustHost: true,
    providers: [services.one.provider, services.two.provider],
    adapter,
    session: { strategy: 'database' },
    logger: { error: (...said) => void errors.push(said), warn: () => {}, debug: () => {} },
  }
  const browser = openBrowser(config)
  if (cookie !== undefined) browser.plant(sessionCookie, cookie)
  const csrfToken = await browser.csrfToken()
  const body = new URLSearchParams({ csrfToken, callbackUrl: '/welcome' })
  if (link) body.set('link', 'true')
  const started = await browser.fetch(`/auth/signin/${at}`, { method: 'POST', body })
  const answer = services[at].fake.authorize(started.headers.get('location') ?? '')
  const landed = await browser.send(`${answer.redirectUri}?${answer.params}`, {
    headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
  })
  return {
    location: landed.headers.get('location'),
    browser,
    cookie: browser.cookie(sessionCookie),
    errors,
  }
}

async function openService(
  id: string,
  person: Claims,
): Promise<{ readonly fake: FakeProvider; readonly provider: OIDCConfig<Profile> }> {
  const clientSecret = 'client-secret'
  const fake = new FakeProvider({
    issuer: `https://${id}.test`,
    clientId: 'client',
    clientSecret,
    method: 'client_secret_basic',
    // Elliptic, because a key of RSA would take longer than the sign-in.
    key: await fakeKey(id, 'ES256'),
    person,
  })
  const { issuer, clientId } = fake.options
  const given = { id, name: id, type: 'oidc', issuer, clientId, clientSecret } as const
  return { fake, provider: { ...given, [customFetch]: fake.fetch } }
}
