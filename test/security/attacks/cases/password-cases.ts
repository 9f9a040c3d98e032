import type { AttackCase } from '../../../../src/testing/attack/attack-case.js'
import { expectSignedOut } from '../../../../src/testing/attack/answers.js'
import { postPassword, openBrowser } from '../../../../src/testing/attack/target.js'
import { expectEqual } from '../../../../src/testing/expectations.js'
import { attack, type FixtureTarget } from '../fixture-target.js'

/** Guessing. */
export const passwordCases: readonly AttackCase<FixtureTarget>[] = [
  attack(
    'PW2 B15 CVE-2026-45364 B9',
    'a password is guessed a few times only, whatever the headers claim, and then not even the right one counts',
    ['user', 'hasLimits'],
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
]
