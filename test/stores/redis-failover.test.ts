import { createCluster } from 'redis'
import { expect, it, onTestFinished } from 'vitest'
import { redisAdapter, type RedisClient, type RedisReplicas } from '../../src/adapters/redis.js'
import Credentials from '../../src/providers/credentials.js'
import { openBrowser, type Browser, type Page } from '../support/browser.js'
import { makeApp, type App } from '../support/apps/app.js'
import { isLong } from '../support/long-run.js'
import { describeWith } from '../support/servers/describe-with.js'
import { askRedis, startRedisCluster, type RedisCluster } from '../support/servers/redis-cluster.js'
import {
  startRedisWithSentinel,
  type RedisWithSentinel,
} from '../support/servers/redis-sentinel.js'
import { countReplicasInSync } from '../support/servers/redis.js'
import type { Server } from '../support/servers/server.js'

/** Long enough for a busy machine. */
const replicas: RedisReplicas = { acknowledge: 1, timeout: 10_000 }
const timeout = 60_000

describeWith('redis', 'a primary of Redis behind Sentinel that is killed', () => {
  it('does not bring back a session whose sign-out was confirmed with `replicas`', async () => {
    const { servers, app, ada, eve } = await signInBehindSentinel([], replicas)
    const cookies = [...ada.cookies]
    expect((await signOutEverywhere(ada)).status).toBe(302)

    const primary = await servers.findPrimary()
    await primary.kill()
    await untilSignedIn(eve)
    expect(await servers.findPrimary()).not.toBe(primary)
    expect(await withCookies(app, cookies).session()).toBeNull()
  })

  if (isLong)
    it('refuses a sign-out with `replicas` while the replica hangs, and acknowledges it with `min-replicas-to-write`', async () => {
      const settings = ['min-replicas-to-write 1', 'min-replicas-max-lag 60']
      const { servers, client, app, ada } = await signInBehindSentinel(settings)
      const cookies = [...ada.cookies]
      const [primary, replica] = servers.nodes
      if (!primary || !replica) throw new Error('Redis did not start.')
      const hanging = hang(replica)
      const confirming = appOn(client, { acknowledge: 1, timeout: 1000 })
      const refused = await signOutEverywhere(withCookies(confirming, cookies))
      expect(refused.status).toBe(503)
      expect((await signOutEverywhere(ada)).status).toBe(302)

      await replica.kill()
      await hanging
      await primary.kill()
      await replica.start()
      await untilPromoted(servers, replica)
      await untilSignedIn(withCookies(app, cookies))
    })
})

describeWith('redis', 'a master of a Redis Cluster that is killed', () => {
  it('does not bring back a session whose sign-out was confirmed with `replicas`', async () => {
    const { servers, app, ada, eve } = await signInOnCluster(replicas)
    const cookies = [...ada.cookies]
    expect((await signOutEverywhere(ada)).status).toBe(302)

    const master = await servers.findMaster(keyOfAda)
    await master.kill()
    await expect.poll(async () => servers.findMaster(keyOfAda), { timeout }).not.toBe(master)
    await untilSignedIn(eve)
    expect(await withCookies(app, cookies).session()).toBeNull()
  })

  if (isLong)
    it('takes a confirmed sign-out with it if no replica had to have it', async () => {
      const { servers, app } = await signInOnCluster()
      const master = await servers.findMaster(keyOfAda)
      // A session is alive as long as both its own key and its entry in the user's sessions are there.
      const ada = await signInUntilStoredOn(master, app)
      await untilInSync(master)
      const cookies = [...ada.cookies]
      const replica = servers.nodes[servers.nodes.indexOf(master) + 3]
      if (!replica) throw new Error('The master has no replica.')
      await replica.kill()
      expect((await signOutEverywhere(ada)).status).toBe(302)

      await master.kill()
      await replica.start()
      await askRedis(replica.url, async (node) =>
        node.sendCommand(['CLUSTER', 'FAILOVER', 'TAKEOVER']),
      )
      await untilSignedIn(withCookies(app, cookies))
    })
})

const keyOfAda = 'latchkey:{user:ada}'

