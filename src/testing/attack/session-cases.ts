import { expectEqual, expectThat } from '../expectations.js'
import { answerOf, expectSignedOut, expectSignedIn } from './answers.js'
import { attack, type AttackCase } from './attack-case.js'
import { forbidsCaching } from './page-cases.js'
import { findSessionCookies } from './session-cookie.js'
import { enter, enterOnce, postPassword, openBrowser } from './target.js'

/** Another user's id, under every name that might be accepted. */
const identity = {
  userId: 'user-0',
  id: 'user-0',
  sub: 'user-0',
  'user[id]': 'user-0',
  user: { id: 'user-0' },
  sessionToken: 'x',
}

export const sessionCases: readonly AttackCase[] = [
  attack(
    'P1 CVE-2022-25896 P2 CVE-2023-29019 CVE-2021-41246 SE1',
    'a sign-in gives a token of its own, and a planted one does not survive it',
    ['user'],
    async (target) => {
      // The victim's sign-in may end the planted session, so it must not be the one that other
      // attacks share.
      const attacker = await enter(target, target.user)
      const victim = openBrowser(target)
      const planted = findSessionCookies(attacker)
      for (const [name, value] of planted) victim.plant(name, value)
      await postPassword(victim, target.user)
      await expectSignedIn(victim, 'a sign-in over a planted session')
      for (const [name, value] of findSessionCookies(victim)) {
        expectThat(!planted.some((one) => one[1] === value), `${name} to be another one`)
      }
    },
  ),
  attack(
    'N19 P9 CVE-2024-31999 LO3 SE1',
    'a copy of the cookies is no session after the sign-out',
    ['user', 'hasAdapter'],
    async (target) => {
      const browser = await enter(target, target.user)
      const copy = browser.copy()
      await expectSignedIn(copy, 'copying the cookies')
      const csrfToken = await browser.csrfToken()
      await browser.postJson(browser.route('signout'), { csrfToken })
      await expectSignedOut(browser, 'the sign-out')
      await expectSignedOut(copy, 'the sign-out of the browser that it was copied from')
    },
  ),
  attack(
    'SE4 P10 CVE-2025-48947 CVE-2026-44457',
    'no cache keeps an answer that depends on a session or sets one',
    ['user'],
    async (target) => {
      const browser = openBrowser(target)
      const answers = [await postPassword(browser, target.user)]
      answers.push(await browser.fetch(browser.route('session')))
      answers.push(await browser.fetch(browser.route('csrf')))
      const csrfToken = await browser.csrfToken()
      answers.push(await browser.postJson(browser.route('session'), { csrfToken, data: {} }))
      answers.push(await browser.postJson(browser.route('signout'), { csrfToken }))
      for (const { headers } of answers) {
        expectThat(forbidsCaching(headers), 'every answer to have no-store')
        expectThat(/cookie/i.test(headers.get('vary') ?? ''), 'every answer to vary by Cookie')
        expectThat(headers.has('referrer-policy'), 'every answer to have a referrer policy')
      }
    },
  ),
  attack(
    'SE5',
    'what a client sends to update its session is not believed',
    ['user'],
    async (target) => {
      const browser = await enterOnce(target, target.user)
      const before = await browser.session()
      const data = { ...identity, name: 'root', email: 'root@evil.test', exp: 9e9, role: 'admin' }
      const csrfToken = await browser.csrfToken()
      const body = { ...data, csrfToken, data }
      await answerOf(browser.postJson(browser.route('session'), body), { after: 'an update' })
      const after = await browser.session()
      expectEqual(after?.user, before?.user, 'the user after an update')
      expectEqual(after?.['role'], before?.['role'], 'the role after an update')
    },
  ),
  attack(
    'B6 CVE-2025-61928 GHSA-99h5-pjcv-gr6v',
    'no route accepts a user id from the input as an identity',
    [],
    async (target) => {
      const browser = openBrowser(target)
      const headers = { 'x-user-id': 'user-0', 'x-auth-user': 'user-0', 'x-user': 'user-0' }
      const path = browser.route('session?userId=user-0&sub=user-0&user[id]=user-0')
      const response = await browser.fetch(path, { headers })
      expectEqual(await response.json(), null, 'the session after a request that names a user')
      const csrfToken = await browser.csrfToken()
      const body = { ...identity, csrfToken, data: identity }
      const updated = await browser.postJson(browser.route('session'), body, headers)
      expectEqual(await updated.json(), null, 'the session after an update that names a user')
    },
  ),
  attack(
    'B6 CVE-2025-61928 B10 GHSA-wmjr-v86c-m9jj',
    "a sign-out that names another user ends only the sender's session",
    ['user'],
    async (target) => {
      const victim = await enterOnce(target, target.user)
      const attacker = openBrowser(target)
      const csrfToken = await attacker.csrfToken()
      const tokens = findSessionCookies(victim)
      for (const [, sessionToken] of tokens) {
        const body = { ...identity, csrfToken, sessionToken, session: sessionToken }
        await attacker.postJson(attacker.route('signout'), body)
      }
      await expectSignedIn(victim, 'the sign-out of another user')
    },
  ),
  attack(
    'N13 GHSA-xmf8-cvqr-rfgj CVE-2026-73418',
    'an Authorization header is no session and no error',
    [],
    async (target) => {
      const browser = openBrowser(target)
      const odd = ['Bearer %', 'Bearer %E0%A4%A', 'Bearer', 'Bearer ', '', 'Bearer é', 'Basic x']
      for (const authorization of [...odd, `Bearer ${'a'.repeat(8000)}`]) {
        for (const path of ['session', 'signin', 'csrf']) {
          const asked = browser.fetch(browser.route(path), { headers: { authorization } })
          const response = await answerOf(asked, { after: authorization.slice(0, 40) })
          if (path === 'session') expectEqual(await response.json(), null, 'the session')
        }
      }
    },
  ),
  attack(
    'IN2 P23 CVE-2026-47673',
    'a session token in an Authorization header or in a query is no session',
    ['user'],
    async (target) => {
      const browser = await enterOnce(target, target.user)
      for (const [name, token] of findSessionCookies(browser)) {
        for (const scheme of ['Bearer', 'bearer', 'Basic', 'DPoP']) {
          const other = openBrowser(target)
          const headers = { authorization: `${scheme} ${token}` }
          const response = await other.fetch(other.route('session'), { headers })
          expectEqual(await response.json(), null, `the session with a token as ${scheme}`)
        }
        const other = openBrowser(target)
        const query = new URLSearchParams({ [name]: token, sessionToken: token, token })
        const response = await other.fetch(other.route(`session?${query}`))
        expectEqual(await response.json(), null, 'the session with a token in the query')
      }
    },
  ),
  attack(
    'P7 CVE-2019-19723 SE6',
    'two people who sign in and read at once each see themselves',
    ['user', 'otherUser'],
    async (target) => {
      const browsers = await Promise.all([
        enterOnce(target, target.user),
        enter(target, target.otherUser),
      ])
      const names = await Promise.all(browsers.map(async (one) => (await one.session())?.user))
      expectThat(JSON.stringify(names[0]) !== JSON.stringify(names[1]), 'two people to be two')
      const reads = Array.from({ length: 40 }, async (_, at) => {
        const session = await browsers[at % 2]?.session()
        expectEqual(session?.user, names[at % 2], 'who is signed in')
      })
      await Promise.all(reads)
    },
  ),
  attack(
    'P1 SE2',
    "a user who signs in over another user's session takes over nothing from it",
    ['user', 'otherUser'],
    async (target) => {
      const browser = await enter(target, target.user)
      const first = (await browser.session())?.user
      await postPassword(browser, target.otherUser)
      const second = (await browser.session())?.user
      expectThat(JSON.stringify(first) !== JSON.stringify(second), 'the other person to be there')
      const own = await enterOnce(target, target.user)
      expectEqual((await own.session())?.user, first, 'the first person afterwards')
    },
  ),
]
