import { fork, type ChildProcess } from 'node:child_process'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import type { Adapter } from '../../src/model/adapter.js'
import { secret } from '../support/apps/app.js'
import { isLong } from '../support/long-run.js'
import {
  client,
  startIdentityProvider,
  type IdentityProvider,
  type Metadata,
} from '../support/oidc/identity-provider.js'
import { signInAtProvider } from '../support/oidc/visit.js'
import { buildChild, type Child } from './build-child.js'
import { describeStore } from './published/describe-store.js'
import { ownStores } from './published/own-stores.js'
import type { TokenAnswer, TokenOrder } from './published/ask-for-tokens.js'

let program: Child
beforeAll(async () => {
  program = await buildChild('test/stores/tokens-child.ts')
})
afterAll(() => program.remove())

/** Of four processes, so that 500 ask at once. */
const requestsOfEach = isLong ? 500 : 125

for (const name of [
  'the Kysely adapter on PostgreSQL',
  'the Kysely adapter on MariaDB',
  'the Redis adapter',
] as const) {
  describeStore(`an expired token in ${name}`, ownStores[name], (adapter, url) => {
    it('is refreshed once by four processes, and no request fails [FT1]', async () => {
      const { provider, order } = await signInWithExpiredToken(adapter(), name, url())
      const answers = await Promise.all(
        (await startProcesses(4)).map((child) =>
          sendOrder(child, { ...order, count: requestsOfEach }),
        ),
      )
      const tokens = answers.flatMap((answer) => answer.tokens)
      expect(answers.flatMap((answer) => answer.errors)).toEqual([])
      expect(answers.map(({ served }) => served)).toEqual(answers.map(() => requestsOfEach))
      expect(new Set(tokens).size).toBe(1)
      // One for the code of the sign-in, and one for the refresh.
      expect(tokenRequests(provider)).toBe(2)
      await expire(adapter())
      const [child] = await startProcesses(1)
      const next = await sendOrder(child ?? expect.fail(), { ...order, count: 1 })
      expect(next).toMatchObject({ errors: [], served: 1 })
      expect(next.tokens).not.toEqual([...new Set(tokens)])
    })

    it('is refreshed once by four processes if it is bound to a key and the provider demands a nonce', async () => {
      const { provider, order } = await signInWithExpiredToken(adapter(), name, url(), bound)
      const before = tokenRequests(provider)
      const answers = await Promise.all(
        (await startProcesses(4)).map((child) => sendOrder(child, { ...order, count: 25 })),
      )
      expect(answers.flatMap((answer) => answer.errors)).toEqual([])
      expect(answers.map(({ served }) => served)).toEqual([25, 25, 25, 25])
      expect(new Set(answers.flatMap((answer) => answer.tokens)).size).toBe(1)
      // The provider answers the first one with a nonce, which does not spend the refresh token.
      expect(tokenRequests(provider)).toBe(before + 2)
      await expire(adapter())
      const [child] = await startProcesses(1)
      const next = await sendOrder(child ?? expect.fail(), { ...order, count: 1 })
      expect(next).toMatchObject({ errors: [], served: 1 })
    })

    it('is not refreshed by a process whose clock is ahead while another one holds the lease', async () => {
      await signInWithExpiredToken(adapter(), name, url())
      const row = await adapter().getAccount?.(keys.providerAccountId, keys.provider)
      const { access_token = null, refresh_token = null } = row ?? {}
      const lease = { ...keys, expected: { access_token, refresh_token }, milliseconds: 20_000 }
      expect(await adapter().leaseAccount?.({ ...lease, holder: 'first' })).toBe(true)
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 30_000 })
      onTestFinished(() => void vi.useRealTimers())
      expect(await adapter().leaseAccount?.({ ...lease, holder: 'second' })).toBe(false)
    })

    // The wait for the end of a lease is 20 seconds of each store.
    if (!isLong && !name.endsWith('PostgreSQL')) return

    it('is refreshed within 25 seconds if the process that refreshes it is killed [FT3]', async () => {
      const { provider, order } = await signInWithExpiredToken(adapter(), name, url())
      const [first = expect.fail(), second = expect.fail()] = await startProcesses(2)
      const dead = new Promise((resolve) => void first.once('exit', resolve))
      provider.intercept = (line) => {
        if (!line.startsWith('POST /token')) return undefined
        provider.intercept = () => undefined
        first.kill('SIGKILL')
        return { status: 503, body: '' }
      }
      first.send({ ...order, count: 1 })
      await dead
      const before = Date.now()
      expect(await sendOrder(second, { ...order, count: 1 })).toMatchObject({
        errors: [],
        served: 1,
      })
      const seconds = (Date.now() - before) / 1000
      expect(seconds).toBeGreaterThan(5)
      // A busy machine gets some time for the request itself.
      expect(seconds).toBeLessThan(60)
    })
  })
}

/** Whether tokens are bound to a key, and what the provider needs for that. */
interface Binding {
  readonly dpop: boolean
  readonly metadata: Metadata
  readonly features: Metadata
}

const bound: Binding = {
  dpop: true,
  metadata: { dpop_bound_access_tokens: true },
  features: {
    dPoP: { enabled: true, requireNonce: () => true, nonceSecret: Buffer.alloc(32, 7) },
  },
}

/** Signs Ada in at a provider that rotates refresh tokens, and lets her access token expire. */
async function signInWithExpiredToken(
  adapter: Adapter,
  store: TokenOrder['store'],
  url: string,
  { dpop, metadata, features }: Binding = { dpop: false, metadata: {}, features: {} },
): Promise<{ readonly provider: IdentityProvider; readonly order: TokenOrder }> {
  const provider = await startIdentityProvider(
    { grant_types: ['authorization_code', 'refresh_token'], ...metadata },
    {
      rotateRefreshToken: true,
      scopes: ['openid', 'email', 'profile', 'offline_access'],
      features: { devInteractions: { enabled: false }, ...features },
    },
  )
  // The other test has left her behind.
  const before = await adapter.getUserByEmail?.('ada@example.test')
  if (before) await adapter.deleteUser?.(before.id)
  const params = { scope: 'openid email profile offline_access', prompt: 'consent' }
  const { browser } = await signInAtProvider(
    provider,
    { dpop, authorization: { params } },
    { adapter },
  )
  await expire(adapter)
  const cookie = browser.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const { issuer } = provider
  const { client_id: clientId, client_secret: clientSecret } = client
  return {
    provider,
    order: { store, url, issuer, clientId, clientSecret, secret, cookie, count: 1 },
  }
}

const keys = { provider: 'op', providerAccountId: 'ada' }

async function expire(adapter: Adapter): Promise<void> {
  const row = await adapter.getAccount?.(keys.providerAccountId, keys.provider)
  expect(row?.refresh_token).toBeTypeOf('string')
  await adapter.updateAccount?.({ ...keys, expires_at: 1 })
}

function tokenRequests({ requests }: IdentityProvider): number {
  return requests.filter(({ line }) => line.startsWith('POST /token')).length
}

async function startProcesses(count: number): Promise<ChildProcess[]> {
  const children = Array.from({ length: count }, () => fork(program.file, { execArgv: [] }))
  onTestFinished(() => children.forEach((child) => void child.kill()))
  await Promise.all(children.map((child) => nextMessage(child)))
  return children
}

async function sendOrder(child: ChildProcess, order: TokenOrder): Promise<TokenAnswer> {
  const answer = nextMessage(child)
  child.send(order)
  return (await answer) as TokenAnswer
}

function nextMessage(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    child.once('message', resolve)
    child.once('exit', () => reject(new Error('The process has ended.')))
  })
}
