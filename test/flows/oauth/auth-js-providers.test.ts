import Auth0 from '@auth/core/providers/auth0'
import AzureDevOps from '@auth/core/providers/azure-devops'
import Box from '@auth/core/providers/box'
import Discord from '@auth/core/providers/discord'
import Facebook from '@auth/core/providers/facebook'
import GitHub from '@auth/core/providers/github'
import GitLab from '@auth/core/providers/gitlab'
import Google from '@auth/core/providers/google'
import Keycloak from '@auth/core/providers/keycloak'
import LinkedIn from '@auth/core/providers/linkedin'
import MicrosoftEntraID from '@auth/core/providers/microsoft-entra-id'
import Okta from '@auth/core/providers/okta'
import Slack from '@auth/core/providers/slack'
import Spotify from '@auth/core/providers/spotify'
import Twitch from '@auth/core/providers/twitch'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { customFetch } from '../../../src/core.js'
import type { Provider } from '../../../src/model/provider.js'
import type { Claims } from '../../support/oauth/fake-keys.js'
import type { FakeProvider, FakeProviderOptions } from '../../support/oauth/fake-provider.js'
import {
  clientSecret,
  expectSignedIn,
  makeOAuthApp,
  makeProvider,
  signIn,
  start,
} from '../../support/oauth/sign-in.js'

afterEach(() => {
  vi.unstubAllGlobals()
})

const client = { clientId: 'client-1', clientSecret }
const standard = { sub: 'u-1', name: 'Ada L.', email: 'ada@example.test' }

interface Case {
  readonly provider: unknown
  readonly server: Partial<FakeProviderOptions>
  readonly person: Claims
  readonly user: Claims
  readonly prepare?: (fake: FakeProvider) => void
}

const expected = { name: 'Ada L.', email: 'ada@example.test' }

/** A server of plain OAuth, at the addresses of a service. */
const at = (authorization: string, token: string, userinfo: string): Case['server'] => ({
  openid: false,
  endpoints: { authorization, token, userinfo },
})

const cases = {
  google: () => ({
    provider: Google(client),
    server: { issuer: 'https://accounts.google.com' },
    person: standard,
    user: { id: 'google:u-1', ...expected },
  }),
  github: () => ({
    provider: GitHub(client),
    server: {
      ...at(
        'https://github.com/login/oauth/authorize',
        'https://github.com/login/oauth/access_token',
        'https://api.github.com/user',
      ),
      issuer: 'https://github.com/login/oauth',
    },
    person: { id: 7, login: 'ada', name: null, email: 'ada@example.test', avatar_url: null },
    user: { id: 'github:7', name: 'ada', email: 'ada@example.test' },
  }),
  discord: () => ({
    provider: Discord(client),
    server: at(
      'https://discord.com/api/oauth2/authorize',
      'https://discord.com/api/oauth2/token',
      'https://discord.com/api/users/@me',
    ),
    person: {
      id: '80351110224678912',
      global_name: 'Ada L.',
      email: 'ada@example.test',
      avatar: 'a',
    },
    user: { id: 'discord:80351110224678912', ...expected },
  }),
  gitlab: () => ({
    provider: GitLab(client),
    server: at(
      'https://gitlab.com/oauth/authorize',
      'https://gitlab.com/oauth/token',
      'https://gitlab.com/api/v4/user',
    ),
    person: { id: 7, name: 'Ada L.', email: 'ada@example.test' },
    user: { id: 'gitlab:7', ...expected },
  }),
  linkedin: () => ({
    provider: LinkedIn(client),
    server: { issuer: 'https://www.linkedin.com/oauth', method: 'client_secret_post' },
    person: standard,
    user: { id: 'linkedin:u-1', ...expected },
  }),
  spotify: () => ({
    provider: Spotify(client),
    server: at(
      'https://accounts.spotify.com/authorize',
      'https://accounts.spotify.com/api/token',
      'https://api.spotify.com/v1/me',
    ),
    person: { id: 'ada', display_name: 'Ada L.', email: 'ada@example.test', images: [] },
    user: { id: 'spotify:ada', ...expected },
  }),
  facebook: () => ({
    provider: Facebook(client),
    server: at(
      'https://www.facebook.com/v19.0/dialog/oauth',
      'https://graph.facebook.com/oauth/access_token',
      'https://graph.facebook.com/me',
    ),
    person: {
      id: '9',
      name: 'Ada L.',
      email: 'ada@example.test',
      picture: { data: { url: 'https://x.test/' } },
    },
    user: { id: 'facebook:9', ...expected, image: 'https://x.test/' },
  }),
  twitch: () => ({
    provider: Twitch(client),
    server: { issuer: 'https://id.twitch.tv/oauth2', method: 'client_secret_post' },
    person: { sub: '44', preferred_username: 'Ada L.', email: 'ada@example.test' },
    user: { id: 'twitch:44', ...expected },
    // The service lists its scopes, where a text is the standard.
    prepare: (fake) => {
      fake.misbehaviour = { tokens: (tokens) => ({ ...tokens, scope: ['openid'] }) }
    },
  }),
  slack: () => ({
    provider: Slack(client),
    server: { issuer: 'https://slack.com' },
    person: standard,
    user: { id: 'slack:u-1', ...expected },
  }),
  auth0: () => ({
    provider: Auth0({ ...client, issuer: 'https://tenant.auth0.test/' }),
    server: { issuer: 'https://tenant.auth0.test/' },
    person: standard,
    user: { id: 'auth0:u-1', ...expected },
  }),
  okta: () => ({
    provider: Okta({ ...client, issuer: 'https://dev.okta.test' }),
    server: { issuer: 'https://dev.okta.test' },
    person: standard,
    user: { id: 'okta:u-1', ...expected },
  }),
  keycloak: () => ({
    provider: Keycloak({ ...client, issuer: 'https://sso.test/realms/one' }),
    server: { issuer: 'https://sso.test/realms/one' },
    person: standard,
    user: { id: 'keycloak:u-1', ...expected },
  }),
} satisfies Record<string, () => Case>

