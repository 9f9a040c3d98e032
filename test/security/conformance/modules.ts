import { vi } from 'vitest'
import { expectEqual, expectThat } from '../../../src/testing/expectations.js'
import type { Browser } from '../../support/browser.js'
import type { OIDCConfig } from '../../../src/model/oauth.js'
import type { Profile } from '../../../src/model/records.js'
import { setClaim, unsigned } from '../attacks/response-mutations.js'
import { fakeKey, toJwk } from '../../support/oauth/fake-keys.js'
import type { FakeProvider, FakeProviderOptions } from '../../support/oauth/fake-provider.js'
import type { Misbehaviour } from '../../support/oauth/misbehaviour.js'
import {
  comeBack,
  expectRefused,
  expectSignedIn,
  makeOAuthApp,
  makeProvider,
  oidc,
  press,
  signIn,
  start,
} from '../../support/oauth/sign-in.js'

/** How the provider answers through the browser. */
export type ResponseMode = 'query' | 'form_post'

/** A test of a relying party, under the name that the OpenID Foundation gives it. */
export interface Module {
  readonly name: string
  readonly run: (mode: ResponseMode) => Promise<void>
}

type Config = Partial<OIDCConfig<Profile>>
type Provider = Partial<FakeProviderOptions>

interface Party {
  readonly fake: FakeProvider
  readonly browser: Browser
  readonly visitor: () => Browser
}

async function open(
  mode: ResponseMode,
  config: Config = {},
  provider: Provider = {},
): Promise<Party> {
  const fake = await makeProvider(provider)
  const authorization = { params: { response_mode: 'form_post' } }
  const posted = mode === 'form_post' ? { authorization } : {}
  const app = makeOAuthApp([oidc(fake, { ...posted, ...config })])
  return { fake, browser: app.browser(), visitor: () => app.browser() }
}

/** The relying party must take what the provider says. */
function accepted(name: string, misbehaviour: Misbehaviour = {}, config: Config = {}): Module {
  const run = async (mode: ResponseMode): Promise<void> => {
    const { fake, browser } = await open(mode, config)
    fake.misbehaviour = misbehaviour
    expectSignedIn(browser, await signIn(browser, fake))
  }
  return { name, run }
}

/** The relying party must not take what the provider says, and asks for nothing more. */
function refused(name: string, misbehaviour: Misbehaviour, provider: Provider = {}): Module {
  const run = async (mode: ResponseMode): Promise<void> => {
    const { fake, browser } = await open(mode, {}, provider)
    fake.misbehaviour = misbehaviour
    await expectRefused(browser, await signIn(browser, fake))
    expectEqual(fake.count('userinfo'), 0, 'the number of requests for user info')
  }
  return { name, run }
}

/** The last character of a signature has bits that stand for nothing. */
const spoil = (jwt: string): string => {
  const at = jwt.lastIndexOf('.') + 5
  return jwt.slice(0, at) + (jwt[at] === 'A' ? 'B' : 'A') + jwt.slice(at + 1)
}

const fromUserinfo: Config = { idToken: false }

