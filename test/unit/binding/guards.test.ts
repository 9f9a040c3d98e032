import { describe, expect, it, vi } from 'vitest'
import { handleRequest } from '../../../src/binding/handle-request.js'
import { rememberInstance } from '../../../src/binding/instances.js'
import { requireSession, type GuardOptions } from '../../../src/binding/require-session.js'
import { callbackUrlOf } from '../../../src/binding/callback-url.js'
import { runSignIn } from '../../../src/binding/run-action.js'
import { getSession, updateSession } from '../../../src/binding/session-calls.js'
import type { Session } from '../../../src/model/records.js'
import { ada, login, makeApp, sessionCookie } from '../../support/apps/app.js'
import { configOf, endOf, openEvent, openSecondEvent, type TestEvent } from './event.js'

const app = makeApp()
const config = configOf(() => app.config)
const html = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const back = (path: string): string => `/auth/signin?${new URLSearchParams({ callbackUrl: path })}`

describe('requireSession', () => {
  it('gives the session, and asks `allow` about it', async () => {
    const { event } = await signedIn('/account/')
    const allow = vi.fn(async ({ user }: Session) => user?.name === ada.name)
    expect(await requireSession(event, { allow })).toMatchObject({ user: { name: ada.name } })
    expect(allow).toHaveBeenCalledTimes(1)
  })

  it.each([
    ['a page', '/account/?a=b', html, back('/account/?a=b')],
    ['an action', '/account/?qaction=x&a=b', html, back('/account/?a=b')],
    ['a page of another case', '/account/', { accept: 'TEXT/HTML' }, back('/account/')],
    ['two slashes', 'https://app.test//evil.test/a', html, back('/evil.test/a')],
    ['a backslash', 'https://app.test/\\evil.test/', html, back('/evil.test/')],
    ['a very long address', `/a?${'b'.repeat(3000)}`, html, '/auth/signin'],
  ])('sends %s to the sign-in', async (_what, path, headers, location) => {
    const { event, cookies } = await opened(path, headers)
    expect(await endOf(() => requireSession(event))).toEqual({ status: 302, location })
    expect(cookies.size).toBe(0)
  })

  it.each([
    ['data', '/account/q-data.json', html, 'application/JSON'],
    ['`server$`', '/account/?qfunc=x', { ...html, 'x-qrl': 'x' }, 'application/json'],
    ['a program', '/api/', { accept: 'application/json' }, 'application/json'],
    ['a client that accepts anything', '/api/', {}, 'application/json'],
  ])('answers %s with 401', async (_what, path, headers, type) => {
    const { event, cookies, headers: answer } = await opened(path, headers)
    const { status, response } = await endOf(() => requireSession(event))
    expect([status, await response?.json()]).toEqual([
      401,
      { error: 'SessionRequired', message: expect.any(String) },
    ])
    expect(answer.get('content-type')).toBe(type)
    expect(answer.get('cache-control')).toBe('private, no-store')
    expect(cookies.size).toBe(0)
  })

  it('leads a loader of Qwik 2 to the sign-in, for the router takes no other answer', async () => {
    const { event } = openSecondEvent('/account/?a=b', 'loader', { headers: { accept: '*/*' } })
    await handleRequest(event, config)
    const ended = await endOf(() => requireSession(event))
    expect(ended).toEqual({ status: 302, location: back('/account/?a=b') })
  })

  it.each([
    ['nobody', 401, 'SessionRequired'],
    ['a user whom `allow` refuses', 403, 'AccessDenied'],
  ])('answers an action of Qwik 2 by %s with %s', async (who, status, error) => {
    const cookie = who === 'nobody' ? '' : await cookieOfAda()
    const { event, headers } = openSecondEvent('/account/?qaction=x', 'action', {
      headers: { accept: 'application/json', cookie },
    })
    await handleRequest(event, config)
    const ended = await endOf(() => requireSession(event, { allow: () => false }))
    expect(ended).toEqual({ status, data: { error, message: expect.any(String) } })
    expect(headers.get('cache-control')).toBe('private, no-store')
  })

  it('ends repeated calls with the same response', async () => {
    const { event } = await opened('/account/q-data.json')
    const [first, second] = [
      await endOf(() => requireSession(event)),
      await endOf(() => requireSession(event)),
    ]
    expect(second).toBe(first)
  })

  it.each([
    ['a page', '/admin/', html, 302, '/auth/error?error=AccessDenied'],
    ['a program', '/admin/', {}, 403, undefined],
  ])('refuses %s to whom `allow` does not want', async (_what, path, headers, status, location) => {
    const { event } = await signedIn(path, headers)
    const ended = await endOf(() => requireSession(event, { allow: async () => false }))
    expect([ended.status, ended.location]).toEqual([status, location])
  })

  it('tears off an answer that has begun, for it can be no other any more', async () => {
    const stream = { headersSent: true }
    const { event } = await opened('/account/', html)
    const nobody = requireSession({ ...event, ...stream })
    await expect(nobody).rejects.toMatchObject({ type: 'SessionRequired' })
    const { event: known } = await signedIn('/admin/', html)
    const refused = requireSession({ ...known, ...stream }, { allow: () => false })
    await expect(refused).rejects.toMatchObject({ type: 'AccessDenied' })
  })

  it('refuses the request when `allow` throws', async () => {
    const { event } = await signedIn('/admin/', html)
    const allow = (): never => {
      throw new Error('The database is away.')
    }
    await expect(requireSession(event, { allow })).rejects.toThrow('away')
  })

  it.each([
    ['on this site', {}, '/welcome/?a=b', '/welcome/?a=b&callbackUrl=%2Faccount%2F'],
    [
      'on another site, which must know whose path it is',
      { pages: { signIn: 'https://id.test/in' } },
      undefined,
      'https://id.test/in?callbackUrl=https%3A%2F%2Fapp.test%2Faccount%2F',
    ],
  ])('leads to a page %s', async (_where, overrides, signInUrl, location) => {
    const own = configOf(() => ({ ...app.config, ...overrides }), 'own')
    const { event } = await opened('/account/', html, own)
    const options: GuardOptions = { signInUrl }
    expect(await endOf(() => requireSession(event, options))).toMatchObject({ location })
  })
})

