/** As much of Bun as the servers use. */
declare const Bun: {
  readonly env: Readonly<Record<string, string | undefined>>
  serve(options: {
    hostname: string
    port: number
    fetch: (request: Request, server: BunServer) => Response | Promise<Response>
  }): { readonly port: number }
}

interface BunServer {
  requestIP(request: Request): { readonly address: string } | null
}

/** As much of Deno as the servers use. */
declare const Deno: {
  readonly env: { get(name: string): string | undefined }
  serve(
    options: { hostname: string; port: number; onListen: (address: { port: number }) => void },
    handler: (request: Request, info: DenoInfo) => Response | Promise<Response>,
  ): void
}

interface DenoInfo {
  readonly remoteAddr: { transport: 'tcp'; hostname: string; port: number }
}
