import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { resolveConfig } from '../../../src/config/resolve.js'
import { openContext, type Connection, type Context } from '../../../src/context/context.js'
import { requireStore } from '../../../src/context/require-store.js'
import { MissingAdapter, UntrustedHost } from '../../../src/errors/config-errors.js'
import { MisdirectedRequest } from '../../../src/errors/request-errors.js'
import type { AuthConfig } from '../../../src/model/config.js'
import type { DefaultSession } from '../../../src/model/records.js'
import { openTestContext, testSecret } from '../../support/open-test-context.js'

function openAt(
  url: string,
  given: Partial<AuthConfig<DefaultSession>> = {},
  connection?: Connection,
): Context {
  const { config, mistake } = resolveConfig({ providers: [], secret: testSecret, ...given })
  if (mistake) throw mistake
  return openContext(new Request(url, { headers: { cookie: 'a=b' } }), config, connection)
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: 1_900_000_000_999 }))
afterEach(() => void vi.useRealTimers())

describe('openContext', () => {
  it('takes one moment for the whole request, in whole seconds', () => {
    expect(openAt('http://localhost/').now).toBe(1_900_000_000)
  })

  it('reads the cookies of the request', () => {
    expect(openAt('http://localhost/').jar.get('a')).toBe('b')
  })

  it('names cookies by the origin, or as the config says', () => {
    const nameOf = (ctx: Context): string => ctx.cookies.sessionToken.name
    expect(nameOf(openAt('http://localhost/'))).toBe('authjs.session-token')
    expect(nameOf(openAt('https://localhost/'))).toBe('__Host-authjs.session-token')
    const secure = { useSecureCookies: true }
    expect(nameOf(openAt('http://localhost/', secure))).toBe('__Host-authjs.session-token')
  })

  it('knows the client from its connection', () => {
    expect(openAt('http://localhost/', {}, { clientAddress: '192.0.2.1' }).client()).toBe(
      '192.0.2.1',
    )
    expect(openAt('http://localhost/').client()).toBeUndefined()
  })

  it('blames the config for a host that it does not trust', () => {
    expect(() => openAt('https://app.test/')).toThrow(UntrustedHost)
    expect(openAt('https://app.test/', { trustHost: true }).origin).toBe('https://app.test')
  })

  it('blames the visitor where the config has a list of origins', () => {
    const origin = ['https://a.test', 'https://b.test']
    expect(() => openAt('https://c.test/', { origin })).toThrow(MisdirectedRequest)
    expect(openAt('https://b.test/', { origin }).origin).toBe('https://b.test')
  })
})

describe('requireStore', () => {
  it('gives the store of the config', () => {
    const { ctx } = openTestContext({ config: { adapter: memoryAdapter() } })
    expect(requireStore(ctx)).toBe(ctx.config.store)
  })

  it('says that an adapter is missing', () => {
    expect(() => requireStore(openTestContext().ctx)).toThrow(MissingAdapter)
  })
})
