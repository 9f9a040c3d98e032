import { memoryAdapter, type MemoryAdapter } from '../../../src/adapters/memory.js'
import { createRuntime, setPassword, withRuntime, type AuthConfig } from '../../../src/core.js'
import type { AdapterUser } from '../../../src/model/adapter.js'
import Password, { type PasswordUserConfig } from '../../../src/providers/password.js'
import { openBrowser, type Browser } from '../browser.js'
import { makeApp, type App } from './app.js'
import { nextMillisecond } from '../next-millisecond.js'

/** A password that the rules accept. */
export const password = 'tide lantern gravel'
export const email = 'ada@example.test'

/** Cheap, so that a test does not wait. The cost of the default is tested with the hasher. */
export const cheap = { scheme: 'scrypt', ln: 4 } as const

export interface PasswordApp extends App {
  readonly adapter: MemoryAdapter
  readonly user: AdapterUser
  /** Signs in with JSON, as a script of the site does. */
  attempt(fields: Readonly<Record<string, unknown>>, browser?: Browser): Promise<Response>
}

/** An app with one user who has a password. */
export async function makePasswordApp(
  options: PasswordUserConfig = {},
  overrides: Partial<AuthConfig> = {},
): Promise<PasswordApp> {
  const adapter = memoryAdapter()
  const made = makeApp({
    adapter,
    providers: [Password({ hasher: cheap, ...options })],
    ...overrides,
  })
  const config = withRuntime(made.config, createRuntime())
  const app: App = { ...made, config, browser: (origin) => openBrowser(config, origin) }
  const user = await adapter.createUser({
    id: 'user-1',
    name: 'Ada',
    email,
    emailVerified: new Date(),
  })
  const set = await setPassword(app.config, user.id, password)
  if (!set.ok) throw new Error(`The password was not set: ${set.problem.type}`)
  const attempt: PasswordApp['attempt'] = async (fields, browser = app.browser()) => {
    await nextMillisecond()
    const csrfToken = await browser.csrfToken()
    return browser.postJson('/auth/callback/password', { csrfToken, ...fields })
  }
  return { ...app, adapter, user, attempt }
}
