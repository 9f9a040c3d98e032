/** A request as bytes: every text here is one character a byte. */
export interface WireRequest {
  readonly method: string
  readonly origin: string
  /** Path and query. */
  readonly target: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string
}

/** Reads a request that is about to be sent. */
export async function toWire(request: Request): Promise<WireRequest> {
  const { origin, pathname, search } = new URL(request.url)
  const body = Buffer.from(await request.clone().arrayBuffer()).toString('latin1')
  const headers = [...request.headers]
  return { method: request.method, origin, target: pathname + search, headers, body }
}

/** The request that a server would make of the bytes; undefined when it would refuse them. */
export function toRequest(wire: WireRequest): Request | undefined {
  const hasBody = wire.body !== '' && !/^(?:get|head)$/i.test(wire.method)
  try {
    return new Request(wire.origin + wire.target.replace(/^(?!\/)/, '/'), {
      method: wire.method,
      headers: wire.headers.map(([name, value]): [string, string] => [name, cleaned(value)]),
      body: hasBody ? Buffer.from(wire.body, 'latin1') : null,
      redirect: 'manual',
    })
  } catch {
    return undefined
  }
}

/** No server lets these through. */
function cleaned(value: string): string {
  return value.replace(/[\0\r\n]/g, '')
}

/** Any text, one character a byte. */
export function toBytes(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1')
}

/** One line to keep a request in. */
export function pack(wire: WireRequest): string {
  return Buffer.from(JSON.stringify(wire)).toString('base64')
}

export function unpack(line: string): WireRequest {
  return JSON.parse(Buffer.from(line, 'base64').toString()) as WireRequest
}
