import type { AuthConfig } from '../../../src/core.js'
import type { LoggerInstance } from '../../../src/model/options.js'
import type { DefaultSession, Session, User } from '../../../src/model/records.js'
import Credentials from '../../../src/providers/credentials.js'
import { openBrowser, type Browser } from '../browser.js'

export const secret = 'an0ther-Secret/of+sufficient=length_42'
export const olderSecret = 'the-0lder-Secret/of+sufficient=length_17'

export const password = 'correct horse battery'

/** The one person who can sign in. */
export const ada: Readonly<User & { id: string }> = {
  id: 'user-1',
  name: 'Ada',
  email: 'ada@example.test',
  image: 'https://img.example.test/ada.png',
}

/** What Ada types. */
export const login = { username: 'ada', password }

/** Accepts Ada's name and password. */
export function accept(credentials: Readonly<Record<string, unknown>>): User | null {
  const isAda = credentials['username'] === 'ada' && credentials['password'] === password
  return isAda ? { ...ada } : null
}

/** A provider with two fields. */
export const passwordProvider = Credentials({
  credentials: { username: { label: 'Name' }, password: { label: 'Password', type: 'password' } },
  authorize: accept,
})

/** One call of the logger. */
export interface LogLine {
  readonly level: keyof LoggerInstance
  readonly code: string
  readonly message: readonly unknown[]
}

/** An application, and what it logs. */
export interface App<S extends DefaultSession = Session> {
  readonly config: AuthConfig<S>
  readonly logs: readonly LogLine[]
  /** The codes that were logged at a level. */
  codes(level: LogLine['level']): readonly string[]
  /** A new browser in front of the application. */
  browser(origin?: string): Browser
}

/** Makes an application whose log can be looked at. */
export function makeApp<S extends DefaultSession = Session>(
  overrides: Partial<AuthConfig<S>> = {},
): App<S> {
  const logs: LogLine[] = []
  const config: AuthConfig<S> = {
    secret,
    providers: [passwordProvider],
    trustHost: true,
    logger: recordInto(logs),
    // One process plays many people here; the limits have tests of their own.
    limits: false,
    ...overrides,
  }
  return {
    config,
    logs,
    codes: (level) => logs.filter((line) => line.level === level).map(({ code }) => code),
    browser: (origin) => openBrowser(config, origin),
  }
}

/** A logger that keeps what it is told. */
export function recordInto(logs: LogLine[]): LoggerInstance {
  const record =
    (level: LogLine['level']) =>
    (code: string, ...message: unknown[]): void => {
      logs.push({ level, code, message })
    }
  return { error: record('error'), warn: record('warn'), debug: record('debug') }
}

/** Name of the session cookie on https. */
export const sessionCookie = '__Host-authjs.session-token'

/** Name of the CSRF cookie on https. */
export const csrfCookie = '__Host-authjs.csrf-token'

/** Name of the cookie that remembers how one signed in, on https. */
export const lastSignInCookie = '__Host-authjs.last-sign-in'
