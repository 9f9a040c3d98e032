import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** One address for several servers, like a load balancer or a floating IP address. */
export interface Address {
  /** Returns the URL of a server with this address instead of its own. */
  of(url: string): string
  /** New connections go to the first of these servers that accepts them. The others are cut. */
  leadTo(urls: readonly string[]): void
  close(): void
}

export async function openAddress(): Promise<Address> {
  let targets: readonly number[] = []
  /** The server's port, by the socket of the client. */
  const routes = new Map<Socket, number>()
  const server = createServer((client) => {
    client.on('error', () => {})
    client.on('close', () => routes.delete(client))
    void connectToFirst(targets).then((upstream) => {
      if (!upstream) return client.destroy()
      routes.set(client, upstream.remotePort ?? 0)
      upstream.on('error', () => {})
      upstream.on('close', () => client.destroy())
      client.on('close', () => upstream.destroy())
      if (client.destroyed) return upstream.destroy()
      return client.pipe(upstream).pipe(client)
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const port = String((server.address() as AddressInfo).port)
  return {
    of: (url) => Object.assign(new URL(url), { port }).href,
    leadTo: (urls) => {
      targets = urls.map((url) => Number(new URL(url).port))
      for (const [client, target] of routes) if (!targets.includes(target)) client.destroy()
    },
    close: () => {
      for (const client of routes.keys()) client.destroy()
      server.close()
    },
  }
}

async function connectToFirst(ports: readonly number[]): Promise<Socket | undefined> {
  for (const port of ports) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    })
    if (isOpen) return socket
  }
  return undefined
}
