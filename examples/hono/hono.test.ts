import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import Credentials from 'latchkey/providers/credentials'
import { makeApp } from './app.js'

const origin = 'http://localhost:3000'
const app = makeApp({
  secret: 'a secret of this example, long enough for a key',
  trustHost: true,
  providers: [
    Credentials({
      credentials: { username: {}, password: { type: 'password' } },
      authorize: ({ username, password }) =>
        username === 'ada' && password === 'engine' ? { id: '1', name: 'Ada' } : null,
    }),
  ],
})

function openPage(path: string, cookie = ''): Promise<Response> {
  return Promise.resolve(app.request(new Request(origin + path, { headers: { cookie } })))
}

function postForm(
  path: string,
  fields: Record<string, string>,
  { cookie = '', from = origin } = {},
): Promise<Response> {
  const headers = {
    cookie,
    origin: from,
    'sec-fetch-site': from === origin ? 'same-origin' : 'cross-site',
  }
  const body = new URLSearchParams(fields)
  return Promise.resolve(app.request(new Request(origin + path, { method: 'POST', headers, body })))
}

/** The cookies that a browser would send after a response. */
function cookiesOf(response: Response): string {
  const set = response.headers.getSetCookie().filter((line) => !/Max-Age=0/i.test(line))
  return set.map((line) => line.split(';', 1)[0]).join('; ')
}

async function signInAsAda(): Promise<string> {
  return cookiesOf(await postForm('/login', { username: 'ada', password: 'engine' }))
}

it('a visitor signs in with a form of the app, and comes to the page that the form names', async () => {
  const response = await postForm('/login', { username: 'ada', password: 'engine' })
  expect([response.status, response.headers.get('location')]).toEqual([303, `${origin}/account`])
  const page = await openPage('/account', cookiesOf(response))
  expect(await page.text()).toBe('The account of Ada')
  expect(page.headers.get('cache-control')).toBe('private, no-store')
})

it('a wrong password and a form of another site get no session', async () => {
  const wrong = await postForm('/login', { username: 'ada', password: 'x' })
  const message = 'Those details do not match. Check them and try again.'
  expect(wrong.status).toBe(401)
  expect(await wrong.json()).toEqual({ fieldErrors: {}, formErrors: [message] })
  const foreign = await postForm(
    '/login',
    { username: 'ada', password: 'engine' },
    { from: 'https://elsewhere.example' },
  )
  expect(cookiesOf(foreign)).not.toContain('session-token')
})

it('every page reads the session', async () => {
  expect(await (await openPage('/')).text()).toBe('Hello visitor')
  expect(await (await openPage('/', await signInAsAda())).text()).toBe('Hello Ada')
})

it('a guarded page sends visitors to the sign-in page, which is served, and back', async () => {
  const refused = await openPage('/account?tab=2')
  const location = new URL(refused.headers.get('location') ?? '')
  expect(refused.status).toBe(302)
  expect(location.pathname).toBe('/auth/signin')
  expect(location.searchParams.get('callbackUrl')).toContain('/account?tab=2')
  const page = await openPage(location.pathname + location.search)
  expect(await page.text()).toContain('<form')
})

it('signing out removes the session', async () => {
  const cookie = await signInAsAda()
  const response = await postForm('/logout', {}, { cookie })
  expect([response.status, response.headers.get('location')]).toEqual([303, `${origin}/`])
  expect(response.headers.getSetCookie().join()).toMatch(/session-token=;.*Max-Age=0/)
})

it('the binding has fewer than 100 lines and imports latchkey/core only', () => {
  const source = readFileSync(new URL('hono-auth.ts', import.meta.url), 'utf8')
  expect(source.split('\n').length).toBeLessThan(100)
  const packages = [...source.matchAll(/from '([^']+)'/g)].map(([, name]) => name)
  expect(packages).toEqual(['hono', 'latchkey/core'])
})
