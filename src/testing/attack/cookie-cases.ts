import { expectEqual, expectThat } from '../expectations.js'
import { answerOf, expectSignedOut, expectSignedIn, shorten } from './answers.js'
import { attack, type AttackCase } from './attack-case.js'
import type { Browser } from './browser.js'
import { forgedTokens } from './forged-tokens.js'
import { findSessionCookies, sessionCookieNames } from './session-cookie.js'
import { enterOnce, openBrowser } from './target.js'

export const cookieCases: readonly AttackCase[] = [
  attack(
    'CK4',
    'a Cookie header that no browser would send is no session and no error',
    [],
    async (target) => {
      for (const name of sessionCookieNames) {
        for (const cookie of oddHeaders(name)) {
          const browser = openBrowser(target)
          const asked = browser.send(browser.route('session'), { headers: { cookie } })
          const response = await answerOf(asked, { after: shorten(cookie) })
          // A server may refuse such a large header before the app reads it.
          if (response.status >= 400) continue
          expectEqual(await response.json(), null, `the session after ${shorten(cookie)}`)
          expectThat(response.headers.getSetCookie().length < 40, 'few cookies in the answer')
        }
      }
    },
  ),
  attack(
    'JW1 P18 P19 CVE-2022-36083 P20 CVE-2024-28176 P21 CVE-2022-23540',
    'a token that was made without a key is refused at once',
    [],
    async (target) => {
      for (const name of sessionCookieNames) {
        for (const [what, token] of forgedTokens) {
          const browser = openBrowser(target)
          browser.plant(name, token)
          const asked = browser.fetch(browser.route('session'))
          const response = await answerOf(asked, { after: what })
          if (response.status >= 400) continue
          expectEqual(await response.json(), null, `the session after ${what}`)
        }
      }
    },
  ),
  attack(
    'CK1 CK2 P45 GHSA-jjmg-x456-w976',
    'every cookie is out of reach of scripts and other sites, and bound to its host on https',
    ['user'],
    async (target) => {
      const browser = await enterOnce(target, target.user)
      await browser.csrfToken()
      expectThat(browser.cookies.length > 1, 'cookies to look at')
      for (const { name, httpOnly, secure, domain, sameSite, path } of browser.cookies) {
        expectThat(httpOnly, `${name} to be HttpOnly`)
        expectThat(/^(?:lax|strict)$/i.test(sameSite ?? ''), `${name} to be SameSite=Lax or Strict`)
        if (!browser.origin.startsWith('https:')) continue
        expectThat(secure && domain === undefined, `${name} to be Secure, without a Domain`)
        expectThat(name.startsWith('__Host-') && path === '/', `${name} to begin with __Host-`)
      }
    },
  ),
  attack('CK1', 'a visitor who only reads gets no cookie', [], async (target) => {
    const browser = openBrowser(target)
    for (const path of ['session', 'providers', 'error', 'verify-request']) {
      await browser.send(browser.route(path))
    }
    expectEqual(browser.cookies, [], 'the cookies of a visitor who only reads')
  }),
  attack(
    'P15 CVE-2026-27193',
    'no cookie says anything about the person or the request',
    ['user'],
    async (target) => {
      const browser = await enterOnce(target, target.user)
      await browser.csrfToken()
      const told: readonly unknown[] = Object.values((await browser.session())?.user ?? {})
      const words = [...told, ...Object.values(target.user)].filter(
        (word) => String(word).length > 3,
      )
      for (const { name, value } of browser.cookies) {
        for (const view of readings(value)) {
          for (const word of words) {
            expectThat(!view.includes(String(word)), `${name} not to say ${shorten(String(word))}`)
          }
        }
      }
    },
  ),
  attack(
    'P25 CVE-2024-47764',
    'a cookie whose name only looks like that of the session is not read, and shadows nothing',
    ['user'],
    async (target) => {
      const browser = await enterOnce(target, target.user)
      for (const [name, value] of findSessionCookies(browser)) {
        for (const wrong of listSimilarNames(name)) {
          const other = openBrowser(target)
          const headers = { cookie: `${wrong}=${value}` }
          const response = await other.send(other.route('session'), { headers })
          expectEqual(await response.json(), null, `the session under the name ${shorten(wrong)}`)
        }
      }
      const similarNames = listSimilarNames(findSessionCookies(browser)[0]?.[0] ?? '')
      const cookie = [...similarNames.map((name) => `${name}=x`), browser.cookieHeader()].join('; ')
      const shadowed = openBrowser(target)
      const response = await shadowed.send(shadowed.route('session'), { headers: { cookie } })
      expectThat((await response.json()) !== null, 'the session beside cookies with other names')
    },
  ),
  attack(
    'N10 CVE-2023-48309 JW2',
    'no cookie of the application is a session but that of the session, under whatever name',
    ['user'],
    async (target) => {
      const browser = await enterOnce(target, target.user)
      await browser.csrfToken()
      const sessions = findSessionCookies(browser)
      const names = sessions.map(([name]) => name)
      const others = browser.cookies.filter(({ name }) => !names.includes(name))
      expectThat(others.length > 0, 'cookies besides that of the session')
      for (const [name, token] of sessions) {
        for (const other of others) {
          const parts = [other.value, ...decodeURIComponent(other.value).split('|')]
          for (const value of parts) await expectNoSession(openBrowser(target), name, value)
          await expectUseless(openBrowser(target), other.name, token)
        }
      }
      await expectSignedIn(browser, 'all that')
    },
  ),
  attack(
    'P18 CVE-2021-29443 P6 CVE-2019-13483',
    'a session token that was changed anywhere gets one and the same refusal',
    ['user'],
    async (target) => {
      const browser = await enterOnce(target, target.user)
      const answers = new Set<string>()
      const [[name, token] = ['', '']] = findSessionCookies(browser)
      expectThat(token.length > 20, 'a session token to change')
      const step = Math.max(1, Math.floor(token.length / 60))
      for (let at = 0; at < token.length - 1; at += step) {
        // The last character of a part has unused bits, so changing it may not change the value.
        if (/[.%]/.test(token.slice(Math.max(0, at - 2), at + 2))) continue
        const changed = token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
        const other = openBrowser(target)
        const headers = { cookie: `${name}=${changed}` }
        const response = await other.send(other.route('session'), { headers })
        const cookies = response.headers.getSetCookie().join()
        answers.add(`${response.status} ${await response.text()} ${cookies}`)
      }
      expectEqual(answers.size, 1, 'the number of different refusals')
      expectThat([...answers][0]?.startsWith('200 null') ?? false, 'the refusal to be no session')
    },
  ),
]

