import { Auth, type AuthConfig } from '../src/core.js'
import type { DefaultSession } from '../src/model/records.js'

/** A cookie as a browser keeps it. */
export interface StoredCookie {
  readonly name: string
  /** As it was sent, still percent-encoded. */
  readonly value: string
  readonly path: string
  readonly domain: string | undefined
  readonly secure: boolean
  readonly httpOnly: boolean
  readonly sameSite: string | undefined
  /** Milliseconds since the epoch; undefined lasts as long as the browser. */
  readonly expires: number | undefined
}

/** What the server made of a visit. */
export interface Page {
  readonly url: string
  readonly status: number
  readonly html: string
  readonly response: Response
  /** The forms of the page, in order. */
  readonly forms: readonly Form[]
}

export interface Form {
  readonly action: string
  /** The hidden inputs, by name. */
  readonly hidden: Readonly<Record<string, string>>
  /** The names of the inputs that a person fills in. */
  readonly fields: readonly string[]
}

type Fields = Readonly<Record<string, string>>

const largestCookie = 4096
const mostRedirects = 10

/**
 * A browser that visits one site: keeps its cookies as RFC 6265 says, and says where a request came
 * from as browsers do. Throws at a cookie that a real one would drop.
 */
export class Browser {
  readonly origin: string
  readonly #serve: (request: Request) => Promise<Response>
  readonly #cookies = new Map<string, StoredCookie>()

  constructor(serve: (request: Request) => Promise<Response>, origin = 'https://app.test') {
    this.#serve = serve
    this.origin = origin
  }

  /** A request as the browser sends it: cookies added, the answer's cookies kept, no redirect followed. */
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

