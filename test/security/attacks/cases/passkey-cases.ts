import type { AttackCase } from '../../../../src/testing/attack/attack-case.js'
import {
  answerOf,
  expectSignedOut,
  expectSignedIn,
} from '../../../../src/testing/attack/answers.js'
import { openBrowser } from '../../../../src/testing/attack/target.js'
import { expectEqual, expectThat } from '../../../../src/testing/expectations.js'
import { assertion, authenticate, begin, end, register } from '../../../support/apps/passkey-app.js'
import {
  SoftwareAuthenticator,
  type Overrides,
} from '../../../support/passkeys/software-authenticator.js'
import { attack, type FixtureTarget } from '../fixture-target.js'
import { newAddress } from '../mails.js'

/** What an authenticator, or the page in front of it, may be made to say. */
const ceremonyMutations: Readonly<Record<string, Overrides>> = {
  'another origin': { origin: 'https://evil.test' },
  'an origin below': { origin: 'https://sub.app.test' },
  'plain http': { origin: 'http://app.test.evil.test' },
  'another site': { rpId: 'evil.test' },
  'another type': { type: 'payment.get' },
  'another challenge': { challenge: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' },
  'no user present': { up: false },
  'a backup of what cannot be backed up': { be: false, bs: true },
  'a frame of another site': { crossOrigin: true, topOrigin: 'https://evil.test' },
}

/** Sign-ins with passkeys. */
export const passkeyCases: readonly AttackCase<FixtureTarget>[] = [
  attack(
    'WA1 WA3',
    'a registration is refused when anything in it is not as it was asked for',
    ['passkeys'],
    async (target) => {
      for (const [what, overrides] of Object.entries(ceremonyMutations)) {
        const browser = openBrowser(target)
        const authenticator = new SoftwareAuthenticator(browser.origin)
        const { status } = await register(
          browser,
          authenticator,
          { email: newAddress() },
          overrides,
        )
        expectThat(status >= 400, `a refusal of ${what}, got ${status}`)
        await expectSignedOut(browser, `a registration with ${what}`)
      }
    },
  ),
  attack(
    'WA2 WA3',
    'a sign-in with a passkey is refused when anything in it is not as it was asked for',
    ['passkeys'],
    async (target) => {
      const authenticator = await registered(target)
      const signature = { signature: new Uint8Array(70).fill(1) }
      const others = { 'another signature': signature, 'another user': { userHandle: 'AAAA' } }
      for (const [what, overrides] of Object.entries({ ...ceremonyMutations, ...others })) {
        const browser = openBrowser(target)
        const { status } = await authenticate(browser, authenticator, overrides)
        expectThat(status >= 400, `a refusal of ${what}, got ${status}`)
        await expectSignedOut(browser, `a sign-in with ${what}`)
      }
      const browser = openBrowser(target)
      await authenticate(browser, authenticator)
      await expectSignedIn(browser, 'an honest sign-in')
    },
  ),
  attack(
    'WA2 B23 CVE-2026-53518 AR6',
    'an answer of a passkey is good once, in the browser that asked, even without a counter',
    ['passkeys'],
    async (target) => {
      const authenticator = await registered(target)
      const browser = openBrowser(target)
      const answer = await assertion(browser, authenticator, { counter: 0 })
      const copies = Array.from({ length: 20 }, () => browser.copy())
      const ends = await Promise.all(copies.map((copy) => end(copy, 'authenticate', answer)))
      const winners = ends.filter(({ url, error }) => error === undefined && url !== undefined)
      expectEqual(winners.length, 1, 'the number of sign-ins')
      const stranger = openBrowser(target)
      await begin(stranger, 'authenticate')
      await end(stranger, 'authenticate', answer)
      await expectSignedOut(stranger, 'the answer that was meant for another browser')
    },
  ),
  attack(
    'WA1',
    'a passkey is not added to another user by naming their address',
    ['passkeys'],
    async (target) => {
      const email = newAddress()
      const owner = openBrowser(target)
      await register(owner, new SoftwareAuthenticator(owner.origin), { email })
      await expectSignedIn(owner, 'a registration')
      const attacker = openBrowser(target)
      const theirs = new SoftwareAuthenticator(attacker.origin)
      await register(attacker, theirs, { email }).catch(() => undefined)
      await expectSignedOut(attacker, 'a registration under an address that another user has')
    },
  ),
  attack(
    'WA3',
    'the options of a sign-in do not reveal whether a user has an address',
    ['passkeys'],
    async (target) => {
      const email = newAddress()
      const owner = openBrowser(target)
      await register(owner, new SoftwareAuthenticator(owner.origin), { email })
      const shapes = new Set<string>()
      for (const address of [email, newAddress()]) {
        const response = await begin(openBrowser(target), 'authenticate', { email: address })
        const text = JSON.stringify(await response.json())
        const { length } = (text.match(/"id":/g) ?? []).map(String)
        shapes.add(`${response.status} ${length}`)
      }
      expectEqual(shapes.size, 1, 'the number of different answers')
    },
  ),
  attack(
    'P40 GHSA-g3qj-j598-cxmq WA2 IN1',
    'a malformed answer of a passkey is refused, and the next one works',
    ['passkeys'],
    async (target) => {
      const authenticator = await registered(target)
      const honest = await assertion(openBrowser(target), authenticator)
      const garbage = ['', 'AA', '_____w', '%%%', '__proto__', 'A'.repeat(20_000), null, 7, {}, []]
      for (const value of garbage) {
        for (const name of Object.keys(honest.response)) {
          const browser = openBrowser(target)
          await begin(browser, 'authenticate')
          const changed = { ...honest, response: { ...honest.response, [name]: value } }
          const { status } = await end(browser, 'authenticate', changed)
          expectThat(status >= 400 && status < 500, `a refusal of ${name} ${JSON.stringify(value)}`)
        }
        const browser = openBrowser(target)
        const csrfToken = await browser.csrfToken()
        const body = { csrfToken, action: 'authenticate', data: value }
        const asked = browser.postJson(browser.route('callback/passkey'), body)
        await answerOf(asked, { after: JSON.stringify(value) })
      }
      const browser = openBrowser(target)
      await authenticate(browser, authenticator)
      await expectSignedIn(browser, 'an honest sign-in')
    },
  ),
]

async function registered(target: FixtureTarget): Promise<SoftwareAuthenticator> {
  const browser = openBrowser(target)
  const authenticator = new SoftwareAuthenticator(browser.origin)
  await register(browser, authenticator, { email: newAddress() })
  await expectSignedIn(browser, 'a registration')
  return authenticator
}
