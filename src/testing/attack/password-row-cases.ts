import { expectThat } from '../expectations.js'
import { answerOf, expectRefusal, expectSignedIn, expectSignedOut, shorten } from './answers.js'
import { attack, type AttackCase } from './attack-case.js'
import { mayChangeFactors, postToRoute } from './factor-users.js'
import {
  expectAccepted,
  newPassword,
  openForm,
  passSecond,
  postFields,
  signUpUser,
  tryPassword,
  type PasswordUser,
} from './password-users.js'
import { findPassword, findUserId, withRow, writeRow } from './password-rows.js'
import { newProviderUser, signInLongAgo } from './provider-users.js'
import type { AttackTarget } from './target.js'

const key = 'A'.repeat(43)

/** Hashes that would take minutes or gigabytes to check. */
const costlyHashes = [
  `$scrypt$ln=31,r=8,p=1$c29tZXNhbHQ$${key}`,
  `$argon2id$v=19$m=4194304,t=2,p=1$c29tZXNhbHQ$${key}`,
  `$2b$31$${'a'.repeat(53)}`,
  `$pbkdf2-sha256$i=1000000000$c29tZXNhbHQ$${key}`,
] as const

/** Attacks on passwords by someone who can write to the app's database. */
export const passwordRowCases: readonly AttackCase[] = [
  attack(
    'FP15',
    'a sign-in with a stored hash that would cost too much is refused at once',
    ['hasSignUp', 'readMails', 'adapter'],
    async (target) => {
      const user = await signUpUser(target)
      const own = await findPassword(target.adapter, user.email)
      for (const hash of costlyHashes) {
        await withRow(target.adapter, own, { hash }, () => expectNoWayIn(target, user, hash))
      }
      await expectAccepted(target, user, user.password, 'its hash is the own one again')
    },
  ),
  attack(
    'FP16',
    'a sign-in with a damaged hash is refused, with the password and with the hash itself',
    ['hasSignUp', 'readMails', 'adapter'],
    async (target) => {
      const { password } = await signUpUser(target)
      const damaged = ['', '!', password, '$scrypt$ln=17,r=8,p=1$c2FsdA', '$nothing$a$b']
      for (const hash of damaged) {
        // The app may count the guesses of a user.
        const user = await signUpUser(target)
        const own = await findPassword(target.adapter, user.email)
        await withRow(target.adapter, own, { hash }, async () => {
          await expectNoWayIn(target, user, hash)
          await expectNoWayIn(target, { ...user, password: hash }, hash)
        })
        await expectNoWayIn(target, { ...user, password: own.hash }, 'the hash as the password')
      }
    },
  ),
  attack(
    'FP21',
    'a password that must be changed gives no session before another one is chosen',
    ['hasSignUp', 'readMails', 'adapter'],
    async (target) => {
      const user = await signUpUser(target)
      const own = await findPassword(target.adapter, user.email)
      await writeRow(target.adapter, { ...own, mustChange: true }, own.hash)
      const { browser } = await tryPassword(target, user, user.password)
      await expectSignedOut(browser, 'a password that must be changed')
      const shown = await openForm(browser, browser.route('reset-password'))
      const fields = { ...shown, password: user.password }
      expectRefusal(await postFields(browser, 'reset-password', fields), 'the same password again')
      await expectSignedOut(browser, 'the same password again')
      const chosen = newPassword()
      await postFields(browser, 'reset-password', { ...shown, password: chosen })
      await expectSignedIn(browser, 'the choice of another password')
      await passSecond()
      await expectAccepted(target, user, chosen, 'it was chosen')
    },
  ),
  attack(
    'FP22',
    'a password that must be changed confirms no identity',
    ['hasSecondFactors', 'hasSignUp', 'readMails', 'openIdProvider', 'adapter'],
    async (target) => {
      const { adapter, openIdProvider } = target
      const { email, password } = await signUpUser(target)
      const { hash } = await findPassword(adapter, email)
      for (const mustChange of [true, false]) {
        const person = newProviderUser()
        const browser = await signInLongAgo(target, openIdProvider, person)
        const userId = await findUserId(adapter, person.email ?? '')
        const row = { userId, hash, stamp: newPassword(), changedAt: new Date(), mustChange }
        await writeRow(adapter, row, null)
        await postToRoute(browser, 'confirm', { password })
        const isConfirmed = await mayChangeFactors(browser)
        const what = mustChange ? 'no proof by a password that must be changed' : 'a proof'
        expectThat(isConfirmed === !mustChange, what)
      }
    },
  ),
]

async function expectNoWayIn(
  target: AttackTarget,
  user: Pick<PasswordUser, 'email' | 'password' | 'providerId'>,
  hash: string,
): Promise<void> {
  const trying = tryPassword(target, user, user.password)
  const after = `the stored hash ${shorten(hash)}`
  const response = trying.then((tried) => tried.response)
  expectRefusal(await answerOf(response, { after }), after)
  await expectSignedOut((await trying).browser, after)
}