/** Signs in everyone under the name that they enter. */
const people = Credentials({
  credentials: { username: { label: 'Name' } },
  authorize: ({ username }) => ({ id: username, name: username }),
})

interface SignedIn {
  readonly client: RedisClient
  readonly app: App
  readonly ada: Browser
  readonly eve: Browser
}

async function signInBehindSentinel(
  settings: readonly string[],
  options?: RedisReplicas,
): Promise<SignedIn & { readonly servers: RedisWithSentinel }> {
  const servers = await startRedisWithSentinel(1, settings)
  onTestFinished(() => servers.remove())
  const sentinel = servers.createClient()
  sentinel.on('error', () => {})
  await sentinel.connect()
  onTestFinished(() => sentinel.destroy())
  const client = { call: async (...args: string[]) => sentinel.sendCommand(false, args) }
  const primary = await servers.findPrimary()
  await untilInSync(primary)
  const signedIn = await signIn(client, options)
  await untilInSync(primary)
  return { servers, client, ...signedIn }
}

async function signInOnCluster(
  options?: RedisReplicas,
): Promise<SignedIn & { readonly servers: RedisCluster }> {
  const servers = await startRedisCluster(1)
  onTestFinished(() => servers.remove())
  const client = createCluster({
    rootNodes: servers.nodes.map(({ url }) => ({ url })),
    defaults: { disableOfflineQueue: true },
  })
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.destroy())
  const masters = servers.nodes.slice(0, 3)
  await Promise.all(masters.map(untilInSync))
  const signedIn = await signIn(client, options)
  await Promise.all(masters.map(untilInSync))
  return { servers, client, ...signedIn }
}

async function signIn(
  client: RedisClient,
  options?: RedisReplicas,
): Promise<Pick<SignedIn, 'app' | 'ada' | 'eve'>> {
  const { createUser } = redisAdapter(client)
  for (const id of ['ada', 'eve'])
    await createUser({ id, email: `${id}@example.test`, emailVerified: null })
  const app = appOn(client, options)
  return { app, ada: await signInAs('ada', app), eve: await signInAs('eve', app) }
}

function appOn(client: RedisClient, options?: RedisReplicas): App {
  const adapter = redisAdapter(client, { replicas: options })
  return makeApp({ adapter, providers: [people], session: { strategy: 'database' } })
}

async function signInAs(username: string, app: App): Promise<Browser> {
  const browser = app.browser()
  await browser.signIn({ username })
  expect(await browser.session()).not.toBeNull()
  return browser
}

/** Signs Ada in again until one of her sessions is stored on the server that stores her user. */
async function signInUntilStoredOn(master: Server, app: App): Promise<Browser> {
  for (;;) {
    const countOn = async (): Promise<number> =>
      askRedis(master.url, async (node) => (await node.keys('latchkey:*:session:*')).length)
    const before = await countOn()
    const browser = await signInAs('ada', app)
    if ((await countOn()) > before) return browser
  }
}

async function signOutEverywhere(browser: Browser): Promise<Page> {
  return browser.postForm(await browser.fetchPage('/auth/signout'), { everywhere: 'on' })
}

/** Keeps a replica busy, so that it receives nothing more. Resolves when it is killed. */
async function hang({ url }: Server): Promise<void> {
  const begun = askRedis(url, async (node) => node.eval('while true do end'))
  void begun.catch(() => {})
  await expect
    .poll(
      async () =>
        askRedis(url, async (node) => node.ping()).then(
          () => false,
          () => true,
        ),
      {
        timeout,
      },
    )
    .toBe(true)
}

async function untilPromoted(servers: RedisWithSentinel, node: Server): Promise<void> {
  await expect.poll(async () => (await servers.findPrimary()) === node, { timeout }).toBe(true)
}

async function untilSignedIn(browser: Browser): Promise<void> {
  await expect.poll(async () => browser.session(), { timeout }).not.toBeNull()
}

async function untilInSync({ url }: Server): Promise<void> {
  await expect.poll(async () => countReplicasInSync(url), { timeout }).toBe(1)
}

function withCookies({ config }: App, cookies: Browser['cookies']): Browser {
  const browser = openBrowser(config, 'https://app.test')
  for (const { name, value } of cookies) browser.plant(name, value)
  return browser
}
