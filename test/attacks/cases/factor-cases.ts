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
import { expectEqual, expectThat } from '../../../src/testing/expectations.js'
import type { AdapterFactor } from '../../../src/model/adapter.js'
import type { Browser } from '../../browser.js'
import type { Claims } from '../../oauth/fake-keys.js'
import type { FakeProvider } from '../../oauth/fake-provider.js'
import { comeBack } from '../../oauth/sign-in.js'
import { newcomer, signInAt } from '../federated.js'
import { attack, type FixtureTarget } from '../fixture-target.js'

const hour = 60 * 60

/** Second factors beside identity services and rows of a database, which an outside client has not. */
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
