import type { AuthConfig } from '../../../src/core.js'
import type { OIDCConfig } from '../../../src/model/oauth.js'
import type { Profile } from '../../../src/model/records.js'
import { Browser, type Form, type Page } from '../browser.js'
import { makeApp, type App } from '../apps/app.js'
import { client, type IdentityProvider } from './identity-provider.js'

/** Ada as the session shows her after she signed in. */
export const ada: Readonly<Record<'id' | 'email' | 'name', string>> = {
  id: 'op:ada',
  email: 'ada@example.test',
  name: 'Person ada',
}

/** A sign-in from the first page to the last. */
export interface Visit {
  readonly app: App
  readonly browser: Browser
  /** The same browser as the provider sees it, with the cookies that it got there. */
  readonly person: Browser
  /** Where the application sent the person. */
  readonly authorizationUrl: URL
  /** What the provider sent back. */
  readonly answer: URLSearchParams
  /** What the application made of it. */
  readonly end: Page
}

/** What the provider sends the browser back with: an address, or a form that its page posts. */
export interface WayBack {
  readonly url: URL
  readonly form: Form | undefined
}

type Overrides = Partial<OIDCConfig<Profile>>

/** Signs in at the provider through the built-in page of an application. */
export async function signInAtProvider(
  provider: IdentityProvider,
  overrides: Overrides = {},
  config: Partial<AuthConfig> = {},
): Promise<Visit> {
  const app = makeAppFor(provider, overrides, config)
  const browser = app.browser()
  const person = openPerson(provider.issuer)
  const sentTo = await startSignIn(browser, '/wanted')
  const { url, form } = await walk(provider.issuer, sentTo, person)
  const end = form
    ? await postFromElsewhere(browser, provider.issuer, form)
    : await browser.fetchPage(url.href, { follow: false })
  const answer = new URLSearchParams(form?.hidden ?? url.search)
  return { app, browser, person, authorizationUrl: new URL(sentTo), answer, end }
}

/** An application whose only way in is the provider; its session shows whom the token is about. */
export function makeAppFor(
  { issuer }: IdentityProvider,
  overrides: Overrides = {},
  config: Partial<AuthConfig> = {},
): App {
  return makeApp({
    providers: [
      {
        id: 'op',
        name: 'The provider',
        type: 'oidc',
        issuer,
        clientId: client.client_id,
        clientSecret: client.client_secret,
        ...overrides,
      },
    ],
    callbacks: {
      session: ({ session, token }) => ({ ...session, user: { ...session.user, id: token.sub } }),
    },
    ...config,
  })
}

/** Where the button of the built-in page leads. */
export async function startSignIn(browser: Browser, callbackUrl: string): Promise<string> {
  const query = new URLSearchParams({ callbackUrl }).toString()
  const sent = await browser.postForm(await browser.fetchPage(`/auth/signin?${query}`))
  return sent.response.headers.get('location') ?? ''
}

/** A browser of their own for the cookies of the provider. */
function openPerson(issuer: string): Browser {
  return new Browser((request) => fetch(request), issuer)
}

/** Goes through the pages of the provider. */
export async function walk(
  issuer: string,
  authorizationUrl: string,
  person: Browser = openPerson(issuer),
): Promise<WayBack> {
  if (new URL(authorizationUrl).origin !== issuer) {
    throw new Error(`Expected to be sent to the provider, got ${authorizationUrl}.`)
  }
  const last = await person.fetchPage(authorizationUrl)
  const form = last.forms[0]
  const back = form?.action ?? last.response.headers.get('location')
  if (!back) throw new Error(`The provider answers ${last.status}: ${last.html}`)
  return { url: new URL(back), form }
}

/** Cookies without `SameSite=None` stay behind. */
async function postFromElsewhere(
  browser: Browser,
  origin: string,
  { action, hidden }: Form,
): Promise<Page> {
  for (const { name, sameSite } of browser.cookies) {
    if (sameSite?.toLowerCase() !== 'none') browser.forget(name)
  }
  const response = await browser.send(action, {
    method: 'POST',
    headers: { accept: 'text/html', origin, 'sec-fetch-site': 'cross-site' },
    body: new URLSearchParams(hidden),
  })
  const html = await response.clone().text()
  return { url: action, status: response.status, html, response, forms: [] }
}
