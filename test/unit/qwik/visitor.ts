import { _deserializeData, _regSymbol, _serializeData, type QRL } from '@builder.io/qwik'
import { Browser } from '../../support/browser.js'
import { auth } from './auth.js'
import { idOf, type Site, type Visit } from './site.js'

/** What a visitor got for one request. */
export interface Answer {
  readonly url: string
  readonly response: Response
  readonly status: number
  readonly location: string | null
  readonly setCookies: readonly string[]
  readonly visit: Visit
  /** What `useSession` gave; undefined when the page was not reached. */
  readonly session: unknown
}

/** How an action ended for someone with JavaScript. */
export interface Submission {
  /** The answer to the action itself. */
  readonly first: Answer
  /** The last answer, where the redirects led. */
  readonly last: Answer
  /** Where the whole document went; undefined when the router stayed in charge. */
  readonly leftTo: string | undefined
  /** The page that the router shows. */
  readonly page: string | undefined
  /** What the action's store holds. */
  readonly result: unknown
  readonly session: unknown
}

type Fields = Readonly<Record<string, string>>

/** What the router reads of the answer to a data request. */
interface RouterData {
  readonly loaders: Readonly<Record<string, unknown>>
  readonly href: string
  readonly redirect?: string
}

const mostRedirects = 10

/** A browser on a Qwik site, with and without JavaScript. Throws what the site let through. */
export class Visitor extends Browser {
  readonly #site: Site

  constructor(site: Site, origin = 'https://app.test') {
    super((request) => site.serve(request), origin)
    this.#site = site
  }

  /** Opens an address; follows no redirect. */
  async open(path: string, init: RequestInit = {}): Promise<Answer> {
    const headers = new Headers(init.headers)
    if (!headers.has('accept')) headers.set('accept', 'text/html')
    return this.#answer(path, await this.send(path, { ...init, headers }))
  }

  /** What the router asks for when someone follows a link. */
  async openData(page: string): Promise<Answer> {
    const url = dataUrl(page)
    return this.#answer(url, await this.fetch(url, { headers: { accept: '*/*' } }))
  }

  /** Sends a form to an action without JavaScript; follows no redirect. */
  async post(action: unknown, fields: Fields, page = '/login/'): Promise<Answer> {
    const url = actionUrl(page, action)
    const headers = { accept: 'text/html' }
    const body = new URLSearchParams(fields)
    return this.#answer(url, await this.fetch(url, { method: 'POST', headers, body }))
  }

  /** Follows the redirects of an answer, as a browser does, as far as they stay on the site. */
  async land(first: Answer): Promise<Answer> {
    let answer = first
    for (let hops = 0; answer.location !== null; hops++) {
      if (hops > mostRedirects) throw new Error(`Too many redirects at ${answer.url}.`)
      const url = new URL(answer.location, answer.url)
      if (url.origin !== this.origin) return answer
      answer = await this.open(url.href)
    }
    return answer
  }

  /** Submits to an action with JavaScript, as Qwik's router does: `fetch`, which follows redirects. */
  async submit(action: unknown, data: object, page = '/login/'): Promise<Submission> {
    const url = dataUrl(actionUrl(page, action))
    const first = this.#answer(url, await this.fetch(url, { method: 'POST', ...encode(data) }))
    let last = first
    for (let hops = 0; last.location !== null && last.status >= 300; hops++) {
      if (hops > mostRedirects) throw new Error(`Too many redirects at ${last.url}.`)
      const target = new URL(last.location, last.url)
      if (target.origin !== this.origin) return left(first, last, target.href)
      last = this.#answer(target.href, await this.fetch(target.href))
    }
    const isData = new URL(last.url).pathname.endsWith('/q-data.json')
    if (last !== first && !isData) return left(first, last, last.url)
    if (!last.response.headers.get('content-type')?.includes('json')) {
      return left(first, last, new URL(page, this.origin).href)
    }
    const router = _deserializeData(await last.response.clone().text()) as RouterData
    if (router.redirect !== undefined) return left(first, last, router.redirect)
    const { loaders, href } = router
    const session = loaders[idOf(auth.useSession)]
    return { first, last, leftTo: undefined, page: href, result: loaders[idOf(action)], session }
  }

  /** Calls a function of `server$`, as Qwik does in the browser. */
  async call(rpc: unknown, args: readonly unknown[] = [], page = '/'): Promise<Answer> {
    const qrl = functionOf(rpc)
    const hash = qrl.getHash()
    // A build of the server does so for each of them.
    _regSymbol(await qrl.resolve(), hash)
    const url = `${page}?qfunc=${hash}`
    const headers = {
      accept: 'application/json, application/qwik-json, text/qwik-json-stream, text/plain',
      'content-type': 'application/qwik-json',
      'x-qrl': hash,
    }
    const body = await _serializeData([qrl, ...args], false)
    return this.#answer(url, await this.fetch(url, { method: 'POST', headers, body }))
  }

  #answer(path: string, response: Response): Answer {
    const visit = this.#site.visitOf(response)
    if (visit.error !== undefined) throw visit.error
    return {
      url: new URL(path, this.origin).href,
      response,
      status: response.status,
      location: response.headers.get('location'),
      setCookies: response.headers.getSetCookie(),
      visit,
      session: visit.data?.[idOf(auth.useSession)],
    }
  }
}

/** The result of an action as the page sees it that answers without JavaScript. */
export function resultOf(action: unknown, { visit }: Answer): unknown {
  return visit.data?.[idOf(action)]
}

/** The function that stands between the brackets of `server$`. */
function functionOf(rpc: unknown): QRL {
  const captured = (rpc as QRL).getCaptured() ?? []
  const found = captured.find((one) => typeof one === 'function' && 'getHash' in one)
  if (!found) throw new Error('This was not made by `server$`.')
  return found as QRL
}

function left(first: Answer, last: Answer, leftTo: string): Submission {
  return { first, last, leftTo, page: undefined, result: undefined, session: undefined }
}

function actionUrl(page: string, action: unknown): string {
  const separator = page.includes('?') ? '&' : '?'
  return `${page}${separator}qaction=${idOf(action)}`
}

/** `/login/?a=b` becomes `/login/q-data.json?a=b`. */
function dataUrl(page: string): string {
  const [path = '', query] = page.split('?')
  const data = `${path.replace(/\/$/, '')}/q-data.json`
  return query === undefined ? data : `${data}?${query}`
}

function encode(data: object): Pick<RequestInit, 'body' | 'headers'> {
  if (data instanceof FormData) return { body: data }
  return {
    body: JSON.stringify(data),
    headers: { 'content-type': 'application/json; charset=UTF-8' },
  }
}
