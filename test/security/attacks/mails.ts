import type { Browser, Page } from '../../support/browser.js'
import type { CaughtMail, FixtureTarget } from './fixture-target.js'

type WithInbox = FixtureTarget & { readonly inbox: readonly CaughtMail[] }

/** Asks for a mail as a form does. */
export async function askForMail(
  browser: Browser,
  email: unknown,
  { callbackUrl, headers = {} }: { callbackUrl?: string; headers?: Record<string, string> } = {},
): Promise<Response> {
  const csrfToken = await browser.csrfToken()
  const body = { csrfToken, email, ...(callbackUrl !== undefined && { callbackUrl }) }
  return browser.postJson(browser.route('signin/mail'), body, headers)
}

/** Asks for a mail, and gives the link in it. */
export async function mailTo(
  target: WithInbox,
  browser: Browser,
  email: string,
  options: Parameters<typeof askForMail>[2] = {},
): Promise<string> {
  const before = target.inbox.length
  const { status, headers } = await askForMail(browser, email, options)
  const [mail, ...more] = target.inbox.slice(before)
  if (!mail || more.length > 0) {
    throw new Error(`Expected one mail, got ${status} ${headers.get('location') ?? ''}.`)
  }
  return mail.url
}

/** Opens a link where nothing is known of it, and presses the button of the page. */
export async function confirmLink(browser: Browser, url: string): Promise<Page> {
  const page = await browser.fetchPage(url, { follow: false })
  return browser.postForm(page)
}

/** A link with other parameters. */
export function alterLink(url: string, params: Readonly<Record<string, string>>): string {
  const altered = new URL(url)
  for (const [name, value] of Object.entries(params)) altered.searchParams.set(name, value)
  return altered.href
}

/** An address that no user has. */
export function newAddress(): string {
  return `${crypto.randomUUID()}@people.test`
}
