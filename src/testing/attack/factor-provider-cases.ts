import { expectThat } from '../expectations.js'
import { expectSignedIn, expectSignedOut } from './answers.js'
import { attack, type AttackCase } from './attack-case.js'
import { addApp, beginSignIn, signUpWithApp, typeFactor } from './factor-users.js'
import { claimVerification } from './passkey-device.js'
import {
  registerPasskey,
  signUpWithPasskey,
  signUpWithPasskeyAndApp,
  signWithPasskey,
} from './passkey-users.js'
import {
  newAddress,
  nextLink,
  postFields,
  readLinks,
  type MailingTarget,
} from './password-users.js'
import type { Browser } from './browser.js'
import { listProviders, openBrowser } from './target.js'

/** Attacks on second factors after mailed links and with passkeys. */
export const factorProviderCases: readonly AttackCase[] = [
  attack(
    'FM2',
    'a mailed link gives no session without the second factor',
    ['hasSecondFactors', 'hasMailedLinks', 'readMails'],
    async (target) => {
      const email = newAddress()
      const owner = await followMail(target, email)
      const { recoveryCodes } = await addApp(owner)
      const browser = await followMail(target, email)
      await expectSignedOut(browser, 'a mailed link, before the second factor')
      await typeFactor(browser, { recoveryCode: recoveryCodes[0] })
      await expectSignedIn(browser, 'the second factor')
    },
  ),
  attack(
    'FM6',
    'the finder of a security key does not get more codes to guess by touching it again',
    ['hasSecondFactors', 'hasPasskeys'],
    async (target) => {
      const { device, authenticator } = await signUpWithPasskeyAndApp(target)
      const touch = async (): Promise<Browser> => {
        const browser = openBrowser(target)
        await signWithPasskey(browser, device, { isVerified: false })
        await expectSignedOut(browser, 'a security key that was only touched')
        return browser
      }
      for (let round = 0; round < 3; round++) {
        const browser = await touch()
        for (let guess = 0; guess < 4; guess++) {
          await typeFactor(browser, { code: await authenticator.wrongCode() })
        }
      }
      const browser = await touch()
      await typeFactor(browser, { code: await authenticator.nextCode() })
      await expectSignedOut(browser, 'twelve wrong codes in a row')
    },
  ),
  attack(
    'FM14',
    'a passkey that did not verify its user is no second factor',
    ['hasSecondFactors', 'hasPasskeys'],
    async (target) => {
      const { device } = await signUpWithPasskeyAndApp(target)
      const unverified = openBrowser(target)
      await signWithPasskey(unverified, device, { isVerified: false })
      await expectSignedOut(unverified, 'a passkey without user verification')
      const forger = openBrowser(target)
      await signWithPasskey(forger, device, { isVerified: false, alter: claimVerification })
      await expectSignedOut(forger, 'a flag that the authenticator did not sign')
      const browser = openBrowser(target)
      await signWithPasskey(browser, device)
      await expectSignedIn(browser, 'a passkey with user verification')
    },
  ),
  attack(
    'FM15 CVE-2026-0723',
    "another user's passkey completes no sign-in that waits for a second factor",
    ['hasSecondFactors', 'hasPasskeys', 'hasSignUp', 'readMails'],
    async (target) => {
      const { device } = await signUpWithPasskey(target)
      const user = await signUpWithApp(target)
      await registerPasskey(user.browser)
      const browser = await beginSignIn(target, user)
      await signWithPasskey(browser, device, { for: 'second-factor' })
      await expectSignedOut(browser, 'the passkey of another user as a second factor')
      await signWithPasskey(browser, device)
      const seen = (await browser.session())?.user?.email
      expectThat(seen !== user.email, "no session of the user whose passkey it isn't")
    },
  ),
]

/** Signs in with a mailed link, as far as that goes. */
async function followMail(target: MailingTarget, email: string): Promise<Browser> {
  const browser = openBrowser(target)
  const provider = (await listProviders(browser)).find(({ type }) => type === 'email')
  const { length } = await readLinks(target, email)
  await postFields(browser, `signin/${provider?.id}`, { email })
  const page = await browser.fetchPage(await nextLink(target, email, length), { follow: false })
  // The browser that asked for the mail is led on at once. Another one has to press a button.
  if (page.forms.length > 0) await browser.postForm(page)
  return browser
}
