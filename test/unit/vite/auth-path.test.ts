import { describe, expect, it } from 'vitest'
import { escapeAuthPath } from '../../../src/vite/escape-auth-path.js'
import { latchkey } from '../../../src/vite.js'

function escapeUrl(url: string, basePath = '/auth'): string | undefined {
  const request = { url, originalUrl: url }
  escapeAuthPath(request, basePath)
  expect(request.originalUrl).toBe(request.url)
  return request.url
}

describe('a path of an auth route on the dev server', () => {
  it.each([
    ['/auth/signin/%', '/auth/signin/%25'],
    ['/auth/%E0%A4%A?a=%', '/auth/%25E0%25A4%25A?a=%'],
    ['/auth/callback/%ff', '/auth/callback/%25ff'],
  ])('%s is escaped, because Qwik cannot decode it', (url, escaped) => {
    expect(escapeUrl(url)).toBe(escaped)
    expect(() => decodeURIComponent(escaped.split('?', 1)[0] ?? '')).not.toThrow()
  })

  it.each(['/auth/signin/a%20b', '/auth/signin?error=%', '/about/%', '/authors/%', '/'])(
    '%s stays as it is',
    (url) => {
      expect(escapeUrl(url)).toBe(url)
    },
  )

  it('is found under another base path', () => {
    expect(escapeUrl('/api/auth/%', '/api/auth/')).toBe('/api/auth/%25')
    expect(escapeUrl('/auth/%', '/api/auth')).toBe('/auth/%')
  })

  it('is escaped by the plugin before Qwik sees it', () => {
    type Handler = (request: object, response: object, next: () => void) => void
    const handlers: Handler[] = []
    const middlewares = { use: (handler: Handler) => void handlers.push(handler) }
    const server = { middlewares, config: {} }
    const { configureServer } = latchkey()
    if (typeof configureServer !== 'function') throw new TypeError('Expected a function.')
    void Reflect.apply(configureServer, undefined, [server])
    const request = { method: 'GET', url: '/auth/signin/%', headers: {} }
    let passedOn = 0
    for (const handle of handlers) handle(request, { once() {} }, () => void passedOn++)
    expect(request.url).toBe('/auth/signin/%25')
    expect(passedOn).toBe(handlers.length)
  })
})
