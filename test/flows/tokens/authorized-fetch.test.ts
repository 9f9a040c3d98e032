import { describe, expect, it } from 'vitest'
import { authorizedFetch, hasScope } from '../../../src/core.js'
import { makeTokenApp, type TokenApp } from '../../support/apps/token-app.js'

const api = 'https://api.test'
const later = (): number => Math.floor(Date.now() / 1000) + 3600

/** A request that an API got. */
interface Seen {
  readonly url: string
  readonly token: string | null
  readonly body: string
}

/** A `fetch` for an API that answers with the given function, and the requests that it got. */
async function call(
  app: TokenApp,
  answer: (seen: Seen) => Response,
  origins: readonly string[] = [api],
): Promise<{ readonly send: typeof fetch; readonly seen: Seen[] }> {
  const seen: Seen[] = []
  const send = await authorizedFetch(app.request, app.config, {
    provider: 'service',
    origins,
    fetch: async (input, init) => {
      const request = new Request(input, init)
      const { url, headers } = request
      const one = { url, token: headers.get('authorization'), body: await request.text() }
      seen.push(one)
      return answer(one)
    },
  })
  return { send, seen }
}

describe('a fetch in the name of a user', () => {
  it('adds the access token', async () => {
    const app = await makeTokenApp({ account: { expires_at: later() } })
    const { send, seen } = await call(app, () => Response.json({ name: 'Ada' }))
    const response = await send(`${api}/me`, { method: 'POST', body: 'a body' })
    expect(await response.json()).toEqual({ name: 'Ada' })
    expect(seen).toEqual([{ url: `${api}/me`, token: 'Bearer access-1', body: 'a body' }])
  })

  it('tries once more with a new token if the API answers 401', async () => {
    const app = await makeTokenApp({ account: { expires_at: later() } })
    const { send, seen } = await call(
      app,
      ({ token }) => new Response('', { status: token === 'Bearer access-1' ? 401 : 200 }),
    )
    const response = await send(`${api}/me`, { method: 'POST', body: 'a body' })
    expect(response.status).toBe(200)
    expect(seen.map(({ token, body }) => [token, body])).toEqual([
      ['Bearer access-1', 'a body'],
      ['Bearer access-2', 'a body'],
    ])
  })

  it('does not refresh at every call of an API that always answers 401', async () => {
    const app = await makeTokenApp({ account: { expires_at: later() } })
    const { send, seen } = await call(app, () => new Response('', { status: 401 }))
    for (let count = 0; count < 5; count += 1) expect((await send(`${api}/me`)).status).toBe(401)
    expect(app.service.sent).toHaveLength(1)
    expect(seen).toHaveLength(6)
  })

  it('asks for a sign-in if the API refuses a token that cannot be refreshed', async () => {
    const account = { refresh_token: undefined as unknown as string }
    const app = await makeTokenApp({ account: { ...account, expires_at: later() } })
    const { send } = await call(app, () => new Response('', { status: 401 }))
    await expect(send(`${api}/me`)).rejects.toMatchObject({ code: 'no-refresh-token' })
  })

  it.each([
    'https://other.test/me',
    'https://api.test.other.test/me',
    'https://api.test@other.test/me',
    'https://api.test:8443/me',
    'http://api.test/me',
  ])('sends nothing to %s', async (url) => {
    const app = await makeTokenApp({ account: { expires_at: later() } })
    const { send, seen } = await call(app, () => new Response(''))
    await expect(send(url)).rejects.toThrow()
    expect(seen).toEqual([])
  })

  it('follows a redirect to another origin without the token, and never sends it again', async () => {
    const app = await makeTokenApp({ account: { expires_at: later() } })
    const targets: Record<string, string> = {
      [`${api}/a`]: '/b',
      [`${api}/b`]: 'https://other.test/c',
      'https://other.test/c': `${api}/d`,
    }
    const { send, seen } = await call(app, ({ url }) => {
      const location = targets[url]
      return location === undefined
        ? new Response('the end')
        : new Response(null, { status: 302, headers: { location } })
    })
    expect(await (await send(`${api}/a`)).text()).toBe('the end')
    expect(seen.map(({ url, token }) => [url, token])).toEqual([
      [`${api}/a`, 'Bearer access-1'],
      [`${api}/b`, 'Bearer access-1'],
      ['https://other.test/c', null],
      [`${api}/d`, null],
    ])
  })

  it('does not refresh the token if another origin answers 401 to a redirect', async () => {
    const app = await makeTokenApp({ account: { expires_at: later() } })
    const { send, seen } = await call(app, ({ url }) =>
      url.startsWith(api)
        ? new Response(null, { status: 302, headers: { location: 'https://other.test/' } })
        : new Response(null, { status: 401 }),
    )
    expect((await send(`${api}/a`)).status).toBe(401)
    expect(app.service.sent).toEqual([])
    expect(seen).toHaveLength(2)
  })

  it('follows no redirect with a body, to plain http, or without end', async () => {
    const app = await makeTokenApp({ account: { expires_at: later() } })
    const { send } = await call(app, ({ url }) => {
      const location = url.endsWith('/plain') ? 'http://api.test/' : '/again'
      return new Response(null, { status: 307, headers: { location } })
    })
    await expect(send(`${api}/x`, { method: 'POST', body: 'a body' })).rejects.toThrow('redirect')
    await expect(send(`${api}/plain`)).rejects.toThrow('redirect')
    await expect(send(`${api}/again`)).rejects.toThrow('redirect')
    expect((await send(`${api}/x`, { redirect: 'manual' })).status).toBe(307)
  })

  it.each([[[]], [['api.test']], [['http://api.test']], ['https://api.test']])(
    'refuses the origins %j',
    async (origins) => {
      const app = await makeTokenApp()
      await expect(call(app, () => new Response(''), origins as string[])).rejects.toMatchObject({
        type: 'InvalidTokenOrigin',
      })
    },
  )
})

describe('a scope', () => {
  it('was granted if the answer of the provider names it', () => {
    expect(hasScope({ scope: 'read write' }, 'read', 'write')).toBe(true)
    expect(hasScope({ scope: 'read write' }, 'read', 'admin')).toBe(false)
    expect(hasScope({ scope: 'read:all' }, 'read')).toBe(false)
    expect(hasScope({ scope: undefined }, 'read')).toBe(false)
  })
})
