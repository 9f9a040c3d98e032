import { expectEqual, expectThat } from '../expectations.js'
import { answerOf, expectSignedIn, expectStays, shorten } from './answers.js'
import { attack, type AttackCase } from './attack-case.js'
import {
  beginSignIn,
  isSignedIn,
  mayChangeFactors,
  postToRoute,
  signUpWithApp,
  typeFactor,
  type FactorUser,
} from './factor-users.js'
import type { Browser } from './browser.js'
import { hostileUrlsFor } from './hostile-inputs.js'
import { postFields, signUpUser, tryPassword, type MailingTarget } from './password-users.js'

const minute = 60

/** Claims about a proof, under every name that might be believed. */
const claims = {
  authenticatedAt: 9e12,
  authenticated_at: 9e9,
  auth_time: 9e9,
  session_authenticated_at: 9e9,
  session_amr: ['pwd', 'otp', 'mfa'],
  amr: ['pwd', 'otp', 'mfa'],
  acr: '2',
  level: 2,
  factors: 2,
  mfa: true,
}

/** Attacks on the proof of identity that important changes ask for. */
export const factorProofCases: readonly AttackCase[] = [
  attack(
    'FM13',
    'a remembered browser is no second factor where one is needed',
    ['hasSecondFactors', 'hasSignUp', 'readMails'],
    async (target) => {
      const user = await signUpWithApp(target)
      const browser = await signInRemembered(target, user)
      // An app that remembers no browser has nothing to confuse.
      if (!(await isSignedIn(browser))) return
      expectThat(!(await mayChangeFactors(browser)), 'a remembered browser to be asked for a code')
      await postToRoute(browser, 'confirm', { recoveryCode: user.recoveryCodes[0] })
      expectThat(await mayChangeFactors(browser), 'a code to be enough')
    },
  ),
  attack(
    'FM13',
    'neither the password nor a recovery code of another user confirms an identity',
    ['hasSecondFactors', 'hasSignUp', 'readMails'],
    async (target) => {
      const [user, other] = [await signUpWithApp(target), await signUpWithApp(target)]
      const browser = await signInRemembered(target, user)
      if (!(await isSignedIn(browser))) return
      const wrong = [
        { password: user.password },
        { password: user.password, with: 'password' },
        { recoveryCode: other.recoveryCodes[0] },
        { code: [await user.authenticator.wrongCode()] },
        {},
      ]
      for (const fields of wrong) {
        await postToRoute(browser, 'confirm', fields)
        const typed = Object.keys(fields).join()
        expectThat(!(await mayChangeFactors(browser)), `no proof from the fields "${typed}"`)
      }
    },
  ),
  attack(
    'FM18',
    'a proof grows old however often its session is read, updated and renewed',
    ['hasSecondFactors', 'hasSignUp', 'readMails', 'moveClock'],
    async (target) => {
      const { browser } = await signUpUser(target)
      expectThat(await mayChangeFactors(browser), 'a new session to be recent')
      for (let round = 0; round < 12; round++) {
        await target.moveClock(5 * minute)
        await browser.session()
        await postFields(browser, 'session', { data: claims })
      }
      await expectSignedIn(browser, 'an hour')
      expectThat(!(await mayChangeFactors(browser)), 'a new proof to be asked after an hour')
    },
  ),
  attack(
    'FM19',
    'no claim that a client writes counts as a proof',
    ['hasSecondFactors', 'hasSignUp', 'readMails'],
    async (target) => {
      const user = await signUpWithApp(target)
      const browser = await signInRemembered(target, user)
      if (!(await isSignedIn(browser))) return
      await postFields(browser, 'session', { ...claims, data: claims, user: claims })
      await postFields(browser, 'confirm', { ...claims, code: '' })
      await browser.session()
      await expectSignedIn(browser, 'an update of the session')
      expectThat(!(await mayChangeFactors(browser)), 'claims of a client to be ignored')
    },
  ),
  attack(
    'FM22 N2 OR1',
    'no destination leads away from the site after the confirmation of an identity',
    ['hasSecondFactors', 'hasSignUp', 'readMails'],
    async (target) => {
      const { browser, password } = await signUpUser(target)
      const { host } = new URL(target.url)
      for (const url of hostileUrlsFor(host)) {
        const sent = `the destination ${shorten(url)} of a confirmation`
        const query = new URLSearchParams({ callbackUrl: url })
        const opened = browser.send(browser.route(`confirm?${query}`), {
          headers: { accept: 'text/html', 'sec-fetch-site': 'none' },
        })
        expectStays(browser, await answerOf(opened, { after: sent }), sent)
      }
      for (const url of [
        'https://evil.test',
        '//evil.test',
        '/\\evil.test',
        'javascript:alert(1)',
      ]) {
        const fields = { password, callbackUrl: url, redirectTo: url }
        const response = await postFields(browser, 'confirm', fields)
        expectEqual(response.status, 302, 'the answer to a confirmation')
        expectStays(browser, response, `a confirmation with ${shorten(url)}`)
      }
    },
  ),
]

/** Signs in with only the password in a browser that was remembered, if the app remembers any. */
async function signInRemembered(target: MailingTarget, user: FactorUser): Promise<Browser> {
  const browser = await beginSignIn(target, user)
  const code = await user.authenticator.nextCode()
  await typeFactor(browser, { code, rememberDevice: 'on' })
  await expectSignedIn(browser, 'the second factor')
  await postFields(browser, 'signout', {})
  await tryPassword(target, user, user.password, browser)
  return browser
}
