import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { resolveRedirect } from '../../../src/context/redirects.js'
import { openTestContext, testOrigin } from '../../support/open-test-context.js'
import { makeApp } from '../../support/apps/app.js'

const home = `${testOrigin}/`

/** Pieces of which addresses are made that two parsers read in two ways. */
// prettier-ignore
const pieces = fc.constantFrom(
  '/', '//', '\\', '.', '..', '@', ':', '?', '#', '%2f', '%5c', '%09', '\t', '\n', ' ', '\u00a0',
  'app.test', 'evil.test', 'https:', 'http:', 'HTTPS://', 'javascript:', 'a', '\u3002', '\u0430',
)
const wishes = fc.oneof(
  fc.array(pieces, { maxLength: 8 }).map((parts) => parts.join('')),
  fc.array(pieces, { maxLength: 6 }).map((parts) => `/${parts.join('')}`),
  fc.array(pieces, { maxLength: 6 }).map((parts) => `${testOrigin}/${parts.join('')}`),
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.webPath(),
  fc.string({ unit: 'binary' }),
)

describe('a wish to be sent somewhere', () => {
  const { ctx } = openTestContext()

  it('is granted as browsers read it, or leads home: it is never turned into a third place', async () => {
    await fc.assert(
      fc.asyncProperty(wishes, async (wish) => {
        const target = await resolveRedirect(ctx, wish)
        if (target === home) return
        expect(target).toBe(new URL(wish, testOrigin).href)
        expect(new URL(target).origin).toBe(testOrigin)
        // Other readers of an address do not take these for what browsers do.
        expect(wish).not.toMatch(/[\u0000-\u0020\u007f\\]/)
      }),
      { numRuns: 1000 },
    )
  })

  it('is granted when it is a plain path', async () => {
    await fc.assert(
      fc.asyncProperty(fc.webPath({ size: 'small' }), async (path) => {
        fc.pre(path.startsWith('/') && !path.includes('//'))
        expect(await resolveRedirect(ctx, path)).toBe(new URL(path, testOrigin).href)
      }),
    )
  })

  it('is granted again when it comes back', async () => {
    await fc.assert(
      fc.asyncProperty(wishes, async (wish) => {
        const once = await resolveRedirect(ctx, wish)
        expect(await resolveRedirect(ctx, once)).toBe(once)
      }),
      { numRuns: 500 },
    )
  })

  it('stays on the site from every form, however often and wherever it is said', async () => {
    const browser = makeApp().browser()
    const csrfToken = await browser.csrfToken()
    const names = fc.constantFrom('callbackUrl', 'redirectTo')
    const said = fc.array(fc.tuple(names, wishes), { minLength: 1, maxLength: 3 })
    const routes = fc.constantFrom(
      'signout',
      'signin',
      'signin/credentials',
      'callback/credentials',
    )
    await fc.assert(
      fc.asyncProperty(routes, said, said, async (route, inBody, inQuery) => {
        const query = new URLSearchParams(inQuery.map(([name, wish]) => [name, wish]))
        const body = new URLSearchParams(inBody.map(([name, wish]) => [name, wish]))
        body.set('csrfToken', csrfToken)
        const cookie = browser.cookieHeader()
        const headers = { cookie, 'sec-fetch-site': 'same-origin' }
        // A new browser each time: a sign-out ends the token of its form.
        const visitor = makeApp().browser()
        const response = await visitor.send(`/auth/${route}?${query}`, {
          method: 'POST',
          headers,
          body,
        })
        expect(response.status).toBe(302)
        const location = new URL(response.headers.get('location') ?? '')
        expect(location.origin).toBe(testOrigin)
        const kept = location.searchParams.get('callbackUrl')
        if (kept !== null) expect(new URL(kept).origin).toBe(testOrigin)
      }),
      { numRuns: 100 },
    )
  })
})
