import { expectEqual, expectThat } from '../expectations.js'
import { answerOf, shorten } from './answers.js'
import { attack, type AttackCase } from './attack-case.js'
import type { Browser } from './browser.js'
import { listPages } from './form-routes.js'
import { markup } from './hostile-inputs.js'
import { openBrowser, type TypedFields } from './target.js'

const names =
  'error code email callbackUrl redirectTo provider type token csrfToken name message x'.split(' ')

export const pageCases: readonly AttackCase[] = [
  attack(
    'B5 GHSA-9x4v-xfq5-m8x5 P12 CVE-2021-32702 PG1',
    'markup in any parameter of any page stays text',
    [],
    async (target) => {
      const browser = openBrowser(target)
      for (const page of await listPages(target, browser)) {
        const clean = countMarkup(await readPage(browser, page))
        for (const text of markup) {
          const query = new URLSearchParams(names.map((name) => [name, text]))
          const html = await readPage(browser, `${page}?${query}`)
          expectInert(html, clean, `${shorten(text)} in the query of ${page}`)
        }
      }
    },
  ),
  attack('B5 PG1', 'markup in paths and headers stays text', [], async (target) => {
    const browser = openBrowser(target)
    const none = { tags: [], handlers: [] }
    for (const text of markup) {
      const headers = { referer: encodeURI(text), 'user-agent': encodeURI(text) }
      // A path with a slash may not be an auth route. The app then shows its own page.
      const harmless = text.replaceAll(/[^/]/g, 'x')
      for (const folder of ['', 'signin/']) {
        const clean = countMarkup(await readPage(browser, folder + encodeURIComponent(harmless)))
        const html = await readPage(browser, folder + encodeURIComponent(text), headers)
        expectInert(html, clean, `${shorten(text)} in a path`)
      }
      const refused = await browser.send(browser.route('signout'), {
        method: 'POST',
        headers: { origin: encodeURI(text) },
      })
      expectInert(await refused.text(), none, `${shorten(text)} as the origin`)
    }
  }),
  attack(
    'PG2',
    'a page runs no inline script, loads nothing from other sites and cannot be framed',
    [],
    async (target) => {
      const browser = openBrowser(target)
      for (const page of await listPages(target, browser)) {
        const asked = browser.send(browser.route(page), { headers: { accept: 'text/html' } })
        const { status, headers } = await answerOf(asked, { after: page })
        // The app's own pages have the headers that the app sets.
        if (status !== 200) continue
        const policy = headers.get('content-security-policy') ?? ''
        expectThat(policy.includes("default-src 'none'"), `${page} to forbid what it does not need`)
        expectThat(policy.includes("frame-ancestors 'none'"), `${page} to forbid framing`)
        expectThat(!/unsafe-(?:inline|eval)|\*/.test(policy), `${page} to allow no inline code`)
        expectEqual(headers.get('x-frame-options'), 'DENY', `x-frame-options of ${page}`)
        expectEqual(headers.get('x-content-type-options'), 'nosniff', `the sniffing of ${page}`)
        expectThat(headers.has('referrer-policy'), `${page} to have a referrer policy`)
        expectThat(headers.has('cross-origin-opener-policy'), `${page} to have an opener policy`)
        expectThat(forbidsCaching(headers), `${page} to forbid caching`)
      }
    },
  ),
]

/** Whether caches must not store the response. */
export function forbidsCaching(headers: Headers): boolean {
  return /\bno-store\b/.test(headers.get('cache-control') ?? '')
}

async function readPage(
  browser: Browser,
  page: string,
  headers: TypedFields = {},
): Promise<string> {
  const path = browser.route(page)
  const asked = browser.send(path, { headers: { accept: 'text/html', ...headers } })
  return (await answerOf(asked, { after: page })).text()
}

/** The parts of a page that could run code. */
interface Markup {
  readonly tags: readonly string[]
  readonly handlers: readonly string[]
}

/** Counts elements and attributes that run or load something. */
function countMarkup(html: string): Markup {
  const tags: string[] = []
  const handlers: string[] = []
  for (const [, tag = '', rest = ''] of html.matchAll(/<([a-z][^\s/>]*)((?:"[^"]*"|[^">])*)>/gi)) {
    if (/^(?:script|iframe|object|embed|base|link|foreignobject)$/i.test(tag)) tags.push(tag)
    const attributes = rest.replaceAll(/"[^"]*"/g, '""')
    if (/\s(?:on[a-z]+|srcdoc|formaction|style)\s*=/i.test(attributes)) handlers.push(tag)
    if (/\s(?:href|src|action)="\s*(?:javascript|vbscript|data:text)/i.test(rest))
      handlers.push(tag)
  }
  return { tags, handlers }
}

function expectInert(html: string, clean: Markup, after: string): void {
  const found = countMarkup(html)
  expectEqual(found.tags, clean.tags, `the elements that run something after ${after}`)
  expectEqual(found.handlers, clean.handlers, `the attributes that run something after ${after}`)
}