  /** What a script of the site does with `fetch`. */
  async fetch(url: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers)
    headers.set('sec-fetch-site', 'same-origin')
    if ((init.method ?? 'GET') !== 'GET') headers.set('origin', this.origin)
    return this.send(url, { ...init, headers })
  }

  /** What a script of the site does with `fetch` and a JSON body. */
  async postJson(url: string, body: unknown, headers: Fields = {}): Promise<Response> {
    return this.fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  }

  /** Opens an address, as if it was typed; follows redirects within the site. */
  async fetchPage(url: string, { follow = true } = {}): Promise<Page> {
    const headers = { accept: 'text/html', 'sec-fetch-site': 'none', 'sec-fetch-mode': 'navigate' }
    const response = await this.send(url, { headers })
    return this.#land(url, response, follow)
  }

  /** Fills in a form of a page and sends it, with its hidden inputs. */
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

  /** Signs in with the built-in page. */
  async signIn(fields: Fields, callbackUrl?: string): Promise<Page> {
    const query = callbackUrl === undefined ? '' : `?${new URLSearchParams({ callbackUrl })}`
    return this.postForm(await this.fetchPage(`/auth/signin${query}`), fields)
  }

  /** Signs out with the built-in page. */
  async signOut(): Promise<Page> {
    return this.postForm(await this.fetchPage('/auth/signout'))
  }

  /** What the session endpoint answers. */
  async session(): Promise<(DefaultSession & Record<string, unknown>) | null> {
    const response = await this.fetch('/auth/session')
    return (await response.json()) as (DefaultSession & Record<string, unknown>) | null
  }

  /** Asks for the token that forms must carry. */
  async csrfToken(): Promise<string> {
    const { csrfToken } = (await (await this.fetch('/auth/csrf')).json()) as { csrfToken: string }
    return csrfToken
  }

  /** The cookies that are kept now. */
  get cookies(): readonly StoredCookie[] {
    for (const [key, { expires }] of this.#cookies) {
      if (expires !== undefined && expires <= Date.now()) this.#cookies.delete(key)
    }
    return [...this.#cookies.values()]
  }

  /** The value of a cookie by its name. */
  cookie(name: string): string | undefined {
    return this.cookies.find((cookie) => cookie.name === name)?.value
  }

  /** Puts a cookie into the browser, as someone who can write there would. */
  plant(name: string, value: string): void {
    const planted = { name, value, path: '/', domain: undefined, sameSite: undefined }
    const kept = { ...planted, secure: false, httpOnly: false, expires: undefined }
    this.#cookies.set(`${name};/`, kept)
  }

  /** Removes a cookie. */
  forget(name: string): void {
    for (const [key, cookie] of this.#cookies) if (cookie.name === name) this.#cookies.delete(key)
  }

  /** The `Cookie` header of a request to `url`. */
  cookieHeader(url: URL = new URL(this.origin)): string {
    return this.cookies
      .filter(({ secure }) => !secure || url.protocol === 'https:')
      .filter(({ path }) => isUnder(url.pathname, path))
      .toSorted((a, b) => b.path.length - a.path.length)
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

/** A browser in front of the engine with this config. */
export function openBrowser<S extends DefaultSession>(
  config: AuthConfig<S>,
  origin?: string,
): Browser {
  return new Browser((request) => Auth(request, config), origin)
}

/** Reads a `Set-Cookie` header. */
export function parseSetCookie(line: string, url: URL): StoredCookie {
  const [pair = '', ...rest] = line.split(';').map((part) => part.trim())
  const equals = pair.indexOf('=')
  const given = new Map(
    rest.map((part): [string, string] => {
      const [name = '', ...value] = part.split('=')
      return [name.toLowerCase(), value.join('=')]
    }),
  )
  return {
    name: pair.slice(0, equals),
    value: pair.slice(equals + 1),
    path: given.get('path') ?? (url.pathname.replace(/\/[^/]*$/, '') || '/'),
    domain: given.get('domain'),
    secure: given.has('secure'),
    httpOnly: given.has('httponly'),
    sameSite: given.get('samesite'),
    expires: expiryOf(given),
  }
}

function expiryOf(given: ReadonlyMap<string, string>): number | undefined {
  const maxAge = given.get('max-age')
  if (maxAge !== undefined) return Number(maxAge) <= 0 ? 0 : Date.now() + Number(maxAge) * 1000
  const expires = given.get('expires')
  if (expires === undefined) return undefined
  const moment = Date.parse(expires)
  if (Number.isNaN(moment)) throw new Error(`"${expires}" is no date.`)
  return moment
}

/** Why a real browser would drop the cookie. */
function refusal(cookie: StoredCookie, url: URL): string | undefined {
  const { name, value, secure, path, domain, sameSite } = cookie
  if (name.length + value.length > largestCookie) return 'too large'
  if (secure && url.protocol !== 'https:') return 'Secure over http'
  if (sameSite?.toLowerCase() === 'none' && !secure) return 'SameSite=None without Secure'
  if (name.startsWith('__Secure-') && !secure) return '__Secure- without Secure'
  if (name.startsWith('__Host-') && (!secure || path !== '/' || domain !== undefined)) {
    return '__Host- without Secure, with a Domain, or with another Path'
  }
  const host = domain?.replace(/^\./, '')
  if (host && url.hostname !== host && !url.hostname.endsWith(`.${host}`)) return 'foreign Domain'
  return undefined
}

function isUnder(pathname: string, path: string): boolean {
  if (pathname === path) return true
  return pathname.startsWith(path.endsWith('/') ? path : `${path}/`)
}

async function readPage(url: URL, response: Response): Promise<Page> {
  const html = await response.clone().text()
  return { url: url.href, status: response.status, html, response, forms: readForms(html, url) }
}

function readForms(html: string, url: URL): readonly Form[] {
  return [...html.matchAll(/<form\b([^>]*)>(.*?)<\/form>/gs)].map(([, tag = '', body = '']) => {
    const inputs = [...body.matchAll(/<input\b([^>]*)>/gs)].map(([, input = '']) => ({
      name: attribute(input, 'name') ?? '',
      value: attribute(input, 'value') ?? '',
      isHidden: attribute(input, 'type') === 'hidden',
    }))
    const hidden = inputs.filter(({ isHidden }) => isHidden)
    return {
      action: new URL(attribute(tag, 'action') ?? '', url).href,
      hidden: Object.fromEntries(hidden.map(({ name, value }) => [name, value])),
      fields: inputs.filter(({ isHidden }) => !isHidden).map(({ name }) => name),
    }
  })
}

function attribute(tag: string, name: string): string | undefined {
  const found = new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]
  return found?.replace(/&(?:#(\d+)|#x([\da-f]+)|(\w+));/gi, (whole, decimal, hex, word) => {
    if (decimal) return String.fromCodePoint(Number(decimal))
    if (hex) return String.fromCodePoint(Number.parseInt(hex, 16))
    return entities[word] ?? whole
  })
}

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
}
