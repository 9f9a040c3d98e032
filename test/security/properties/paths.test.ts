import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Auth } from '../../../src/core.js'
import { parseRoutePath } from '../../../src/engine/match.js'
import { routes } from '../../../src/engine/routes.js'
import { makeApp } from '../../support/apps/app.js'

const segments = fc.oneof(
  fc.constantFrom(...routes.map(({ action }) => action), 'credentials', 'op', '', '.', '..', ';x'),
  fc.constantFrom('%2e%2e', '%2f', '%73ignin', 'SIGNIN', 'signin%00', 'signin;a', 'signin%20'),
  fc
    .string({ unit: 'binary', maxLength: 4 })
    .map((text) => encodeURIComponent(text.toWellFormed())),
)
const bases = fc.constantFrom('/auth', '/auth', '/', '//auth', '/auth/', '/AUTH', '/%61uth', '')
const ends = fc.constantFrom('', '/', '//', '/.', '?', ';x')
const paths = fc
  .tuple(bases, fc.array(segments, { maxLength: 4 }), ends)
  .map(([base, rest, end]) => `${base}/${rest.join('/')}${end}`)

/** As a server gives it to us: a URL parser has been over it. */
function asServed(path: string): string {
  return new URL(`https://app.test${path.startsWith('/') ? path : `/${path}`}`).pathname
}

describe('a path', () => {
  it('means one route, which is spelt in one way, or none', () => {
    fc.assert(
      fc.property(paths, (path) => {
        const pathname = asServed(path)
        const route = parseRoutePath(pathname, '/auth')
        if (!route) return
        const { action, providerId } = route
        expect(providerId).not.toBe('')
        const canonical = ['/auth', action, ...(providerId === undefined ? [] : [providerId])]
        expect(pathname.replace(/\/$/, '')).toBe(canonical.join('/'))
        expect(routes.map((row) => row.action)).toContain(action)
      }),
      { numRuns: 2000 },
    )
  })

  it('means the same with and without a slash at its end, and whatever its query', () => {
    fc.assert(
      fc.property(paths, fc.string(), (path, query) => {
        const pathname = asServed(path).replace(/\/+$/, '')
        const url = new URL(`https://app.test${pathname || '/'}`)
        url.search = query
        const route = parseRoutePath(url.pathname, '/auth')
        expect(parseRoutePath(`${pathname}/`, '/auth')).toEqual(route)
        expect(parseRoutePath(pathname || '/', '/auth')).toEqual(route)
      }),
      { numRuns: 500 },
    )
  })

  it('that means none is not found, by any method', async () => {
    const { config } = makeApp()
    const methods = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE')
    await fc.assert(
      fc.asyncProperty(paths, methods, async (path, method) => {
        const pathname = asServed(path)
        fc.pre(!parseRoutePath(pathname, '/auth'))
        const request = new Request(`https://app.test${pathname}`, { method })
        const response = await Auth(request, config)
        expect(response.status).toBe(404)
        expect(response.headers.getSetCookie()).toEqual([])
      }),
      { numRuns: 200 },
    )
  })
})
