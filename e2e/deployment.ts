import { join } from 'node:path'

/** The secret of every application under test. */
export const AUTH_SECRET = 'a secret of the browser tests, and of nothing else'

/** The applications under test, by the environment variable of their port. */
const applications = {
  LATCHKEY_DEMO_PORT: 'demo',
  LATCHKEY_DEV_PORT: 'demo-dev',
  LATCHKEY_DEMO2_PORT: 'demo2',
  LATCHKEY_DEV2_PORT: 'demo2-dev',
  LATCHKEY_KIT_PORT: 'demo-kit',
}

/** The database of an application. */
export function databaseUrl(application: string): string {
  return `file:${join(process.env['LATCHKEY_DATA'] ?? '', `${application}.sqlite`)}`
}

/** The application that serves an origin. */
export function applicationAt(origin: string): string {
  const { port } = new URL(origin)
  const found = Object.entries(applications).find(([name]) => process.env[name] === port)
  if (!found) throw new Error(`There is no application at ${origin}.`)
  return found[1]
}
