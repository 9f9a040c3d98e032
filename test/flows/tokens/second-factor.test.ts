import { describe, expect, it } from 'vitest'
import { memoryAdapter, type MemoryAdapter } from '../../../src/adapters/memory.js'
import { authenticatorApp } from '../../../src/factors.js'
import type { AdapterAccount } from '../../../src/model/adapter.js'
import { fakeProvider, type FakeUser } from '../../../src/testing.js'
import type { Browser } from '../../support/browser.js'
import { makeApp } from '../../support/apps/app.js'
import { answer, setUp, useClock } from '../../support/apps/factor-app.js'

const ada: FakeUser = { sub: 'ada', name: 'Ada', email: 'ada@example.test', email_verified: true }
const keys = { provider: 'op', providerAccountId: 'ada' }
const clock = useClock()

interface Waiting {
  readonly adapter: MemoryAdapter
  readonly row: () => Promise<AdapterAccount | null>
  /** Types the code of the second factor. */
  readonly finish: () => Promise<void>
}

/** A user with a second factor, who has just signed in at the provider for the second time. */
async function signInAgain(): Promise<Waiting> {
  const fake = fakeProvider({ users: [ada] })
  const adapter = memoryAdapter()
  const app = makeApp({
    adapter,
    providers: [fake.provider({ id: 'op' })],
    secondFactor: { methods: [authenticatorApp()] },
  })
  const signIn = async (browser: Browser): Promise<void> => {
    const pressed = await browser.postForm(await browser.fetchPage('/auth/signin'))
    const asked = new URL(pressed.response.headers.get('location') ?? '')
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
    await browser.send(fake.authorize(asked, 'ada').url, { headers })
  }
  const first = app.browser()
  await signIn(first)
  const { authenticator } = await setUp(first, await first.fetchPage('/auth/add-factor'))
  await adapter.updateAccount({ ...keys, access_token: 'access-0', refresh_token: 'refresh-0' })
  clock.advance(60)
  const second = app.browser()
  await signIn(second)
  return {
    adapter,
    row: async () => adapter.getAccount(keys.providerAccountId, keys.provider),
    finish: async () => {
      await answer(second, { code: await authenticator.code() })
      expect(await second.session()).not.toBeNull()
    },
  }
}

const before = { access_token: 'access-0', refresh_token: 'refresh-0' }

describe('the tokens of a sign-in that waits for a second factor', () => {
  it('are stored after the second factor, and not before', async () => {
    const { row, finish } = await signInAgain()
    expect(await row()).toMatchObject(before)
    await finish()
    const after = await row()
    expect(after?.access_token).toEqual(expect.any(String))
    expect(after?.access_token).not.toBe('access-0')
  })

  it('do not replace tokens that were refreshed in the meantime', async () => {
    const { adapter, row, finish } = await signInAgain()
    const refreshed = { access_token: 'access-9', refresh_token: 'refresh-9' }
    await adapter.swapTokens({ ...keys, expected: before, changes: refreshed })
    await finish()
    expect(await row()).toMatchObject(refreshed)
  })

  it('replace tokens that the provider refused in the meantime', async () => {
    const { adapter, row, finish } = await signInAgain()
    const refused = { refresh_token: null, refreshFailed: 'invalid_grant' }
    await adapter.swapTokens({ ...keys, expected: before, changes: refused })
    await finish()
    const after = await row()
    expect(after?.access_token).not.toBe('access-0')
    expect(after?.refreshFailed ?? null).toBeNull()
  })
})
