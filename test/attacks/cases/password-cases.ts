import type { AttackCase } from '../../../src/testing/attack/attack-case.js'
import { expectSignedOut } from '../../../src/testing/attack/answers.js'
import {
  expectAccepted,
  newPassword,
  postFields,
  signUpUser,
  tryPassword,
} from '../../../src/testing/attack/password-users.js'
import { postPassword, openBrowser } from '../../../src/testing/attack/target.js'
import { expectEqual } from '../../../src/testing/expectations.js'
import { attack, type FixtureTarget } from '../fixture-target.js'

/** Guessing. */
export const passwordCases: readonly AttackCase<FixtureTarget>[] = [
  attack(
    'PW2 B15 CVE-2026-45364 B9',
    'a password is guessed a few times only, whatever the headers claim, and then not even the right one counts',
    ['user', 'limited'],
    async (target) => {
      let status = 0
      for (let round = 0; round < 30; round++) {
        const headers = { 'x-forwarded-for': `10.1.2.${round}`, 'x-real-ip': `10.1.2.${round}` }
        const wrong = { ...target.user, password: `wrong ${round}` }
        ;({ status } = await postPassword(openBrowser(target), wrong, { headers }))
      }
      expectEqual(status, 429, 'the answer to the last guess')
      const browser = openBrowser(target)
      await postPassword(browser, target.user)
      await expectSignedOut(browser, 'too many guesses')
    },
  ),
  attack(
    'FP22',
    'a stolen session has five tries at the current password',
    ['limited', 'hasSignUp', 'readMails'],
    async (target) => {
      const user = await signUpUser(target)
      let status = 0
      for (let round = 0; round < 6; round++) {
        const fields = { currentPassword: newPassword(), password: newPassword() }
        ;({ status } = await postFields(user.browser, 'change-password', fields))
      }
      expectEqual(status, 429, 'the answer to the last guess')
      await expectAccepted(target, user, user.password, 'all guesses')
    },
  ),
  attack(
    'FP24',
    'sign-ins of an attacker between guesses leave the count of the guesses alone',
    ['limited', 'hasSignUp', 'readMails'],
    async (target) => {
      const [victim, attacker] = [await signUpUser(target), await signUpUser(target)]
      const { browser } = await tryPassword(target, attacker, attacker.password)
      let status = 0
      for (let round = 0; round < 12; round++) {
        await tryPassword(target, attacker, attacker.password, browser)
        const guess = await tryPassword(target, victim, newPassword(), browser)
        ;({ status } = guess.response)
      }
      expectEqual(status, 429, 'the answer to the last guess')
    },
  ),
]
