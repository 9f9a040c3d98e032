import type { AttackCase } from '../../../../src/testing/attack/attack-case.js'
import { openBrowser } from '../../../../src/testing/attack/target.js'
import { expectEqual } from '../../../../src/testing/expectations.js'
import { encodeJson, signClaims, type Claims } from '../../../support/oauth/fake-keys.js'
import type { FakeProvider } from '../../../support/oauth/fake-provider.js'
import { newcomer, signInAt } from '../federated.js'
import { attack, type FixtureTarget } from '../fixture-target.js'

/** What a provider tells of those who sign out there. */
export const logoutCases: readonly AttackCase<FixtureTarget>[] = [
  attack(
    'LO1',
    'a logout that the provider did not tell of ends no session, and one that it did ends the right one, once',
    ['op', 'hasAdapter'],
    async (target) => {
      const person = newcomer()
      const enter = async (sid: string): Promise<() => Promise<boolean>> => {
        const { browser } = await signInAt(target, target.op, {}, { person: { ...person, sid } })
        return async () => (await browser.session()) !== null
      }
      const [meant, other] = [crypto.randomUUID(), crypto.randomUUID()]
      const [isMeantIn, isOtherIn] = [await enter(meant), await enter(other)]

      for (const [how, changes] of Object.entries(lies)) {
        const token = await signClaims({ ...claimsOf(target.op, meant), ...changes }, target.op.key)
        expectEqual(await sendLogoutToken(target, token), 400, `the answer to a logout ${how}`)
      }
      const claims = encodeJson(claimsOf(target.op, meant))
      const unsigned = `${encodeJson({ alg: 'none' })}.${claims}.`
      expectEqual(
        await sendLogoutToken(target, unsigned),
        400,
        'the answer to a logout without a signature',
      )
      expectEqual([await isMeantIn(), await isOtherIn()], [true, true], 'who is in after lies')

      const token = await signClaims(claimsOf(target.op, meant), target.op.key)
      expectEqual(await sendLogoutToken(target, token), 200, 'the answer to a logout')
      expectEqual([await isMeantIn(), await isOtherIn()], [false, true], 'who is in after a logout')
      expectEqual(
        await sendLogoutToken(target, token),
        400,
        'the answer to a logout that is told twice',
      )
    },
  ),
]

const event = 'http://schemas.openid.net/event/backchannel-logout'

const lies: Readonly<Record<string, Claims>> = {
  'of another issuer': { iss: 'https://evil.test' },
  'for another client': { aud: 'another' },
  'that has expired': { exp: 1_700_000_000 },
  'without a name': { jti: undefined },
  'of no event': { events: undefined },
  'of another event': { events: { 'urn:other': {} } },
  'with a nonce': { nonce: 'abc' },
  'without a subject and a session': { sid: undefined },
}

function claimsOf({ options }: FakeProvider, sid: string): Claims {
  const now = Math.floor(Date.now() / 1000)
  const { issuer, clientId } = options
  const jti = crypto.randomUUID()
  return { iss: issuer, aud: clientId, iat: now, exp: now + 120, jti, events: { [event]: {} }, sid }
}

/** As a server sends it: with no cookies, and from no page. */
async function sendLogoutToken(target: FixtureTarget, token: string): Promise<number> {
  const browser = openBrowser(target)
  const body = new URLSearchParams({ logout_token: token })
  const address = browser.route('backchannel-logout/op')
  return (await browser.send(address, { method: 'POST', body })).status
}
