import { describe, expect, it } from 'vitest'
import { handleRequest } from '../../../src/binding/handle-request.js'
import { runSignIn } from '../../../src/binding/run-action.js'
import { admitFormPost } from '../../../src/core.js'
import { expectOnlyInstance } from '../../../src/qwik2/only-instance.js'
import { allowBodyCopy } from '../../../src/qwik2/allow-body-copy.js'
import type { FrameworkAuthConfig } from '../../../src/model/config.js'
import { skipCSRFCheck } from '../../../src/model/markers.js'
import { login, makeApp } from '../../support/apps/app.js'
import { makeOAuthApp, makeProvider, oidc } from '../../support/oauth/sign-in.js'
import { configOf, endOf, openSecondEvent } from './event.js'

const app = makeApp()
const form = 'application/x-www-form-urlencoded'

/** What the origin check of Qwik 2 takes for a form, which another site could send. */
const formTypes = [form, 'multipart/form-data', 'text/plain']

describe('admitFormPost', () => {
  const seen = admitFormPost((request: Request) => request)
  const post = (path: string, type = form, method = 'POST'): Request =>
    new Request(`https://app.test${path}`, {
      method,
      headers: { 'content-type': type, origin: 'https://id.test' },
      ...(method === 'POST' && { body: 'code=1&state=2' }),
    })
  const typeOf = (request: Request): string => request.headers.get('content-type') ?? ''

  it.each([
    '/auth/callback/apple',
    '/auth/callback/apple/',
    '/auth/callback/apple?a=b',
    '/auth/backchannel-logout/keycloak',
  ])('hides the answer of a service at %s from the check, and no more of it', async (path) => {
    const admitted = seen(post(path))
    expect(formTypes).not.toContain(typeOf(admitted))
    expect(admitted.headers.get('origin')).toBe('https://id.test')
    expect(await admitted.text()).toBe('code=1&state=2')
  })

  it.each([
    ['an action', post('/login/?qaction=x')],
    ['another route of ours', post('/auth/signout')],
    ['what is below a callback', post('/auth/callback/apple/more')],
    ['no provider', post('/auth/callback/')],
    ['a logout of no provider', post('/auth/backchannel-logout/')],
    ['another route', post('/auth/signout/apple')],
    ['a path that only ends so', post('/shop/auth/callback/apple')],
    ['another type', post('/auth/callback/apple', 'text/plain')],
    ['another method', post('/auth/callback/apple', form, 'GET')],
  ])('leaves %s to the check', (_what, request) => {
    expect(seen(request)).toBe(request)
  })

  it('finds the routes under another path', () => {
    const elsewhere = admitFormPost((request: Request) => request, { basePath: '/api/auth/' })
    expect(formTypes).not.toContain(typeOf(elsewhere(post('/api/auth/callback/apple'))))
    expect(typeOf(elsewhere(post('/auth/callback/apple')))).toBe(form)
  })

  it('does the same for a request of Node, and hands on what else there is', () => {
    const headers = { 'content-type': `${form}; charset=utf-8` }
    const node = { method: 'POST', url: '/auth/callback/apple?a=b', headers }
    const rest = admitFormPost((_request: typeof node, ...more: unknown[]) => more)(node, 1, 2)
    expect(rest).toEqual([1, 2])
    expect(formTypes).not.toContain(headers['content-type'])
  })

  it.each(['//', 'http://[', '', '/auth/callback/%', '*'])(
    'leaves a request of Node for %j to the server, whatever it is',
    (url) => {
      const headers = { 'content-type': 'text/plain' }
      const answer = admitFormPost(() => 'answered')
      expect(answer({ method: 'POST', url, headers })).toBe('answered')
      expect(headers['content-type']).toBe('text/plain')
    },
  )

  it('leaves the CSRF check to the engine: a form of another site does not sign the visitor in', async () => {
    const response = await answer(seen(signInFrom('https://evil.test')), app.config)
    expect(response?.status).toBe(403)
    expect(response?.headers.getSetCookie()).toEqual([])
  })

  it('hands a form to the engine as one', async () => {
    const response = await answer(seen(signInFrom('https://app.test')), {
      ...app.config,
      skipCSRFCheck,
    })
    expect(response?.headers.getSetCookie().join()).toContain('session-token')
  })

  function signInFrom(origin: string): Request {
    return new Request('https://app.test/auth/callback/credentials', {
      method: 'POST',
      headers: { 'content-type': form, origin },
      body: new URLSearchParams(login),
    })
  }

  async function answer(
    request: Request,
    config: FrameworkAuthConfig,
  ): Promise<Response | undefined> {
    const { event } = openSecondEvent('/auth/callback/credentials', false)
    const given = { ...event, request }
    return (
      await endOf(() =>
        handleRequest(
          given,
          configOf(() => config),
        ),
      )
    ).response
  }
})

describe('allowBodyCopy', () => {
  const posted = (): Request => new Request('https://app.test/', { method: 'POST', body: 'a=b' })

  it('lets a request be copied after its body was read', async () => {
    const request = posted()
    allowBodyCopy(request)
    expect(await request.text()).toBe('a=b')
    const copy = new Request('https://app.test/other', request)
    expect([copy.method, await copy.text()]).toEqual(['POST', ''])
  })

  it('leaves an unread body in the request', async () => {
    const request = posted()
    allowBodyCopy(request)
    expect(await request.text()).toBe('a=b')
  })

  it('does not change a request without a body', () => {
    const request = new Request('https://app.test/')
    allowBodyCopy(request)
    expect(Object.hasOwn(request, 'body')).toBe(false)
  })
})

describe('an instance on Qwik 2', () => {
  it('is the only one, for a second would get the session of the first', () => {
    const first = configOf(() => app.config, 'first')
    expectOnlyInstance(first)
    expectOnlyInstance(first)
    const second = configOf(() => app.config, 'second')
    expect(() => expectOnlyInstance(second)).toThrow('there are two')
  })
})

describe('`authorizationParams` on the second version', () => {
  it.each(['prompt=login', { prompt: 'login' }])(
    'reach the authorization URL as %j',
    async (authorizationParams) => {
      const { config } = makeOAuthApp([oidc(await makeProvider())])
      const headers = { origin: 'https://app.test', 'sec-fetch-site': 'same-origin' }
      const { event } = openSecondEvent('/login/', 'action', { method: 'POST', headers })
      const input = { providerId: 'op', authorizationParams }
      const { location } = await endOf(() =>
        runSignIn(
          event,
          configOf(() => config),
          input,
        ),
      )
      expect(new URL(location ?? '').searchParams.get('prompt')).toBe('login')
    },
  )
})
