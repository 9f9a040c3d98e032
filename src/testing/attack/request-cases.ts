import { expectEqual, expectThat } from '../expectations.js'
import {
  answerOf,
  describeAnswer,
  expectSignedOut,
  expectNoCookies,
  expectRefusal,
  shorten,
} from './answers.js'
import { attack, type AttackCase } from './attack-case.js'
import type { Browser } from './browser.js'
import { listFormRoutes, listPasswordPages, listPasswordRoutes } from './form-routes.js'
import { malformedBodies, pollutingForms, pollutingJson } from './hostile-bodies.js'
import { findPasswordProvider, postPassword, openBrowser } from './target.js'

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'
const traces = /node_modules|\bat [\w.<>]+ \(|\.[cm]?[jt]s:\d+|stack/i

export const requestCases: readonly AttackCase[] = [
  attack(
    'IN1 N4',
    'a malformed body is refused on every route, without an error of the server',
    [],
    async (target) => {
      const browser = openBrowser(target)
      const routes = await listFormRoutes(target, browser)
      for (const [at, [type, body]] of malformedBodies.entries()) {
        for (const route of ['session', 'signout', routes[at % routes.length] ?? 'signin']) {
          const sent = `${type} ${shorten(String(body))} at ${route}`
          const response = await answerOf(postBody(browser, route, type, body), { after: sent })
          expectRefusal(response, sent)
          expectNoCookies(response, sent)
        }
      }
      await browser.csrfToken()
    },
  ),
  attack(
    'IN1 PW1',
    'fields of the wrong type are refused and do not sign in, even with a valid CSRF token',
    [],
    async (target) => {
      const browser = openBrowser(target)
      const csrfToken = await browser.csrfToken()
      const values: readonly unknown[] = [null, 0, true, [], {}, [[[]]], { length: -1 }, '\u0000']
      for (const value of values) {
        for (const route of ['session', 'signin', 'signout', ...listPasswordRoutes(target)]) {
          const fields = {
            csrfToken,
            callbackUrl: value,
            redirectTo: value,
            data: value,
            email: value,
            password: value,
            currentPassword: value,
            token: value,
          }
          const sent = `${JSON.stringify(value)} at ${route}`
          await answerOf(postBody(browser, route, json, JSON.stringify(fields)), { after: sent })
        }
      }
      await expectSignedOut(browser, 'values of the wrong type')
    },
  ),
  attack('IN1 PW1', 'a body of two megabytes is refused', [], async (target) => {
    const browser = openBrowser(target)
    for (const route of ['signin', 'signout', 'session', ...listPasswordRoutes(target)]) {
      const body = `csrfToken=${'x'.repeat(2_000_000)}`
      // A server may close the connection instead of reading the whole body.
      const response = await postBody(browser, route, form, body).catch(() => null)
      if (response) expectEqual(response.status, 413, `the answer to two megabytes at ${route}`)
    }
    await browser.csrfToken()
  }),
  attack(
    'IN1 B9 GHSA-x732-6j76-qmhm',
    'a path that is written in another way is not found, or passes the same checks',
    [],
    async (target) => {
      const browser = openBrowser(target)
      const notFound = await describeForeignPost(browser, browser.route('no-such-route'))
      for (const path of oddPaths(browser.basePath)) {
        const sent = shorten(path)
        await answerOf(browser.send(browser.origin + path), { after: sent })
        const { status, text } = await describeForeignPost(browser, path)
        // The dev server of Qwik answers every unknown path with status 200 and the same text.
        const isNotFound = status === notFound.status && text === notFound.text
        expectThat(isNotFound || status >= 300, `POST ${sent} of another site to be refused`)
      }
    },
  ),
  attack('IN1', 'a method that a route does not have is refused', [], async (target) => {
    const browser = openBrowser(target)
    for (const route of [
      ...(await listFormRoutes(target, browser)),
      'csrf',
      'providers',
      'error',
    ]) {
      for (const method of ['PUT', 'DELETE', 'PATCH']) {
        const asked = browser.fetch(browser.route(route), { method })
        const response = await answerOf(asked, { after: `${method} ${route}` })
        expectRefusal(response, `${method} ${route}`)
        expectNoCookies(response, `${method} ${route}`)
      }
    }
  }),
  attack(
    'B35 GHSA-737v-mqg7-c878 K4 CVE-2026-25150 BC5',
    'names that reach prototypes pollute nothing, in bodies and in queries',
    [],
    async (target) => {
      const browser = openBrowser(target)
      const csrfToken = await browser.csrfToken()
      for (const route of ['session', 'signin', 'signout', ...listPasswordRoutes(target)]) {
        for (const body of pollutingJson) {
          const withToken = body.replace(/^\{/, `{"csrfToken":${JSON.stringify(csrfToken)},`)
          await answerOf(postBody(browser, route, json, withToken), { after: body })
        }
        for (const body of pollutingForms) {
          const withToken = `${body}&csrfToken=${csrfToken}`
          await answerOf(postBody(browser, route, form, withToken), { after: body })
          await answerOf(browser.fetch(browser.route(`${route}?${body}`)), { after: body })
        }
      }
      // Detects pollution only if the app runs in this process.
      expectEqual(({} as Record<string, unknown>)['polluted'], undefined, 'Object.prototype')
      const providers = await (await browser.fetch(browser.route('providers'))).text()
      expectThat(!providers.includes('polluted'), 'no answer with the name that was sent')
    },
  ),
  attack('IN2', 'no answer tells a stack, a path or a version', [], async (target) => {
    const browser = openBrowser(target)
    const paths = [
      'session',
      'signin',
      'error?error=Configuration',
      'signin/unknown',
      'nothing',
      '%',
      ...listPasswordPages(target).flatMap((page) => [page, `${page}?token=x&email=x`]),
    ]
    for (const path of paths) {
      for (const accept of ['text/html', 'application/json']) {
        const response = await browser.send(browser.route(path), { headers: { accept } })
        const told = `${await response.text()} ${JSON.stringify([...response.headers])}`
        const text = told.replaceAll(/<(style|script)\b.*?<\/\1>/gs, '')
        expectThat(!traces.test(text), `no trace of the program in the answer to ${path}`)
      }
    }
    const broken = await postBody(browser, 'callback/unknown', json, '{')
    expectThat(!traces.test(await broken.text()), 'no trace of the program in a refusal')
  }),
  attack(
    'PW1 AIKIDO-2025-10311',
    'an unknown name and a wrong password get the same answer, which repeats no password',
    ['user'],
    async (target) => {
      const answers: string[] = []
      const [nameField = '', ...others] = Object.keys(target.user)
      for (const name of ['unknown-name-7261', 'unknown-name-7262', target.user[nameField] ?? '']) {
        const browser = openBrowser(target)
        const fields = { ...fill(others, 'typed-password-7263'), [nameField]: name }
        const answer = await describeAnswer(browser, await postPassword(browser, fields))
        // The page may show the name again, so that only the password has to be typed.
        answers.push(answer.replaceAll(name, '…'))
        await expectSignedOut(browser, 'a wrong password')
      }
      expectThat(new Set(answers).size === 1, 'the same answer for known and unknown names')
      expectThat(!answers.join('').includes('typed-'), 'no answer to repeat a password')
    },
  ),
  attack('PW1', 'a password in the query does not sign in', ['user'], async (target) => {
    const browser = openBrowser(target)
    const id = await findPasswordProvider(browser)
    const query = new URLSearchParams({ ...target.user, csrfToken: await browser.csrfToken() })
    await browser.fetch(browser.route(`callback/${id}?${query}`))
    await expectSignedOut(browser, 'GET with a password in the query')
    await postPassword(browser, {}, { query: `?${query}` })
    await expectSignedOut(browser, 'POST with a password in the query')
  }),
]

/** Posts a form as another site does. Throws if the response sets a cookie. */
async function describeForeignPost(
  browser: Browser,
  path: string,
): Promise<{ readonly status: number; readonly text: string }> {
  const headers = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }
  const init = { method: 'POST', headers, body: new URLSearchParams({ a: 'b' }) }
  const after = shorten(path)
  const posted = await answerOf(browser.send(browser.origin + path, init), { after })
  expectNoCookies(posted, after)
  return { status: posted.status, text: await posted.text() }
}

async function postBody(
  browser: Browser,
  route: string,
  type: string | undefined,
  body: string | Uint8Array<ArrayBuffer>,
): Promise<Response> {
  const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type }
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  return browser.fetch(browser.route(route), { method: 'POST', headers, body: bytes })
}

function fill(names: readonly string[], text: string): Readonly<Record<string, string>> {
  return Object.fromEntries(names.map((name) => [name, text] as const))
}

function oddPaths(base: string): readonly string[] {
  return [
    `${base}//signout`,
    `/${base}/signout`,
    `${base}/signout//`,
    `${base}/%73ignout`,
    `${base}%2fsignout`,
    `${base}/signout;x`,
    `${base.toUpperCase()}/signout`,
    `${base}/SIGNOUT`,
    `${base}/signout%00`,
    `${base}/signout%20`,
    `${base}/signin/__proto__`,
    `${base}/signin/constructor`,
    `${base}/__proto__`,
    `${base}/toString`,
    `${base}/signin/%2e%2e%2fsignout`,
    `${base}/signin/..%2fsignout`,
    `${base}/signin/%00`,
    `${base}/signin/%`,
    `${base}/signin/%E0%A4%A`,
    `${base}/%ff`,
    `${base}/signin/a%0d%0ab`,
    `${base}/./signout`,
    `${base}/csrf/../signout`,
    `${base}/${'a'.repeat(8000)}`,
    `${base}${'/signin'.repeat(1000)}`,
  ]
}
