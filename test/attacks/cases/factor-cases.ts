import type { AttackCase } from '../../../src/testing/attack/attack-case.js'
import { expectSignedIn, expectSignedOut } from '../../../src/testing/attack/answers.js'
import {
  addApp,
  beginSignIn,
  mayChangeFactors,
  postToRoute,
  signUpWithApp,
  typeFactor,
} from '../../../src/testing/attack/factor-users.js'
import type { MailingTarget } from '../../../src/testing/attack/password-users.js'
import { openBrowser } from '../../../src/testing/attack/target.js'
import { expectEqual, expectThat } from '../../../src/testing/expectations.js'
import type { AdapterFactor } from '../../../src/model/adapter.js'
import type { Browser } from '../../browser.js'
import type { Claims } from '../../oauth/fake-keys.js'
import type { FakeProvider } from '../../oauth/fake-provider.js'
import { comeBack } from '../../oauth/sign-in.js'
import { assertion, authenticate, end, register } from '../../webauthn/passkey-app.js'
import { SoftwareAuthenticator, type ResponseJson } from '../../webauthn/software-authenticator.js'
import { newcomer, signInAt } from '../federated.js'
import { attack, type FixtureTarget } from '../fixture-target.js'
import { confirmLink, mailTo, newAddress } from '../mails.js'

const hour = 60 * 60

/** Second factors beside identity services, mailed links, passkeys and rows of a database. */
export const factorCases: readonly AttackCase<FixtureTarget>[] = [
  attack(
    'FM2',
    'a sign-in at an identity service gives no session without the second factor',
    ['op', 'plain', 'hasSecondFactors'],
    async (target) => {
      for (const id of ['op', 'plain'] as const) {
        const person = newcomer()
        const first = await signInAt(target, target[id], {}, { id, person })
        await expectSignedIn(first.browser, `the first sign-in at ${id}`)
        const { recoveryCodes } = await addApp(first.browser)
        const { browser } = await signInAt(target, target[id], {}, { id, person })
        await expectSignedOut(browser, `a sign-in at ${id}, before the second factor`)
        await typeFactor(browser, { recoveryCode: recoveryCodes[0] })
        await expectSignedIn(browser, 'the second factor')
      }
    },
  ),
  attack(
    'FM2',
    'a mailed link gives no session without the second factor',
    ['inbox', 'hasSecondFactors'],
    async (target) => {
      const email = newAddress()
      const owner = openBrowser(target)
      await confirmLink(owner, await mailTo(target, owner, email))
      const { recoveryCodes } = await addApp(owner)
      const browser = openBrowser(target)
      await confirmLink(browser, await mailTo(target, browser, email))
      await expectSignedOut(browser, 'a mailed link, before the second factor')
      await typeFactor(browser, { recoveryCode: recoveryCodes[0] })
      await expectSignedIn(browser, 'the second factor')
    },
  ),
  attack(
    'FM14',
    'a passkey that did not verify its user is no second factor',
    ['passkeys', 'hasSecondFactors'],
    async (target) => {
      const { authenticator } = await registerWithApp(target)
      const unverified = openBrowser(target)
      await authenticate(unverified, authenticator, { uv: false })
      await expectSignedOut(unverified, 'a passkey without user verification')
      const forger = openBrowser(target)
      const honest = await assertion(forger, authenticator, { uv: false })
      await end(forger, 'authenticate', claimVerification(honest))
      await expectSignedOut(forger, 'a flag that the authenticator did not sign')
      const browser = openBrowser(target)
      await authenticate(browser, authenticator)
      await expectSignedIn(browser, 'a passkey with user verification')
    },
  ),
  attack(
    'FM15 CVE-2026-0723',
    "another user's passkey completes no sign-in that waits for a second factor",
    ['passkeys', 'hasSecondFactors', 'hasSignUp', 'readMails'],
    async (target) => {
      const user = await signUpWithApp(target)
      const { authenticator } = await registerWithApp(target)
      const browser = await beginSignIn(target, user)
      await authenticate(browser, authenticator)
      const seen = (await browser.session())?.user?.email
      expectThat(seen !== user.email, "no session of the user whose passkey it isn't")
    },
  ),
  attack(
    'FM16 CVE-2023-6787 CVE-2026-9087',
    'a new sign-in at an identity service with another account confirms nothing',
    ['op', 'hasSecondFactors', 'moveClock'],
    async (target) => {
      const [person, other] = [newcomer(), newcomer()]
      const { browser } = await signInAt(target, target.op, {}, { person })
      const before = (await browser.session())?.user
      await target.moveClock(hour)
      const { headers } = await confirmAt(browser, target.op, other)
      expectThat(/error=/.test(headers.get('location') ?? ''), 'an error after another account')
      expectEqual((await browser.session())?.user, before, 'the user of the session')
      expectThat(!(await mayChangeFactors(browser)), 'no proof from another account')
      const { browser: theirs } = await signInAt(target, target.op, {}, { person: other })
      const second = (await theirs.session())?.user
      expectThat(second?.email !== before?.email, 'the other account not to be linked')
    },
  ),
  attack(
    'FM17',
    'a new sign-in at an identity service counts only with the time when it happened',
    ['op', 'hasSecondFactors', 'moveClock'],
    async (target) => {
      const person = newcomer()
      const { browser } = await signInAt(target, target.op, {}, { person })
      await target.moveClock(hour)
      const now = Math.floor(Date.now() / 1000)
      for (const authTime of [now - 900, undefined, now + 900, String(now), null, [now]]) {
        target.op.misbehaviour = { claims: (claims) => ({ ...claims, auth_time: authTime }) }
        await confirmAt(browser, target.op, person)
        const said = `auth_time ${JSON.stringify(authTime)}`
        expectThat(!(await mayChangeFactors(browser)), `no proof from ${said}`)
      }
      target.op.misbehaviour = {}
      await confirmAt(browser, target.op, person)
      expectThat(await mayChangeFactors(browser), 'an honest sign-in to be a proof')
    },
  ),
  attack(
    'FM21',
    "an authenticator app with another row's secret opens nothing, and the log says so",
    ['store', 'log', 'hasSecondFactors', 'hasSignUp', 'readMails'],
    async (target) => {
      const [user, attacker] = [await signUpWithApp(target), await signUpWithApp(target)]
      const [own, theirs] = [await appOf(target, user.email), await appOf(target, attacker.email)]
      const swapped = [{ ...own, secret: theirs.secret }]
      await target.store.replaceFactors?.(own.userId, 'totp', swapped)
      await expectAppRefused(target, user, await attacker.authenticator.nextCode())
      await expectAppRefused(target, user, await user.authenticator.nextCode())
      expectThat(target.log().includes('factor-unreadable'), 'a line in the log')
    },
  ),
]

