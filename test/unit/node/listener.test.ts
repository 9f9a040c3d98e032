import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { Auth } from '../../../src/core.js'
import { encode } from '../../../src/jwt.js'
import { toNodeListener } from '../../../src/node.js'
import { Browser } from '../../support/browser.js'
import { ada, login, makeApp, passwordProvider, secret } from '../../support/apps/app.js'
import { serve, type Answer, type Served } from './serve.js'

const cookieName = 'authjs.session-token'
const app = makeApp()
let server: Served
let cookie: string

beforeAll(async () => {
  server = await serve(toNodeListener(app.config))
  const claims = { name: ada.name, email: ada.email, sub: ada.id }
  cookie = `${cookieName}=${await encode({ token: claims, secret, salt: cookieName })}`
})
afterAll(() => server[Symbol.asyncDispose]())

/** What does not depend on the moment, on chance, or on the connection. */
function essence({ status, headers, body }: Answer): unknown {
  const { date, connection, 'keep-alive': _, 'content-length': __, ...said } = headers
  const nonce = /nonce-([\w-]+)/.exec(said['content-security-policy']?.toString() ?? '')?.[1]
  const text = JSON.stringify({ said, body })
    .replaceAll(nonce ?? '\0', 'NONCE')
    .replaceAll(/csrf-token(?:\.[\w-]+)?=[^;]+/g, 'csrf-token=…')
    .replaceAll(/(name=\\+"csrfToken\\+" value=\\+"|csrfToken\\+":\\+")[\w|%-]+/g, '$1…')
  return { status, ...(JSON.parse(text) as object) }
}

/** The same question put to the engine. */
async function throughEngine(method: string, path: string, sent: string): Promise<Answer> {
  const { host } = new URL(server.origin)
  const headers = { ...(sent && { cookie: sent }), host }
  const request = new Request(server.origin + path, { method, headers })
  const response = await Auth(request, app.config)
  const setCookie = response.headers.getSetCookie()
  const said = Object.fromEntries(response.headers)
  return {
    status: response.status,
    headers: { ...said, ...(setCookie.length > 0 && { 'set-cookie': setCookie }) },
    body: await response.text(),
  }
}

describe('a listener for node:http', () => {
  const paths = [
    '/auth/session',
    '/auth/session/',
    '/auth/session?x=1',
    '/auth/session#x',
    '/auth/./session',
    '/auth/x/../session',
    '/auth/%73ession',
    '/auth//session',
    '//evil.example/auth/session',
    '/auth\\session',
    '/auth/csrf',
    '/auth/providers',
    '/auth/signin',
    '/auth/signin?callbackUrl=https%3A%2F%2Fevil.example%2F&error=AccessDenied',
    '/auth/signout',
    '/auth/error?error=Verification',
    '/auth/nothing',
    '/elsewhere',
  ]
  const asked = ['GET', 'HEAD', 'POST', 'DELETE'].flatMap((method) =>
    paths.map((path) => ({ method, path })),
  )

  it.each(asked)('answers $method $path as the engine does', async ({ method, path }) => {
    for (const sent of ['', cookie, `${cookieName}=forged`]) {
      const headers = { ...(sent && { cookie: sent }) }
      const answer = await server.ask({ method, path, headers })
      expect(essence(answer)).toEqual(essence(await throughEngine(method, path, sent)))
    }
  })

  it('knows whose session it is', async () => {
    const { body } = await server.ask({ headers: { cookie } })
    expect(JSON.parse(body)).toMatchObject({ user: { email: ada.email } })
  })

  it('says how long an answer is, and sends it in one piece', async () => {
    for (const path of ['/auth/session', '/auth/signin', '/auth/nothing']) {
      const { headers, body } = await server.ask({ path })
      expect(headers['transfer-encoding']).toBeUndefined()
      expect(headers['content-length']).toBe(String(Buffer.byteLength(body)))
    }
    const redirect = await server.ask({ path: '/auth/signin', method: 'POST' })
    expect(redirect.headers['content-length']).toBe(String(redirect.body.length))
  })

  it('does not claim that what HEAD left out is empty', async () => {
    const { headers, body } = await server.ask({ method: 'HEAD', path: '/auth/signin' })
    expect({ length: headers['content-length'], body }).toEqual({ length: undefined, body: '' })
  })

  it('signs in and out by forms, with all cookies', async () => {
    const browser = new Browser((request) => fetch(request, { redirect: 'manual' }), server.origin)
    await browser.signIn(login, `${server.origin}/auth/signout`)
    expect(await browser.session()).toMatchObject({ user: { email: ada.email } })
    await browser.signOut()
    expect(await browser.session()).toBeNull()
  })

  it('answers a body that is too large, rather than to hang up', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: server.origin }
    const body = Buffer.alloc(4 * 1024 * 1024, 'a')
    const path = '/auth/callback/credentials'
    const { status } = await server.ask({ method: 'POST', path, headers, body })
    expect(status).toBe(413)
  })
})

