import { describe, expect, it, vi } from 'vitest'
import { kyselyAdapter, migrate } from '../../src/adapters/kysely.js'
import { memoryAdapter } from '../../src/adapters/memory.js'
import { removePasskey } from '../../src/core.js'
import type { Adapter } from '../../src/model/adapter.js'
import type { SessionStrategy } from '../../src/model/options.js'
import { requestFrom } from '../support/apps/accounts-app.js'
import { Browser } from '../support/browser.js'
import { inside, putBack, refused, rowOf } from '../support/passkeys/ceremonies.js'
import {
  assertion,
  authenticate,
  end,
  makePasskeyApp,
  register,
} from '../support/apps/passkey-app.js'
import { SoftwareAuthenticator } from '../support/passkeys/software-authenticator.js'
import { openSqlite } from './kysely-databases.js'
import { describeStore } from './published/describe-store.js'
import { ownStores } from './published/own-stores.js'
import type { PublishedStore } from './published/store.js'
import { publishedStores } from './published/stores.js'

const pathOf = (url: string): string => url.replace(/^file:/, '')

const stores: Readonly<Record<string, PublishedStore>> = {
  'the memory adapter': {
    prepare: async () => {},
    open: async () => ({ adapter: memoryAdapter(), close: async () => {} }),
  },
  'the Kysely adapter on SQLite': {
    prepare: async (url) => {
      const { db } = openSqlite(pathOf(url))
      await migrate(db)
      await db.destroy()
    },
    open: async (url) => {
      const { db } = openSqlite(pathOf(url))
      return { adapter: kyselyAdapter(db), close: () => db.destroy() }
    },
  },
  ...ownStores,
  '@auth/drizzle-adapter on SQLite': publishedStores['@auth/drizzle-adapter on SQLite'],
  '@auth/drizzle-adapter on PostgreSQL': publishedStores['@auth/drizzle-adapter on PostgreSQL'],
}

/** An application where a new user has a passkey. */
async function signUp(adapter: Adapter, strategy: SessionStrategy = 'database') {
  const app = makePasskeyApp({ adapter, session: { strategy, recheckAge: 0 } })
  const browser = app.browser()
  const first = new SoftwareAuthenticator()
  const email = `${crypto.randomUUID()}@example.test`
  expect(await register(browser, first, { email })).toEqual(inside)
  return { app, browser, first, email }
}

for (const [name, store] of Object.entries(stores)) {
  describeStore(`passkeys with ${name}`, store, (adapter) => {
    describe.each(['jwt', 'database'] as const)('and sessions of the strategy %s', (strategy) => {
      it('sign up and in, know a clone, are several, and can be removed', async () => {
        const { app, browser, first, email } = await signUp(adapter(), strategy)
        expect(await browser.session()).toMatchObject({ user: { email } })

        const another = app.browser()
        expect(await authenticate(another, first, { counter: 7 })).toEqual(inside)
        expect(await another.session()).toMatchObject({ user: { email } })
        expect(await rowOf(app, first)).toMatchObject({
          counter: 7,
          credentialDeviceType: 'singleDevice',
          credentialBackedUp: false,
          transports: 'internal,hybrid',
        })
        expect(await authenticate(app.browser(), first, { counter: 7 })).toEqual(refused)
        expect((await rowOf(app, first))?.counter).toBe(7)

        const second = new SoftwareAuthenticator()
        expect(await register(browser, second)).toEqual(inside)
        expect(await authenticate(another, second)).toEqual(inside)
        expect(await another.session()).toMatchObject({ user: { email } })

        const { id = '' } = first.credentials[0] ?? {}
        const credentialId = Buffer.from(id, 'base64url')
        const thief = { email: `${crypto.randomUUID()}@example.test` }
        expect(
          await register(app.browser(), new SoftwareAuthenticator(), thief, { credentialId }),
        ).toEqual(refused)
        expect(await adapter().getUserByEmail?.(thief.email)).toBeNull()

        const removal = removePasskey(requestFrom(browser), app.config, id)
        if (adapter().deleteAuthenticator) {
          expect(await removal).toBe(true)
          expect(await rowOf(app, first)).toBeNull()
          expect(await authenticate(app.browser(), first, { counter: 8 })).toEqual(refused)
          expect(await another.session()).toBeNull()
        } else {
          await expect(removal).rejects.toThrow(/`deleteAuthenticator`/)
          expect(await authenticate(app.browser(), first, { counter: 8 })).toEqual(inside)
        }
        expect(await browser.session()).toMatchObject({ user: { email } })
        expect(app.codes('error')).toEqual([])
      })
    })

    it('sign in once, of twenty times in two processes at once', async () => {
      const { app, first } = await signUp(adapter())
      const browser = app.browser()
      const response = await assertion(browser, first, { counter: 0 })
      await browser.csrfToken()
      const twins: Browser[] = []
      for (let number = 0; number < 2; number += 1) {
        // What a process keeps in memory is kept by its modules.
        vi.resetModules()
        const { Auth } = await import('../../src/core.js')
        const serve = (request: Request): Promise<Response> => Auth(request, app.config)
        twins.push(...Array.from({ length: 10 }, () => new Browser(serve)))
      }
      for (const twin of twins) putBack(twin, browser.cookies)
      const results = await Promise.all(twins.map((twin) => end(twin, 'authenticate', response)))
      expect(results.filter(({ url }) => url === inside.url)).toHaveLength(1)
      expect(results.filter(({ error }) => error === refused.error)).toHaveLength(19)
      const sessions = await Promise.all(twins.map((twin) => twin.session()))
      expect(sessions.filter((session) => session !== null)).toHaveLength(1)
    })

    it('sign one up, of ten with one address in two processes at once', async () => {
      const app = makePasskeyApp({ adapter: adapter() })
      const email = `${crypto.randomUUID()}@example.test`
      const browsers: Browser[] = []
      for (let number = 0; number < 2; number += 1) {
        vi.resetModules()
        const { Auth } = await import('../../src/core.js')
        const serve = (request: Request): Promise<Response> => Auth(request, app.config)
        browsers.push(...Array.from({ length: 5 }, () => new Browser(serve)))
      }
      const results = await Promise.all(
        browsers.map((browser) => register(browser, new SoftwareAuthenticator(), { email })),
      )
      expect(results.filter(({ url }) => url === inside.url)).toHaveLength(1)
      expect(results.filter(({ url }) => url?.includes('AccountNotLinked'))).toHaveLength(9)
      const user = await adapter().getUserByEmail?.(email)
      expect(await adapter().listAuthenticatorsByUserId?.(user?.id ?? '')).toHaveLength(1)
    })
  })
}
