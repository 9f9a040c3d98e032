import {
  createRuntime,
  getAccessToken,
  withRuntime,
  type AccessToken,
  type AccessTokenOptions,
  type AuthConfig,
  type CookieTaker,
} from '../../../src/core.js'
import { memoryAdapter, type MemoryAdapter } from '../../../src/adapters/memory.js'
import type { AdapterAccount } from '../../../src/model/adapter.js'
import type { TokenRefusedEvent } from '../../../src/model/events.js'
import type { Account } from '../../../src/model/records.js'
import { signInAs } from '../../../src/testing.js'
import { secret } from './app.js'
import { makeTokenService, type TokenService } from '../token-service.js'

export const origin = 'https://app.test'

/** An app whose user has an account at a service, with an access token that has expired. */
export interface TokenApp {
  readonly config: AuthConfig
  readonly adapter: MemoryAdapter
  readonly service: TokenService
  readonly request: Request
  readonly userId: string
  readonly refused: TokenRefusedEvent[]
  /** The codes of log lines. */
  readonly logged: string[]
  /** Calls `getAccessToken`. */
  readonly get: (options?: Partial<AccessTokenOptions> & CookieTaker) => Promise<AccessToken>
  /** The same app in another process. */
  readonly beside: (overrides?: Partial<AuthConfig>) => TokenApp
  /** The same app, as another browser sees it. */
  readonly withCookie: (cookie: string) => TokenApp
  /** The stored account. */
  readonly row: () => Promise<AdapterAccount>
  /** Moves the clock. */
  readonly pass: (seconds: number) => void
}

export interface TokenAppOptions extends Omit<Partial<AuthConfig>, 'account'> {
  readonly account?: Partial<Account>
}

export const keys = { provider: 'service', providerAccountId: 'account-1' } as const

export async function makeTokenApp({
  account,
  ...overrides
}: TokenAppOptions = {}): Promise<TokenApp> {
  const service = makeTokenService()
  const adapter = memoryAdapter()
  const time = { passed: 0 }
  const clock = (): number => Date.now() + time.passed
  const refused: TokenRefusedEvent[] = []
  const logged: string[] = []
  const log = (code: string): void => void logged.push(code)
  const given: AuthConfig = {
    secret,
    origin,
    adapter,
    providers: [service.provider],
    events: { tokenRefused: (message) => void refused.push(message) },
    logger: { error: log, warn: log, debug: () => undefined },
    ...overrides,
  }
  const config = withRuntime(given, createRuntime({ clock }))
  const expires_at = Math.floor(Date.now() / 1000) - 10
  const { user, cookie } = await signInAs(
    config,
    { email: 'ada@example.test' },
    {
      origin,
      provider: 'service',
      account: { ...keys, ...service.tokens, expires_at, scope: 'read write', ...account },
    },
  )
  const requestOf = (value: string): Request =>
    new Request(`${origin}/page`, { headers: { cookie: value } })
  const open = (own: AuthConfig, request: Request): TokenApp => ({
    config: own,
    adapter,
    service,
    request,
    userId: user.id ?? '',
    refused,
    logged,
    get: (options) => getAccessToken(request, own, { provider: 'service', ...options }),
    beside: (more) => open(withRuntime({ ...given, ...more }, createRuntime({ clock })), request),
    withCookie: (value) => open(own, requestOf(value)),
    row: async () => {
      const row = await adapter.getAccount(keys.providerAccountId, keys.provider)
      if (!row) throw new Error('There is no account.')
      return row
    },
    pass: (seconds) => void (time.passed += seconds * 1000),
  })
  return open(config, requestOf(cookie))
}
