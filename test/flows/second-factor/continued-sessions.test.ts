import { describe, expect, it } from 'vitest'
import { memoryAdapter, type MemoryAdapter } from '../../../src/adapters/memory.js'
import { hasProof } from '../../../src/core.js'
import { fakeProvider, type FakeProvider } from '../../../src/testing.js'
import type { Browser } from '../../support/browser.js'
import { makeApp, type App } from '../../support/apps/app.js'
import { useClock } from '../../support/apps/factor-app.js'

const clock = useClock()

/** An app without second factors, on tables that do not say when a user proved their identity. */
function makeLinkingApp(): {
  readonly app: App
  readonly adapter: MemoryAdapter
  readonly signIn: (browser: Browser, provider: string, link?: boolean) => Promise<void>
} {
  const adapter = { ...memoryAdapter() }
  for (const name of ['listFactorsByUserId', 'listSessionsByUserId'] as const) {
    Reflect.deleteProperty(adapter, name)
  }
  const fakes: Readonly<Record<string, FakeProvider>> = {
    one: fakeProvider(),
    two: fakeProvider({ issuer: 'https://two.test' }),
  }
  const providers = Object.entries(fakes).map(([id, fake]) => fake.provider({ id }))
  const app = makeApp({ adapter, providers })
  const signIn = async (browser: Browser, provider: string, link = false): Promise<void> => {
    const fields = { csrfToken: await browser.csrfToken(), link }
    const headers = { 'x-auth-return-redirect': '1' }
    const started = await browser.postJson(`/auth/signin/${provider}`, fields, headers)
    const { url } = (await started.json()) as { url: string }
    await browser.send(fakes[provider]?.authorize(url).url ?? '', {
      headers: { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    })
  }
  return { app, adapter, signIn }
}

function requestOf(browser: Browser): Request {
  return new Request('https://app.test/', { headers: { cookie: browser.cookieHeader() } })
}

describe('a session that links an account', () => {
  it('is as old as before, on tables without columns for proofs', async () => {
    const { app, adapter, signIn } = makeLinkingApp()
    const browser = app.browser()
    await signIn(browser, 'one')
    expect(await hasProof(requestOf(browser), app.config, { within: 600 })).toBe(true)
    clock.advance(3600)
    const former = browser.cookieHeader()
    await signIn(browser, 'two', true)
    expect(browser.cookieHeader()).not.toBe(former)
    const user = await adapter.getUserByEmail('ada@example.com')
    expect(await adapter.listAccountsByUserId(user?.id ?? '')).toHaveLength(2)
    expect(await browser.session()).not.toBeNull()
    expect(await hasProof(requestOf(browser), app.config, { within: 600 })).toBe(false)
    expect(await hasProof(requestOf(browser), app.config, { within: 3700 })).toBe(true)
  })

  it('proves nothing if Auth.js began it', async () => {
    const { app, adapter, signIn } = makeLinkingApp()
    const browser = app.browser()
    await signIn(browser, 'one')
    const user = await adapter.getUserByEmail('ada@example.com')
    const sessionToken = crypto.randomUUID()
    const expires = new Date(Date.now() + 24 * 60 * 60 * 1000)
    await adapter.createSession({ sessionToken, userId: user?.id ?? '', expires })
    const legacy = app.browser()
    legacy.plant('__Host-authjs.session-token', sessionToken)
    expect(await legacy.session()).not.toBeNull()
    await signIn(legacy, 'two', true)
    expect(await adapter.listAccountsByUserId(user?.id ?? '')).toHaveLength(2)
    expect(await legacy.session()).not.toBeNull()
    expect(await hasProof(requestOf(legacy), app.config, { within: 1e9 })).toBe(false)
  })
})
