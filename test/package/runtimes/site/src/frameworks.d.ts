/* As much of them as the entries use: types must be checked where they are not installed. */

declare module 'express' {
  import type { IncomingMessage, Server, ServerResponse } from 'node:http'

  type Handler = (
    request: IncomingMessage,
    response: ServerResponse,
    next: (error?: unknown) => void,
  ) => unknown

  export default function express(): {
    use(...handlers: readonly Handler[]): void
    listen(port: number, host: string, done: () => void): Server
  }
}

declare module 'edge-runtime' {
  export const EdgeRuntime: new (options: {
    initialCode: string
    extend: (context: object) => object
  }) => object

  export function runServer(options: {
    runtime: object
    host: string
    port: number
  }): Promise<{ readonly url: string }>
}

declare module 'fastify' {
  import type { IncomingMessage, Server, ServerResponse } from 'node:http'

  export default function fastify(): {
    readonly server: Server
    removeAllContentTypeParsers(): void
    addContentTypeParser(
      type: string,
      parse: (request: unknown, payload: unknown, done: (error: null) => void) => void,
    ): void
    setNotFoundHandler(
      handle: (
        request: { readonly raw: IncomingMessage },
        reply: { readonly raw: ServerResponse; hijack(): void },
      ) => void,
    ): void
    listen(options: { host: string; port: number }): Promise<string>
  }
}