/** The code flow, whichever way the response comes. */
export const basicModules: readonly Module[] = [
  accepted('oidcc-client-test'),
  refused('oidcc-client-test-nonce-invalid', setClaim('nonce', 'another')),
  {
    name: 'oidcc-client-test-scope-userinfo-claims',
    run: async (mode) => {
      const { fake, browser } = await open(mode, fromUserinfo)
      const location = await start(browser)
      const scope = new URL(location).searchParams.get('scope')
      expectEqual(scope, 'openid profile email', 'the scope')
      expectSignedIn(browser, await comeBack(browser, fake.authorize(location)))
      expectEqual(fake.count('userinfo'), 1, 'the number of requests for user info')
      expectEqual((await browser.session())?.user?.name, 'Ada', 'the name')
    },
  },
  {
    name: 'oidcc-client-test-client-secret-basic',
    run: async (mode) => {
      const { fake, browser } = await open(mode)
      expectSignedIn(browser, await signIn(browser, fake))
      const { headers, form } = fake.last('token')
      expectThat(headers.get('authorization')?.startsWith('Basic ') ?? false, 'a Basic header')
      expectEqual(form.has('client_secret'), false, 'whether the body has the secret too')
    },
  },
  accepted('oidcc-client-test-kid-absent-single-jwks', { header: { kid: undefined } }),
  {
    name: 'oidcc-client-test-kid-absent-multiple-jwks',
    run: async (mode) => {
      const { fake, browser } = await open(mode)
      const other = await toJwk(await fakeKey('other'))
      fake.misbehaviour = { header: { kid: undefined }, keys: (keys) => [...keys, other] }
      // Both are allowed; we take none where we cannot tell.
      await expectRefused(browser, await signIn(browser, fake))
    },
  },
  refused('oidcc-client-test-idtoken-sig-none', unsigned('none')),
  accepted('oidcc-client-test-idtoken-sig-rs256'),
  refused('oidcc-client-test-missing-iat', setClaim('iat', undefined)),
  refused('oidcc-client-test-missing-aud', setClaim('aud', undefined)),
  refused('oidcc-client-test-invalid-aud', setClaim('aud', 'another client')),
  refused('oidcc-client-test-missing-sub', setClaim('sub', undefined)),
  refused('oidcc-client-test-invalid-iss', setClaim('iss', 'https://evil.test')),
  refused('oidcc-client-test-invalid-sig-rs256', { idToken: spoil }),
  {
    name: 'oidcc-client-test-invalid-sig-es256',
    run: async (mode) => {
      const key = await fakeKey('first', 'ES256')
      await refused('', { idToken: spoil }, { key }).run(mode)
    },
  },
  {
    name: 'oidcc-client-test-userinfo-invalid-sub',
    run: async (mode) => {
      const { fake, browser } = await open(mode, fromUserinfo)
      fake.misbehaviour = { userinfo: (profile) => ({ ...profile, sub: 'another' }) }
      await expectRefused(browser, await signIn(browser, fake))
    },
  },
  {
    name: 'oidcc-client-test-userinfo-bearer-header',
    run: async (mode) => {
      const { fake, browser } = await open(mode, fromUserinfo)
      expectSignedIn(browser, await signIn(browser, fake))
      const { method, headers, url, form } = fake.last('userinfo')
      expectEqual(method, 'GET', 'the method')
      expectThat(headers.get('authorization')?.startsWith('Bearer ') ?? false, 'a Bearer header')
      const isElsewhere = url.searchParams.has('access_token') || form.has('access_token')
      expectEqual(isElsewhere, false, 'whether the token is anywhere else')
    },
  },
]

/** What a provider says of itself. */
export const configModules: readonly Module[] = [
  {
    name: 'oidcc-client-test-discovery-openid-config',
    run: async (mode) => {
      const { fake, browser } = await open(mode)
      expectSignedIn(browser, await signIn(browser, fake))
      expectEqual(fake.count('discovery'), 1, 'the number of requests for metadata')
    },
  },
  {
    name: 'oidcc-client-test-discovery-jwks-uri-keys',
    run: async (mode) => {
      const jwks = 'https://op.test/another/place/for/keys'
      const { fake, browser } = await open(mode, {}, { endpoints: { jwks } })
      expectSignedIn(browser, await signIn(browser, fake))
      expectEqual(fake.last('jwks').url.href, jwks, 'where the keys were asked for')
    },
  },
  {
    name: 'oidcc-client-test-discovery-issuer-mismatch',
    run: async (mode) => {
      const { fake, browser } = await open(mode)
      fake.misbehaviour = { metadata: (given) => ({ ...given, issuer: 'https://evil.test' }) }
      await expectRefused(browser, await press(browser), 'OAuthMetadataInvalid')
    },
  },
  {
    name: 'oidcc-client-test-signing-key-rotation',
    run: async (mode) => {
      const party = await open(mode)
      await signInLater(party, async () => {
        party.fake.key = await fakeKey('rotated')
        const browser = party.visitor()
        expectSignedIn(browser, await signIn(browser, party.fake))
      })
    },
  },
  {
    name: 'oidcc-client-test-signing-key-rotation-just-before-signing',
    run: async (mode) => {
      const party = await open(mode)
      await signInLater(party, async () => {
        const browser = party.visitor()
        const back = party.fake.authorize(await start(browser))
        party.fake.key = await fakeKey('rotated')
        expectSignedIn(browser, await comeBack(browser, back))
      })
    },
  },
]

/** A sign-in, and another a minute after: keys are asked for again twice a minute at most. */
async function signInLater({ fake, browser }: Party, later: () => Promise<void>): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    expectSignedIn(browser, await signIn(browser, fake))
    vi.setSystemTime(Date.now() + 60_000)
    await later()
    expectEqual(fake.count('jwks'), 2, 'the number of requests for keys')
  } finally {
    vi.useRealTimers()
  }
}
