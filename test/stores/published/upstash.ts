import { UpstashRedisAdapter } from '@auth/upstash-redis-adapter'
import { Redis } from '@upstash/redis'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient } from 'redis'
import type { PublishedStore } from './store.js'

/** `@auth/upstash-redis-adapter` with Upstash's own client, on a stand-in for the service. */
export const upstashStore: PublishedStore = {
  server: 'redis',
  prepare: async () => {},
  open: async (url) => {
    const { origin, close } = await startUpstash(url)
    const client = new Redis({
      url: origin,
      token: 'token-1',
      responseEncoding: false,
      enableTelemetry: false,
    })
    return { adapter: UpstashRedisAdapter(client), close }
  },
}

/** Upstash speaks Redis over HTTP: a command is an array, and a pipeline is an array of commands. */
async function startUpstash(
  url: string,
): Promise<{ readonly origin: string; readonly close: () => Promise<void> }> {
  const redis = createClient({ url })
  await redis.connect()
  const run = async (command: readonly unknown[]): Promise<object> => ({
    result: await redis.sendCommand(command.map(String)),
  })
  const answer = async (request: IncomingMessage): Promise<object> => {
    const body = await readJson(request)
    return request.url === '/pipeline'
      ? Promise.all((body as unknown[][]).map(run))
      : run(body as unknown[])
  }
  const server = createServer((request, response) => {
    void answer(request).then(
      (result) => response.end(JSON.stringify(result)),
      (error: unknown) => response.writeHead(400).end(JSON.stringify({ error: String(error) })),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://localhost:${port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await redis.close()
    },
  }
}

async function readJson(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return JSON.parse(Buffer.concat(chunks).toString())
}
