import { inspect } from 'node:util'
import { getAccessToken, type AuthConfig } from '../../../src/core.js'
import { loadTokens } from '../../../src/flows/tokens/load-tokens.js'
import { loadDpop } from '../../../src/oauth/load-dpop.js'
import { ownStores } from './own-stores.js'
import type { PublishedStore } from './store.js'

// The process cannot load modules any more once it answers.
await Promise.all([loadTokens(), loadDpop()])

/** What the parent process asks for. */
export interface TokenOrder {
  readonly store: keyof typeof ownStores
  readonly url: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly secret: string
  /** The session of the user whose token is asked for. */
  readonly cookie: string
  /** How many requests ask at once. */
  readonly count: number
}

/** What it is told. */
export interface TokenAnswer {
  /** The different access tokens. */
  readonly tokens: readonly string[]
  readonly served: number
  readonly errors: readonly string[]
}

/** Answers the parent process. */
export function serveParent(): void {
  process.on('message', (order) => {
    void askForTokens(order as TokenOrder).then((answer) => process.send?.(answer))
  })
  process.send?.({ done: true })
}

async function askForTokens(order: TokenOrder): Promise<TokenAnswer> {
  const store: PublishedStore = ownStores[order.store]
  const { adapter, close } = await store.open(order.url)
  const { issuer, clientId, clientSecret, secret, cookie, count } = order
  const config: AuthConfig = {
    secret,
    trustHost: true,
    adapter,
    providers: [{ id: 'op', name: 'The provider', type: 'oidc', issuer, clientId, clientSecret }],
    logger: { error: () => {}, warn: () => {}, debug: () => {} },
  }
  const request = new Request('https://app.test/', { headers: { cookie } })
  const settled = await Promise.allSettled(
    Array.from({ length: count }, () => getAccessToken(request, config, { provider: 'op' })),
  )
  await close()
  const served = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  const errors = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  return {
    tokens: [...new Set(served.map(({ accessToken }) => accessToken))],
    served: served.length,
    errors: [...new Set(errors.map((error) => inspect(error)))],
  }
}
