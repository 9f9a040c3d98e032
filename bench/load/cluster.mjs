import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { freePort } from '../../scripts/free-port.mjs'
import { startDemo, untilItListens } from './demo-server.mjs'
import { startIdentityService } from './identity-service.mjs'

/**
 * Several processes of the demo over one store, behind the balancer.
 *
 * @param {import('./stores.mjs').Store} store
 * @param {number} size
 */
export async function startCluster(store, size) {
  const [port = 0, ...ports] = await Promise.all(Array.from({ length: size + 1 }, freePort))
  const origin = `http://127.0.0.1:${port}`
  const identity = await startIdentityService(origin)
  const secret = { AUTH_SECRET: randomBytes(32).toString('base64url') }
  const settings = { ...store.settings, ...identity.settings, ...secret }
  const demos = await Promise.all(ports.map((one) => startDemo(one, settings)))
  const balancer = fork(new URL('balancer.mjs', import.meta.url), [port, ...ports].map(String))
  await untilItListens(port, () => {
    if (balancer.exitCode !== null) throw new Error('The balancer does not start.')
  })
  return {
    origin,
    /** Where each process can be reached past the balancer. */
    origins: ports.map((one) => `http://127.0.0.1:${one}`),
    /** Milliseconds of processor time that all processes of the demo have used. */
    cpuMs: () => demos.reduce((sum, demo) => sum + (demo.usage()?.cpuMs ?? 0), 0),
    /**
     * Kills a process without warning and starts it anew.
     *
     * @param {number} at
     * @returns {Promise<number>} milliseconds until it listens again
     */
    async replace(at) {
      const demo = demos[at % size]
      if (!demo) throw new Error('There is no process to replace.')
      const start = performance.now()
      await demo.end('SIGKILL')
      demos[at % size] = await startDemo(demo.port, settings)
      return performance.now() - start
    },
    async end() {
      await Promise.all(demos.map((demo) => demo.end('SIGTERM')))
      balancer.kill()
      identity.end()
    },
  }
}
