import { exportJWK, generateKeyPair } from 'jose'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  publicKeys,
  startIdentityProvider,
  type Answer,
  type IdentityProvider,
} from '../../support/oidc/identity-provider.js'
import { ada, makeAppFor, startSignIn, walk } from '../../support/oidc/visit.js'

afterEach(() => void vi.useRealTimers())

const minute = 60_000
const html: Answer = { headers: { 'content-type': 'text/html' }, body: '<h1>Maintenance</h1>' }

describe('the keys of a provider', () => {
  it.each<[string, Answer]>([
    ['HTML', html],
    ['broken JSON', { headers: { 'content-type': 'application/json' }, body: '{"keys":[' }],
    ['another object', { headers: { 'content-type': 'application/json' }, body: '{"message":1}' }],
    ['a server error', { status: 503, body: '' }],
  ])('are used for a day when their address answers with %s', async (_, answer) => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { provider, signIn } = await open()
    expect(await signIn()).toMatchObject(ada)
    provider.intercept = (line) => (line === 'GET /jwks' ? answer : undefined)
    for (const minutes of [11, 60, 22 * 60]) {
      vi.setSystemTime(Date.now() + minutes * minute)
      expect(await signIn()).toMatchObject(ada)
    }
    vi.setSystemTime(Date.now() + 60 * minute)
    expect(await signIn()).toBeUndefined()
  })

  it('stay in use with one warning while their address answers with HTML', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { provider, signIn, warnings } = await open()
    expect(await signIn()).toMatchObject(ada)
    provider.intercept = (line) => (line === 'GET /jwks' ? html : undefined)
    for (const minutes of [11, 60]) {
      vi.setSystemTime(Date.now() + minutes * minute)
      expect(await Promise.all([signIn(), signIn()])).toMatchObject([ada, ada])
    }
    expect(warnings()).toEqual([
      `The keys of the provider "op" cannot be loaded again, so the old keys stay in use for up to 24 hours. Key set: ${provider.issuer}/jwks answers 200 with text/html instead of JSON. Check \`issuer\` and \`jwks_endpoint\` of the provider "op", and whether a proxy answers in its place.`,
    ])
    provider.intercept = () => undefined
    vi.setSystemTime(Date.now() + minute)
    expect(await signIn()).toMatchObject(ada)
    provider.intercept = (line) => (line === 'GET /jwks' ? html : undefined)
    vi.setSystemTime(Date.now() + 11 * minute)
    expect(await signIn()).toMatchObject(ada)
    expect(warnings()).toHaveLength(2)
  })

  it('an unknown key is reported with the reason why new keys cannot be loaded', async () => {
    const { provider, signIn, errors } = await open()
    const before = toAnswer((await publicKeys()).filter(({ kid }) => kid !== 'key-RS256'))
    provider.intercept = (line) => {
      if (line !== 'GET /jwks') return undefined
      return countReads(provider) === 1 ? before : html
    }
    expect(await signIn()).toBeUndefined()
    expect(await signIn()).toBeUndefined()
    const message = `ID token: none of the known keys fits, and new keys cannot be loaded. Key set: ${provider.issuer}/jwks answers 200 with text/html instead of JSON. Check \`issuer\` and \`jwks_endpoint\` of the provider "op", and whether a proxy answers in its place.`
    expect(errors()).toEqual([message, message])
  })

  it('are read twice at most in 30 seconds while tokens name an unknown key', async () => {
    const { provider, signIn } = await open()
    const keys = await publicKeys()
    const before = toAnswer(keys.filter(({ kid }) => kid !== 'key-RS256'))
    let isRotated = false
    provider.intercept = (line) => (line === 'GET /jwks' && !isRotated ? before : undefined)
    expect(await signIn()).toBeUndefined()
    const reads = countReads(provider)
    isRotated = true
    expect(await signIn()).toBeUndefined()
    expect(countReads(provider)).toBe(reads)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 })
    expect(await signIn()).toMatchObject(ada)
    expect(countReads(provider)).toBe(reads + 1)
  })

  it('are read again at once when a new one signs right after a read', async () => {
    const { provider, signIn } = await open()
    const before = toAnswer((await publicKeys()).filter(({ kid }) => kid !== 'key-RS256'))
    provider.intercept = (line) =>
      line === 'GET /jwks' && countReads(provider) === 1 ? before : undefined
    expect(await signIn()).toMatchObject(ada)
    expect(countReads(provider)).toBe(2)
  })

  it('are read again once when a known id belongs to another key', async () => {
    const { provider, signIn } = await open()
    const { publicKey } = await generateKeyPair('RS256')
    const other = { ...(await exportJWK(publicKey)), kid: 'key-RS256', alg: 'RS256', use: 'sig' }
    provider.intercept = (line) =>
      line === 'GET /jwks' && countReads(provider) === 1 ? toAnswer([other]) : undefined
    expect(await signIn()).toMatchObject(ada)
    expect(countReads(provider)).toBe(2)
  })
})

function toAnswer(keys: readonly object[]): Answer {
  const headers = { 'content-type': 'application/json' }
  return { headers, body: JSON.stringify({ keys }) }
}

function countReads({ requests }: IdentityProvider): number {
  return requests.filter(({ line }) => line === 'GET /jwks').length
}

/** A provider, and a sign-in of a new browser that gives the user of its session. */
async function open(): Promise<{
  provider: IdentityProvider
  signIn: () => Promise<unknown>
  warnings: () => readonly unknown[]
  errors: () => readonly string[]
}> {
  const provider = await startIdentityProvider()
  const app = makeAppFor(provider)
  const logged = (level: string, code: string): readonly unknown[] =>
    app.logs
      .filter((line) => line.level === level && line.code === code)
      .map(({ message }) => message[0])
  return {
    provider,
    warnings: () => logged('warn', 'old-keys-in-use'),
    errors: () => logged('error', 'OAuthResponseInvalid').map((error) => (error as Error).message),
    signIn: async () => {
      const browser = app.browser()
      const { url } = await walk(provider.issuer, await startSignIn(browser, '/'))
      await browser.fetchPage(url.href, { follow: false })
      return (await browser.session())?.user
    },
  }
}
