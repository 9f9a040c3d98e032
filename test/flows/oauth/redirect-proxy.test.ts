import { afterEach, describe, expect, it, vi } from 'vitest'
import { Auth, type AuthConfig } from '../../../src/core.js'
import { Browser } from '../../support/browser.js'
import { olderSecret, secret, sessionCookie } from '../../support/apps/app.js'
import type { FakeProvider } from '../../support/oauth/fake-provider.js'
import {
  comeBack,
  expectRefused,
  expectSignedIn,
  makeOAuthApp,
  makeProvider,
  oidc,
  press,
  start,
  type OAuthApp,
} from '../../support/oauth/sign-in.js'

const proxyOrigin = 'https://proxy.test'
const redirectProxyUrl = `${proxyOrigin}/auth`

interface Deployments {
  readonly fake: FakeProvider
  readonly preview: OAuthApp
  readonly proxy: OAuthApp
}

async function deploy(
  proxyConfig: Partial<AuthConfig> = {},
  previewConfig: Partial<AuthConfig> = {},
): Promise<Deployments> {
  const fake = await makeProvider()
  const preview = makeOAuthApp([oidc(fake)], { redirectProxyUrl, ...previewConfig })
  const proxy = makeOAuthApp([oidc(fake)], {
    redirectProxyUrl,
    redirectProxyOrigins: ['https://*.app.proxy.test'],
    ...proxyConfig,
  })
  return { fake, preview, proxy }
}

const open = (app: OAuthApp, origin: string): Browser =>
  new Browser((request) => Auth(request, app.config), origin)

/** A deployment whose own origin is configured. */
function openPreview(app: OAuthApp, origin = 'https://pr-1.app.proxy.test'): Browser {
  const config = { ...app.config, origin }
  return new Browser((request) => Auth(request, config), origin)
}

afterEach(() => void vi.useRealTimers())

/** Starts at a preview, and answers at the proxy; gives what the proxy says. */
async function throughProxy(
  { fake, preview, proxy }: Deployments,
  origin = 'https://pr-1.app.proxy.test',
): Promise<{ browser: Browser; forwarded: Response; location: string }> {
  const browser = openPreview(preview, origin)
  const location = await start(browser)
  const forwarded = await comeBack(open(proxy, proxyOrigin), fake.authorize(location))
  return { browser, forwarded, location }
}

describe('an empty `redirectProxyUrl`', () => {
  const redirectUri = async (app: OAuthApp): Promise<string | null> => {
    const location = await start(openPreview(app))
    return new URL(location).searchParams.get('redirect_uri')
  }

  it('of the config counts as unset', async () => {
    const app = makeOAuthApp([oidc(await makeProvider())], { redirectProxyUrl: '' })
    expect(await redirectUri(app)).toBe('https://pr-1.app.proxy.test/auth/callback/op')
  })

  it('of a provider leaves the option of the config in effect', async () => {
    const provider = { ...oidc(await makeProvider()), redirectProxyUrl: '' }
    const proxied = makeOAuthApp([provider], { redirectProxyUrl })
    expect(await redirectUri(proxied)).toBe('https://proxy.test/auth/callback/op')
    expect(await redirectUri(makeOAuthApp([provider]))).toBe(
      'https://pr-1.app.proxy.test/auth/callback/op',
    )
  })
})

