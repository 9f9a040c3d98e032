import { setPassword } from '../../../src/core.js'
import type { Adapter } from '../../../src/model/adapter.js'
import { Authenticator } from '../../../src/testing/attack/authenticator.js'
import { openBrowser, type Browser } from '../../support/browser.js'
import { nextMillisecond } from '../../support/next-millisecond.js'
import { factorConfigOf, origin, type Cookies } from './site.js'

/** A user with a password, and two browsers that are signed in. */
export interface PasswordUser {
  readonly id: string
  readonly email: string
  readonly password: string
  readonly browser: Browser
  readonly other: Browser
}

/** A user with an authenticator app. */
export interface FactorUser extends Omit<PasswordUser, 'other'> {
  readonly authenticator: Authenticator
  readonly appId: string
  readonly recoveryCodes: readonly string[]
  /** Types the password in a new browser, and returns its cookies. */
  begin(): Promise<Cookies>
}

/** Whether the races on second factors can be run. */
export function storesFactors(adapter: Adapter): boolean {
  return adapter.createFactor !== undefined && adapter.setPassword !== undefined
}

export async function makePasswordUser(adapter: Adapter): Promise<PasswordUser> {
  const config = factorConfigOf(adapter, () => {})
  const id = crypto.randomUUID()
  const email = `${id}@example.test`
  const password = `a password of ${id}`
  const created = await adapter.createUser?.({ id, email, emailVerified: new Date() })
  const { ok } = await setPassword(config, created?.id ?? id, password)
  if (!ok) throw new Error('The password was not set.')
  await nextMillisecond()
  const signIn = async (): Promise<Browser> => {
    const browser = openBrowser(config, origin)
    await postForm(browser, 'callback/password', { email, password })
    return browser
  }
  return {
    id: created?.id ?? id,
    email,
    password,
    browser: await signIn(),
    other: await signIn(),
  }
}

/** Opens the page that sets up an authenticator app. */
export async function beginSetUp(browser: Browser): Promise<Authenticator> {
  const { html, url } = await browser.fetchPage('/auth/add-factor')
  const [, key] = /secret=([A-Z2-7]+)/.exec(html) ?? []
  if (key === undefined) throw new Error(`There is no authenticator app to set up at ${url}.`)
  return new Authenticator(key)
}

export async function makeFactorUser(adapter: Adapter): Promise<FactorUser> {
  const user = await makePasswordUser(adapter)
  const { id, email, password, browser } = user
  const authenticator = await beginSetUp(browser)
  const shown = await postForm(browser, 'add-factor', { code: await authenticator.nextCode() })
  await nextMillisecond()
  const recoveryCodes = shown.match(/\b(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}\b/g) ?? []
  const rows = (await adapter.listFactorsByUserId?.(id)) ?? []
  const appId = rows.find(({ type }) => type === 'totp')?.id ?? ''
  const begin = async (): Promise<Cookies> => {
    const visitor = openBrowser(
      factorConfigOf(adapter, () => {}),
      origin,
    )
    await postForm(visitor, 'callback/password', { email, password })
    return cookiesOf(visitor)
  }
  return { id, email, password, browser, authenticator, appId, recoveryCodes, begin }
}

/** Signs in with a recovery code in a browser that is remembered, and returns the cookie for that. */
export async function rememberBrowser(adapter: Adapter, user: FactorUser): Promise<Cookies> {
  const browser = openBrowser(
    factorConfigOf(adapter, () => {}),
    origin,
  )
  for (const [name, value] of await user.begin()) browser.plant(name, value)
  const recoveryCode = user.recoveryCodes[9] ?? ''
  await postForm(browser, 'second-factor', { recoveryCode, rememberDevice: 'on' })
  return cookiesOf(browser).filter(([name]) => name.includes('-device-'))
}

export function cookiesOf(browser: Browser): Cookies {
  return browser.cookies.map(({ name, value }) => [name, value] as const)
}

async function postForm(
  browser: Browser,
  route: string,
  fields: Readonly<Record<string, string>>,
): Promise<string> {
  const form = { method: 'POST', body: new URLSearchParams(fields) }
  return (await browser.fetch(`/auth/${route}`, form)).text()
}
