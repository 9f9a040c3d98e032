import { expectEqual } from '../expectations.js'
import { describeAnswer, expectSignedIn } from './answers.js'
import { attack, type AttackCase } from './attack-case.js'
import { registerPasskey, signWithPasskey } from './passkey-users.js'
import {
  awaitMails,
  expectRefused,
  manyGuesses,
  newAddress,
  newPassword,
  postFields,
  signUpUser,
  tryPassword,
} from './password-users.js'
import { newProviderUser, signInAtProvider } from './provider-users.js'
import { openBrowser } from './target.js'

/** Attacks on users who have another way to sign in beside a password, or instead of one. */
export const passwordBesideCases: readonly AttackCase[] = [
  attack(
    'FP10',
    'a sign-up with the address of a user of a provider sets no password and tells nothing',
    ['hasSignUp', 'readMails', 'openIdProvider'],
    async (target) => {
      const victim = newProviderUser()
      const own = await signInAtProvider(target, target.openIdProvider, victim)
      const before = (await own.session())?.user
      const { providerId } = await signUpUser(target)
      const chosen = newPassword()
      const email = victim.email ?? ''
      for (const route of ['signup', 'forgot-password']) {
        const answers: string[] = []
        for (const address of [email, newAddress()]) {
          const browser = openBrowser(target)
          const response = await postFields(browser, route, { email: address, password: chosen })
          answers.push((await describeAnswer(browser, response)).replaceAll(address, ''))
        }
        expectEqual(answers[0], answers[1], `the answer of ${route} to an address of a provider`)
      }
      await awaitMails(target)
      await expectRefused(target, { email, providerId }, chosen, 'another person posted it')
      expectEqual((await own.session())?.user, before, 'the user after another one signed up')
      const again = await signInAtProvider(target, target.openIdProvider, victim)
      expectEqual((await again.session())?.user, before, 'the user who signs in again')
    },
  ),
  attack(
    'FP23',
    'a stranger who guesses passwords does not lock out the passkey of the user',
    ['hasSignUp', 'readMails', 'hasPasskeys'],
    async (target) => {
      const user = await signUpUser(target)
      const device = await registerPasskey(user.browser)
      for (let count = 0; count < manyGuesses; count += 1) {
        await tryPassword(target, user, newPassword())
      }
      const browser = openBrowser(target)
      await signWithPasskey(browser, device)
      await expectSignedIn(browser, 'a sign-in with a passkey after guesses of a stranger')
    },
  ),
]