describe('AR13: a proxy for redirects', () => {
  it('AR13: sends the response on to a deployment on the list, which finishes', async () => {
    const deployments = await deploy()
    const { browser, forwarded, location } = await throughProxy(deployments)
    const { searchParams } = new URL(location)
    expect(searchParams.get('redirect_uri')).toBe('https://proxy.test/auth/callback/op')
    const target = new URL(forwarded.headers.get('location') ?? '')
    expect(target.origin + target.pathname).toBe('https://pr-1.app.proxy.test/auth/callback/op')
    expect(deployments.fake.count('token')).toBe(0)
    const headers = { 'sec-fetch-site': 'cross-site' }
    expectSignedIn(browser, await browser.send(target.href, { headers }))
    const { form } = deployments.fake.last('token')
    expect(form.get('redirect_uri')).toBe('https://proxy.test/auth/callback/op')
    expect(deployments.proxy.signedIn).toEqual([])
  })

  it.each<[string, string, string[]]>([
    ['an empty list', 'https://pr-1.app.proxy.test', []],
    ['another name', 'https://pr-1.evil.test', ['https://*.app.proxy.test']],
    ['two labels', 'https://a.b.app.proxy.test', ['https://*.app.proxy.test']],
    ['no label', 'https://app.proxy.test', ['https://*.app.proxy.test']],
    ['a name that ends alike', 'https://evilapp.proxy.test', ['https://*.app.proxy.test']],
    ['another port', 'https://pr-1.app.proxy.test:8443', ['https://*.app.proxy.test']],
    ['a longer name', 'https://one.app.proxy.test.evil.test', ['https://one.app.proxy.test']],
    ['another beginning', 'https://x-pr.app.proxy.test', ['https://pr-*.app.proxy.test']],
    ['an empty part of a label', 'https://pr-.app.proxy.test', ['https://pr-*.app.proxy.test']],
    [
      'a beginning that is the end as well',
      'https://app.proxy.test',
      ['https://app*app.proxy.test'],
    ],
  ])('AR13: refuses %s', async (_what, origin, redirectProxyOrigins) => {
    const deployments = await deploy({ redirectProxyOrigins })
    const { forwarded } = await throughProxy(deployments, origin)
    const location = forwarded.headers.get('location') ?? ''
    expect(location).toContain('https://proxy.test/auth/signin?error=OAuthResponseInvalid')
    expect(deployments.fake.count('token')).toBe(0)
  })

  it.each<[string, string, string[]]>([
    [
      'an exact origin',
      'https://one.app.proxy.test',
      ['https://two.app.proxy.test', 'https://one.app.proxy.test'],
    ],
    ['a part of a label', 'https://pr-7.app.proxy.test', ['https://pr-*.app.proxy.test']],
    ['a port', 'https://a.app.proxy.test:8443', ['https://*.app.proxy.test:8443']],
  ])('AR13: accepts %s', async (_what, origin, redirectProxyOrigins) => {
    const deployments = await deploy({ redirectProxyOrigins })
    const { forwarded } = await throughProxy(deployments, origin)
    expect(new URL(forwarded.headers.get('location') ?? '').origin).toBe(origin)
  })

  it('AR13: the address in the state is sealed, not only signed', async () => {
    const deployments = await deploy()
    const { location } = await throughProxy(deployments)
    const state = new URL(location).searchParams.get('state') ?? ''
    const parts = state.split('.').map((part) => Buffer.from(part, 'base64url').toString('latin1'))
    expect(parts.join('\n')).not.toContain('app.proxy.test')
  })

  it('AR13: an address that was changed, or sealed by another, leads nowhere', async () => {
    const { fake, preview, proxy } = await deploy({}, { secret: olderSecret })
    const { forwarded } = await throughProxy({ fake, preview, proxy })
    expect(forwarded.headers.get('location')).toContain(
      'proxy.test/auth/signin?error=OAuthAttemptLost',
    )
    const good = await deploy()
    const back = good.fake.authorize(await start(openPreview(good.preview)))
    const state = back.params.get('state') ?? ''
    back.params.set('state', state.slice(0, -2) + (state.endsWith('AA') ? 'BB' : 'AA'))
    const refused = await comeBack(open(good.proxy, proxyOrigin), back)
    expect(refused.headers.get('location')).toContain(
      'proxy.test/auth/signin?error=OAuthAttemptLost',
    )
    expect(secret).not.toBe(olderSecret)
  })

  it('AR13: an address leads nowhere with the state of another sign-in', async () => {
    const { fake, preview, proxy } = await deploy()
    const browser = openPreview(preview)
    const [one, two] = [fake.authorize(await start(browser)), fake.authorize(await start(browser))]
    const [, ...address] = (one.params.get('state') ?? '').split('.')
    const [state] = (two.params.get('state') ?? '').split('.')
    two.params.set('state', [state, ...address].join('.'))
    const refused = await comeBack(open(proxy, proxyOrigin), two)
    expect(refused.headers.get('location')).toContain(
      'proxy.test/auth/signin?error=OAuthAttemptLost',
    )
  })

  it('AR13: an address leads nowhere after 15 minutes', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2030, 0, 1) })
    const { fake, preview, proxy } = await deploy()
    const back = fake.authorize(await start(openPreview(preview)))
    vi.setSystemTime(Date.now() + 15 * 60_000 - 1000)
    const forwarded = await comeBack(open(proxy, proxyOrigin), back)
    expect(forwarded.headers.get('location')).toContain('https://pr-1.app.proxy.test/')
    vi.setSystemTime(Date.now() + 1000)
    const refused = await comeBack(open(proxy, proxyOrigin), back)
    expect(refused.headers.get('location')).toContain(
      'proxy.test/auth/signin?error=OAuthAttemptLost',
    )
  })

  it('AR13: a deployment seals no address of a host that its config does not name', async () => {
    const { preview, fake } = await deploy()
    const browser = open(preview, 'https://evil.example')
    const response = await press(browser)
    expect([response.status, response.headers.get('location')]).toEqual([500, null])
    expect(preview.codes('error')).toEqual(['UntrustedHost'])
    expect(fake.count('token')).toBe(0)
  })

  it('AR13: a deployment may name itself by the pattern that the proxy has', async () => {
    const patterns = { redirectProxyOrigins: ['https://*.app.proxy.test'] }
    const { preview } = await deploy({}, patterns)
    const location = await start(open(preview, 'https://pr-9.app.proxy.test'))
    expect(location).toContain('state=')
    const other = await press(open(preview, 'https://evil.example'))
    expect([other.status, other.headers.get('location')]).toEqual([500, null])
  })

  it('AR13: a response that another deployment\u2019s visitor brings does not sign a user in', async () => {
    const deployments = await deploy()
    const { forwarded } = await throughProxy(deployments)
    const victim = openPreview(deployments.preview)
    const refused = await victim.send(forwarded.headers.get('location') ?? '')
    await expectRefused(victim, refused, 'OAuthAttemptLost')
  })

  it('the proxy itself signs in as everybody does', async () => {
    const { fake, proxy } = await deploy()
    const browser = open(proxy, proxyOrigin)
    expectSignedIn(browser, await comeBack(browser, fake.authorize(await start(browser))))
  })

  it('a deployment that is no proxy forwards nothing', async () => {
    const { fake, preview } = await deploy()
    const back = fake.authorize(await start(openPreview(preview)))
    const redirectProxyOrigins = [proxyOrigin, 'https://*.app.proxy.test']
    const other = makeOAuthApp([oidc(fake)], { redirectProxyOrigins })
    const refused = await comeBack(open(other, proxyOrigin), back)
    expect(refused.headers.get('location')).toContain('error=OAuthAttemptLost')
  })

  it('a provider has a proxy of its own, and state comes with it', async () => {
    const fake = await makeProvider()
    const own = { redirectProxyUrl: 'https://own.test/auth/', checks: ['none' as const] }
    const app = makeOAuthApp([oidc(fake, own)], { redirectProxyUrl })
    const { searchParams } = new URL(await start(openPreview(app)))
    expect(searchParams.get('redirect_uri')).toBe('https://own.test/auth/callback/op')
    expect(searchParams.get('state')).not.toBeNull()
  })

  it('errors and posted responses are sent on as well', async () => {
    const fake = await makeProvider()
    const authorization = { params: { response_mode: 'form_post' } }
    const preview = makeOAuthApp([oidc(fake, { authorization })], { redirectProxyUrl })
    const proxy = makeOAuthApp([oidc(fake, { authorization })], {
      redirectProxyUrl,
      redirectProxyOrigins: ['https://*.app.proxy.test'],
    })
    fake.misbehaviour = { response: (params) => params.set('error', 'access_denied') }
    const { browser, forwarded } = await throughProxy({ fake, preview, proxy })
    const target = forwarded.headers.get('location') ?? ''
    const refused = await browser.send(target, { headers: { 'sec-fetch-site': 'cross-site' } })
    await expectRefused(browser, refused, 'OAuthCallbackError')
    expect(browser.cookie(sessionCookie)).toBeUndefined()
  })
})
