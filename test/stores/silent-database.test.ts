import { inspect } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { ada, login, makeApp, sessionCookie, type App } from '../support/apps/app.js'
import { describeWith } from '../support/servers/describe-with.js'
import { fragileStores } from './outage-stores.js'
import { startSilentProxy } from './silent-proxy.js'

for (const [name, { kind, open }] of Object.entries(fragileStores)) {
  describeWith(kind, `a database that accepts connections and never answers, ${name}`, (server) => {
    it('ends no session, answers within `adapterTimeout`, and is noticed when it is back', async () => {
      const proxy = await startSilentProxy(await server.createDatabase('silent'))
      const { adapter, close } = await open(proxy.url)
      onTestFinished(() => {
        // A pool waits for the answers to its queries.
        proxy.thaw()
        return close()
      })
      await adapter.createUser?.({ ...ada, email: 'ada@example.test', emailVerified: null })
      const session = { strategy: 'database' } as const
      // A busy machine may take more than a second for what must succeed.
      const patient = makeApp({ adapter, session })
      const signedIn = patient.browser()
      await signedIn.signIn(login)
      expect(await signedIn.session()).not.toBeNull()

      const app = makeApp({ adapter, session, adapterTimeout: 1 })
      const browser = app.browser()
      for (const { name, value } of signedIn.cookies) browser.plant(name, value)
      proxy.freeze()
      const cookie = browser.cookie(sessionCookie)
      expect(await browser.session()).toBeNull()
      expect(browser.cookie(sessionCookie)).toBe(cookie)
      expect(logged(app)).toMatch(
        /`getSessionAndUser` took longer than `adapterTimeout`, which is 1 s/,
      )
      const visitor = app.browser()
      await visitor.signIn(login)
      expect(visitor.cookie(sessionCookie)).toBeUndefined()

      proxy.thaw()
      await expect.poll(() => browser.session()).not.toBeNull()
      const again = patient.browser()
      await again.signIn(login)
      expect(await again.session()).not.toBeNull()
    })
  })
}

function logged({ logs }: App): string {
  return inspect(logs, { depth: 5 })
}
