import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import type { IncomingRequest } from '../engine/handle.js'
import { parseUrl } from '../http/parse-url.js'
import type { RequestHead } from '../http/request-head.js'

/** A request as the engine wants it; undefined when nobody can say for which address it came. */
export function toIncomingRequest(
  incoming: IncomingMessage,
  path: string,
  findOrigin: FindOrigin,
): IncomingRequest | undefined {
  const { method = 'GET', headers, socket } = incoming
  const origin = findOrigin('encrypted' in socket ? 'https' : 'http', headers.host ?? '')
  if (origin === undefined || !path.startsWith('/')) return undefined
  // Put together as text: as the base of a URL it would give way to `//evil.example`.
  const url = origin + path
  return {
    head: { method, url, headers: new HeadersOfNode(headers) },
    toRequest: () => new Request(url, { method, headers: toHeaders(headers), ...bodyOf(incoming) }),
  }
}

/** The origin of a scheme and a `Host` header; undefined when they make none. */
export type FindOrigin = (scheme: string, host: string) => string | undefined

/** Most requests are for one host, and to parse it takes longer than to read a session. */
export function createOriginFinder(): FindOrigin {
  let known: { readonly base: string; readonly origin: string | undefined } | undefined
  return (scheme, host) => {
    const base = `${scheme}://${host}`
    if (known?.base !== base) known = { base, origin: readOrigin(base) }
    return known.origin
  }
}

/** A host may bring a port, but neither a name of somebody nor a path. */
function readOrigin(base: string): string | undefined {
  const url = parseUrl(base)
  return url?.href === `${url?.origin}/` ? url?.origin : undefined
}

/** The headers of Node, read one by one. */
class HeadersOfNode implements Pick<Headers, keyof RequestHead['headers']> {
  readonly #raw: IncomingHttpHeaders

  constructor(raw: IncomingHttpHeaders) {
    this.#raw = raw
  }

  get(name: string): string | null {
    const value = this.#raw[name.toLowerCase()]
    return value === undefined ? null : String(value)
  }

  has(name: string): boolean {
    return this.#raw[name.toLowerCase()] !== undefined
  }
}

function toHeaders(raw: IncomingHttpHeaders): Headers {
  return new Headers(Object.entries(raw).map(([name, value]) => [name, String(value)]))
}

function bodyOf(incoming: IncomingMessage): RequestInit {
  if (incoming.method === 'GET' || incoming.method === 'HEAD') return {}
  const body = Readable.toWeb(incoming) as NodeStream<Uint8Array>
  // The types of the web do not know `duplex` yet, without which no stream can be sent.
  return { body, duplex: 'half' } as RequestInit
}
