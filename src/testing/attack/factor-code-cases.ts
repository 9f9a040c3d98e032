import { expectEqual, expectThat } from '../expectations.js'
import { expectSignedOut } from './answers.js'
import { attack, type AttackCase } from './attack-case.js'
import {
  beginSignIn,
  countSignedIn,
  expectFactorRefused,
  expectFactorWorks,
  mayChangeFactors,
  postToRoute,
  signUpWithApp,
  typeFactor,
  type FactorUser,
} from './factor-users.js'
import type { Browser } from './browser.js'
import type { MailingTarget } from './password-users.js'

/** The sign-ins that one code is tried in at once. The app may limit how many a user begins. */
const signIns = 4

const day = 24 * 60 * 60

/** Attacks on the codes of authenticator apps and on recovery codes. */
export const factorCodeCases: readonly AttackCase[] = [
  attack(
    'FM3 CVE-2022-25838 CVE-2026-27855',
    'a code works once, whichever form it was typed in first',
    ['hasSecondFactors', 'hasSignUp', 'readMails'],
    async (target) => {
      const user = await signUpWithApp(target)
      const code = await user.authenticator.nextCode()
      const browsers = await beginSignIns(target, user)
      await Promise.all(browsers.map((browser) => typeFactor(browser, { code })))
      expectEqual(await countSignedIn(browsers), 1, 'the sessions that one code gave')
      const { error } = await postToRoute(user.browser, 'confirm', { code })
      expectEqual(error, 'InvalidCode', 'the error after a used code confirms an identity')
      await expectFactorRefused(target, user, { code }, 'a code that was used before')
    },
  ),
  attack(
    'FM3 CVE-2022-25838 CVE-2026-27855',
    'a code that set up an app or confirmed an identity does not sign the user in',
    ['hasSecondFactors', 'hasSignUp', 'readMails'],
    async (target) => {
      const user = await signUpWithApp(target)
      const confirmed = await user.authenticator.nextCode()
      await postToRoute(user.browser, 'confirm', { code: confirmed })
      await expectFactorRefused(target, user, { code: confirmed }, 'a code that confirmed')
      const other = await signUpWithApp(target)
      const setUp = await other.authenticator.lastCode()
      await expectFactorRefused(target, other, { code: setUp }, 'the code of the set-up')
    },
  ),
  attack(
    'FM4 CVE-2026-31875 CVE-2026-33624 CVE-2026-34224 CVE-2025-67507 CVE-2026-48505',
    'a recovery code works once, and not after new ones were made',
    ['hasSecondFactors', 'hasSignUp', 'readMails'],
    async (target) => {
      const user = await signUpWithApp(target)
      const [first, second, third] = user.recoveryCodes
      const browsers = await beginSignIns(target, user)
      await Promise.all(browsers.map((browser) => typeFactor(browser, { recoveryCode: first })))
      expectEqual(await countSignedIn(browsers), 1, 'the sessions that one recovery code gave')
      await expectFactorRefused(target, user, { recoveryCode: first }, 'a used recovery code')
      const browser = await expectFactorWorks(target, user, { recoveryCode: second }, 'another one')
      const { recoveryCodes = [] } = await postToRoute(browser, 'recovery-codes', {})
      expectEqual(recoveryCodes.length, user.recoveryCodes.length, 'the number of new codes')
      await expectFactorRefused(target, user, { recoveryCode: third }, 'a code that was replaced')
    },
  ),
  attack(
    'FM5 CVE-2025-64175',
    "another user's code and recovery code are refused, and stay usable for their owner",
    ['hasSecondFactors', 'hasSignUp', 'readMails'],
    async (target) => {
      const [user, attacker] = [await signUpWithApp(target), await signUpWithApp(target)]
      const code = await attacker.authenticator.nextCode()
      const [recoveryCode] = attacker.recoveryCodes
      const names = { email: attacker.email, userId: attacker.email }
      await expectFactorRefused(target, user, { code }, "another user's code")
      await expectFactorRefused(target, user, { recoveryCode }, "another user's recovery code")
      await expectFactorRefused(target, user, { ...names, recoveryCode }, 'naming its owner')
      await expectFactorWorks(target, attacker, { code }, 'it was tried for another user')
      await expectFactorWorks(target, attacker, { recoveryCode }, 'it was tried for another user')
    },
  ),
  attack(
    'FM6',
    'ten wrong codes in a row make the user wait, over how many sign-ins they are spread',
    ['hasSecondFactors', 'hasSignUp', 'readMails'],
    async (target) => {
      const user = await signUpWithApp(target)
      for (let round = 0; round < 3; round++) {
        const browser = await beginSignIn(target, user)
        for (let guess = 0; guess < 4; guess++) {
          await typeFactor(browser, { code: await user.authenticator.wrongCode() })
        }
      }
      const code = await user.authenticator.nextCode()
      await expectFactorRefused(target, user, { code }, 'twelve wrong codes in a row')
    },
  ),
  attack(
    'FM6',
    'of 110 wrong codes in eleven days, 100 are looked at, and then no code opens the account',
    ['hasSecondFactors', 'hasSignUp', 'readMails', 'moveClock'],
    async (target) => {
      const user = await signUpWithApp(target)
      let looked = 0
      for (let round = 0; round < 22; round++) {
        const browser = await beginSignIn(target, user)
        for (let guess = 0; guess < 5; guess++) {
          const code = await user.authenticator.wrongCode()
          if ((await typeFactor(browser, { code })).error === 'InvalidCode') looked += 1
        }
        // The longest wait is a day.
        if (round % 2 === 1) await target.moveClock(day + 1)
      }
      expectThat(looked <= 100, `100 wrong codes in a row to be looked at, got ${looked}`)
      const code = await user.authenticator.nextCode()
      await expectFactorRefused(target, user, { code }, '110 wrong codes in a row')
      const [recoveryCode] = user.recoveryCodes
      await expectFactorWorks(target, user, { recoveryCode }, '110 wrong codes in a row')
    },
  ),
  attack(
    'FM7',
    'of many wrong codes at once five are looked at, and then not even the right one counts',
    ['hasSecondFactors', 'hasSignUp', 'readMails'],
    async (target) => {
      const user = await signUpWithApp(target)
      const browser = await beginSignIn(target, user)
      const wrong = await user.authenticator.wrongCode()
      const guesses = Array.from({ length: 30 }, () => typeFactor(browser.copy(), { code: wrong }))
      const answers = await Promise.all(guesses)
      const looked = answers.filter(({ error }) => error === 'InvalidCode').length
      expectThat(looked <= 5, `five codes of thirty to be looked at, got ${looked}`)
      await typeFactor(browser, { code: await user.authenticator.nextCode() })
      await expectSignedOut(browser, 'thirty wrong codes in one sign-in')
    },
  ),
  attack(
    'FM20',
    'no later page or answer has the key or the recovery codes of a user',
    ['hasSecondFactors', 'hasSignUp', 'readMails'],
    async (target) => {
      const user = await signUpWithApp(target)
      const { authenticator, recoveryCodes, browser } = user
      const hidden = [...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))]
      for (const route of ['factors', 'add-factor', 'confirm', 'session', 'change-password']) {
        await expectHidden(browser, route, [authenticator.key, ...hidden])
      }
      const made = await postToRoute(browser, 'recovery-codes', {})
      expectThat((made.recoveryCodes ?? []).length > 0, 'new recovery codes')
      await expectHidden(browser, 'factors', made.recoveryCodes ?? [])
    },
  ),
  attack(
    'FM22',
    'opening the page that confirms an identity changes nothing, whatever its query says',
    ['hasSecondFactors', 'hasSignUp', 'readMails'],
    async (target) => {
      const user = await signUpWithApp(target)
      const code = await user.authenticator.nextCode()
      const pending = await beginSignIn(target, user)
      for (const route of ['confirm', 'second-factor']) {
        await pending.fetchPage(pending.route(`${route}?code=${code}`))
        await user.browser.fetchPage(user.browser.route(`${route}?code=${code}`))
      }
      await expectSignedOut(pending, 'a code in the query')
      await typeFactor(pending, { code })
      expectEqual(await countSignedIn([pending]), 1, 'the sessions after the code in a form')
      expectThat(await mayChangeFactors(user.browser), 'the first session to be as it was')
    },
  ),
]

async function beginSignIns(target: MailingTarget, user: FactorUser): Promise<readonly Browser[]> {
  const browsers: Browser[] = []
  for (let count = 0; count < signIns; count++) browsers.push(await beginSignIn(target, user))
  return browsers
}

async function expectHidden(
  browser: Browser,
  route: string,
  hidden: readonly string[],
): Promise<void> {
  const { html, response } = await browser.fetchPage(browser.route(route), { follow: false })
  const policy = response.headers.get('cache-control') ?? ''
  expectThat(/\bno-store\b/.test(policy), `no cache to keep ${route}`)
  // The page shows the key in groups of four.
  const shown = html.replaceAll(/<[^>]*>|\s/g, '')
  for (const text of hidden) {
    expectThat(!html.includes(text) && !shown.includes(text), `no secret of the set-up at ${route}`)
  }
}
