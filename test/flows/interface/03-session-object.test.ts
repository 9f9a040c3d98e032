import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { enterAnew, makeAccountsApp, tokenOf } from '../../support/apps/accounts-app.js'
import { login, makeApp, sessionCookie } from '../../support/apps/app.js'

const day = 24 * 60 * 60

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2030, 0, 1) }))
afterEach(() => void vi.useRealTimers())

function wait(seconds: number): void {
  vi.setSystemTime(Date.now() + seconds * 1000)
}

describe('session object', () => {
  it('`strategy` is `jwt` by default: the cookie holds an encrypted JWT', async () => {
    const browser = makeApp().browser()
    await browser.signIn(login)
    expect(browser.cookie(sessionCookie)?.split('.')).toHaveLength(5)
  })

  it('`strategy` is `database` with an adapter: the cookie holds only a `sessionToken`', async () => {
    const app = await makeAccountsApp()
    const browser = await enterAnew(app)
    expect(tokenOf(browser)).toMatch(/^[0-9a-f]+$/)
    expect(app.store.calls.map(({ name }) => name)).toContain('createSession')
  })

  it('an explicit `jwt` wins over the adapter', async () => {
    const app = await makeAccountsApp({ session: { strategy: 'jwt' } })
    expect(tokenOf(await enterAnew(app)).split('.')).toHaveLength(5)
  })

  it('`maxAge` is 30 days by default, and counts idle time', async () => {
    const browser = makeApp().browser()
    await browser.signIn(login)
    for (let visits = 0; visits < 4; visits++) {
      wait(29 * day)
      expect(await browser.session()).not.toBeNull()
    }
    wait(30 * day + 16)
    expect(await browser.session()).toBeNull()
  })

  it('`maxAge` may be set', async () => {
    const browser = makeApp({ session: { maxAge: 60 } }).browser()
    await browser.signIn(login)
    wait(59)
    expect(await browser.session()).not.toBeNull()
    wait(60 + 16)
    expect(await browser.session()).toBeNull()
  })

  it('`updateAge` is one day by default: the session is updated once a day', async () => {
    const browser = makeApp().browser()
    await browser.signIn(login)
    wait(day - 1)
    expect((await browser.fetch('/auth/session')).headers.getSetCookie()).toEqual([])
    wait(1)
    expect((await browser.fetch('/auth/session')).headers.getSetCookie()).not.toEqual([])
  })

  it('`updateAge: 0` updates the session every time', async () => {
    const app = await makeAccountsApp({ session: { updateAge: 0 } })
    const browser = await enterAnew(app)
    for (let visits = 0; visits < 3; visits++) {
      wait(1)
      app.store.take()
      await browser.session()
      expect(app.store.take()).toContain('updateSession')
    }
  })

  it('`updateAge` throttles writes to the database', async () => {
    const app = await makeAccountsApp()
    const browser = await enterAnew(app)
    wait(60)
    app.store.take()
    await browser.session()
    expect(app.store.take()).toEqual(['getSessionAndUser'])
  })

  it.each(['my scheme/1', 'jwt:1', 'sha256:1'])(
    '`generateSessionToken` makes the token, in any scheme, such as %s',
    async (token) => {
      const generateSessionToken = (): string => token
      const app = await makeAccountsApp({ session: { generateSessionToken } })
      const browser = await enterAnew(app)
      expect(tokenOf(browser)).toContain(token)
      expect(await browser.session()).not.toBeNull()
    },
  )

  it('the default token is random', async () => {
    const app = await makeAccountsApp()
    expect(tokenOf(await enterAnew(app))).not.toBe(tokenOf(await enterAnew(app)))
  })
})
