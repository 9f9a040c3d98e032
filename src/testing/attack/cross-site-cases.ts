import { expectEqual, expectThat } from '../expectations.js'
import { expectNoCookies, expectRefusal, expectSignedIn, shorten } from './answers.js'
import { attack, type AttackCase } from './attack-case.js'
import type { Browser } from './browser.js'
import { listFormRoutes, listPasswordRoutes } from './form-routes.js'
import { enterOnce, openBrowser, type TypedFields } from './target.js'

/** The headers that old and new browsers send with a request from another site. */
function foreignHeaders(origin: string): readonly TypedFields[] {
  const { host, protocol } = new URL(origin)
  const otherScheme = `${protocol === 'https:' ? 'http' : 'https'}://${host}`
  return [
    { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.test' },
    { origin: `${protocol}//sub.${host}`, 'sec-fetch-site': 'same-site' },
    { origin: `${origin}.evil.test` },
    { origin: otherScheme, 'sec-fetch-site': 'cross-site' },
    { origin: otherScheme },
    { origin: `${protocol}//${host.replace(/:\d+$/, '')}:8443` },
    { origin: 'null' },
    { origin: 'null', 'sec-fetch-site': 'cross-site' },
    { origin: 'null', 'sec-fetch-site': 'same-site' },
    { origin: 'null', 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site, same-origin' },
    { origin, 'sec-fetch-site': 'cross-site' },
    { origin, 'sec-fetch-site': 'same-site' },
    { origin: 'https://evil.test', referer: `${origin}/` },
    { origin: `${origin}, https://evil.test` },
  ]
}

/** Content types that a form on another site can send, or that confuse parsers. */
const contentTypes: readonly (string | undefined)[] = [
  'application/x-www-form-urlencoded',
  'application/x-www-form-urlencoded; charset=utf-8',
  'application/x-www-form-urlencoded, text/plain',
  'APPLICATION/X-WWW-FORM-URLENCODED',
  ' application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'multipart/form-data',
  'text/plain',
  'text/plain;charset=UTF-8',
  'application/json',
  'application/json; charset=utf-8',
  'text/plain; application/json',
  '',
  undefined,
]

export const crossSiteCases: readonly AttackCase[] = [
  attack(
    'N16 K1 CVE-2023-2307 CS1',
    'a form that another site sends is answered 403 on every route, even with the token, and sets nothing',
    [],
    async (target) => {
      const browser = openBrowser(target)
      await expectForbidden(browser, await listFormRoutes(target, browser))
    },
  ),
  attack(
    'N16 CS1 CS2',
    'no form that another site sends ends or changes a session',
    ['user'],
    async (target) => {
      const browser = await enterOnce(target, target.user)
      const before = browser.cookies.length
      const routes = ['session', 'signin', 'signout', ...listPasswordRoutes(target)]
      await expectForbidden(browser, routes)
      // Fetching the CSRF token may set two cookies.
      expectThat(browser.cookies.length <= before + 2, 'no cookie to come or go')
      await expectSignedIn(browser, 'forms of another site')
    },
  ),
  attack(
    'K2 CVE-2026-25151 K3 CVE-2026-25155 P24 CVE-2024-43787 CVE-2024-48913',
    'a form that another site sends is answered 403 whatever its content type',
    [],
    async (target) => {
      const browser = openBrowser(target)
      const body = new URLSearchParams({ csrfToken: await browser.csrfToken() }).toString()
      for (const route of await listFormRoutes(target, browser)) {
        for (const type of contentTypes) {
          const headers = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }
          const response = await browser.send(browser.route(route), {
            method: 'POST',
            headers: type === undefined ? headers : { ...headers, 'content-type': type },
            body: new TextEncoder().encode(body),
          })
          const sent = `a form of another site at ${route} as ${type}`
          expectEqual(response.status, 403, `the answer to ${sent}`)
          expectNoCookies(response, sent)
        }
      }
    },
  ),
  attack(
    'CS1',
    'a form without the token of this very browser is refused on every route',
    [],
    async (target) => {
      const browser = openBrowser(target)
      const mine = await browser.csrfToken()
      const others = await openBrowser(target).csrfToken()
      const tokens: readonly unknown[] = [undefined, '', 'A'.repeat(43), { length: 43 }, [mine], 0]
      for (const route of await listFormRoutes(target, browser)) {
        for (const csrfToken of [...tokens, others]) {
          const response = await browser.postJson(browser.route(route), { csrfToken })
          expectRefusal(response, `the token ${shorten(JSON.stringify(csrfToken) ?? '')}`)
          expectNoCookies(response, 'a form without its token')
        }
        const inQuery = await browser.postJson(browser.route(`${route}?csrfToken=${mine}`), {})
        expectRefusal(inQuery, `a token in the query of ${route}`)
      }
    },
  ),
  attack(
    'CS2 P3 CVE-2023-29020 CVE-2023-27495',
    'a pair of cookie and token that the application did not make is refused',
    [],
    async (target) => {
      for (const value of [`${'A'.repeat(43)}|${'B'.repeat(43)}`, 'A'.repeat(43), '|', 'x|x']) {
        const browser = openBrowser(target)
        await browser.csrfToken()
        const names = browser.cookies.map(({ name }) => name)
        expectThat(names.length > 0, 'the token to come with a cookie')
        for (const name of names) {
          browser.forget(name)
          browser.plant(name, encodeURIComponent(value))
        }
        const body = { csrfToken: value.split('|')[0] }
        const response = await browser.postJson(browser.route('signout'), body)
        expectRefusal(response, `a made-up pair ${shorten(value)}`)
      }
    },
  ),
  attack(
    'P3 CVE-2023-29020',
    'the token of a form is another one after a sign-in',
    ['user'],
    async (target) => {
      const browser = openBrowser(target)
      const before = await browser.csrfToken()
      const inside = await enterOnce(target, target.user)
      const after = await inside.csrfToken()
      expectThat(after !== before, 'two browsers to have two tokens')
      const response = await inside.postJson(inside.route('signout'), { csrfToken: before })
      expectRefusal(response, 'the token of another browser')
      await expectSignedIn(inside, 'a sign-out with the token of another browser')
    },
  ),
  attack(
    'CS1 IN2',
    'GET, HEAD and headers that claim another method change nothing',
    ['user'],
    async (target) => {
      const browser = await enterOnce(target, target.user)
      const csrfToken = await browser.csrfToken()
      const fields = new URLSearchParams({ csrfToken, ...target.user, _method: 'POST' })
      const override = { 'x-http-method-override': 'POST', 'x-method-override': 'POST' }
      for (const route of await listFormRoutes(target, browser)) {
        for (const method of ['GET', 'HEAD']) {
          const path = browser.route(`${route}?${fields}`)
          await browser.send(path, { method, headers: override })
        }
      }
      await expectSignedIn(browser, 'GET and HEAD of every route')
    },
  ),
  attack('CS3', 'no answer lets a script of another site read it', [], async (target) => {
    const browser = openBrowser(target)
    const headers = {
      origin: 'https://evil.test',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    }
    for (const route of [...(await listFormRoutes(target, browser)), 'csrf', 'providers']) {
      for (const method of ['GET', 'OPTIONS']) {
        const response = await browser.send(browser.route(route), { method, headers })
        // Without this header a script can read nothing, whatever the others say. Dev servers answer
        // OPTIONS themselves. @see https://fetch.spec.whatwg.org/#cors-check
        const allowed = response.headers.get('access-control-allow-origin')
        expectEqual(allowed, null, `the origin that may read ${method} ${route}`)
      }
    }
  }),
]

async function expectForbidden(browser: Browser, routes: readonly string[]): Promise<void> {
  const csrfToken = await browser.csrfToken()
  for (const route of routes) {
    for (const headers of foreignHeaders(browser.origin)) {
      const body = new URLSearchParams({ csrfToken })
      const response = await browser.send(browser.route(route), { method: 'POST', headers, body })
      const sent = `a form at ${route} with ${JSON.stringify(headers)}`
      expectEqual(response.status, 403, `the answer to ${sent}`)
      expectNoCookies(response, sent)
    }
  }
}
