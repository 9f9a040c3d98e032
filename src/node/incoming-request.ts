import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import type { RouteRequest } from '../engine/dispatch.js'
import { parseUrl } from '../http/parse-url.js'
import type { RequestHead } from '../http/request-head.js'

/** Returns the request in the engine's format, or undefined if its URL is not valid. */
export function toRouteRequest(
  incoming: IncomingMessage,
  path: string,
  findOrigin: FindOrigin,
): RouteRequest | undefined {
  const { method = 'GET', headers, socket } = incoming
  const origin = findOrigin('encrypted' in socket ? 'https' : 'http', headers.host ?? '')
  if (origin === undefined || !path.startsWith('/')) return undefined
  // Concatenated as text, because a path such as `//evil.example` would replace the host of a base
  // URL.
  const url = origin + path
  return {
    kind: 'request',
    head: { method, url, headers: new HeadersOfNode(headers) },
    toRequest: () => new Request(url, { method, headers: toHeaders(headers), ...bodyOf(incoming) }),
  }
}

/** Returns the origin for a scheme and a `Host` header, or undefined if they are not valid. */
export type FindOrigin = (scheme: string, host: string) => string | undefined

/**
 * Caches the last origin. Most requests are for one host, and parsing it takes longer than reading
 * a session.
 */
export function createOriginFinder(): FindOrigin {
  let known: { readonly base: string; readonly origin: string | undefined } | undefined
  return (scheme, host) => {
    const base = `${scheme}://${host}`
    if (known?.base !== base) known = { base, origin: readOrigin(base) }
    return known.origin
  }
}

/** A host may have a port, but no user name and no path. */
function readOrigin(base: string): string | undefined {
  const url = parseUrl(base)
  return url?.href === `${url?.origin}/` ? url?.origin : undefined
}

/** Node's headers, read without copying them. */
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
  return new Headers(
    Object.entries(raw).map(([name, value]): [string, string] => [name, String(value)]),
  )
}

function bodyOf(incoming: IncomingMessage): RequestInit {
  if (incoming.method === 'GET' || incoming.method === 'HEAD') return {}
  const body = Readable.toWeb(incoming) as NodeStream<Uint8Array>
  // The web types lack `duplex`, which is required to send a stream.
  return { body, duplex: 'half' } as RequestInit
}
