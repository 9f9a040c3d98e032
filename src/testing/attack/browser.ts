import type { DefaultSession } from '../../model/records.js'
import { readForms, type Form } from './forms.js'
import { parseSetCookie, refusal, type StoredCookie } from './set-cookie.js'

/** A page that the server returned. */
export interface Page {
  readonly url: string
  readonly status: number
  readonly html: string
  readonly response: Response
  /** The forms of the page, in order. */
  readonly forms: readonly Form[]
}

type Fields = Readonly<Record<string, string>>

const mostRedirects = 10

/**
 * A browser that visits one site. It stores cookies as RFC 6265 says, and sends the headers by
 * which browsers describe the origin of a request. Throws if a real browser would drop a cookie.
 */
export class Browser {
  readonly origin: string
  /** The base path of the auth routes. */
  readonly basePath: string
  readonly #serve: (request: Request) => Promise<Response>
  readonly #cookies = new Map<string, StoredCookie>()

  constructor(
    serve: (request: Request) => Promise<Response>,
    origin = 'https://app.test',
    basePath = '/auth',
  ) {
    this.#serve = serve
    this.origin = origin
    this.basePath = basePath
  }

  /** Returns the path of an auth route. */
  route(name: string): string {
    return `${this.basePath}/${name}`
  }

  /** Creates another browser with the same cookies. */
  copy(): Browser {
    const copy = new Browser(this.#serve, this.origin, this.basePath)
    for (const [key, cookie] of this.#cookies) copy.#cookies.set(key, cookie)
    return copy
  }

  /**
   * Sends a request with the stored cookies and stores the cookies of the response. Does not follow
   * redirects.
   */
  async send(url: string, init: RequestInit = {}): Promise<Response> {
    const target = new URL(url, this.origin)
    const headers = new Headers(init.headers)
    const cookie = this.cookieHeader(target)
    if (cookie !== '') headers.set('cookie', cookie)
    const request = new Request(target, { redirect: 'manual', ...init, headers })
    const response = await this.#serve(request)
    for (const line of response.headers.getSetCookie()) this.#store(line, target)
    return response
  }

  /** Sends a request like `fetch` in a script of the site. */
  async fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set('sec-fetch-site', 'same-origin')
    if ((init.method ?? 'GET') !== 'GET') headers.set('origin', this.origin)
    return this.send(url, { ...init, headers })
  }

  /** Sends JSON like `fetch` in a script of the site. */
  async postJson(url: string, body: unknown, headers: Fields = {}): Promise<Response> {
    return this.fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  }

  /** Opens a URL as if the user typed it. Follows redirects within the site. */
  async fetchPage(url: string, { follow = true }: { follow?: boolean } = {}): Promise<Page> {
    const headers = { accept: 'text/html', 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }
    const response = await this.send(url, { headers })
    return this.#land(url, response, follow)
  }

  /** Fills in a form of a page and submits it, with its hidden inputs. */
  async postForm(
    page: Page,
    fields: Fields = {},
    { form = 0, follow = false }: { form?: number; follow?: boolean } = {},
  ): Promise<Page> {
    const target = page.forms[form]
    if (!target) throw new Error(`There is no form ${form} at ${page.url}.`)
    const response = await this.send(target.action, {
      method: 'POST',
      headers: { accept: 'text/html', origin: this.origin, 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ ...target.hidden, ...fields }),
    })
    return this.#land(target.action, response, follow)
  }

  /** Signs in on the built-in page, with the first form that is not the button of a service. */
  async signIn(fields: Fields, callbackUrl?: string): Promise<Page> {
    const query = callbackUrl === undefined ? '' : `?${new URLSearchParams({ callbackUrl })}`
    const page = await this.fetchPage(this.route(`signin${query}`))
    const form = page.forms.findIndex(({ action }) => action.includes('/callback/'))
    return this.postForm(page, fields, { form: Math.max(form, 0) })
  }

  /** Signs out on the built-in page. */
  async signOut(): Promise<Page> {
    return this.postForm(await this.fetchPage(this.route('signout')))
  }

  /** Reads the session route. */
  async session(): Promise<(DefaultSession & Record<string, unknown>) | null> {
    const response = await this.fetch(this.route('session'))
    return (await response.json()) as (DefaultSession & Record<string, unknown>) | null
  }

  /** Fetches the CSRF token that forms must contain. */
  async csrfToken(): Promise<string> {
    const { csrfToken } = (await (await this.fetch(this.route('csrf'))).json()) as {
      csrfToken: string
    }
    return csrfToken
  }

  /** The cookies that are stored now. */
  get cookies(): readonly StoredCookie[] {
    for (const [key, { expires }] of this.#cookies) {
      if (expires !== undefined && expires <= Date.now()) this.#cookies.delete(key)
    }
    return [...this.#cookies.values()]
  }

  /** Returns the value of a cookie. */
  cookie(name: string): string | undefined {
    return this.cookies.find((cookie) => cookie.name === name)?.value
  }

  /** Sets a cookie, like an attacker who can write cookies. */
  plant(name: string, value: string): void {
    const planted = { name, value, path: '/', domain: undefined, sameSite: undefined }
    const kept = { ...planted, secure: false, httpOnly: false, expires: undefined }
    this.#cookies.set(`${name};/`, kept)
  }

  /** Deletes a cookie. */
  forget(name: string): void {
    for (const [key, cookie] of this.#cookies) if (cookie.name === name) this.#cookies.delete(key)
  }

  /** Returns the `Cookie` header for a request to `url`. */
  cookieHeader(url: URL = new URL(this.origin)): string {
    return this.cookies
      .filter(({ secure }) => !secure || url.protocol === 'https:')
      .filter(({ path }) => isUnder(url.pathname, path))
      .sort((a, b) => b.path.length - a.path.length)
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')
  }

  async #land(url: string, first: Response, follow: boolean): Promise<Page> {
    let response = first
    let at = new URL(url, this.origin)
    for (let hops = 0; hops <= mostRedirects; hops++) {
      const next = follow ? this.#nextStop(response, at) : undefined
      if (!next) return readPage(at, response)
      const headers = { accept: 'text/html', 'sec-fetch-site': 'same-origin' }
      response = await this.send(next.href, { headers })
      at = next
    }
    throw new Error(`Too many redirects at ${at.href}.`)
  }

  #nextStop(response: Response, at: URL): URL | undefined {
    const location = response.headers.get('location')
    const next = location === null ? undefined : new URL(location, at)
    return next?.origin === this.origin ? next : undefined
  }

  #store(line: string, url: URL): void {
    const cookie = parseSetCookie(line, url)
    const problem = refusal(cookie, url)
    if (problem) throw new Error(`A browser refuses "${cookie.name}": ${problem}.`)
    const key = `${cookie.name};${cookie.path}`
    if (cookie.expires !== undefined && cookie.expires <= Date.now()) this.#cookies.delete(key)
    else this.#cookies.set(key, cookie)
  }
}

function isUnder(pathname: string, path: string): boolean {
  if (pathname === path) return true
  return pathname.startsWith(path.endsWith('/') ? path : `${path}/`)
}

async function readPage(url: URL, response: Response): Promise<Page> {
  const html = await response.clone().text()
  return { url: url.href, status: response.status, html, response, forms: readForms(html, url) }
}
