import { createHook } from 'node:async_hooks'
import { describe, expect, it } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { prepareConfig, readSession, type AuthConfig } from '../../../src/core.js'
import { encode } from '../../../src/jwt.js'
import type { Adapter } from '../../../src/model/adapter.js'
import { passwordProvider, secret } from '../../support/apps/app.js'

const cookieName = '__Host-authjs.session-token'
const ada = { id: '1', name: 'Ada', email: 'ada@app.test', emailVerified: null }
const inAnHour = new Date(Date.now() + 3_600_000)

function requestWith(token: string): Request {
  return new Request('https://app.test/', { headers: { cookie: `${cookieName}=${token}` } })
}

/** Counts the promises that a call creates before the promise that it returns resolves. */
async function countPromises(call: () => Promise<unknown>): Promise<number> {
  // The caller's `await` creates a promise, which must not be counted.
  await Promise.resolve()
  let count = 0
  const hook = createHook({
    init(_id, type) {
      if (type === 'PROMISE') count += 1
    },
  }).enable()
  try {
    await call()
  } finally {
    hook.disable()
  }
  // The `await` above creates one of its own.
  return count - 1
}

function configWith(options: Partial<AuthConfig>): AuthConfig {
  return { secret, trustHost: true, providers: [passwordProvider], ...options }
}

/** Finds every session. `answer` decides whether it returns a promise. */
function adapterThat(answer: (found: object) => unknown): Adapter {
  return {
    ...memoryAdapter(),
    getSessionAndUser: (sessionToken) =>
      answer({ session: { sessionToken, userId: '1', expires: inAnHour }, user: ada }) as never,
  }
}

async function countRead(answer: (found: object) => unknown): Promise<number> {
  const config = configWith({
    adapter: adapterThat(answer),
    session: { strategy: 'database', maxAge: 3600 },
  })
  const token = 'a'.repeat(64) + Math.floor(Date.now() / 1000).toString(16)
  const visit = async (): Promise<void> => {
    expect((await readSession(requestWith(token), config)).data?.user?.email).toBe(ada.email)
  }
  await visit()
  const count = await countPromises(() => readSession(requestWith(token), config))
  return count
}

describe('the promises of a session read', () => {
  it('are one for a session in a cookie', async () => {
    const token = await encode({ token: ada, secret, salt: cookieName })
    const config = configWith({})
    await readSession(requestWith(token), config)
    expect(await countPromises(() => readSession(requestWith(token), config))).toBe(1)
  })

  it('are one for a config, if the config function returns at once', async () => {
    const owner = {}
    const prepare = (): Promise<AuthConfig> =>
      prepareConfig(() => configWith({}), { get: () => undefined }, owner)
    await prepare()
    expect(await countPromises(prepare)).toBe(1)
  })

  it('are one if the adapter is synchronous', async () => {
    expect(await countRead((found) => found)).toBe(1)
  })

  it("are six besides the adapter's own if the adapter returns a promise", async () => {
    expect(await countRead((found) => Promise.resolve(found))).toBe(1 + 6)
  })
})
