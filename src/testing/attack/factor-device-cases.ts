import { expectThat } from '../expectations.js'
import { expectSignedIn } from './answers.js'
import { attack, type AttackCase } from './attack-case.js'
import type { Browser } from './browser.js'
import {
  beginSignIn,
  postToRoute,
  signUpWithApp,
  typeFactor,
  type FactorUser,
} from './factor-users.js'
import { passSecond, postFields, type MailingTarget } from './password-users.js'
import { openBrowser } from './target.js'

const day = 24 * 60 * 60

/** The most days for which an app should remember a browser. */
const mostDays = 30

/** Attacks with cookies of remembered browsers that should be worthless by now. */
export const factorDeviceCases: readonly AttackCase[] = [
  attack(
    'FM12',
    'a browser that its user has removed from the list is asked for the second factor again',
    ['hasSecondFactors', 'hasSignUp', 'readMails'],
    async (target) => {
      const user = await signUpWithApp(target)
      const browser = await rememberBrowser(target, user)
      const attacker = copyDevice(target, browser)
      const { html } = await user.browser.fetchPage(user.browser.route('factors'))
      const listed = new Set(html.match(/\bdevice:[0-9a-f:]+/g))
      expectThat(listed.size > 0 || !isRemembered(browser), 'a remembered browser to be listed')
      for (const factor of listed) await postToRoute(user.browser, 'remove-factor', { factor })
      await beginSignIn(target, user, attacker)
    },
  ),
  attack(
    'FM12',
    'a sign-out everywhere forgets the remembered browsers',
    ['hasSecondFactors', 'hasSignUp', 'readMails'],
    async (target) => {
      const user = await signUpWithApp(target)
      const attacker = copyDevice(target, await rememberBrowser(target, user))
      await postFields(user.browser, 'signout', { everywhere: true })
      // An app refuses every sign-in of that moment, also one that forgets no browser.
      await passSecond()
      await beginSignIn(target, user, attacker)
    },
  ),
  attack(
    'FM12',
    'a browser is remembered for 30 days, also if its cookie is kept for longer',
    ['hasSecondFactors', 'hasSignUp', 'readMails', 'moveClock'],
    async (target) => {
      const user = await signUpWithApp(target)
      const attacker = copyDevice(target, await rememberBrowser(target, user))
      await target.moveClock(mostDays * day + 1)
      await beginSignIn(target, user, attacker)
    },
  ),
]

/** Signs in with a code, and asks the app to remember the browser. */
async function rememberBrowser(target: MailingTarget, user: FactorUser): Promise<Browser> {
  const browser = await beginSignIn(target, user)
  const code = await user.authenticator.nextCode()
  await typeFactor(browser, { code, rememberDevice: 'on' })
  await expectSignedIn(browser, 'the second factor')
  return browser
}

function isRemembered(browser: Browser): boolean {
  return browser.cookies.some(isDevice)
}

function isDevice({ name }: { readonly name: string }): boolean {
  return name.includes('-device-')
}

/** Opens a browser that has only the cookie by which another one is remembered. */
function copyDevice(target: MailingTarget, browser: Browser): Browser {
  const copy = openBrowser(target)
  for (const { name, value } of browser.cookies.filter(isDevice)) copy.plant(name, value)
  return copy
}
