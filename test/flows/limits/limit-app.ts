import { Auth, type AuthConfig } from '../../../src/core.js'
import { createMemoryLimits } from '../../../src/config/memory-limits.js'
import type { Attempt, LimitStore } from '../../../src/model/limits.js'
import Credentials from '../../../src/providers/credentials.js'
import { Browser } from '../../support/browser.js'
import { accept, makeApp, type App } from '../../support/apps/app.js'

/** The app's own store, and the calls that it received. */
export interface RecordingStore extends LimitStore {
  readonly attempts: Attempt[]
}

export function recordAttempts(): RecordingStore {
  const inner = createMemoryLimits()
  const attempts: Attempt[] = []
  return {
    attempts,
    countAttempt(attempt) {
      attempts.push(attempt)
      return inner.countAttempt(attempt)
    },
  }
}

/** How often `authorize` was asked. */
export interface LimitApp extends App {
  readonly tried: unknown[]
  readonly counts: RecordingStore
  /** A browser whose requests come from an address. */
  from(clientAddress: string | undefined, headers?: Readonly<Record<string, string>>): Browser
}

/** An application with a form for passwords, whose attempts are counted by itself alone. */
export function makeLimitApp(overrides: Partial<AuthConfig> = {}): LimitApp {
  const tried: unknown[] = []
  const counts = recordAttempts()
  const provider = Credentials({
    credentials: { username: { label: 'Name' }, password: { label: 'Password', type: 'password' } },
    authorize: (credentials) => {
      tried.push({ ...credentials })
      return accept(credentials)
    },
  })
  const { limits, ...others } = overrides
  const app = makeApp({
    providers: [provider],
    ...others,
    limits: limits === false ? false : { store: counts, ...limits },
  })
  const from: LimitApp['from'] = (clientAddress, headers = {}) =>
    new Browser((request) => {
      for (const [name, value] of Object.entries(headers)) request.headers.set(name, value)
      return Auth(request, app.config, { clientAddress })
    })
  return { ...app, tried, counts, from }
}

/** Tries a name and a password in a script of the site. */
export async function attempt(
  browser: Browser,
  fields: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const csrfToken = await browser.csrfToken()
  return browser.postJson('/auth/callback/credentials', { csrfToken, ...fields }, headers)
}

/** The statuses of several attempts, one after the other. */
export async function attemptAll(
  browser: Browser,
  all: readonly Readonly<Record<string, unknown>>[],
): Promise<readonly number[]> {
  const statuses: number[] = []
  for (const fields of all) statuses.push((await attempt(browser, fields)).status)
  return statuses
}

export function times<T>(count: number, value: T): readonly T[] {
  return Array.from({ length: count }, () => value)
}
