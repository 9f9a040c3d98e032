import { describe, expect, it } from 'vitest'
import { Auth, type AuthConfig } from '../../../src/core.js'
import { login, makeApp, passwordProvider } from '../../support/apps/app.js'
import { spoofedHosts } from '../../../src/testing/attack/hostile-inputs.js'

type Headers = Readonly<Record<string, string>>

/** Every address in an answer: links, forms, JSON, Location. */
async function addresses(config: AuthConfig, base: string, headers: Headers): Promise<string[]> {
  const found: string[] = []
  for (const path of [
    'signin',
    'signout',
    'error?error=AccessDenied',
    'providers',
    'verify-request',
  ]) {
    const response = await Auth(new Request(`${base}/auth/${path}`, { headers }), config)
    expect(response.status).not.toBe(500)
    const text = `${await response.text()} ${response.headers.get('location') ?? ''}`
    found.push(...(text.match(/\bhttps?:\/\/[^\s"'<>]+/g) ?? []))
  }
  return found
}

describe('H: spoofed headers', () => {
  const policies: readonly (readonly [string, Partial<AuthConfig>])[] = [
    ['the host is trusted', { trustHost: true }],
    ['the origin is pinned', { origin: 'https://app.test', trustHost: undefined }],
    ['the origin is one of several', { origin: ['https://app.test', 'https://b.test'] }],
    [
      'the origin is pinned and a proxy is trusted',
      { origin: 'https://app.test', trustForwardedHeaders: true },
    ],
  ]

  describe.each(policies)('when %s', (_what, overrides) => {
    it('OR2/H: change no address, and are not echoed', async () => {
      const { config } = makeApp(overrides)
      for (const headers of spoofedHosts) {
        const found = await addresses(config, 'https://app.test', headers)
        expect(found.length).toBeGreaterThan(5)
        const foreign = found.filter((address) => new URL(address).origin !== 'https://app.test')
        expect(foreign, JSON.stringify(headers)).toEqual([])
      }
    })
  })

  it('OR2/H: a pinned origin holds whatever the request was made to', async () => {
    const { config } = makeApp({ origin: 'https://app.test', trustHost: true })
    for (const base of [
      'http://10.0.0.1:8080',
      'https://evil.test',
      'http://[::1]',
      'http://localhost',
    ]) {
      const found = await addresses(config, base, {})
      for (const address of found) expect(new URL(address).origin).toBe('https://app.test')
    }
  })
})

describe('H: a host that the config does not trust', () => {
  const list = { origin: ['https://app.test', 'https://b.test'] }
  const untrusted = { status: 500, level: 'error', code: 'UntrustedHost' } as const
  const misdirected = { status: 421, level: 'warn', code: 'MisdirectedRequest' } as const

  it.each([
    ['https://app.test', {}, untrusted],
    ['https://evil.test', list, misdirected],
    ['https://app.test:8443', list, misdirected],
    ['http://app.test', list, misdirected],
    ['https://app.test.evil.test', list, misdirected],
    ['https://localhost.evil.test', {}, untrusted],
    ['http://127.0.0.1.evil.test', {}, untrusted],
    ['http://localhost', { trustHost: false }, untrusted],
  ])('is refused: %s with %j', async (base, config, { status, level, code }) => {
    const app = makeApp({ trustHost: undefined, ...config })
    for (const accept of ['text/html', 'application/json']) {
      const request = new Request(`${base}/auth/signin`, { headers: { accept } })
      const response = await Auth(request, app.config)
      expect(response.status).toBe(status)
      expect(response.headers.get('location')).toBeNull()
      expect(response.headers.getSetCookie()).toEqual([])
      expect(await response.text()).not.toContain(new URL(base).host)
    }
    expect(app.codes(level)).toEqual([code, code])
    const [error] = app.logs[0]?.message ?? []
    expect((error as Error).message).toContain(base)
    expect((error as Error).message).toMatch(/`origin`/)
  })

  it.each([
    'http://localhost:5173',
    'http://127.0.0.1',
    'http://[::1]:3000',
    'https://app.localhost',
  ])('is not one of this machine: %s works without a word', async (base) => {
    const app = makeApp({ trustHost: undefined })
    const response = await Auth(new Request(`${base}/auth/session`), app.config)
    expect(response.status).toBe(200)
  })
})

describe('H: behind a proxy that is trusted', () => {
  const config: Partial<AuthConfig> = { trustForwardedHeaders: true, trustHost: true }
  const inner = 'http://10.0.0.7:3000'

  it.each<readonly [Headers, string]>([
    [{ 'x-forwarded-host': 'app.test', 'x-forwarded-proto': 'https' }, 'https://app.test'],
    [
      { 'x-forwarded-host': 'app.test:8443', 'x-forwarded-proto': 'https' },
      'https://app.test:8443',
    ],
    [
      { 'x-forwarded-host': 'APP.test, inner.test', 'x-forwarded-proto': 'HTTPS, http' },
      'https://app.test',
    ],
    [
      { 'x-forwarded-host': '[2001:db8::1]:444', 'x-forwarded-proto': 'https' },
      'https://[2001:db8::1]:444',
    ],
    [{ 'x-forwarded-proto': 'https' }, 'https://10.0.0.7:3000'],
    [{ 'x-forwarded-host': 'app.test' }, 'http://app.test'],
    [{ 'x-forwarded-host': 'app.test/evil' }, inner],
    [{ 'x-forwarded-host': 'user@evil.test' }, inner],
    [{ 'x-forwarded-host': 'evil.test:99999' }, inner],
    [{ 'x-forwarded-host': 'evil.test?x' }, inner],
    [{ 'x-forwarded-host': 'evil.test#x' }, inner],
    [{ 'x-forwarded-host': 'evil.test\\x' }, inner],
    [{ 'x-forwarded-host': '' }, inner],
    [{ 'x-forwarded-host': 'app.test', 'x-forwarded-proto': 'javascript' }, inner],
    [{}, inner],
  ])('%j means %s', async (headers, origin) => {
    const found = await addresses(makeApp(config).config, inner, headers)
    for (const address of found) expect(new URL(address).origin).toBe(origin)
  })

  it('says nothing about a host outside the list', async () => {
    const app = makeApp({ ...config, origin: ['https://app.test', 'https://b.test'] })
    const headers = { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https' }
    const response = await Auth(new Request(`${inner}/auth/providers`, { headers }), app.config)
    expect(response.status).toBe(421)
    expect(app.codes('warn')).toEqual(['MisdirectedRequest'])
  })

  it('compares the origin of a form with the visible address', async () => {
    const app = makeApp(config)
    const forwarded = { 'x-forwarded-host': 'app.test', 'x-forwarded-proto': 'https' }
    const post = async (origin: string): Promise<number> => {
      const request = new Request(`${inner}/auth/signout`, {
        method: 'POST',
        headers: { ...forwarded, origin },
      })
      return (await Auth(request, app.config)).status
    }
    expect(await post('https://app.test')).toBe(302)
    expect(await post(inner)).toBe(403)
    expect(await post('https://evil.test')).toBe(403)
  })
})

describe('B8: the first request', () => {
  it.each([true, false])(
    'fixes nothing for the others, with trusted forwarding %s',
    async (trustForwardedHeaders) => {
      const app = makeApp({ trustForwardedHeaders, providers: [passwordProvider] })
      const spoof = { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'http' }
      for (let round = 0; round < 3; round++) {
        await Auth(new Request('https://app.test/auth/providers', { headers: spoof }), app.config)
        await Auth(new Request('https://other.test//x/auth/signin'), app.config)
        for (const address of await addresses(app.config, 'https://app.test', {})) {
          expect(new URL(address).origin).toBe('https://app.test')
        }
      }
      const browser = app.browser()
      const { response } = await browser.signIn(login)
      expect(response.headers.get('location')).toBe('https://app.test/')
    },
  )

  it('fixes no cookie names, either', async () => {
    const app = makeApp()
    const first = await Auth(new Request('http://localhost:3000/auth/csrf'), app.config)
    const second = await Auth(new Request('https://app.test/auth/csrf'), app.config)
    expect(first.headers.getSetCookie()[0]).toMatch(/^authjs\.csrf-token=/)
    expect(second.headers.getSetCookie()[0]).toMatch(/^__Host-authjs\.csrf-token=/)
  })
})
