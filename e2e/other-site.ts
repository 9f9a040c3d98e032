import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server of the test's own. */
export interface OtherSite {
  readonly port: number
  readonly close: () => Promise<void>
}

/** A site that shows one form, which posts `fields` to `action` of another site. */
export async function startFormSite(
  action: string,
  fields: Readonly<Record<string, string>>,
): Promise<OtherSite> {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${value}">`,
  )
  const html = `<!doctype html><title>Other site</title><link rel="icon" href="data:,">
    <form method="post" action="${action}">${inputs.join('')}<button>Win a prize</button></form>`
  return listen(
    createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end(html)
    }),
  )
}

/** The demo behind a line that holds the answer for `path` back until it is released. */
export interface SlowLine extends OtherSite {
  /** Resolves when the demo has answered and the answer is on its way. */
  readonly answered: Promise<void>
  readonly release: () => void
}

export async function startSlowLine(target: string, path: string): Promise<SlowLine> {
  const answered = createGate()
  const released = createGate()
  const { host, hostname, port } = new URL(target)
  const server = createServer((incoming, outgoing) => {
    const { method, url = '/', headers } = incoming
    const forwarded = request(
      { hostname, port, method, path: url, headers: { ...headers, host } },
      (answer) => {
        const pass = (): void => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(outgoing)
        }
        if (url === path) {
          answered.open()
          void released.opened.then(pass)
        } else pass()
      },
    )
    forwarded.on('error', () => outgoing.destroy())
    incoming.pipe(forwarded)
  })
  return { ...(await listen(server)), answered: answered.opened, release: released.open }
}

interface Gate {
  readonly opened: Promise<void>
  readonly open: () => void
}

function createGate(): Gate {
  let open: () => void = () => {}
  const opened = new Promise<void>((resolve) => (open = resolve))
  return { opened, open }
}

async function listen(server: Server): Promise<OtherSite> {
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const { port } = server.address() as AddressInfo
  const close = (): Promise<void> => {
    server.closeAllConnections()
    return new Promise((resolve) => server.close(() => resolve()))
  }
  return { port, close }
}
