import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { AuthConfig } from '../../src/core.js'
import type { Browser } from '../support/browser.js'
import { ada, login, makeApp, sessionCookie, type App } from '../support/apps/app.js'
import { describeWith } from '../support/servers/describe-with.js'
import type { Server } from '../support/servers/server.js'
import { startReaders } from './outage-readers.js'
import { fragileStores, type FragileStore } from './outage-stores.js'

type SessionOptions = NonNullable<AuthConfig['session']>

const readers = 200
const people = 20

/** Milliseconds after which even a busy machine should long have noticed that a server is back. */
const patience = 120_000

/** Sessions that ask the database at every read. */
const kinds: Readonly<Record<string, SessionOptions>> = {
  'database sessions': { strategy: 'database' },
  'revocable tokens': { strategy: 'jwt', recheckAge: 0 },
}

const unhandled: unknown[] = []
const collect = (reason: unknown): void => void unhandled.push(reason)
beforeEach(() => void process.on('unhandledRejection', collect))
afterEach(() => {
  process.off('unhandledRejection', collect)
  expect(unhandled.splice(0)).toEqual([])
})

for (const [name, store] of Object.entries(fragileStores)) {
  describeWith(store.kind, `an outage of ${name}`, () => {
    for (const [kind, session] of Object.entries(kinds))
      describe(`with ${kind}`, () => outlives(store, session))
  })
}

function outlives(store: FragileStore, session: SessionOptions): void {
  it('signs no user out under load, and ends when the server is back', async () => {
    const { app, server } = await openSite(store, session)
    const browsers = await Promise.all(Array.from({ length: people }, () => signIn(app)))
    const cookies = browsers.map((browser) => browser.cookieHeader())
    const crowd = startReaders(app.config, cookies, readers)
    await crowd.everyoneAgain()
    expect(crowd.reads.filter(({ found }) => !found)).toEqual([])

    await server.stop()
    const down = performance.now()
    // Where a call waits for the server, no visitor gets an answer now.
    if (!store.waits) await crowd.everyoneAgain()
    const stillDown = performance.now()
    await server.start()
    const isBack = (): boolean => crowd.reads.slice(-readers).every(({ found }) => found)
    await expect.poll(isBack, { timeout: patience }).toBe(true)
    const over = crowd.reads.length
    await crowd.everyoneAgain()
    await crowd.stop()

    const during = crowd.reads.filter(({ from, till }) => from >= down && till <= stillDown)
    expect(during.length).toBeGreaterThanOrEqual(store.waits ? 0 : readers)
    expect(during.filter(({ found }) => found)).toEqual([])
    expect(crowd.reads.slice(over).filter(({ found }) => !found)).toEqual([])
    expect(crowd.reads.filter(({ status }) => status !== 200)).toEqual([])
    expect(crowd.reads.filter(({ setCookies }) => setCookies.length > 0)).toEqual([])
    for (const browser of browsers) expect(await browser.session()).not.toBeNull()
  })
}

async function openSite(
  { start, open }: FragileStore,
  session: SessionOptions,
): Promise<{ readonly app: App; readonly server: Server }> {
  const server = await start()
  onTestFinished(() => server.remove())
  const { adapter, close } = await open(await server.createDatabase('outage'))
  onTestFinished(close)
  await adapter.createUser?.({ ...ada, email: 'ada@example.test', emailVerified: null })
  return { app: makeApp({ adapter, session }), server }
}

async function signIn(app: App): Promise<Browser> {
  const browser = app.browser()
  await browser.signIn(login)
  expect(browser.cookie(sessionCookie)).toBeDefined()
  return browser
}
