import { expectEqual, expectThat } from '../expectations.js'
import { expectSignedOut } from './answers.js'
import { attack, type AttackCase } from './attack-case.js'
import type { Browser } from './browser.js'
import {
  beginSignIn,
  countSignedIn,
  expectFactorRefused,
  signUpWithApp,
  typeFactor,
  type FactorUser,
} from './factor-users.js'
import type { MailingTarget } from './password-users.js'
import { copyToProcess, type AttackTarget } from './target.js'

/** A target whose app runs in two processes. */
type TwoProcesses = MailingTarget & {
  readonly secondProcess: NonNullable<AttackTarget['secondProcess']>
}

/** The sign-ins at each process that one code is tried in. The app may limit how many a user begins. */
const signInsEach = 2

/** The tries of each sign-in. After ten in all, the app would refuse because of their number. */
const triesEach = 2

/** Wrong codes that each process gets at once. */
const guessesEach = 10

/** Attacks on second factors of an app that runs in several processes. */
export const factorProcessCases: readonly AttackCase[] = [
  attack(
    'FM1',
    'two processes complete a sign-in that waits for its second factor once',
    ['hasSecondFactors', 'hasSignUp', 'readMails', 'secondProcess'],
    async (target) => {
      const user = await signUpWithApp(target)
      const [first, second] = await beginOnBoth(target, user)
      const [one, other] = user.recoveryCodes
      await Promise.all([
        typeFactor(first, { recoveryCode: one }),
        typeFactor(second, { recoveryCode: other }),
      ])
      expectEqual(await countSignedIn([first, second]), 1, 'the sessions of one sign-in')
    },
  ),
  attack(
    'FM3 CVE-2022-25838 CVE-2026-27855',
    'two processes accept a code once',
    ['hasSecondFactors', 'hasSignUp', 'readMails', 'secondProcess'],
    async (target) => {
      const user = await signUpWithApp(target)
      const code = await user.authenticator.nextCode()
      await expectOneSession(target, user, { code })
      await expectFactorRefused(atSecond(target), user, { code }, 'a code that was used before')
    },
  ),
  attack(
    'FM4 CVE-2026-31875 CVE-2026-33624 CVE-2026-34224 CVE-2025-67507 CVE-2026-48505',
    'two processes accept a recovery code once',
    ['hasSecondFactors', 'hasSignUp', 'readMails', 'secondProcess'],
    async (target) => {
      const user = await signUpWithApp(target)
      const [recoveryCode] = user.recoveryCodes
      await expectOneSession(target, user, { recoveryCode })
      await expectFactorRefused(atSecond(target), user, { recoveryCode }, 'a used recovery code')
    },
  ),
  attack(
    'FM7',
    'two processes together look at five wrong codes of a sign-in',
    ['hasSecondFactors', 'hasSignUp', 'readMails', 'secondProcess'],
    async (target) => {
      const user = await signUpWithApp(target)
      const [first, second] = await beginOnBoth(target, user)
      const code = await user.authenticator.wrongCode()
      const guesses = [first, second].flatMap((browser) =>
        Array.from({ length: guessesEach }, () => typeFactor(browser.copy(), { code })),
      )
      const answers = await Promise.all(guesses)
      const looked = answers.filter(({ error }) => error === 'InvalidCode').length
      expectThat(looked <= 5, `five of ${guesses.length} codes to be looked at, got ${looked}`)
      // Neither process looks at it, so it is not used up.
      const rightCode = await user.authenticator.nextCode()
      for (const browser of [first, second]) {
        await typeFactor(browser, { code: rightCode })
        await expectSignedOut(browser, 'too many wrong codes in one sign-in')
      }
    },
  ),
]

/** Types one code in several sign-ins, in each a few times at once, on both processes. */
async function expectOneSession(
  target: TwoProcesses,
  user: FactorUser,
  fields: Readonly<Record<string, unknown>>,
): Promise<void> {
  const browsers: Browser[] = []
  for (let count = 0; count < signInsEach; count++) {
    // Each sign-in has a process of its own. The two must not be one because a sign-in works once.
    const [first] = await beginOnBoth(target, user)
    const [, second] = await beginOnBoth(target, user)
    for (let copy = 0; copy < triesEach; copy++) browsers.push(first.copy(), second.copy())
  }
  await Promise.all(browsers.map((browser) => typeFactor(browser, fields)))
  expectEqual(await countSignedIn(browsers), 1, 'the sessions on two processes')
}

/** Types the right password, and returns the browser and its copy at the second process. */
async function beginOnBoth(
  target: TwoProcesses,
  user: FactorUser,
): Promise<readonly [Browser, Browser]> {
  const browser = await beginSignIn(target, user)
  return [browser, copyToProcess(target.secondProcess, browser)]
}

function atSecond({ secondProcess, readMails }: TwoProcesses): MailingTarget {
  return { ...secondProcess, readMails }
}
