import { expectEqual, expectThat } from '../expectations.js'
import {
  answerOf,
  describeAnswer,
  expectRefusal,
  expectSignedIn,
  expectSignedOut,
  shorten,
} from './answers.js'
import { attack, type AttackCase } from './attack-case.js'
import type { Browser } from './browser.js'
import { typingRoutes } from './form-routes.js'
import {
  awaitMails,
  choosePassword,
  expectAccepted,
  expectRefused,
  mailResetLink,
  manyGuesses,
  newAddress,
  newPassword,
  nextLink,
  postAddress,
  postFields,
  readLinks,
  signUpUser,
  tryPassword,
} from './password-users.js'
import { listProviders, openBrowser } from './target.js'

/** Passwords that are long enough, and that everyone tries first. */
const listedPasswords = ['passwordpassword', 'password123password123'] as const

/** More mails than an app sends to one mailbox by default. */
const manyMails = 6

/** Attacks on the check of a password and on the rules for new ones. */
export const passwordCheckCases: readonly AttackCase[] = [
  attack(
    'FP12 CVE-2025-22234',
    'a password of any length has one answer for known and unknown users',
    ['hasSignUp', 'readMails'],
    async (target) => {
      const { email, providerId } = await signUpUser(target)
      for (const length of [0, 73, 257, 4096]) {
        const answers: string[] = []
        for (const name of [email, newAddress()]) {
          const typed = 'x'.repeat(length)
          const user = { email: name, providerId }
          const { browser, response } = await tryPassword(target, user, typed)
          // The page may show the address again.
          answers.push((await describeAnswer(browser, response)).replaceAll(name, '…'))
          await expectSignedOut(browser, `a password of ${length} characters`)
        }
        expectEqual(answers[0], answers[1], `the answer to ${length} characters`)
      }
    },
  ),
  attack(
    'FP13 CVE-2025-22228 CVE-2025-25298',
    'every character of a password counts, after 72 bytes and after a NUL, too',
    ['hasSignUp', 'readMails'],
    async (target) => {
      // As long as what bcrypt reads.
      const first = newPassword() + newPassword()
      const user = await signUpUser(target, `${first}-tail`)
      for (const typed of [first, `${first}-liat`, `${first}-tail\u0000x`, `${first}-tail `]) {
        await expectRefused(target, user, typed, `${shorten(typed.slice(70))} at its end`)
      }
      await expectAccepted(target, user, user.password, 'others with the same beginning')
    },
  ),
  attack(
    'FP14 CVE-2013-1443',
    'a huge password is refused at once',
    ['hasPasswords'],
    async (target) => {
      const browser = openBrowser(target)
      const providers = (await listProviders(browser)).filter(({ type }) => type === 'credentials')
      const routes = providers.map(({ id }) => `callback/${id}`)
      for (const route of [...routes, ...typingRoutes]) {
        for (const length of [10_000, 1_000_000]) {
          const typed = 'x'.repeat(length)
          const fields = { email: newAddress(), password: typed, currentPassword: typed }
          const sent = `${length} characters at ${route}`
          // A server may close the connection instead of reading the whole body.
          const response = await answerOf(postFields(browser, route, fields), {
            after: sent,
          }).catch((thrown: unknown) => {
            if (thrown instanceof TypeError) return null
            throw thrown
          })
          if (response) expectRefusal(response, sent)
        }
      }
      await expectSignedOut(browser, 'huge passwords')
    },
  ),
  attack(
    'FP21',
    'a password that everyone tries first is refused at sign-up, reset and change',
    ['hasSignUp', 'readMails'],
    async (target) => {
      const email = newAddress()
      await postAddress(openBrowser(target), 'signup', email)
      const link = await nextLink(target, email)
      const visitor = openBrowser(target)
      for (const listed of [...listedPasswords, email]) {
        expectRefusal(await choosePassword(visitor, link, listed), `${listed} at the sign-up`)
        await expectSignedOut(visitor, `${listed} at the sign-up`)
      }
      const user = await signUpUser(target)
      const reset = await mailResetLink(target, user.email)
      for (const listed of [...listedPasswords, user.email]) {
        const chosen = await choosePassword(openBrowser(target), reset, listed)
        expectRefusal(chosen, `${listed} as the new password`)
        const fields = { currentPassword: user.password, password: listed }
        const changed = await postFields(user.browser, 'change-password', fields)
        expectRefusal(changed, `${listed} as the changed password`)
      }
      await expectAccepted(target, user, user.password, 'others were refused')
    },
  ),
  attack(
    'FP22',
    'a session without the current password changes neither password nor address',
    ['hasSignUp', 'readMails'],
    async (target) => {
      const user = await signUpUser(target)
      const [password, moved] = [newPassword(), newAddress()]
      const wrong = [undefined, '', newPassword(), null, [user.password], { 0: 'x' }, true]
      for (const currentPassword of wrong) {
        const fields = { currentPassword, password }
        const response = await postFields(user.browser, 'change-password', fields)
        expectRefusal(response, `${JSON.stringify(currentPassword)} as the current password`)
      }
      const removal = { currentPassword: newPassword() }
      const removed = await postFields(user.browser, 'remove-password', removal)
      expectRefusal(removed, 'another password for the removal')
      for (const currentPassword of [undefined, newPassword()]) {
        const fields = { currentPassword, email: moved }
        const response = await postFields(user.browser, 'change-email', fields)
        expectRefusal(response, `${JSON.stringify(currentPassword)} for a new address`)
      }
      const stranger = openBrowser(target)
      const known = { currentPassword: user.password, password, email: moved }
      for (const route of ['change-password', 'change-email']) {
        expectRefusal(await postFields(stranger, route, known), `a stranger at ${route}`)
      }
      await awaitMails(target)
      expectEqual(await readLinks(target, moved), [], 'the links that the new address got')
      await expectRefused(target, user, password, 'the current one was not typed')
      await expectAccepted(target, user, user.password, 'all of that')
    },
  ),
  attack(
    'FP23',
    'a stranger who guesses passwords locks out neither the browser nor the mails of the user',
    ['hasSignUp', 'readMails'],
    async (target) => {
      const user = await signUpUser(target)
      const known = await expectAccepted(target, user, user.password, 'the sign-up')
      for (let count = 0; count < manyGuesses; count += 1) {
        await tryPassword(target, user, newPassword())
      }
      await postFields(known, 'signout', {})
      await expectSignedOut(known, 'the sign-out')
      await tryPassword(target, user, user.password, known)
      await expectSignedIn(known, 'a sign-in of a known browser after guesses of a stranger')
      const browser = openBrowser(target)
      await choosePassword(browser, await mailResetLink(target, user.email), newPassword())
      await expectSignedIn(browser, 'a reset after guesses of a stranger')
    },
  ),
  attack(
    'FP23',
    'a stranger who asks for mails to other spellings of an address keeps none from its user',
    ['hasSignUp', 'readMails'],
    async (target) => {
      const user = await signUpUser(target)
      const [name, domain] = user.email.split('@')
      for (let tag = 0; tag < manyMails; tag += 1) {
        await postAddress(openBrowser(target), 'forgot-password', `${name}+${tag}@${domain}`)
      }
      const browser = openBrowser(target)
      await choosePassword(browser, await mailResetLink(target, user.email), newPassword())
      await expectSignedIn(browser, 'a reset after mails to other spellings')
    },
  ),
  attack(
    'FP27',
    'no answer repeats a password that was typed',
    ['hasPasswords'],
    async (target) => {
      const browser = openBrowser(target)
      const canary = `canary-${newPassword()}`
      const providers = (await listProviders(browser)).filter(({ type }) => type === 'credentials')
      const routes = providers.map(({ id }) => `callback/${id}`)
      for (const route of [
        ...routes,
        ...typingRoutes,
        'signup',
        'forgot-password',
        'verify-email',
      ]) {
        const typed = { email: 'x', username: 'x', password: canary, currentPassword: canary }
        for (const headers of [{}, { 'x-auth-return-redirect': '1' }]) {
          const response = await postFields(browser, route, typed, headers)
          await expectNoEcho(browser, response, canary, route)
        }
      }
    },
  ),
  attack(
    'FP27',
    'no page repeats a new password that was refused',
    ['hasSignUp', 'readMails'],
    async (target) => {
      const user = await signUpUser(target)
      const visitor = openBrowser(target)
      // One character more than any set of rules allows.
      const canary = `canary-${newPassword()}`.padEnd(1025, '-')
      const link = await mailResetLink(target, user.email)
      const chosen = await choosePassword(visitor, link, canary)
      expectRefusal(chosen, 'a new password of 1025 characters')
      await expectNoEcho(visitor, chosen, canary, 'reset-password')
      const fields = { currentPassword: user.password, password: canary }
      const changed = await postFields(user.browser, 'change-password', fields)
      expectRefusal(changed, 'a changed password of 1025 characters')
      await expectNoEcho(user.browser, changed, canary, 'change-password')
    },
  ),
]

/** Throws if an answer, its cookies or the page that it leads to contain a text. */
async function expectNoEcho(
  browser: Browser,
  response: Response,
  text: string,
  route: string,
): Promise<void> {
  const location = response.headers.get('location')
  const page = location === null ? '' : (await browser.fetchPage(location)).html
  const cookies = browser.cookies.map(({ value }) => value)
  const said = [...response.headers].flat()
  const all = [await response.text(), page, ...cookies, ...said].join('\n')
  expectThat(!all.includes(text), `no answer of ${route} to repeat a password`)
}
