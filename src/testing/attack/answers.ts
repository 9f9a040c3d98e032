import { expectEqual, expectThat } from '../expectations.js'
import type { Browser } from './browser.js'
import { quickly } from './hostile-inputs.js'

const longestShown = 80

/** Shortens what was sent, for an error message. */
export function shorten(text: string): string {
  return JSON.stringify(text.length > longestShown ? `${text.slice(0, longestShown)}…` : text)
}

/** Throws unless the app answers in time and without a server error. */
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

/**
 * Throws unless a URL is on the site, contains no line break, and is read the same way by all
 * parsers.
 */
export function expectOwnAddress(browser: Browser, address: string | null, after: string): void {
  const isPlain = /^(?:https?:\/\/[^/\\]+)?(?:\/(?![/\\])[\x21-\x7e]{0,9000})?$/.test(address ?? '')
  const isOwn = isPlain && new URL(address ?? '', browser.origin).origin === browser.origin
  expectThat(isOwn, `an address of ${browser.origin} after ${after}, got ${shorten(`${address}`)}`)
}

/** Throws if the response leads to another site, by its `Location` or by a URL inside it. */
export function expectStays(browser: Browser, { headers }: Response, after: string): void {
  const location = headers.get('location')
  if (location !== null) expectOwnWay(browser, location, after)
}

/** Throws if a URL leads to another site, or contains a URL that does. */
export function expectOwnWay(browser: Browser, address: string, after: string): void {
  expectOwnAddress(browser, address, after)
  const { pathname, searchParams } = new URL(address, browser.origin)
  // The app decides what its own pages do with their parameters.
  if (!pathname.startsWith(browser.route(''))) return
  for (const name of ['callbackUrl', 'redirectTo']) {
    const carried = searchParams.get(name)
    if (carried !== null) expectOwnAddress(browser, carried, after)
  }
}

/** Throws if the browser is signed in. */
export async function expectSignedOut(browser: Browser, after: string): Promise<void> {
  expectEqual(await browser.session(), null, `the session after ${after}`)
}

/** Throws unless the browser is signed in. */
export async function expectSignedIn(browser: Browser, after: string): Promise<void> {
  expectThat((await browser.session()) !== null, `the session to be there after ${after}`)
}

/** Throws if the response sets a cookie. */
export function expectNoCookies({ headers }: Response, after: string): void {
  expectEqual(headers.getSetCookie(), [], `the cookies that are set after ${after}`)
}

/** Throws unless the response refuses the request, with an error or a redirect to an error page. */
export function expectRefusal({ status, headers }: Response, after: string): void {
  const location = headers.get('location') ?? ''
  const isToError = status === 302 && new URL(location, 'https://x.test').searchParams.has('error')
  expectThat(isToError || (status >= 400 && status < 500), `a refusal of ${after}, got ${status}`)
}

/** Describes an answer and the page that it leads to, without the values that always change. */
export async function describeAnswer(browser: Browser, response: Response): Promise<string> {
  const location = response.headers.get('location') ?? browser.route('error')
  const { html } = await browser.fetchPage(location, { follow: false })
  // The app decides what its own pages show.
  const isOurs = new URL(location, browser.origin).pathname.startsWith(browser.route(''))
  const shown = isOurs ? html.replaceAll(/nonce="[^"]*"|name="csrfToken" value="[^"]*"/g, '') : ''
  return `${response.status} ${location} ${shown}`
}
