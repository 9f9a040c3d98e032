import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { deleteExpired } from '../../../src/core.js'
import { login, passwordProvider } from '../../support/apps/app.js'
import { patient } from '../../support/patient.js'
import {
  enter,
  enterAnew,
  errorOf,
  hashOf,
  logText,
  makeAccountsApp,
  storeAda,
  tokenOf,
} from '../../support/apps/accounts-app.js'
import { authJsAdapter, connectionLost } from '../../support/adapters/watched-adapter.js'

const hour = 60 * 60
let begin = Date.UTC(2030, 0, 1)

// Each test is a day later than the one before: a process remembers when it last purged.
beforeEach(() => {
  begin += 24 * hour * 1000
  vi.useFakeTimers({ toFake: ['Date'], now: begin })
})
afterEach(() => void vi.useRealTimers())

function wait(seconds: number): void {
  vi.setSystemTime(Date.now() + seconds * 1000)
}

describe('expired rows', () => {
  it('are deleted beside a sign-in, at most once an hour', async () => {
    const app = await makeAccountsApp()
    await enterAnew(app)
    expect(app.store.calls.find(({ name }) => name === 'deleteExpired')?.args).toEqual([
      new Date(begin),
    ])
    wait(hour - 1)
    await enterAnew(app)
    expect(app.store.count('deleteExpired')).toBe(1)
    wait(1)
    await enterAnew(app)
    expect(app.store.count('deleteExpired')).toBe(2)
  })

  it('are deleted beside a sign-in by password too', async () => {
    const app = await makeAccountsApp({ providers: [passwordProvider] })
    await storeAda(app)
    await app.browser().signIn(login)
    expect(app.store.count('deleteExpired')).toBe(1)
  })

  it('are really gone, the living are not', async () => {
    const app = await makeAccountsApp({ session: { maxAge: 2 * hour } })
    const dead = await hashOf(tokenOf(await enterAnew(app)))
    wait(hour + hour / 2)
    const living = await hashOf(tokenOf(await enterAnew(app)))
    wait(hour)
    await enterAnew(app)
    expect(await app.store.adapter.getSessionAndUser?.(dead)).toBeNull()
    expect(await app.store.adapter.getSessionAndUser?.(living)).not.toBeNull()
  })

  it('are not deleted when a session is read, or a sign-in is refused', async () => {
    const app = await makeAccountsApp({ callbacks: { signIn: () => false } })
    const browser = app.browser()
    await enter(app, browser)
    await browser.session()
    expect(app.store.count('deleteExpired')).toBe(0)
  })

  it('are purged without delaying the request, and a failed purge does not fail it', async () => {
    const app = await makeAccountsApp()
    app.store.before = async ({ name }) => {
      if (name !== 'deleteExpired') return
      await new Promise((resolve) => setTimeout(resolve, 50))
      connectionLost()
    }
    const response = await enter(app, app.browser())
    expect(errorOf(response)).toBeNull()
    expect(app.codes('error')).toEqual([])
    await vi.waitFor(() => expect(app.codes('error')).toEqual(['AdapterError']), patient)
    expect(logText(app)).toContain('deleteExpired')
  })

  it('stay where the adapter cannot purge', async () => {
    const app = await makeAccountsApp({ adapter: authJsAdapter() })
    await enterAnew(app)
    expect(app.codes('error')).toEqual([])
  })

  it('are deleted by a call, now or as of a moment', async () => {
    const app = await makeAccountsApp({ session: { maxAge: hour } })
    const key = await hashOf(tokenOf(await enterAnew(app)))
    const isThere = async () => (await app.store.adapter.getSessionAndUser?.(key)) !== null
    await deleteExpired(app.config)
    expect(await isThere()).toBe(true)
    await deleteExpired(app.config, new Date(begin + hour * 1000))
    expect(await isThere()).toBe(true)
    await deleteExpired(app.config, new Date(begin + hour * 1000 + 1))
    expect(await isThere()).toBe(false)
  })

  it('a call that fails rejects', async () => {
    const app = await makeAccountsApp()
    app.store.before = connectionLost
    await expect(deleteExpired(app.config)).rejects.toMatchObject({ type: 'AdapterError' })
  })
})