describe('the address of a request', () => {
  it.each(['user@app.test', 'app.test/path', 'app.test?x', 'app.test#x', 'a b', ':80', '[::1'])(
    'is refused with the host %j',
    async (host) => {
      const { status, body } = await server.ask({ headers: { host } })
      expect({ status, body }).toEqual({ status: 400, body: '' })
    },
  )

  it('may not be another one than the path', async () => {
    const { status } = await server.ask({ path: 'http://evil.example/auth/session' })
    expect(status).toBe(400)
  })

  it('is that of its own host, whatever the previous request was', async () => {
    await using strict = await serve(
      toNodeListener({
        ...app.config,
        trustHost: false,
        origin: ['http://a.test', 'http://b.test'],
      }),
    )
    const statuses: unknown[] = []
    for (const host of ['a.test', 'evil.test', 'b.test', 'user@a.test', 'A.TEST:80']) {
      statuses.push((await strict.ask({ headers: { host } })).status)
    }
    expect(statuses).toEqual([200, 421, 200, 400, 200])
  })

  it('is one of https where the connection is', async () => {
    const listener = toNodeListener(app.config)
    await using secure = await serve((incoming, outgoing) => {
      Object.defineProperty(incoming.socket, 'encrypted', { value: true })
      listener(incoming, outgoing)
    })
    const { headers } = await secure.ask({ path: '/auth/csrf' })
    expect(headers['set-cookie']?.[0]).toMatch(/^__Host-.*; Secure/)
  })
})

describe('a middleware', () => {
  it('leaves paths that are not ours to the next one', async () => {
    const listener = toNodeListener(app.config)
    await using site = await serve((incoming, outgoing) => {
      listener(incoming, outgoing, () => outgoing.end('the page'))
    })
    const bodies: string[] = []
    for (const path of ['/', '/auth', '/auth/nothing', '/auth/session?x', '/auth/session']) {
      bodies.push((await site.ask({ path })).body)
    }
    expect(bodies).toEqual(['the page', 'the page', 'the page', 'null', 'null'])
  })

  it('goes by the whole path where it was mounted under a part of it', async () => {
    const listener = toNodeListener(app.config)
    await using site = await serve((incoming, outgoing) => {
      const { url: originalUrl = '' } = incoming
      const mounted = Object.assign(incoming, { originalUrl, url: '/session' })
      listener(mounted, outgoing, () => outgoing.end('the page'))
    })
    expect((await site.ask()).body).toBe('null')
  })
})

describe('an answer that other code has begun', () => {
  it('is cut off, and the server goes on', async () => {
    const listener = toNodeListener(app.config)
    await using site = await serve((incoming, outgoing) => {
      if (incoming.url === '/auth/csrf') outgoing.write('begun')
      listener(incoming, outgoing)
    })
    await expect(site.ask({ path: '/auth/csrf' })).rejects.toThrow('aborted')
    expect((await site.ask()).status).toBe(200)
  })
})

describe('what surrounds a listener', () => {
  it('is the environment, where the config leaves something open', async () => {
    vi.stubEnv('AUTH_SECRET', secret)
    vi.stubEnv('AUTH_URL', 'http://app.test')
    const config = { providers: [passwordProvider] }
    await using site = await serve(toNodeListener(config))
    vi.unstubAllEnvs()
    const { body } = await site.ask({ headers: { cookie } })
    expect(JSON.parse(body)).toMatchObject({ user: { email: ada.email } })
    expect(config).toEqual({ providers: [passwordProvider] })
  })

  it('is the client, whose attempts are counted', async () => {
    const limits = { client: { attempts: 1, seconds: 60 } }
    const config = { ...app.config, limits, skipCSRFCheck: Symbol.for('latchkey.skip-csrf-check') }
    await using site = await serve(toNodeListener(config as typeof app.config), '192.0.2.1')
    const attempt = {
      method: 'POST',
      path: '/auth/callback/credentials',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'username=ada&password=wrong',
    }
    const statuses: unknown[] = []
    for (let at = 0; at < 2; at++) statuses.push((await site.ask(attempt)).status)
    expect(statuses).toEqual([302, 429])
  })
})
