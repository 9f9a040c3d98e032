import { expectThat } from '../expectations.js'
import { answerOf, expectOwnAddress, expectOwnWay, expectStays, shorten } from './answers.js'
import { attack, type AttackCase } from './attack-case.js'
import type { Browser } from './browser.js'
import { hostileUrlsFor, hostileValues } from './hostile-inputs.js'
import { postPassword, openBrowser, type AttackTarget } from './target.js'

const names = ['callbackUrl', 'redirectTo'] as const

/** A route that accepts the URL to open afterwards. */
type Entry = (browser: Browser, fields: Readonly<Record<string, string>>) => Promise<Response>

const entries: Readonly<Record<string, Entry>> = {
  'the query of the sign-in page': (browser, fields) => openPage(browser, 'signin', fields),
  'the query of the sign-out page': (browser, fields) => openPage(browser, 'signout', fields),
  'the query of the error page': (browser, fields) => openPage(browser, 'error', fields),
  'the query of the page about a mail': (browser, fields) =>
    openPage(browser, 'verify-request', fields),
  'a sign-in that is started': async (browser, fields) =>
    browser.postJson(browser.route('signin'), { ...fields, csrfToken: await browser.csrfToken() }),
  'a form without its token': async (browser, fields) =>
    browser.postJson(browser.route('signout'), fields),
  'the body of a sign-out': async (browser, fields) =>
    browser.postJson(browser.route('signout'), { ...fields, csrfToken: await browser.csrfToken() }),
  'the query of a sign-out': async (browser, fields) =>
    browser.postJson(browser.route(`signout?${new URLSearchParams(fields)}`), {
      csrfToken: await browser.csrfToken(),
    }),
  'a cookie that an attacker set': async (browser, fields) => {
    for (const prefix of ['', '__Secure-', '__Host-']) {
      const value = encodeURIComponent(Object.values(fields)[0] ?? '').slice(0, 4000)
      browser.plant(`${prefix}authjs.callback-url`, value)
    }
    return openPage(browser, 'signin', {})
  },
}

/** Routes that only an app with the `Password` provider has. */
const passwordEntries: Readonly<Record<string, Entry>> = {
  'the query of the sign-up page': (browser, fields) => openPage(browser, 'signup', fields),
  'the query of the page for a forgotten password': (browser, fields) =>
    openPage(browser, 'forgot-password', fields),
  'the query of the page that changes a password': (browser, fields) =>
    openPage(browser, 'change-password', fields),
  'the query of the page that confirms an address': (browser, fields) =>
    openPage(browser, 'verify-email', fields),
  'the address that password managers know': (browser, fields) =>
    browser.send(`/.well-known/change-password?${new URLSearchParams(fields)}`),
  'a form for a forgotten password': async (browser, fields) =>
    browser.postJson(browser.route('forgot-password'), {
      ...fields,
      csrfToken: await browser.csrfToken(),
      email: 'not an address',
    }),
}

/** Only a few, because the app may limit the number of attempts. */
const worstUrls = ['/\\evil.test', 'https://evil.test'] as const

