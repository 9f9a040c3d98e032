import { createClient, createClientPool } from 'redis'
import { expect, it, onTestFinished } from 'vitest'
import { redisAdapter, type RedisAdapterOptions } from '../../src/adapters/redis.js'
import { keepsContract } from '../support/adapters/keeps-contract.js'
import { openBrowser, type Browser, type Page } from '../support/browser.js'
import { ada, login, makeApp, type App } from '../support/apps/app.js'
import { describeWith } from '../support/servers/describe-with.js'
import {
  countReplicasInSync,
  sendToRedis,
  startRedis,
  startRedisReplica,
} from '../support/servers/redis.js'
import type { Server } from '../support/servers/server.js'

/** Long enough for a busy machine. */
const confirmed = { replicas: { acknowledge: 1, timeout: 10_000 } }
/** For changes that no replica can acknowledge. */
const impatient = { replicas: { acknowledge: 1, timeout: 300 } }

describeWith('redis', 'a primary of Redis that is killed', (shared) => {
  it('takes a confirmed sign-out with it if no replica had to have it', async () => {
    const { primary, replica, browser } = await signInOnPrimary({})
    const cookies = [...browser.cookies]
    await replica.kill()
    await browser.signOut()
    expect(await browser.session()).toBeNull()

    const promoted = await failOver(primary, replica, true)
    expect(await withCookies(promoted, cookies).session()).not.toBeNull()
  })

  it('does not bring back a session whose sign-out was confirmed with `replicas`', async () => {
    const { primary, replica, app, browser } = await signInOnPrimary(confirmed)
    const cookies = [...browser.cookies]
    const hasty = await openApp(primary.url, impatient)
    await replica.kill()
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const { response } = await signOutEverywhere(withCookies(hasty, cookies))
      expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
    }
    await replica.start()
    await untilInSync(primary.url, 1)
    const again = await signOutEverywhere(withCookies(app, cookies))
    expect(again.status).toBe(302)

    const promoted = await failOver(primary, replica)
    expect(await withCookies(promoted, cookies).session()).toBeNull()
  })

  it('makes a sign-out that no replica acknowledged an entry in the log', async () => {
    const { primary, replica, browser } = await signInOnPrimary(confirmed)
    const hasty = await openApp(primary.url, impatient)
    await replica.kill()
    await withCookies(hasty, [...browser.cookies]).signOut()
    expect(hasty.codes('error')).toEqual(['SignOutError'])
  })

  it('is noticed if it is replaced between a change and its acknowledgement', async () => {
    const primary = await start(startRedis())
    const replica = await start(startRedisReplica(primary.url))
    const former = await open(primary.url)
    const session = { sessionToken: 's', userId: 'ada', expires: new Date(Date.now() + 60_000) }
    const adapter = redisAdapter(former)
    await adapter.createUser({ ...ada, id: 'ada', email: 'ada@example.test', emailVerified: null })
    await adapter.createSession(session)
    await untilInSync(primary.url, 1)
    await sendToRedis(replica.url, 'REPLICAOF', 'NO', 'ONE')
    await start(startRedisReplica(replica.url))
    await untilInSync(replica.url, 1)
    const promoted = await open(replica.url)
    const call = async (...args: string[]): Promise<unknown> => {
      const isAfter = args[0] === 'WAIT' || sent.has('WAIT') || args[1]?.endsWith(':replicated')
      sent.add(args[0] ?? '')
      return (isAfter ? promoted : former).sendCommand(args)
    }
    const sent = new Set<string>()
    const replaced = redisAdapter({ call }, confirmed)
    await expect(replaced.deleteSession('s')).rejects.toThrow('The primary was replaced')
    expect(await redisAdapter(promoted).getSessionAndUser('s')).not.toBeNull()
  })

  it('fails a change as unconfirmed if it becomes a replica before the acknowledgement', async () => {
    const primary = await start(startRedis())
    const client = await open(primary.url)
    const call = async (...args: string[]): Promise<unknown> => {
      if (args[0] === 'SET')
        throw new Error("READONLY You can't write against a read only replica.")
      return client.sendCommand(args)
    }
    const demoted = redisAdapter({ call }, confirmed)
    await expect(demoted.deleteSession('s')).rejects.toMatchObject({ code: 'REPLICAS_UNCONFIRMED' })
  })

  it('is not needed for reads: the adapter reads while no replica answers', async () => {
    const { replica, browser } = await signInOnPrimary(confirmed)
    await replica.kill()
    expect(await browser.session()).not.toBeNull()
  })

  it.each([{ acknowledge: 0 }, { acknowledge: 1.5 }, { acknowledge: 1, timeout: 0 }])(
    'cannot be waited for with %o',
    async (replicas) => {
      const client = await open(shared.url)
      expect(() => redisAdapter(client, { replicas })).toThrow(RangeError)
    },
  )

  it('cannot be waited for with a pool, whose connections wait for their own writes only', () => {
    const pool = createClientPool({ url: shared.url })
    expect(() => redisAdapter(pool, confirmed)).toThrow('one connection for each server')
  })
})

