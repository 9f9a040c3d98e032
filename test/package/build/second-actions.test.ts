import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FakeProvider } from '../../support/oauth/fake-provider.js'
import { clientSecret, makeProvider } from '../../support/oauth/sign-in.js'
import { attackedFiles } from './attacked-files.js'
import { buildSite, startSite, type BuiltSite, type Running } from './built-site.js'
import { serveFetch, type Served } from './serve-fetch.js'

const plugin = `
  import { routeAuth$ } from 'latchkey/qwik2'
  const options = { partitioned: true, priority: 'high', sameSite: 'none', maxAge: 600 }
  const password = {
    id: 'credentials',
    name: 'Password',
    type: 'credentials',
    credentials: { username: {} },
    authorize: ({ username }) => ({ id: '1', name: username }),
  }
  const { OP, CLIENT_SECRET } = process.env
  const client = { clientId: 'client-1', clientSecret: CLIENT_SECRET }
  const op = { id: 'op', name: 'OP', type: 'oidc', issuer: OP, ...client }
  export const { onRequest, useSession, useSignIn, useSignOut } = routeAuth$(() => ({
    secret: 'the-Secret/of+the=application_with.two-actions',
    trustHost: true,
    useSecureCookies: true,
    cookies: { sessionToken: { options } },
    providers: [password, op],
  }))`

const page = `
  import { component$ } from '@qwik.dev/core'
  import { Form } from '@qwik.dev/router'
  import { useSignIn, useSignOut } from './plugin@auth'
  export default component$(() => (
    <>
      <Form action={useSignIn()}><input name="providerId" /></Form>
      <Form action={useSignOut()}><button>Sign out</button></Form>
    </>
  ))`

type Fields = Readonly<Record<string, unknown>>

describe('the actions of an app on Qwik 2', () => {
  let site: BuiltSite
  let running: Running
  let served: Served
  let actions: readonly string[]

  beforeAll(async () => {
    const made: { fake?: FakeProvider } = {}
    served = await serveFetch(async (request) =>
      made.fake ? made.fake.fetch(request) : new Response(null, { status: 503 }),
    )
    made.fake = await makeProvider({ issuer: served.origin })
    const {
      'src/routes/made/index.tsx': _made,
      'src/routes/inner/index.tsx': _inner,
      ...files
    } = attackedFiles[2]
    site = await buildSite(2, {
      ...files,
      'vite.server.config.mjs': (files['vite.server.config.mjs'] ?? '').replace(
        /, ssg: \{.*?\}/,
        ', ssg: null',
      ),
      'src/routes/plugin@auth.ts': plugin,
      'src/routes/index.tsx': page,
    })
    running = await startSite(site, { OP: served.origin, CLIENT_SECRET: clientSecret })
    const html = await (await fetch(origin(), { headers: { accept: 'text/html' } })).text()
    actions = [...html.matchAll(/action="([^"]+)"/g)].map(([, action = '']) => action)
    expect(actions).toHaveLength(2)
  })

  afterAll(() => {
    running.child.kill()
    served.close()
    site.remove()
  })

  const origin = (): string => `http://localhost:${running.port}`

  /** Posts the form of an action, as a browser without JavaScript does. */
  async function post(action: string, fields: Record<string, string>): Promise<Response> {
    const headers = { accept: 'text/html', origin: origin(), 'sec-fetch-site': 'same-origin' }
    const body = new URLSearchParams(fields)
    const url = new URL(action, origin())
    return fetch(url, { method: 'POST', headers, body, redirect: 'manual' })
  }

  /** Submits to an action, as the router of Qwik 2 does. */
  async function submit(action: string, fields: Fields): Promise<Response> {
    const headers = {
      accept: 'application/json',
      'content-type': 'application/json; charset=UTF-8',
      origin: origin(),
      'sec-fetch-site': 'same-origin',
    }
    const url = new URL(action, origin())
    const body = JSON.stringify(fields)
    return fetch(url, { method: 'POST', headers, body, redirect: 'manual' })
  }

  function attributesOf(response: Response, start: string): readonly string[] {
    const line = response.headers.getSetCookie().find((one) => one.startsWith(start)) ?? ''
    return line.split('; ').slice(1)
  }

  const sessionCookie = '__Host-authjs.session-token='

  describe('keep the cookie attributes that Qwik has no option for', () => {
    it.each(['form', 'submit()'])('at a sign-in by %s', async (way) => {
      const fields = { providerId: 'credentials', username: 'ada' }
      const [action = ''] = actions
      const response = await (way === 'form' ? post(action, fields) : submit(action, fields))
      expect(attributesOf(response, sessionCookie)).toEqual(
        expect.arrayContaining([
          'Partitioned',
          'Priority=High',
          'SameSite=None',
          'Max-Age=600',
          'Path=/',
        ]),
      )
    })

    it('when the cookie is deleted', async () => {
      const [signIn = '', signOut = ''] = actions
      const signedIn = await post(signIn, { providerId: 'credentials', username: 'ada' })
      const cookie = signedIn.headers
        .getSetCookie()
        .map((line) => line.split(';')[0])
        .join('; ')
      const headers = { accept: 'text/html', origin: origin(), cookie }
      const url = new URL(signOut, origin())
      const body = new URLSearchParams()
      const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual' })
      expect(attributesOf(response, `${sessionCookie};`)).toEqual(
        expect.arrayContaining(['Max-Age=0', 'Partitioned']),
      )
    })
  })

  describe('pass `authorizationParams` on', () => {
    it.each<[string, Record<string, string>]>([
      ['text', { authorizationParams: 'prompt=login' }],
      ['a map', { 'authorizationParams.prompt': 'login' }],
    ])('from a form as %s', async (_, fields) => {
      const { headers } = await post(actions[0] ?? '', { providerId: 'op', ...fields })
      const location = new URL(headers.get('location') ?? '')
      expect([location.origin, location.searchParams.get('prompt')]).toEqual([
        served.origin,
        'login',
      ])
    })

    it.each<[string, unknown]>([
      ['text', '?prompt=login&display=page'],
      ['a map', { prompt: 'login', display: 'page' }],
    ])('from `submit()` as %s', async (_, authorizationParams) => {
      const response = await submit(actions[0] ?? '', { providerId: 'op', authorizationParams })
      const text = await response.text()
      const [url = ''] = /http:\/\/127[^"\\]+/.exec(text) ?? []
      expect(url).toContain(served.origin)
      expect(new URL(url).searchParams.get('prompt')).toBe('login')
    })

    it('but refuse the URLSearchParams that JSON cannot carry, with the cure', async () => {
      const authorizationParams = new URLSearchParams({ prompt: 'login' })
      const response = await submit(actions[0] ?? '', { providerId: 'op', authorizationParams })
      const text = await response.text()
      expect(text).toContain('`toString()`')
      expect(text).not.toContain(served.origin)
    })
  })
})
