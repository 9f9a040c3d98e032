import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { buildDemo } from './build.mjs'
import { exitWith, root, run } from './run.mjs'
import { setUp } from './setup.mjs'

const demo = join(root, 'demo')
const envFile = join(demo, '.env.local')

await exitWith(async () => {
  await setUp()
  await buildDemo()
  const port = await freePort(Number(process.env['PORT'] ?? 3000))
  const provider = await startProvider(port, await freePort(port + 1))
  let isRunning = true
  void announce(port, provider.env.AUTH_DEMO_ISSUER, () => isRunning)
  return run(process.execPath, ['server/entry.node-server.js'], {
    cwd: demo,
    env: { ...localEnv(), ...provider.env, PORT: String(port) },
    onExit: () => {
      isRunning = false
      provider.close()
    },
  })
})

/**
 * An OpenID provider beside the demo, so that the whole of a sign-in can be seen without an account
 * anywhere.
 *
 * @param {number} demoPort
 * @param {number} port
 */
async function startProvider(demoPort, port) {
  // The package is there only after the setup.
  const { startIdentityProvider } = await import('../demo/identity-provider.mjs')
  const clientId = 'latchkey-demo'
  const clientSecret = randomBytes(32).toString('base64url')
  const { issuer, close } = await startIdentityProvider({
    port,
    clientId,
    clientSecret,
    clientOrigins: [`http://localhost:${demoPort}`, `http://127.0.0.1:${demoPort}`],
  })
  const env = {
    AUTH_DEMO_ISSUER: issuer,
    AUTH_DEMO_ID: clientId,
    AUTH_DEMO_SECRET: clientSecret,
  }
  return { env, close }
}

/** @param {number} wanted */
async function freePort(wanted) {
  for (let port = wanted; port < wanted + 100; port++) if (await isFree(port)) return port
  return wanted
}

/**
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, () => server.close(() => resolve(true)))
  })
}

/**
 * Says where the demo is once it answers.
 *
 * @param {number} port
 * @param {string} issuer
 * @param {() => boolean} isRunning
 */
async function announce(port, issuer, isRunning) {
  while (isRunning()) {
    if (await answers(port)) {
      console.log(`\nLatchkey demo: http://localhost:${port}`)
      console.log('Sign in as ada with the password lovelace,')
      console.log(`or with Demo ID, an OpenID provider of its own at ${issuer}.`)
      console.log('Ctrl+C stops both.\n')
      return
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/**
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function answers(port) {
  return new Promise((resolve) => {
    const socket = connect({ port, host: 'localhost' })
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}

/** The demo's own secret, made once, so that a restart signs nobody out. */
function localEnv() {
  if (!existsSync(envFile)) {
    writeFileSync(envFile, `AUTH_SECRET=${randomBytes(32).toString('base64url')}\n`, {
      mode: 0o600,
    })
  }
  const lines = readFileSync(envFile, 'utf8').matchAll(/^([A-Z_0-9]+)=(.*)$/gm)
  const local = Object.fromEntries([...lines].map(([, name, value]) => [name, value]))
  return { ...local, ...process.env }
}
