import { expectEqual, expectThat } from '../expectations.js'
import type { Browser } from './browser.js'
import { quickly } from './hostile-inputs.js'

const longestShown = 80

/** What was sent, short enough for a sentence. */
export function shorten(text: string): string {
  return JSON.stringify(text.length > longestShown ? `${text.slice(0, longestShown)}…` : text)
}

/** Throws unless the application answers in time, and not with an error of its own. */
export async function answerOf(
  asked: Promise<Response>,
  { after }: { readonly after: string },
): Promise<Response> {
  const began = performance.now()
  const response = await asked
  const took = Math.round(performance.now() - began)
  expectThat(took < quickly, `an answer within ${quickly} ms to ${after}, it took ${took} ms`)
  expectThat(response.status < 500, `no error of the server after ${after}, got ${response.status}`)
  return response
}

/** Throws unless an address is on the site, breaks no header, and can be read in one way only. */
export function expectOwnAddress(browser: Browser, address: string | null, after: string): void {
  const isPlain = /^(?:https?:\/\/[^/\\]+)?(?:\/(?![/\\])[\x21-\x7e]{0,9000})?$/.test(address ?? '')
  const isOwn = isPlain && new URL(address ?? '', browser.origin).origin === browser.origin
  expectThat(isOwn, `an address of ${browser.origin} after ${after}, got ${shorten(`${address}`)}`)
}

/** Throws if the answer leads away: by its `Location`, or by what that carries on. */
export function expectStays(browser: Browser, { headers }: Response, after: string): void {
  const location = headers.get('location')
  if (location !== null) expectOwnWay(browser, location, after)
}

/** Throws if an address leads away, or carries on one that does. */
export function expectOwnWay(browser: Browser, address: string, after: string): void {
  expectOwnAddress(browser, address, after)
  const { pathname, searchParams } = new URL(address, browser.origin)
  // What a page of the application makes of its parameters is its own business.
  if (!pathname.startsWith(browser.route(''))) return
  for (const name of ['callbackUrl', 'redirectTo']) {
    const carried = searchParams.get(name)
    if (carried !== null) expectOwnAddress(browser, carried, after)
  }
}

/** Throws if somebody is signed in here. */
export async function expectNobody(browser: Browser, after: string): Promise<void> {
  expectEqual(await browser.session(), null, `the session after ${after}`)
}

/** Throws unless somebody is signed in here. */
export async function expectSomebody(browser: Browser, after: string): Promise<void> {
  expectThat((await browser.session()) !== null, `the session to be there after ${after}`)
}

/** Throws if the answer sets a cookie. */
export function expectNoCookies({ headers }: Response, after: string): void {
  expectEqual(headers.getSetCookie(), [], `the cookies that are set after ${after}`)
}

/** Throws unless the answer is a refusal: an error, or a redirect to a page that says so. */
export function expectRefusal({ status, headers }: Response, after: string): void {
  const location = headers.get('location') ?? ''
  const isToError = status === 302 && new URL(location, 'https://x.test').searchParams.has('error')
  expectThat(isToError || (status >= 400 && status < 500), `a refusal of ${after}, got ${status}`)
}