describe('a provider written for Auth.js, unchanged', () => {
  it.each<[string, () => Case]>(Object.entries(cases))('signs in: %s', async (id, make) => {
    const { provider, server, person, user, prepare } = make()
    const fake = await makeProvider({ ...server, person })
    prepare?.(fake)
    // Some call the service themselves, by the global fetch.
    vi.stubGlobal('fetch', fake.fetch)
    const listed = Object.assign(provider as object, { [customFetch]: fake.fetch }) as Provider
    const app = makeOAuthApp([listed])
    const browser = app.browser()
    expectSignedIn(browser, await signIn(browser, fake, { id }))
    expect(app.signedIn[0]?.user).toMatchObject(user)
    expect(app.codes('error')).toEqual([])
  })

  it('signs in with its own replacement of fetch: microsoft-entra-id', async () => {
    const issuer = 'https://login.microsoftonline.com/0000/v2.0'
    const fake = await makeProvider({ issuer, person: standard })
    fake.misbehaviour = {
      metadata: (given) => ({
        ...given,
        issuer: 'https://login.microsoftonline.com/{tenantid}/v2.0',
      }),
    }
    vi.stubGlobal('fetch', fake.fetch)
    const app = makeOAuthApp([MicrosoftEntraID({ ...client, issuer })])
    const browser = app.browser()
    expectSignedIn(browser, await signIn(browser, fake, { id: 'microsoft-entra-id' }))
    expect(app.signedIn[0]?.user).toMatchObject({ id: 'microsoft-entra-id:u-1', ...expected })
  })

  it('fetches an address for mail where the profile has none: github', async () => {
    const { provider, server, person, user } = cases.github()
    const fake = await makeProvider({ ...server, person: { ...person, email: null } })
    vi.stubGlobal('fetch', async (input: string | URL, init?: RequestInit) =>
      String(input).endsWith('/user/emails')
        ? Response.json([{ email: 'ADA@example.test', primary: true }])
        : fake.fetch(input, init),
    )
    const listed = Object.assign(provider as object, { [customFetch]: fake.fetch }) as Provider
    const app = makeOAuthApp([listed])
    const browser = app.browser()
    expectSignedIn(browser, await signIn(browser, fake, { id: 'github' }))
    expect(app.signedIn[0]?.user).toMatchObject(user)
  })
})

describe('the authorization request of a plain OAuth provider of Auth.js', () => {
  it('has the default scope of Auth.js when the provider names none', async () => {
    const { searchParams } = await sentTo(Box(client))
    expect(searchParams.get('scope')).toBe('openid profile email')
    expect(searchParams.get('response_type')).toBe('code')
  })

  it('has the response type and the scope of the provider', async () => {
    const { searchParams } = await sentTo(AzureDevOps(client))
    expect(searchParams.get('response_type')).toBe('Assertion')
    expect(searchParams.get('scope')).toBe('vso.profile')
  })

  async function sentTo(provider: unknown): Promise<URL> {
    const app = makeOAuthApp([provider as Provider])
    return new URL(await start(app.browser(), { id: (provider as { id: string }).id }))
  }
})
