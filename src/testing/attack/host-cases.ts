import { expectEqual, expectThat } from '../expectations.js'
import { answerOf } from './answers.js'
import { attack, type AttackCase } from './attack-case.js'
import type { Browser } from './browser.js'
import { listPasswordPages } from './form-routes.js'
import { spoofedHosts } from './hostile-inputs.js'
import { openBrowser, type AttackTarget, type TypedFields } from './target.js'

/** Without `host`, because the platform uses that header to choose the app. */
const forwarded = spoofedHosts.filter((headers) => !('host' in headers))

export const hostCases: readonly AttackCase[] = [
  attack(
    'OR2 P29 CVE-2023-39655 CVE-2025-70948',
    'no header that claims another host changes an address of a page or of an answer',
    [],
    async (target) => {
      const browser = openBrowser(target)
      for (const headers of forwarded) await expectOwnAddresses(target, browser, headers)
    },
  ),
  attack(
    'B8 GHSA-569q-mpph-wgww CVE-2025-71401',
    'what one request claims about the host is forgotten by the next',
    [],
    async (target) => {
      const browser = openBrowser(target)
      const spoof = { 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'http' }
      for (let round = 0; round < 3; round++) {
        await browser.send(browser.route('providers'), { headers: spoof })
        await browser.send(`/x//${browser.route('signin')}`, { headers: spoof })
        await expectOwnAddresses(target, browser, {})
      }
    },
  ),
]

async function expectOwnAddresses(
  target: AttackTarget,
  browser: Browser,
  headers: TypedFields,
): Promise<void> {
  const found = await collectAddresses(target, browser, headers)
  expectThat(found.length > 0, 'pages with addresses')
  const foreign = found.filter((address) => new URL(address).origin !== browser.origin)
  expectEqual(foreign, [], `the addresses elsewhere after ${JSON.stringify(headers)}`)
}

/** Collects the URLs that are built from the host: of the routes, in pages, JSON and redirects. */
async function collectAddresses(
  target: AttackTarget,
  browser: Browser,
  headers: TypedFields,
): Promise<readonly string[]> {
  const found: string[] = []
  const pages = ['signin', 'signout', 'providers', 'verify-request', ...listPasswordPages(target)]
  for (const path of pages) {
    const asked = browser.send(browser.route(path), {
      headers: { accept: 'text/html', ...headers },
    })
    const response = await answerOf(asked, { after: JSON.stringify(headers) })
    const text = `${await response.text()} ${response.headers.get('location') ?? ''}`
    const addresses = text.match(/\bhttps?:\/\/[^\s"'<>]+/g) ?? []
    found.push(
      ...addresses.filter((address) => new URL(address).pathname.startsWith(browser.basePath)),
    )
  }
  return found
}