/** A user with a passkey and an authenticator app. */
async function registerWithApp(
  target: FixtureTarget,
): Promise<{ readonly authenticator: SoftwareAuthenticator }> {
  const browser = openBrowser(target)
  const authenticator = new SoftwareAuthenticator(browser.origin)
  await register(browser, authenticator, { email: newAddress() })
  await addApp(browser)
  return { authenticator }
}

/** The same answer with the flag that says that the user was verified. */
function claimVerification(answer: ResponseJson): unknown {
  const { authenticatorData } = answer.response
  const bytes = Buffer.from(String(authenticatorData), 'base64url')
  bytes.writeUInt8(bytes.readUInt8(32) | 4, 32)
  return {
    ...answer,
    response: { ...answer.response, authenticatorData: bytes.toString('base64url') },
  }
}

/** Confirms the identity of the signed-in user at the service, which says who signed in there. */
async function confirmAt(browser: Browser, fake: FakeProvider, person: Claims): Promise<Response> {
  const { url = '' } = await postToRoute(browser, 'confirm', { with: 'provider', provider: 'op' })
  return comeBack(browser, fake.authorize(url, person))
}

async function appOf({ store }: FixtureTarget, email: string): Promise<AdapterFactor> {
  const owner = await store?.getUserByEmail?.(email)
  const rows = (owner && (await store?.listFactorsByUserId?.(owner.id))) ?? []
  const app = rows.find(({ type }) => type === 'totp')
  if (!app) throw new Error(`Expected an authenticator app of ${email}.`)
  return app
}

async function expectAppRefused(
  target: MailingTarget,
  user: Parameters<typeof beginSignIn>[1],
  code: string,
): Promise<void> {
  const browser = await beginSignIn(target, user)
  await typeFactor(browser, { code })
  await expectSignedOut(browser, 'a code of a secret that belongs to another row')
}
