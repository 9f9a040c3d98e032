import { afterEach, beforeEach, vi } from 'vitest'
import { authenticatorApp } from '../../../src/factors.js'
import { decodeBase32 } from '../../../src/testing/attack/authenticator.js'
import { stepAt, totpCode } from '../../../src/factors/totp.js'
import type { SecondFactorOptions } from '../../../src/model/second-factor.js'
import type { Browser, Page } from '../browser.js'
import { makeMailingApp, type MailingApp, type MailingOptions } from './mailing-app.js'
import { email, password } from './password-app.js'

/** An authenticator app with one secret. */
export interface Authenticator {
  /** The code of this moment, or of a number of steps later. */
  code(stepsLater?: number): Promise<string>
}

/** A user who has set up an authenticator app. */
export interface Enrolled {
  readonly browser: Browser
  readonly authenticator: Authenticator
  readonly recoveryCodes: readonly string[]
}

export interface FactorApp extends MailingApp {
  /** Signs in with the password, as far as that goes. */
  begin(browser?: Browser): Promise<Browser>
  /** Signs in and sets up an authenticator app. */
  enrol(browser?: Browser): Promise<Enrolled>
}

/** Lets the tests of a file move the clock. It runs on, because one moment cannot follow itself. */
export function useClock(): { readonly advance: (seconds: number) => void } {
  const realNow = Date.now.bind(Date)
  let offset = 0
  let last = 0
  beforeEach(() => {
    last = 0
    // The middle of a step, so that the step does not change during a test.
    offset = 15_000 - (realNow() % 30_000)
    // A revocation refuses what begins in the same millisecond, so no two moments are the same.
    const tick = (): number => (last = Math.max(realNow() + offset, last + 1))
    vi.spyOn(Date, 'now').mockImplementation(tick)
  })
  afterEach(() => void vi.restoreAllMocks())
  return {
    advance: (seconds) => {
      offset += seconds * 1000
      // A test may also go back.
      last = 0
    },
  }
}

/** An app with a user who has a password, in which second factors can be set up. */
export async function makeFactorApp({
  secondFactor,
  ...overrides
}: Omit<MailingOptions, 'secondFactor'> & {
  readonly secondFactor?: Partial<SecondFactorOptions>
} = {}): Promise<FactorApp> {
  const app = await makeMailingApp({
    secondFactor: { methods: [authenticatorApp()], ...secondFactor },
    ...overrides,
  })
  const begin: FactorApp['begin'] = async (browser = app.browser()) => {
    await app.attempt({ email, password }, browser)
    return browser
  }
  const enrol: FactorApp['enrol'] = async (given) => {
    const browser = given ?? (await begin())
    return setUp(browser, await browser.fetchPage('/auth/add-factor'))
  }
  return { ...app, begin, enrol }
}

/** Sets up the authenticator app that a page offers. */
export async function setUp(browser: Browser, page: Page): Promise<Enrolled> {
  const authenticator = readAuthenticator(page)
  const shown = await browser.postForm(page, { code: await authenticator.code() })
  return { browser, authenticator, recoveryCodes: readRecoveryCodes(shown) }
}

/** Reads the secret from the link that the page has for apps on the same device. */
export function readAuthenticator(page: Page): Authenticator {
  const key = /secret=([A-Z2-7]+)/.exec(page.html)?.[1]
  if (key === undefined) throw new Error(`${page.url} (${page.status}) has no secret.`)
  return authenticatorOf(key)
}

/** An authenticator app with a secret in base32. */
export function authenticatorOf(key: string): Authenticator {
  const secret = decodeBase32(key)
  return { code: (later = 0) => totpCode(secret, stepAt(Date.now() / 1000) + later) }
}

/** Reads the recovery codes that a page shows. */
export function readRecoveryCodes(page: Page): readonly string[] {
  const found = page.html.match(/\b(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}\b/g) ?? []
  return [...new Set(found)]
}

/** Types a code on the page that a sign-in leads to. */
export async function answer(
  browser: Browser,
  fields: Readonly<Record<string, string>>,
): Promise<Page> {
  const way = 'recoveryCode' in fields ? '?with=recovery-code' : ''
  return browser.postForm(await browser.fetchPage(`/auth/second-factor${way}`), fields)
}
