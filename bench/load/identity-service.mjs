import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { freePort } from '../../scripts/free-port.mjs'
import { root } from '../../scripts/run.mjs'
import { untilItListens } from './demo-server.mjs'

/**
 * The OpenID provider of the demo, in a process of its own: what it costs is not the demo's.
 *
 * @param {string} clientOrigin where visitors find the demo
 */
export async function startIdentityService(clientOrigin) {
  const port = await freePort()
  const client = {
    AUTH_DEMO_ID: 'latchkey-load',
    AUTH_DEMO_SECRET: randomBytes(32).toString('base64url'),
  }
  const child = spawn(process.execPath, ['identity-provider.mjs'], {
    cwd: join(root, 'demo'),
    env: { ...process.env, ...client, PORT: String(port), CLIENT_ORIGINS: clientOrigin },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await untilItListens(port, () => {
    if (child.exitCode !== null) throw new Error('The identity provider does not start.')
  })
  return {
    settings: { ...client, AUTH_DEMO_ISSUER: `http://localhost:${port}` },
    end: () => void child.kill(),
  }
}
