import { decode, encode } from '@auth/core/jwt'
import { describe, expect, it } from 'vitest'
import { secret } from '../../support/apps/app.js'
import { comeBack, makeOAuthApp, makeProvider, oidc, start } from '../../support/oauth/sign-in.js'
import { openSite, type Site } from './side-by-side.js'

it('a response without a state is refused if the attempt had one', async () => {
  const site = await openSite()
  const sent = await startAt(site, 'new')
  sent.params.delete('state')
  expect(await finish(site, sent)).toContain('error=OAuthAttemptLost')
})

it('a response with a foreign state is refused while another attempt is open', async () => {
  const site = await openSite()
  const sent = await startAt(site, 'old')
  sent.params.set('state', 'planted')
  expect(await finish(site, sent)).toContain('error=OAuthAttemptLost')
})

it('a response is refused in a browser that has started no sign-in', async () => {
  const site = await openSite()
  const sent = await startAt(site, 'old')
  for (const { name } of site.browser.cookies) site.browser.forget(name)
  expect(await finish(site, sent)).toContain('error=OAuthAttemptLost')
})

it('an attempt of Auth.js works once', async () => {
  const site = await openSite()
  const sent = await startAt(site, 'old')
  expect(await finish(site, sent)).toBe('https://app.test/welcome')
  expect(await finish(site, sent)).toContain('error=OAuthAttemptLost')
})

it('an attempt of Auth.js is refused without the option', async () => {
  const site = await openSite({ ours: { compatibility: undefined } })
  const sent = await startAt(site, 'old')
  expect(await finish(site, sent)).toContain('error=OAuthAttemptLost')
})

it('an attempt leads a server with Auth.js to the base URL if the return address fits into no cookie', async () => {
  const app = makeOAuthApp([oidc(await makeProvider())], { compatibility: 'authjs' })
  const browser = app.browser()
  await start(browser, { callbackUrl: '/earlier' })
  await start(browser, { callbackUrl: `/${'\u00e9'.repeat(500)}` })
  expect(browser.cookie('__Secure-authjs.callback-url')).toBe(
    encodeURIComponent('https://app.test/'),
  )
})

// Auth.js names the provider in these cookies only since 0.41.3.
describe.each([[['pkce']], [['state']], [['pkce', 'state', 'nonce']]] as const)(
  'an attempt of Auth.js with the checks %j',
  (checks) => {
    it.each([
      ['no provider', undefined, 'https://app.test/welcome'],
      ['this provider', 'op', 'https://app.test/welcome'],
      ['another provider', 'other', 'error=OAuthAttemptLost'],
    ])('whose cookies name %s', async (_what, provider, expected) => {
      const site = await openSite({ checks: [...checks] })
      const sent = await startAt(site, 'old')
      await nameProvider(site, provider)
      expect(await finish(site, sent)).toContain(expected)
    })
  },
)

it('the state of an older attempt of Auth.js does not disturb a newer one without state', async () => {
  const [first, second] = [
    await openSite({ checks: ['state'] }),
    await openSite({ checks: ['pkce'] }),
  ]
  await startAt(first, 'old')
  await nameProvider(first, undefined)
  const sent = await startAt(second, 'old')
  await nameProvider(second, undefined)
  const left = first.browser.cookies.find(({ name }) => name.endsWith('authjs.state'))
  second.browser.plant(left?.name ?? '', left?.value ?? '')
  expect(await finish(second, sent)).toBe('https://app.test/welcome')
})

describe('`max_age` of an attempt', () => {
  it.each(['old', 'new'] as const)(
    'of the config is checked if the %s server started the sign-in',
    async (server) => {
      for (const [age, expected] of [
        [3600, 'error=OAuthResponseInvalid'],
        [0, 'https://app.test/welcome'],
      ] as const) {
        const params = { scope: 'openid profile email', max_age: '60' }
        const site = await openSite({ params })
        const signedIn = Math.floor(Date.now() / 1000) - age
        site.fake.misbehaviour = { claims: (claims) => ({ ...claims, auth_time: signedIn }) }
        const sent = await startAt(site, server)
        forgetOurAttempt(site)
        expect(await finish(site, sent)).toContain(expected)
      }
    },
  )

  it('of a single sign-in is checked although the browser has lost our cookie', async () => {
    const site = await openSite()
    const hourAgo = Math.floor(Date.now() / 1000) - 3600
    site.fake.misbehaviour = { claims: (claims) => ({ ...claims, auth_time: hourAgo }) }
    const sent = await startAt(site, 'new', '?max_age=60')
    forgetOurAttempt(site)
    expect(await finish(site, sent)).toContain('error=OAuthResponseInvalid')
  })

  it('of a single sign-in does not disturb Auth.js', async () => {
    const site = await openSite()
    const sent = await startAt(site, 'new', '?max_age=60')
    site.turnTo('old')
    const response = await comeBack(site.browser, sent)
    expect(response.headers.get('location')).toBe('https://app.test/welcome')
    expect(site.errors).toEqual([])
  })

  function forgetOurAttempt({ browser }: Site): void {
    for (const { name } of browser.cookies) if (name.includes('attempt')) browser.forget(name)
  }
})

/** Seals the cookies of an attempt again, with this provider in them. */
async function nameProvider({ browser }: Site, provider: string | undefined): Promise<void> {
  for (const { name, value } of browser.cookies) {
    if (!/authjs\.(?:pkce|state|nonce)/.test(name)) continue
    const claims = await decode({ token: value, secret, salt: name })
    browser.plant(name, await encode({ token: { ...claims, provider }, secret, salt: name }))
  }
}

type Sent = ReturnType<Site['fake']['authorize']>

async function startAt(site: Site, server: 'old' | 'new', query = ''): Promise<Sent> {
  site.turnTo(server)
  const csrfToken = await site.browser.csrfToken()
  const body = new URLSearchParams({ csrfToken, callbackUrl: '/welcome' })
  const started = await site.browser.fetch(`/auth/signin/op${query}`, { method: 'POST', body })
  return site.fake.authorize(started.headers.get('location') ?? '')
}

async function finish(site: Site, sent: Sent): Promise<string> {
  site.turnTo('new')
  return (await comeBack(site.browser, sent)).headers.get('location') ?? ''
}
