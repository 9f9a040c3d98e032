import { expectEqual, expectThat } from '../expectations.js'
import { expectSignedIn, expectSignedOut } from './answers.js'
import { attack, type AttackCase } from './attack-case.js'
import {
  addApp,
  beginSetUp,
  beginSignIn,
  countSignedIn,
  expectFactorRefused,
  expectFactorWorks,
  isSignedIn,
  postToRoute,
  signUpWithApp,
  typeFactor,
} from './factor-users.js'
import {
  choosePassword,
  expectAccepted,
  mailResetLink,
  newPassword,
  postFields,
  signUpUser,
  tryPassword,
} from './password-users.js'
import { openBrowser } from './target.js'

/** Seconds for which a sign-in may wait for its second factor. */
const pendingLifetime = 10 * 60

/** Attacks on sign-ins that wait for a second factor, and on the set-up of one. */
export const factorSignInCases: readonly AttackCase[] = [
  attack(
    'FM1',
    'a sign-in that waits for its second factor is completed once',
    ['hasSecondFactors', 'hasSignUp', 'readMails'],
    async (target) => {
      const user = await signUpWithApp(target)
      const browser = await beginSignIn(target, user)
      const copies = user.recoveryCodes.slice(0, 4).map((recoveryCode) => ({
        recoveryCode,
        browser: browser.copy(),
      }))
      await Promise.all(copies.map((one) => typeFactor(one.browser, one)))
      const browsers = copies.map((one) => one.browser)
      expectEqual(await countSignedIn(browsers), 1, 'the sessions of four copies at once')
      const late = browser.copy()
      await typeFactor(late, { code: await user.authenticator.nextCode() })
      await expectSignedOut(late, 'a sign-in that was completed before')
    },
  ),
  attack(
    'FM1',
    'a sign-in that has waited ten minutes for its second factor is over',
    ['hasSecondFactors', 'hasSignUp', 'readMails', 'moveClock'],
    async (target) => {
      const user = await signUpWithApp(target)
      const browser = await beginSignIn(target, user)
      const kept = browser.cookies
      await target.moveClock(pendingLifetime + 1)
      // The attacker keeps the cookies, although they have expired.
      const attacker = openBrowser(target)
      for (const { name, value } of kept) attacker.plant(name, value)
      await typeFactor(attacker, { code: await user.authenticator.nextCode() })
      await expectSignedOut(attacker, 'a code that came after ten minutes')
    },
  ),
  attack(
    'FM2 FP9',
    'neither a password nor a new password gives a session without the second factor',
    ['hasSecondFactors', 'hasSignUp', 'readMails'],
    async (target) => {
      const user = await signUpWithApp(target)
      await beginSignIn(target, user)
      const browser = openBrowser(target)
      const chosen = newPassword()
      await choosePassword(browser, await mailResetLink(target, user.email), chosen)
      await expectSignedOut(browser, 'a new password, before the second factor')
      for (const route of ['session', 'factors', 'add-factor', 'change-password']) {
        const { response } = await browser.fetchPage(browser.route(route), { follow: false })
        const isClosed = response.status !== 200 || (await response.text()) === 'null'
        expectThat(isClosed, `${route} to be closed before the second factor`)
      }
      await typeFactor(browser, { recoveryCode: user.recoveryCodes[0] })
      await expectSignedIn(browser, 'the second factor')
    },
  ),
  attack(
    'FM2',
    'the two factors of one user spare no second factor of another user in the same browser',
    ['hasSecondFactors', 'hasSignUp', 'readMails'],
    async (target) => {
      const [user, attacker] = [await signUpWithApp(target), await signUpWithApp(target)]
      const { browser } = attacker
      const expectStranger = async (after: string): Promise<void> => {
        const seen = (await browser.session())?.user?.email
        expectThat(seen !== user.email, `no session of the user after ${after}`)
      }
      await expectSignedIn(browser, 'the set-up of an authenticator app')
      await tryPassword(target, user, user.password, browser)
      await expectStranger('the password')
      await choosePassword(browser, await mailResetLink(target, user.email), newPassword())
      await expectStranger('a new password')
    },
  ),
  attack(
    'FM8',
    'a stranger without the password spends none of the tries of the user',
    ['hasSecondFactors', 'hasSignUp', 'readMails'],
    async (target) => {
      const [user, attacker] = [await signUpWithApp(target), await signUpWithApp(target)]
      const own = await beginSignIn(target, attacker)
      const names = { email: user.email, userId: user.email, user: user.email }
      for (let round = 0; round < 20; round++) {
        const browser = round < 15 ? openBrowser(target) : own
        await typeFactor(browser, { ...names, code: await user.authenticator.wrongCode() })
      }
      const code = await user.authenticator.nextCode()
      await expectFactorWorks(target, user, { code }, 'wrong codes of a stranger')
    },
  ),
  attack(
    'FM9',
    'an authenticator app whose set-up was abandoned changes nothing',
    ['hasSecondFactors', 'hasSignUp', 'readMails'],
    async (target) => {
      const plain = await signUpUser(target)
      await beginSetUp(plain.browser)
      await expectAccepted(target, plain, plain.password, 'a set-up that was abandoned')
      const user = await signUpWithApp(target)
      const abandoned = await beginSetUp(user.browser)
      const unconfirmed = { code: await abandoned.nextCode() }
      await expectFactorRefused(target, user, unconfirmed, 'the code of an app without set-up')
      const code = await user.authenticator.nextCode()
      await expectFactorWorks(target, user, { code }, 'another set-up was abandoned')
    },
  ),
  attack(
    'FM10',
    "neither another user's set-up nor another site's form adds an authenticator app",
    ['hasSecondFactors', 'hasSignUp', 'readMails'],
    async (target) => {
      const [user, attacker] = [await signUpUser(target), await signUpUser(target)]
      const planted = await beginSetUp(attacker.browser)
      const victim = user.browser.copy()
      for (const { name, value } of attacker.browser.cookies) {
        if (victim.cookie(name) === undefined) victim.plant(name, value)
      }
      await postToRoute(victim, 'add-factor', { code: await planted.nextCode() })
      const own = await beginSetUp(user.browser)
      const body = { csrfToken: await user.browser.csrfToken(), code: await own.nextCode() }
      await user.browser.send(user.browser.route('add-factor'), {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          origin: 'https://evil.test',
          'sec-fetch-site': 'cross-site',
        },
        body: JSON.stringify(body),
      })
      await expectAccepted(target, user, user.password, 'both tries to add an app')
    },
  ),
  attack(
    'FM11',
    'a new authenticator app ends the sessions that have proven less',
    ['hasSecondFactors', 'hasSignUp', 'readMails', 'hasAdapter'],
    async (target) => {
      const user = await signUpUser(target)
      const other = await expectAccepted(target, user, user.password, 'the sign-up')
      await addApp(user.browser)
      await expectSignedIn(user.browser, 'the set-up of an authenticator app')
      await expectSignedOut(other, 'the set-up of an authenticator app elsewhere')
    },
  ),
  attack(
    'FM12',
    'a remembered browser is recognized by its own cookie, for its own user, once',
    ['hasSecondFactors', 'hasSignUp', 'readMails'],
    async (target) => {
      const user = await signUpWithApp(target)
      const browser = await beginSignIn(target, user)
      const code = await user.authenticator.nextCode()
      await typeFactor(browser, { code, rememberDevice: 'on' })
      const copies = [browser.copy(), browser.copy()]
      const devices = browser.cookies.filter(({ name }) => name.includes('-device-'))
      for (const { name, value } of devices) {
        for (const forged of [value.toUpperCase(), value.slice(1), `${value}0`, '0'.repeat(64)]) {
          if (forged === value) continue
          const forger = openBrowser(target)
          forger.plant(name, forged)
          await beginSignIn(target, user, forger)
        }
      }
      const attacker = await signUpWithApp(target)
      const stranger = openBrowser(target)
      for (const { name, value } of devices) stranger.plant(name, value)
      await beginSignIn(target, attacker, stranger)
      for (const one of copies) {
        await postFields(one, 'signout', {})
        await tryPassword(target, user, user.password, one)
      }
      expectThat((await countSignedIn(copies)) < 2, 'two copies of one cookie to be one browser')
    },
  ),
  attack(
    'FM12',
    'a new password and a removed app forget the remembered browsers',
    ['hasSecondFactors', 'hasSignUp', 'readMails'],
    async (target) => {
      const user = await signUpWithApp(target)
      const browser = await beginSignIn(target, user)
      const code = await user.authenticator.nextCode()
      await typeFactor(browser, { code, rememberDevice: 'on' })
      await expectSignedIn(browser, 'the second factor')
      const password = newPassword()
      const fields = { currentPassword: user.password, password }
      await postFields(browser, 'change-password', fields)
      await postFields(browser, 'signout', {})
      await beginSignIn(target, { ...user, password }, browser)
      await typeFactor(browser, { recoveryCode: user.recoveryCodes[0], rememberDevice: 'on' })
      await expectSignedIn(browser, 'a recovery code')
      await addApp(browser)
      await postFields(browser, 'signout', {})
      await beginSignIn(target, { ...user, password }, browser)
      expectThat(!(await isSignedIn(browser)), 'a code to be asked after a new app')
    },
  ),
]
