import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { fakeKey } from '../../support/oauth/fake-keys.js'
import { FakeProvider } from '../../support/oauth/fake-provider.js'
import { client } from './auth-config.mjs'

/** The provider of the unit tests, on a port: servers in other processes must reach it. */
export async function startIdentityProvider(): Promise<{
  readonly provider: FakeProvider
  close(): void
}> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const provider = new FakeProvider({
    ...client,
    issuer: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    method: 'client_secret_basic',
    key: await fakeKey('first', 'ES256'),
    person: { sub: 'subject-1', name: 'Grace', email: 'grace@example.test' },
  })
  server.on('request', (incoming: IncomingMessage, outgoing: ServerResponse) => {
    void answer(provider, incoming, outgoing)
  })
  return { provider, close: () => server.close().closeAllConnections() }
}

async function answer(
  provider: FakeProvider,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { method = 'GET', headers, url = '/' } = incoming
  const { authorization = '', 'content-type': type = '' } = headers
  const response = await provider.fetch(new URL(url, provider.options.issuer), {
    method,
    headers: { authorization, 'content-type': type },
    ...(method === 'POST' && { body: await text(incoming) }),
  })
  outgoing.writeHead(response.status, Object.fromEntries(response.headers))
  outgoing.end(await response.text())
}