describe('the address to come back to', () => {
  it.each([
    ['https://app.test/a?b', '/a?b'],
    ['https://app.test/a?b=c%20d', '/a?b=c%20d'],
    ['https://app.test///evil.test', '/evil.test'],
    ['https://app.test/%2Fevil.test', '/%2Fevil.test'],
    ['https://evil.test/a#b', '/a'],
  ])('of %s is %s', (url, address) => {
    expect(callbackUrlOf(new URL(url))).toBe(address)
  })
})

describe('an update', () => {
  it('is refused once the answer is on its way, for its cookies would be lost', async () => {
    const { event, cookies } = await carrying('/')
    await handleRequest(event, config)
    const late = updateSession({ ...event, headersSent: true }, {})
    await expect(late).rejects.toThrow('already on its way')
    expect(cookies.size).toBe(0)
    expect(await getSession(event)).toMatchObject({ user: { name: ada.name } })
  })

  it('leaves `sharedMap` to the first instance, even when it comes before it', async () => {
    const useSession = (): { value: null } => ({ value: null })
    const second = configOf(() => app.config, 'second')
    rememberInstance(useSession, second)
    const { event, sharedMap, cookies } = await carrying('/')
    const source: { useSession: () => { value: Session | null } } = { useSession }
    expect(await updateSession(event, {}, source)).toMatchObject({ user: { name: ada.name } })
    expect(cookies.has(sessionCookie)).toBe(true)
    expect(sharedMap.has('session')).toBe(false)
    await handleRequest(event, config)
    expect(await getSession(event)).toBe(sharedMap.get('session'))
    expect(await getSession(event)).not.toBe(await getSession(event, source))
  })
})

async function opened(
  path: string,
  headers: Record<string, string> = {},
  configQrl = config,
): Promise<TestEvent> {
  const event = openEvent(path, { headers })
  await handleRequest(event.event, configQrl)
  return event
}

/** A request of Ada's that no instance has seen yet. */
async function carrying(path: string, headers: Record<string, string> = {}): Promise<TestEvent> {
  return openEvent(path, { headers: { ...headers, cookie: await cookieOfAda() } })
}

async function cookieOfAda(): Promise<string> {
  const origin = 'https://app.test'
  const { event, cookies } = openEvent('/login/', { method: 'POST', headers: { origin } })
  await endOf(() => runSignIn(event, config, { providerId: 'credentials', ...login }))
  return `${sessionCookie}=${cookies.get(sessionCookie)?.value ?? ''}`
}

async function signedIn(path: string, headers: Record<string, string> = {}): Promise<TestEvent> {
  const event = await carrying(path, headers)
  await handleRequest(event.event, config)
  return event
}
