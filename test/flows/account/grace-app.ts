import { expect } from 'vitest'
import { deleteAccount } from '../../../src/core.js'
import type { AccountPageOptions } from '../../../src/model/account.js'
import { requestFrom } from '../../support/apps/accounts-app.js'
import type { Browser, Page } from '../../support/browser.js'
import { nextMillisecond } from '../../support/next-millisecond.js'
import { email, password } from '../../support/apps/password-app.js'
import { makeAccountApp, press, type AccountApp } from '../../support/apps/account-app.js'

export const day = 24 * 60 * 60
export const graceDays = 14
export const keepRoute = '/auth/keep-account'

/** An app whose users can keep a deleted account for two weeks. */
export async function makeGraceApp({
  page,
  ...overrides
}: Parameters<typeof makeAccountApp>[0] & {
  readonly page?: AccountPageOptions
} = {}): Promise<AccountApp> {
  return makeAccountApp({ page: { graceDays, ...page }, ...overrides })
}

/** Signs the user in and asks for the deletion. */
export async function askForDeletion(app: AccountApp): Promise<Browser> {
  const browser = await app.signedIn()
  const { data } = await deleteAccount(requestFrom(browser), app.config, { email })
  expect(data).toMatchObject({ ok: true, session: null })
  await nextMillisecond()
  return browser
}

/** Signs in with the password, and returns the page that the sign-in leads to. */
export async function signInHeld(app: AccountApp, browser: Browser = app.browser()): Promise<Page> {
  const answer = await app.attempt({ email, password }, browser)
  return browser.fetchPage(answer.headers.get('location') ?? '')
}

/** Presses the button of the page that offers to keep the account. */
export async function keep(browser: Browser): Promise<Page> {
  return press(browser, await browser.fetchPage(keepRoute), 'keep-account')
}

/** Whether the user is stored, and waits for the deletion. */
export async function stateOf(app: AccountApp): Promise<'kept' | 'pending' | 'deleted'> {
  if (!(await app.adapter.getUser(app.user.id))) return 'deleted'
  const rows = await app.adapter.listFactorsByUserId(app.user.id)
  return rows.some(({ type }) => type === 'deletion') ? 'pending' : 'kept'
}
