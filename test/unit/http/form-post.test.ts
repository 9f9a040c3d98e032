import { describe, expect, it } from 'vitest'
import { admitNode, admitRequest, asSent } from '../../../src/http/form-post.js'

const form = 'application/x-www-form-urlencoded'
const admitted = 'application/vnd.latchkey.form-post'

interface Sent {
  readonly method?: string
  readonly path?: string
  readonly type?: string | undefined
}

/** The content type that a framework sees, by both ways in; they agree. */
function seen(basePath: string, { method = 'POST', path = '', ...sent }: Sent): string | undefined {
  const type = 'type' in sent ? sent.type : form
  const node = { method, url: path, headers: { 'content-type': type } }
  admitNode(node, basePath)
  const request = new Request(`https://app.test${path}`, { method })
  if (type !== undefined) request.headers.set('content-type', type)
  const passed = admitRequest(request, basePath)
  const isSame = passed.headers.get('content-type') === (node.headers['content-type'] ?? null)
  if (!isSame) throw new Error('The two ways in disagree.')
  return node.headers['content-type']
}

describe('the answer that a service posts', () => {
  it.each([
    '/auth/callback/apple',
    '/auth/callback/apple/',
    '/auth/callback/apple?a=/b',
    '/auth/callback/apple/?a=b?c',
    '/auth/backchannel-logout/op',
  ])('is admitted at %s', (path) => {
    expect(seen('/auth', { path })).toBe(admitted)
  })

  it.each(['/auth', '/auth/'])('is found under the base path %s', (basePath) => {
    expect(seen(basePath, { path: '/auth/callback/apple' })).toBe(admitted)
  })

  it('is found at the root', () => {
    expect(seen('', { path: '/callback/apple' })).toBe(admitted)
    expect(seen('/', { path: '/callback/apple' })).toBe(admitted)
  })

  it.each([
    '/auth/callback/',
    '/auth/callback',
    '/auth/callback//',
    '/auth/callback/a/b',
    '/auth/callback/a//',
    '/auth/signin/apple',
    '/x/auth/callback/apple',
    '/auth/signin/callback/apple',
    '/other?/auth/callback/apple',
  ])('is not what comes to %s', (path) => {
    expect(seen('/auth', { path })).toBe(form)
  })

  it.each([`${form};charset=utf-8`, ` ${form} ; a=b`, form.toUpperCase()])(
    'may say its type as %j',
    (type) => {
      expect(seen('/auth', { path: '/auth/callback/apple', type })).toBe(admitted)
    },
  )

  it.each(['multipart/form-data', 'text/plain', `text/plain;${form}`])('is no %s', (type) => {
    expect(seen('/auth', { path: '/auth/callback/apple', type })).toBe(type)
  })

  it('is nothing without a type, and no other method', () => {
    expect(seen('/auth', { path: '/auth/callback/apple', type: undefined })).toBeUndefined()
    expect(seen('/auth', { path: '/auth/callback/apple', method: 'PUT' })).toBe(form)
  })

  it('is not detected in a Node request without headers', () => {
    const headers = {}
    admitNode({ headers }, '/auth')
    expect(headers).toEqual({})
  })
})

describe('the engine', () => {
  it('sees the form as it was sent', async () => {
    const url = 'https://app.test/auth/callback/apple'
    const headers = { 'content-type': form, 'x-other': '1' }
    const request = new Request(url, { method: 'POST', headers, body: 'a=b' })
    const sent = asSent(admitRequest(request, '/auth'))
    expect([...sent.headers]).toEqual([...request.headers])
    expect([sent.method, sent.url, await sent.text()]).toEqual(['POST', url, 'a=b'])
  })

  it('sees other requests untouched', () => {
    const request = new Request('https://app.test/auth/signin')
    expect(admitRequest(request, '/auth')).toBe(request)
    expect(asSent(request)).toBe(request)
  })
})