describeWith('redis', 'the Redis adapter that waits for a replica', () => {
  const servers: Server[] = []
  const clients: Awaited<ReturnType<typeof connectTo>>[] = []
  const adapter = async () => {
    if (servers.length === 0) {
      const primary = await startRedis()
      servers.push(primary, await startRedisReplica(primary.url))
      await untilInSync(primary.url, 1)
      for (let count = 0; count < 2; count += 1) clients.push(await connectTo(primary.url))
    }
    const [client, second] = clients
    if (!client) throw new Error('Redis did not start.')
    return redisAdapter(client, { replicas: { acknowledge: 1, timeout: 10_000, client: second } })
  }
  keepsContract(adapter, { lacks: ['transaction', 'lockUser'] })
  it('leaves no server behind', async () => {
    for (const client of clients) client.destroy()
    await Promise.all(servers.map((server) => server.remove()))
    expect(clients.every((client) => !client.isOpen)).toBe(true)
  })
})

async function signInOnPrimary(options: RedisAdapterOptions): Promise<{
  readonly primary: Server
  readonly replica: Server
  readonly app: App
  readonly browser: Browser
}> {
  const primary = await start(startRedis())
  const replica = await start(startRedisReplica(primary.url))
  await untilInSync(primary.url, 1)
  const app = await openApp(primary.url, options)
  const browser = app.browser()
  await browser.signIn(login)
  expect(await browser.session()).not.toBeNull()
  await untilInSync(primary.url, 1)
  return { primary, replica, app, browser }
}

async function signOutEverywhere(browser: Browser): Promise<Page> {
  return browser.postForm(await browser.fetchPage('/auth/signout'), { everywhere: 'on' })
}

async function start(starting: Promise<Server>): Promise<Server> {
  const server = await starting
  onTestFinished(() => server.remove())
  return server
}

async function connectTo(url: string) {
  return createClient({ url }).connect()
}

async function open(url: string) {
  const socket = { reconnectStrategy: () => 100 }
  const client = createClient({ url, socket, disableOfflineQueue: true })
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.destroy())
  return client
}

async function openApp(url: string, options: RedisAdapterOptions): Promise<App> {
  const adapter = redisAdapter(await open(url), options)
  if (!(await adapter.getUser(ada.id)))
    await adapter.createUser({ ...ada, email: 'ada@example.test', emailVerified: null })
  return makeApp({ adapter, session: { strategy: 'database' } })
}

/** Kills the primary, and opens the app on its replica. */
async function failOver(primary: Server, replica: Server, isDown = false): Promise<App> {
  await primary.kill()
  if (isDown) await replica.start()
  await sendToRedis(replica.url, 'REPLICAOF', 'NO', 'ONE')
  return openApp(replica.url, {})
}

/** Until so many replicas have all that was written until now. */
async function untilInSync(url: string, count: number): Promise<void> {
  await expect.poll(async () => countReplicasInSync(url), { timeout: 30_000 }).toBe(count)
}

function withCookies({ config }: App, cookies: Browser['cookies']): Browser {
  const browser = openBrowser(config, 'https://app.test')
  for (const { name, value } of cookies) browser.plant(name, value)
  return browser
}
