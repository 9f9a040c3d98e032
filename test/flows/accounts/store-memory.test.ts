import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import {
  prepareConfig,
  readSession,
  revokeProviderSession,
  revokeSessionsOfUser,
  type AuthConfig,
} from '../../../src/core.js'
import { decode } from '../../../src/jwt.js'
import { openBrowser, type Browser } from '../../support/browser.js'
import { secret, sessionCookie } from '../../support/apps/app.js'
import { comeBack, start } from '../../support/oauth/sign-in.js'
import {
  enterAnew,
  makeAccountsApp,
  tokenOf,
  type AccountsApp,
} from '../../support/apps/accounts-app.js'
import type { Watched } from '../../support/adapters/watched-adapter.js'

let begin = Date.UTC(2031, 0, 1)

beforeEach(() => {
  begin += 24 * 60 * 60 * 1000
  vi.useFakeTimers({ toFake: ['Date'], now: begin })
})
afterEach(() => void vi.useRealTimers())

async function makeJwtApp(): Promise<AccountsApp> {
  return makeAccountsApp({ session: { strategy: 'jwt' } })
}

/** Another browser, perhaps of another application, with a copy of the token. */
function copyInto(app: AccountsApp, browser: Browser): Browser {
  const copy = app.browser()
  copy.plant(sessionCookie, tokenOf(browser))
  return copy
}

/** Lets the next read of a session find its row, and waits with the answer until `release`. */
function holdNextRead(store: Watched): { found: Promise<void>; release: () => void } {
  let release = (): void => undefined
  const released = new Promise<void>((resolve) => (release = resolve))
  const found = new Promise<void>((resolve) => {
    store.after = async ({ name }) => {
      if (name !== 'getSessionAndUser') return
      store.after = () => undefined
      resolve()
      await released
    }
  })
  return { found, release }
}

async function userIn(browser: Browser): Promise<string> {
  const claims = await decode({ token: tokenOf(browser), secret, salt: sessionCookie })
  return String(claims?.sub)
}

describe('the cache of living sessions', () => {
  it('does not accept a session of one store at another store', async () => {
    const [one, other] = [await makeJwtApp(), await makeJwtApp()]
    const browser = await enterAnew(one)
    expect(await browser.session()).not.toBeNull()
    expect(await copyInto(other, browser).session()).toBeNull()
    expect(await browser.session()).not.toBeNull()
  })

  it.each([
    ['a sign-out', (_: AccountsApp, browser: Browser) => browser.signOut()],
    [
      'a revocation of all sessions of the user',
      async (app: AccountsApp, browser: Browser) =>
        revokeSessionsOfUser(app.config, await userIn(browser)),
    ],
    [
      'a logout at the provider',
      (app: AccountsApp) =>
        revokeProviderSession(app.config, { provider: 'op', providerSessionId: 'sid-1' }),
    ],
  ])('is not filled by a read that was under way during %s', async (_, end) => {
    const app = await makeJwtApp()
    const browser = await enterAnew(app, { person: { sub: 'subject-1', sid: 'sid-1' } })
    const [late, thief] = [copyInto(app, browser), copyInto(app, browser)]
    const read = holdNextRead(app.store)
    const session = late.session()
    await read.found
    await end(app, browser)
    read.release()
    await session
    expect(await thief.session()).toBeNull()
  })

  it('is not filled by a read that began while the row was being deleted', async () => {
    const app = await makeJwtApp()
    const browser = await enterAnew(app)
    const [late, thief] = [copyInto(app, browser), copyInto(app, browser)]
    app.store.before = async ({ name }) => {
      if (name !== 'deleteSession') return
      app.store.before = () => undefined
      expect(await late.session()).not.toBeNull()
    }
    await browser.signOut()
    expect(await thief.session()).toBeNull()
  })

  it('is shared by all configs that open one database', async () => {
    const adapter = memoryAdapter()
    const app = await makeAccountsApp()
    const config: AuthConfig = { ...app.config, adapter, session: { strategy: 'jwt' } }
    const browser = openBrowser(config)
    await comeBack(browser, app.op.authorize(await start(browser)))
    expect(await browser.session()).not.toBeNull()
    await revokeSessionsOfUser({ ...config, adapter: { ...adapter } }, await userIn(browser))
    expect(await browser.session()).toBeNull()
  })
})

describe('a config function that runs at every request', () => {
  const env = { get: () => undefined }

  /** Reads a session as a binding does, under a config of its own. */
  async function visit(
    owner: object,
    browser: Browser,
    load: (request: Request) => AuthConfig,
    origin = 'https://app.test',
  ): Promise<unknown> {
    const request = new Request(`${origin}/page`, { headers: { cookie: browser.cookieHeader() } })
    const config = await prepareConfig(() => load(request), env, owner)
    return (await readSession(request, config)).data
  }

  it('keeps its cache although every adapter is a new object', async () => {
    const app = await makeJwtApp()
    const browser = await enterAnew(app)
    const owner = {}
    const load = (): AuthConfig => ({ ...app.config, adapter: { ...app.store.adapter } })
    for (let request = 0; request < 20; request++) await visit(owner, browser, load)
    app.store.take()
    for (let request = 0; request < 20; request++) {
      expect(await visit(owner, browser, load)).not.toBeNull()
    }
    expect(app.store.take()).toEqual([])
  })

  it('never accepts a session of one tenant at another, by host', async () => {
    const [one, two] = [await makeJwtApp(), await makeJwtApp()]
    const browser = await enterAnew(one)
    const owner = {}
    const load = ({ url }: Request): AuthConfig => {
      const { config, store } = new URL(url).host === 'app.test' ? one : two
      return { ...config, adapter: { ...store.adapter } }
    }
    for (let request = 0; request < 40; request++) {
      expect(await visit(owner, browser, load)).not.toBeNull()
      expect(await visit(owner, browser, load, 'https://two.test')).toBeNull()
    }
  })

  it('never accepts a session of one tenant at another, by any other choice', async () => {
    const tenants = [await makeJwtApp(), await makeJwtApp(), await makeJwtApp()]
    const [one] = tenants
    if (!one) throw new Error('There is no tenant.')
    const browser = await enterAnew(one)
    const owner = {}
    for (let round = 0; round < 20; round++) {
      for (const tenant of tenants) {
        const session = await visit(owner, browser, () => tenant.config)
        expect(session !== null).toBe(tenant === one)
      }
    }
  })
})

describe('the purge of expired rows', () => {
  it('runs for each store, beside the first sign-in of an hour', async () => {
    const [one, two] = [await makeAccountsApp(), await makeAccountsApp()]
    for (const app of [one, two, one, two]) await enterAnew(app)
    expect([one, two].map(({ store }) => store.count('deleteExpired'))).toEqual([1, 1])
  })

  it('runs once for one database, whatever adapter object opened it', async () => {
    const purge = vi.fn<() => void>()
    const adapter = { ...memoryAdapter(), deleteExpired: purge }
    const app = await makeAccountsApp()
    for (const origin of ['https://app.test', 'https://two.test']) {
      const browser = openBrowser({ ...app.config, adapter: { ...adapter } }, origin)
      await comeBack(browser, app.op.authorize(await start(browser)))
    }
    expect(purge).toHaveBeenCalledTimes(1)
  })
})
