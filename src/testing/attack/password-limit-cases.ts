import { expectEqual, expectThat } from '../expectations.js'
import { expectSignedIn } from './answers.js'
import { attack, type AttackCase } from './attack-case.js'
import {
  expectAccepted,
  newAddress,
  newPassword,
  postFields,
  signUpUser,
  tryPassword,
} from './password-users.js'
import type { AttackTarget } from './target.js'

/** More attempts than an app allows one client by default. */
const manyAttempts = 70

/** Addresses that are reserved for documentation. @see RFC 5737 */
const [attackerAddress, otherAddress] = ['203.0.113.66', '198.51.100.66'] as const

/** Attacks that guess, on an app whose limits are on. */
export const passwordLimitCases: readonly AttackCase[] = [
  attack(
    'FP22',
    'a stolen session has five tries at the current password',
    ['hasLimits', 'hasSignUp', 'readMails'],
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
    ['hasLimits', 'hasSignUp', 'readMails'],
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
  attack(
    'FP24',
    'one password is tried at a few names only, and sign-ins of the attacker give no try back',
    ['hasLimits', 'hasSignUp', 'readMails', 'sendFrom'],
    async (target) => {
      const attacker = await signUpUser(target)
      const here = from(target, attackerAddress)
      const guess = newPassword()
      let status = 0
      for (let round = 0; round < manyAttempts && status !== 429; round++) {
        if (round % 10 === 0) await tryPassword(here, attacker, attacker.password)
        const { providerId } = attacker
        const tried = await tryPassword(here, { email: newAddress(), providerId }, guess)
        ;({ status } = tried.response)
      }
      expectEqual(status, 429, `the answer to a guess at one of ${manyAttempts} names`)
      await expectAccepted(from(target, otherAddress), attacker, attacker.password, 'the guesses')
    },
  ),
  attack(
    'FP23',
    'a stranger behind the same address keeps no user from a known browser or a session',
    ['hasLimits', 'hasSignUp', 'readMails', 'sendFrom'],
    async (target) => {
      const here = from(target, attackerAddress)
      const user = await signUpUser(target)
      const { browser: known } = await tryPassword(here, user, user.password)
      const { browser: signedIn } = await tryPassword(here, user, user.password)
      await expectSignedIn(known, 'the right password')
      await postFields(known, 'signout', {})
      let status = 0
      for (let round = 0; round < manyAttempts && status !== 429; round++) {
        const stranger = { ...user, email: newAddress() }
        ;({ status } = (await tryPassword(here, stranger, newPassword())).response)
      }
      expectEqual(status, 429, 'the answer to the last guess of a stranger')
      await tryPassword(here, user, user.password, known)
      await expectSignedIn(known, 'a sign-in of a known browser')
      const fields = { currentPassword: user.password, password: newPassword() }
      const changed = await postFields(signedIn, 'change-password', fields)
      expectThat(changed.status < 400, `a session to change its password, got ${changed.status}`)
    },
  ),
]

/** The app as a client with this address reaches it. */
function from<T extends AttackTarget & { readonly sendFrom: SendFrom }>(
  target: T,
  address: string,
): T {
  return { ...target, send: (request: Request) => target.sendFrom(address, request) }
}

type SendFrom = NonNullable<AttackTarget['sendFrom']>