async function expectNoSession(browser: Browser, name: string, value: string): Promise<void> {
  browser.plant(name, value)
  await expectSignedOut(browser, `${shorten(value)} as ${name}`)
}

/** A session token must not be accepted as a CSRF token. */
async function expectUseless(browser: Browser, name: string, token: string): Promise<void> {
  browser.plant(name, token)
  const body = { csrfToken: decodeURIComponent(token).split('|')[0] }
  const response = await browser.postJson(browser.route('signout'), body)
  const isRefused = response.status === 403 || /error=/.test(response.headers.get('location') ?? '')
  expectThat(isRefused, `a session token as ${name} to prove nothing`)
}

/** Returns the value, and every text that it may be an encoding of. */
function readings(value: string): readonly string[] {
  const plain = decodeURIComponent(value)
  return [plain, ...plain.split(/[.|]/).map(decodeBase64)]
}

function decodeBase64(text: string): string {
  try {
    return atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  } catch {
    return ''
  }
}

function listSimilarNames(name: string): readonly string[] {
  const bare = name.replace(/^__(?:Host|Secure)-/, '')
  return [
    `x${name}`,
    `${name}x`,
    name.toUpperCase(),
    `Host__${bare}`,
    `"${name}"`,
    `\u00a0${name}`,
    `next-auth.session-token`,
    ...(bare === name ? [] : [bare]),
  ]
}

function oddHeaders(name: string): readonly string[] {
  const chunks = (count: number, value: string): string =>
    Array.from({ length: count }, (_, at) => `${name}.${at}=${value}`).join('; ')
  return [
    '=x',
    ';;;;;;;',
    '=======',
    name,
    `${name}=`,
    `${name}="`,
    `${name}=""`,
    `${name}=%`,
    `${name}=%E0%A4%A`,
    `${name}=%00`,
    `${name}=\u00ff\u00fe`,
    `${name}=${'a'.repeat(8000)}`,
    `${name}=${'%'.repeat(8000)}`,
    chunks(200, 'x'),
    chunks(200, ''),
    `${name}.1=a; ${name}.2=b`,
    `${name}.99999999999999999999=a`,
    Array.from({ length: 100 }, () => `${name}=x`).join('; '),
    '__proto__=x; constructor=y; toString=z',
  ]
}