export const redirectCases: readonly AttackCase[] = [
  ...Object.entries(entries).map(([where, entry]) => attackEntry(where, entry, [])),
  ...Object.entries(passwordEntries).map(([where, entry]) =>
    attackEntry(where, entry, ['hasPasswords']),
  ),
  attack(
    'N3 CVE-2022-29214 B25 OR1',
    'no callback URL leads away from the site after a sign-in',
    ['user'],
    async (target) => {
      for (const url of worstUrls) {
        const browser = openBrowser(target)
        const response = await postPassword(browser, { ...target.user, callbackUrl: url })
        expectStays(browser, response, `a sign-in with callbackUrl=${url}`)
        expectThat(response.headers.has('location'), `a redirect after callbackUrl=${url}`)
      }
    },
  ),
  attack(
    'N2 OR1',
    'an answer that names the next address in its body names one of the site',
    [],
    async (target) => {
      const browser = openBrowser(target)
      const csrfToken = await browser.csrfToken()
      const headers = { 'x-auth-return-redirect': '1' }
      for (const callbackUrl of urlsFor(target)) {
        const body = { csrfToken, callbackUrl }
        const sent = `callbackUrl=${shorten(callbackUrl)}`
        const asked = browser.postJson(browser.route('signin'), body, headers)
        const { url } = (await (await answerOf(asked, { after: sent })).json()) as { url: string }
        expectOwnWay(browser, url, sent)
      }
    },
  ),
  attack(
    'N4 CVE-2022-31093',
    'a destination that is malformed, or no text, is answered at once, and the next request works',
    [],
    async (target) => {
      const browser = openBrowser(target)
      const malformed = ['%', '%E0%A4%A', '%ff%fe', '%00', 'a', 'http://', '&callbackUrl=x', '[]=x']
      for (const page of ['signin', 'signout', 'error', 'session', 'csrf']) {
        for (const value of [...malformed, 'a'.repeat(8000)]) {
          const path = browser.route(`${page}?callbackUrl=${value}&redirectTo=${value}`)
          await answerOf(browser.fetch(path), { after: `${page} with ${shorten(value)}` })
        }
      }
      const csrfToken = await browser.csrfToken()
      for (const value of hostileValues) {
        const sent = `the destination ${JSON.stringify(value)}`
        const body = { csrfToken, callbackUrl: value, redirectTo: value }
        const asked = browser.postJson(browser.route('signin'), body)
        expectStays(browser, await answerOf(asked, { after: sent }), sent)
      }
      await browser.csrfToken()
    },
  ),
  attack('K6 CVE-2026-25149', 'no path of a request becomes a destination', [], async (target) => {
    const browser = openBrowser(target)
    const base = browser.basePath
    for (const path of [
      `//evil.test${base}/signin/`,
      `/%5cevil.test${base}/signin`,
      `${base}//evil.test`,
      `${base}/%2f%2fevil.test`,
      `//evil.test/`,
      `/%2f%2fevil.test/`,
    ]) {
      const asked = browser.send(`${browser.origin}${path}`, { headers: { accept: 'text/html' } })
      const { headers } = await answerOf(asked, { after: path })
      const location = headers.get('location')
      // The router may normalize the path, but it must stay a path on this site.
      if (location !== null) expectOwnAddress(browser, location, path)
    }
  }),
]

function attackEntry(
  where: string,
  entry: Entry,
  needs: readonly (keyof AttackTarget)[],
): AttackCase {
  return attack(
    'N2 CVE-2022-24858 B1 CVE-2024-56734 B2 CVE-2025-27143 B3 GHSA-vp58-j275-797x B4 CVE-2025-53535 P13 P14 CVE-2026-27192 OR1',
    `no destination leads away from the site: ${where}`,
    needs,
    async (target) => {
      for (const [at, url] of urlsFor(target).entries()) {
        const name = names[at % 2] ?? 'callbackUrl'
        const browser = openBrowser(target)
        const sent = `${name}=${shorten(url)} in ${where}`
        const response = await answerOf(entry(browser, { [name]: url }), { after: sent })
        await expectStaysHere(browser, response, sent)
      }
    },
  )
}

/** Browsers replace invalid characters before they send a text. */
function urlsFor({ url }: AttackTarget): readonly string[] {
  const { host } = new URL(url)
  return hostileUrlsFor(host).map((one) => decoder.decode(encoder.encode(one)))
}

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

async function openPage(
  browser: Browser,
  page: string,
  fields: Readonly<Record<string, string>>,
): Promise<Response> {
  const path = browser.route(`${page}?${new URLSearchParams(fields)}`)
  return browser.send(path, { headers: { accept: 'text/html', 'sec-fetch-site': 'none' } })
}

/** Throws if the response, or a form or link of the page, leads to another site. */
async function expectStaysHere(browser: Browser, response: Response, sent: string): Promise<void> {
  expectStays(browser, response, sent)
  const html = await response.text()
  for (const [, value = ''] of html.matchAll(
    /name="(?:callbackUrl|redirectTo)" value="([^"]*)"/g,
  )) {
    expectOwnAddress(browser, value.replaceAll('&amp;', '&'), sent)
  }
  for (const [, value = ''] of html.matchAll(/\s(?:href|action|src)="([^"]*)"/g)) {
    expectThat(
      !/^\s*(?:javascript|data:text|vbscript)/i.test(value),
      `no script as a link, ${sent}`,
    )
  }
}
