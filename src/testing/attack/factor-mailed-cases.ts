import { expectEqual, expectThat } from '../expectations.js'
import type { FakeUser } from '../provider/fake-user.js'
import { expectSignedIn } from './answers.js'
import { attack, type AttackCase } from './attack-case.js'
import type { Browser } from './browser.js'
import { countSignedIn, mayChangeFactors, postToRoute } from './factor-users.js'
import {
  confirmAddress,
  newAddress,
  nextCode,
  nextLink,
  postFields,
  readCodes,
  type MailingTarget,
} from './password-users.js'
import {
  confirmAtProvider,
  newProviderUser,
  secondsNow,
  signInAtProvider,
  signInLongAgo,
  withAuthTime,
} from './provider-users.js'
import { findSessionCookies } from './session-cookie.js'
import type { AttackedProvider } from './target.js'

/** How many browsers use one code at once. More would meet the limit of tries. */
const parallel = 3

/** Attacks on the code that is mailed to users whose provider cannot prove a new sign-in. */
export const factorMailedCases: readonly AttackCase[] = [
  attack(
    'FM5',
    'a mailed code confirms no other session of the same user',
    ['hasSecondFactors', 'openIdProvider', 'readMails'],
    async (target) => {
      const { openIdProvider: provider } = target
      const user = newProviderUser()
      const owner = await signInLongAgo(target, provider, user)
      const thief = await signInLongAgo(target, provider, user)
      const code = await askForCode(target, owner, user)
      // An app that mails no code has nothing to confuse.
      if (code === undefined) return
      await postToRoute(thief, 'confirm', { code })
      expectThat(!(await mayChangeFactors(thief)), "no proof from another browser's code")
      copyOtherCookies(owner, thief)
      await postToRoute(thief, 'confirm', { code })
      expectThat(!(await mayChangeFactors(thief)), "no proof from another browser's cookies")
      await expectConfirms(owner, code)
    },
  ),
  attack(
    'FM3',
    'a mailed code confirms an identity once',
    ['hasSecondFactors', 'openIdProvider', 'readMails'],
    async (target) => {
      const user = newProviderUser()
      const browser = await signInLongAgo(target, target.openIdProvider, user)
      const code = await askForCode(target, browser, user)
      if (code === undefined) return
      const before = browser.copy()
      const copies = Array.from({ length: parallel }, () => browser.copy())
      await Promise.all(copies.map((copy) => postToRoute(copy, 'confirm', { code })))
      expectEqual(await countSignedIn(copies), 1, 'the sessions after one code was used at once')
      const again = await postToRoute(before, 'confirm', { code })
      expectThat(again.error !== undefined, 'an error after a code that was used')
      expectThat(!(await mayChangeFactors(before)), 'no proof from a code that was used')
      for (const copy of copies) {
        copyOtherCookies(browser, copy)
        const { error } = await postToRoute(copy, 'confirm', { code })
        expectThat(error !== undefined, 'an error after a code that was used for a session before')
      }
    },
  ),
  attack(
    'FM16',
    'a code that was mailed to a former address confirms nothing',
    ['hasSecondFactors', 'hasPasswords', 'openIdProvider', 'readMails'],
    async (target) => {
      const user = newProviderUser()
      const browser = await signInLongAgo(target, target.openIdProvider, user)
      const code = await askForCode(target, browser, user)
      if (code === undefined) return
      const email = await changeAddress(target, user)
      await postToRoute(browser, 'confirm', { code })
      expectThat(!(await mayChangeFactors(browser)), 'no proof from a code to a former address')
      const next = await askForCode(target, browser, { ...user, email })
      await expectConfirms(browser, next)
    },
  ),
]

/**
 * Asks to confirm the identity at a provider that does not say when the user signed in, and returns the
 * code that is mailed instead. Undefined if the app mails none.
 */
async function askForCode(
  target: MailingTarget & { readonly openIdProvider: AttackedProvider },
  browser: Browser,
  user: FakeUser,
): Promise<string | undefined> {
  const { openIdProvider: provider } = target
  const email = String(user.email)
  const { length } = await readCodes(target, email)
  const { headers } = await withAuthTime(provider, undefined, () =>
    confirmAtProvider(browser, provider, user),
  )
  const isMailed = headers.get('location')?.includes('with=email-code') ?? false
  return isMailed ? nextCode(target, email, length) : undefined
}

async function expectConfirms(browser: Browser, code: string | undefined): Promise<void> {
  await postToRoute(browser, 'confirm', { code })
  expectThat(await mayChangeFactors(browser), 'a mailed code to be a proof where it was asked for')
}

/** Copies everything but the session, as an attacker may who can read and write cookies. */
function copyOtherCookies(from: Browser, to: Browser): void {
  const own = new Set(findSessionCookies(from).map(([name]) => name))
  for (const { name, value } of from.cookies) if (!own.has(name)) to.plant(name, value)
}

/** Signs in with a new proof, gives the user another address, and returns it. */
async function changeAddress(
  target: MailingTarget & { readonly openIdProvider: AttackedProvider },
  user: FakeUser,
): Promise<string> {
  const { openIdProvider: provider } = target
  const browser = await withAuthTime(provider, secondsNow(), () =>
    signInAtProvider(target, provider, user),
  )
  await expectSignedIn(browser, `a sign-in at ${provider.id}`)
  const email = newAddress()
  await postFields(browser, 'change-email', { email })
  await confirmAddress(browser, await nextLink(target, email))
  return email
}
