import { inspect } from 'node:util'
import { expect } from 'vitest'
import { toStandardBase64 } from '../../../src/crypto/base64.js'
import type { AdapterAuthenticator } from '../../../src/model/adapter.js'
import type { Browser, StoredCookie } from '../browser.js'
import type { App } from '../apps/app.js'
import { begin, optionsOf, type Finished, type PasskeyApp } from '../apps/passkey-app.js'
import type { ResponseJson, SoftwareAuthenticator } from './software-authenticator.js'

export type CreationOptions = Parameters<SoftwareAuthenticator['create']>[0]
export type RequestOptions = Parameters<SoftwareAuthenticator['get']>[0]

export const address = 'ada@example.test'

/** What is answered to a response that is good. A refusal may be an address to go to as well. */
export const inside: Finished = {
  status: 200,
  url: 'https://app.test/inside',
  error: undefined,
}

/** What is answered to a response that proves nothing. */
export const refused: Finished = { status: 403, error: 'WebAuthnVerificationError', url: undefined }

/** The options of a registration that has just begun. */
export async function beginRegistration(
  browser: Browser,
  fields: Readonly<Record<string, string>> = { email: address },
  provider?: string,
): Promise<CreationOptions> {
  return optionsOf(await begin(browser, 'register', fields, provider))
}

/** The options of a sign-in that has just begun. */
export async function beginSignIn(browser: Browser, provider?: string): Promise<RequestOptions> {
  return optionsOf(await begin(browser, 'authenticate', {}, provider))
}

/** What the last refusal was about, with its causes. */
export function lastReason({ logs }: Pick<App, 'logs'>): string {
  const lines = logs.filter(({ code }) => code === 'WebAuthnVerificationError')
  return inspect(lines.at(-1)?.message, { depth: 6 })
}

/** Puts cookies back that the server has taken away. */
export function putBack(browser: Browser, cookies: readonly StoredCookie[]): void {
  for (const { name, value } of cookies) browser.plant(name, value)
}

/** The row of the last credential of an authenticator. */
export async function rowOf(
  { store }: Pick<PasskeyApp, 'store'>,
  { credentials }: SoftwareAuthenticator,
): Promise<AdapterAuthenticator | null> {
  const id = toStandardBase64(credentials.at(-1)?.id ?? '')
  return (await store.getAuthenticator?.(id)) ?? null
}

/** No user signed up, and the browser has no session. */
export async function expectNothing(
  app: PasskeyApp,
  browser: Browser,
  authenticator: SoftwareAuthenticator,
): Promise<void> {
  expect(await browser.session()).toBeNull()
  expect(await app.store.getUserByEmail?.(address)).toBeNull()
  expect(await rowOf(app, authenticator)).toBeNull()
  expect(app.codes('error')).toEqual([])
}

/** A response with other members inside. */
export function changeResponse(
  response: ResponseJson,
  members: Readonly<Record<string, unknown>>,
): object {
  return { ...response, response: { ...response.response, ...members } }
}
