import type { AttackCase } from '../../../../src/testing/attack/attack-case.js'
import {
  expectSignedOut,
  expectOwnAddress,
  shorten,
} from '../../../../src/testing/attack/answers.js'
import { hostileUrlsFor } from '../../../../src/testing/attack/hostile-inputs.js'
import { enter, enterOnce, openBrowser } from '../../../../src/testing/attack/target.js'
import { expectEqual, expectThat } from '../../../../src/testing/expectations.js'
import type { Browser } from '../../../support/browser.js'
import { attack, type FixtureTarget } from '../fixture-target.js'

const inside = 'the inner room'

/** What belongs to the framework: actions, server functions and pages behind a guard. */
export const qwikCases: readonly AttackCase<FixtureTarget>[] = [
  attack(
    'N16 K1 CVE-2023-2307 CS1',
    'an action that another site posts to does not sign the visitor in',
    ['qwik', 'user'],
    async (target) => {
      const browser = openBrowser(target)
      const action = await target.qwik.signInAction()
      for (const headers of [
        { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' },
        { origin: 'https://evil.test' },
        { origin: 'null' },
      ]) {
        const body = new URLSearchParams({ providerId: 'credentials', ...target.user })
        const response = await browser.send(action, { method: 'POST', headers, body })
        expectEqual(response.status, 403, `the answer to ${JSON.stringify(headers)}`)
        await expectSignedOut(browser, 'an action that another site posts to')
      }
    },
  ),
  attack(
    'N2 CVE-2022-24858 OR1 K6 CVE-2026-25149',
    'no destination that an action is given leads away from the site',
    ['qwik'],
    async (target) => {
      const action = await target.qwik.signInAction()
      const urls = hostileUrlsFor(new URL(target.url).host).filter((url) => url.length < 1000)
      for (const [at, url] of urls.map((one) => one.toWellFormed()).entries()) {
        const browser = openBrowser(target)
        const name = at % 2 === 0 ? 'redirectTo' : 'options.redirectTo'
        const { status, headers } = await postAction(browser, action, {
          providerId: '',
          [name]: url,
        })
        const sent = `${name}=${shorten(url)}`
        expectThat(status < 500, `no error after ${sent}`)
        const location = headers.get('location')
        if (location !== null) expectOwnAddress(browser, location, sent)
      }
    },
  ),
  attack(
    'K4 CVE-2026-25150 K5 CVE-2026-32701 B35',
    'names of an action’s fields that reach prototypes, or make lists of objects, do nothing',
    ['qwik', 'user'],
    async (target) => {
      const action = await target.qwik.signInAction()
      for (const fields of [
        { '__proto__.polluted': '1', '__proto__.redirectTo': 'https://evil.test' },
        { 'options.__proto__.polluted': '1' },
        { 'options.constructor.prototype.polluted': '1' },
        { 'constructor.prototype.polluted': '1' },
        { 'options.0': 'a', 'options.length': '999999999' },
        { 'authorizationParams.toString': 'x', 'authorizationParams.__proto__.polluted': '1' },
        { 'providerId.0': 'credentials', 'redirectTo.0': 'https://evil.test' },
      ]) {
        const browser = openBrowser(target)
        const { status, headers } = await postAction(browser, action, fields)
        const sent = JSON.stringify(fields)
        expectThat(status < 500, `no error after ${sent}, got ${status}`)
        const location = headers.get('location')
        if (location !== null) expectOwnAddress(browser, location, sent)
        await expectSignedOut(browser, sent)
      }
      expectEqual(({} as Record<string, unknown>)['polluted'], undefined, 'Object.prototype')
      await enter(target, target.user)
    },
  ),
  attack(
    'K7 CVE-2025-53620 K8 CVE-2026-27971',
    'a server function that does not exist does not stop the server',
    ['qwik', 'user'],
    async (target) => {
      for (const id of ['x', '__proto__', 'constructor', '../../x', '%00', 'a'.repeat(2000)]) {
        for (const body of ['', '{', '{"_entry":"0","_objs":[]}', '[[],{"__proto__":{}}]']) {
          const browser = openBrowser(target)
          const headers = { 'content-type': 'application/qwik-json', 'x-qrl': encodeURI(id) }
          const init = { method: 'POST', headers, body }
          await browser.fetch(`/?qfunc=${encodeURIComponent(id)}`, init).catch(() => undefined)
        }
      }
      await enter(target, target.user)
    },
  ),
  attack(
    'P34 CVE-2026-41248',
    'a page behind a guard is shown under no spelling of its path, nor as data',
    ['qwik', 'user'],
    async (target) => {
      const { guarded } = target.qwik
      const bare = guarded.replaceAll('/', '')
      const paths = [
        guarded,
        `/${bare}`,
        `//${bare}/`,
        `/${bare.toUpperCase()}/`,
        `/%61${bare.slice(1)}/`,
      ]
      const more = [
        `/x/../${bare}/`,
        `/./${bare}/`,
        `/${bare}/q-data.json`,
        `/${bare}/?a=b`,
        `/${bare}//`,
      ]
      for (const path of [...paths, ...more]) {
        const browser = openBrowser(target)
        for (const method of ['GET', 'POST', 'HEAD', 'OPTIONS']) {
          const response = await browser.fetch(`${browser.origin}${path}`, { method })
          const text = await response.text()
          expectThat(!text.includes(inside), `${method} ${path} not to show the page`)
        }
      }
      const member = await enterOnce(target, target.user)
      const { html } = await member.fetchPage(guarded)
      expectThat(html.includes(inside), 'the page to be shown to a signed-in user')
    },
  ),
  attack(
    'P10 CVE-2025-48947 SE4',
    'a page that shows a session is never cached, whatever its own headers say',
    ['qwik', 'user'],
    async (target) => {
      const browser = await enterOnce(target, target.user)
      for (const path of ['/', target.qwik.guarded]) {
        const { headers } = await browser.send(path, { headers: { accept: 'text/html' } })
        const control = headers.get('cache-control') ?? ''
        expectThat(control.includes('no-store'), `${path} to have no-store, got ${control}`)
      }
    },
  ),
]

async function postAction(
  browser: Browser,
  action: string,
  fields: Readonly<Record<string, string>>,
): Promise<Response> {
  const headers = { accept: 'text/html' }
  return browser.fetch(action, { method: 'POST', headers, body: new URLSearchParams(fields) })
}
