import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { startMailCatcher } from '../demo/mail-catcher.mjs'
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
  const mail = await startMail(await freePort(port + 2), await freePort(port + 25))
  let isRunning = true
  void announce(
    port,
    { issuer: provider.env.AUTH_DEMO_ISSUER, inbox: mail.env.AUTH_DEMO_INBOX },
    () => isRunning,
  )
  return run(process.execPath, ['server/entry.node-server.js'], {
    cwd: demo,
    env: { ...localEnv(), ...provider.env, ...mail.env, PORT: String(port) },
    onExit: () => {
      isRunning = false
      provider.close()
      mail.close()
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

/**
 * A mail server beside the demo, so that nothing leaves the machine, and its inbox.
 *
 * @param {number} port
 * @param {number} smtpPort
 */
async function startMail(port, smtpPort) {
  const { inbox, smtp, close } = await startMailCatcher({ port, smtpPort })
  const env = {
    AUTH_DEMO_INBOX: inbox,
    AUTH_DEMO_SMTP: smtp,
    AUTH_DEMO_PASSWORDS: 'yes',
    AUTH_DEMO_SECOND_FACTORS: 'yes',
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
 * @param {{ issuer: string, inbox: string }} others
 * @param {() => boolean} isRunning
 */
async function announce(port, { issuer, inbox }, isRunning) {
  while (isRunning()) {
    if (await answers(port)) {
      console.log(`\nLatchkey demo  http://localhost:${port}`)
      console.log(`Demo ID        ${issuer}   an OpenID provider: any name will do`)
      console.log(`Demo mail      ${inbox}   the inbox of every address`)
      console.log('\nSign in as ada with the password lovelace, with Demo ID, or by e-mail.')
      console.log('Ctrl+C stops all three.\n')
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

/** The demo's own secret, made once, so that users stay signed in after a restart. */
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
