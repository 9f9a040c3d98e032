import { describe, expect, it } from 'vitest'
import { Auth, type AuthConfig } from '../../src/core.js'
import { Browser } from '../browser.js'
import { olderSecret, secret, sessionCookie } from '../engine/app.js'
import type { FakeProvider } from './fake-provider.js'
import {
  comeBack,
  expectRefused,
  expectSignedIn,
  makeOAuthApp,
  makeProvider,
  oidc,
  start,
  type OAuthApp,
} from './sign-in.js'

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
    redirectProxyOrigins: ['https://*.app.test'],
    ...proxyConfig,
  })
  return { fake, preview, proxy }
}

const open = (app: OAuthApp, origin: string): Browser =>
  new Browser((request) => Auth(request, app.config), origin)

/** Starts at a preview, and answers at the proxy; gives what the proxy says. */
async function throughProxy(
  { fake, preview, proxy }: Deployments,
  origin = 'https://pr-1.app.test',
): Promise<{ browser: Browser; forwarded: Response; location: string }> {
  const browser = open(preview, origin)
  const location = await start(browser)
  const forwarded = await comeBack(open(proxy, proxyOrigin), fake.authorize(location))
  return { browser, forwarded, location }
}

describe('AR13: a proxy for redirects', () => {
  it('AR13: sends the response on to a deployment on the list, which finishes', async () => {
    const deployments = await deploy()
    const { browser, forwarded, location } = await throughProxy(deployments)
    const { searchParams } = new URL(location)
    expect(searchParams.get('redirect_uri')).toBe('https://proxy.test/auth/callback/op')
    const target = new URL(forwarded.headers.get('location') ?? '')
    expect(target.origin + target.pathname).toBe('https://pr-1.app.test/auth/callback/op')
    expect(deployments.fake.count('token')).toBe(0)
    const headers = { 'sec-fetch-site': 'cross-site' }
    expectSignedIn(browser, await browser.send(target.href, { headers }))
    const { form } = deployments.fake.last('token')
    expect(form.get('redirect_uri')).toBe('https://proxy.test/auth/callback/op')
    expect(deployments.proxy.signedIn).toEqual([])
  })

  it.each<[string, string, string[]]>([
    ['an empty list', 'https://pr-1.app.test', []],
    ['another name', 'https://pr-1.evil.test', ['https://*.app.test']],
    ['two labels', 'https://a.b.app.test', ['https://*.app.test']],
    ['no label', 'https://app.test', ['https://*.app.test']],
    ['a name that ends alike', 'https://evilapp.test', ['https://*.app.test']],
    ['another port', 'https://pr-1.app.test:8443', ['https://*.app.test']],
    ['a longer name', 'https://one.app.test.evil.test', ['https://one.app.test']],
    ['another beginning', 'https://x-pr.app.test', ['https://pr-*.app.test']],
    ['an empty part of a label', 'https://pr-.app.test', ['https://pr-*.app.test']],
    ['a beginning that is the end as well', 'https://app.test', ['https://app*app.test']],
  ])('AR13: refuses %s', async (_what, origin, redirectProxyOrigins) => {
    const deployments = await deploy({ redirectProxyOrigins })
    const { forwarded } = await throughProxy(deployments, origin)
    const location = forwarded.headers.get('location') ?? ''
    expect(location).toContain('https://proxy.test/auth/signin?error=OAuthResponseInvalid')
    expect(deployments.fake.count('token')).toBe(0)
  })

  it.each<[string, string, string[]]>([
    ['an exact origin', 'https://one.app.test', ['https://two.app.test', 'https://one.app.test']],
    ['a part of a label', 'https://pr-7.app.test', ['https://pr-*.app.test']],
    ['a port', 'https://a.app.test:8443', ['https://*.app.test:8443']],
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
    expect(parts.join('\n')).not.toContain('app.test')
  })

  it('AR13: an address that was changed, or sealed by another, leads nowhere', async () => {
    const { fake, preview, proxy } = await deploy({}, { secret: olderSecret })
    const { forwarded } = await throughProxy({ fake, preview, proxy })
    expect(forwarded.headers.get('location')).toContain(
      'proxy.test/auth/signin?error=OAuthAttemptLost',
    )
    const good = await deploy()
    const back = good.fake.authorize(await start(open(good.preview, 'https://pr-1.app.test')))
    const state = back.params.get('state') ?? ''
    back.params.set('state', state.slice(0, -2) + (state.endsWith('AA') ? 'BB' : 'AA'))
    const refused = await comeBack(open(good.proxy, proxyOrigin), back)
    expect(refused.headers.get('location')).toContain(
      'proxy.test/auth/signin?error=OAuthAttemptLost',
    )
    expect(secret).not.toBe(olderSecret)
  })

  it('AR13: a response that another deployment\u2019s visitor brings signs nobody in', async () => {
    const deployments = await deploy()
    const { forwarded } = await throughProxy(deployments)
    const victim = open(deployments.preview, 'https://pr-1.app.test')
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
    const back = fake.authorize(await start(open(preview, 'https://pr-1.app.test')))
    const other = makeOAuthApp([oidc(fake)], { redirectProxyOrigins: ['https://*.app.test'] })
    const refused = await comeBack(open(other, proxyOrigin), back)
    expect(refused.headers.get('location')).toContain('error=OAuthAttemptLost')
  })

  it('a provider has a proxy of its own, and state comes with it', async () => {
    const fake = await makeProvider()
    const own = { redirectProxyUrl: 'https://own.test/auth/', checks: ['none' as const] }
    const app = makeOAuthApp([oidc(fake, own)], { redirectProxyUrl })
    const { searchParams } = new URL(await start(app.browser()))
    expect(searchParams.get('redirect_uri')).toBe('https://own.test/auth/callback/op')
    expect(searchParams.get('state')).not.toBeNull()
  })

  it('errors and posted responses are sent on as well', async () => {
    const fake = await makeProvider()
    const authorization = { params: { response_mode: 'form_post' } }
    const preview = makeOAuthApp([oidc(fake, { authorization })], { redirectProxyUrl })
    const proxy = makeOAuthApp([oidc(fake, { authorization })], {
      redirectProxyUrl,
      redirectProxyOrigins: ['https://*.app.test'],
    })
    fake.misbehaviour = { response: (params) => params.set('error', 'access_denied') }
    const { browser, forwarded } = await throughProxy({ fake, preview, proxy })
    const target = forwarded.headers.get('location') ?? ''
    const refused = await browser.send(target, { headers: { 'sec-fetch-site': 'cross-site' } })
    await expectRefused(browser, refused, 'OAuthCallbackError')
    expect(browser.cookie(sessionCookie)).toBeUndefined()
  })
})
