import { describe, expect, it } from 'vitest'
import { Auth, customFetch, prepareConfig, type AuthConfig } from '../../../src/core.js'
import type { OIDCConfig } from '../../../src/model/oauth.js'
import type { Profile } from '../../../src/model/records.js'
import { Browser } from '../../support/browser.js'
import { secret } from '../../support/apps/app.js'
import type { FakeProvider } from '../../support/oauth/fake-provider.js'
import { expectSignedIn, makeProvider, oidc, signIn } from '../../support/oauth/sign-in.js'

const env = { get: () => undefined }

/** Requests for the metadata and the keys of a provider. */
interface Counted {
  readonly fake: FakeProvider
  readonly asked: string[]
  /** Returns the provider with a new fetch function, as an inline one is. */
  readonly provider: (changes?: Partial<OIDCConfig<Profile>>) => OIDCConfig<Profile>
}

async function makeCounted(): Promise<Counted> {
  const fake = await makeProvider()
  const asked: string[] = []
  const inline = (): typeof fake.fetch => async (input, init) => {
    const url = String(input instanceof Request ? input.url : input)
    if (/well-known|jwks/.test(url)) asked.push(new URL(url).pathname)
    return fake.fetch(input, init)
  }
  const provider: Counted['provider'] = (changes) =>
    oidc(fake, { [customFetch]: inline(), ...changes })
  return { fake, asked, provider }
}

/** A browser in front of an app whose config function runs at each request. */
function browse(owner: object, load: () => AuthConfig['providers']): Browser {
  return new Browser(async (request) => {
    const config = { secret, trustHost: true, providers: load() }
    return Auth(request, await prepareConfig(() => config, env, owner))
  })
}

describe('an inline custom fetch', () => {
  it('uses the cached metadata and keys of its client', async () => {
    const { fake, asked, provider } = await makeCounted()
    const owner = {}
    for (let visit = 0; visit < 3; visit++) {
      const browser = browse(owner, () => [provider()])
      expectSignedIn(browser, await signIn(browser, fake))
    }
    expect(asked).toEqual(['/.well-known/openid-configuration', '/jwks'])
  })

  it.each<readonly [string, Partial<OIDCConfig<Profile>>]>([
    ['another secret', { clientSecret: 'the secret of another tenant' }],
    ['another id', { clientId: 'client-2' }],
    ['another provider id', { id: 'other' }],
    ['no secret', { clientSecret: undefined, client: { token_endpoint_auth_method: 'none' } }],
  ])('shares no metadata with a client that has %s', async (_, changes) => {
    const { asked, provider } = await makeCounted()
    const owner = {}
    const start = async (given: OIDCConfig<Profile>): Promise<void> => {
      const browser = browse(owner, () => [given])
      const body = new URLSearchParams({ csrfToken: await browser.csrfToken() })
      const { status } = await browser.fetch(`/auth/signin/${given.id}`, { method: 'POST', body })
      expect(status).toBe(302)
    }
    await start(provider())
    await start(provider(changes))
    expect(asked).toHaveLength(2)
    await start(provider())
    expect(asked).toHaveLength(2)
  })

  it('shares nothing with another owner', async () => {
    const { fake, asked, provider } = await makeCounted()
    for (const owner of [{}, {}]) {
      const browser = browse(owner, () => [provider()])
      expectSignedIn(browser, await signIn(browser, fake))
    }
    expect(asked).toHaveLength(4)
  })
})
