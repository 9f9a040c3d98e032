import type { AttackCase } from '../../../../src/testing/attack/attack-case.js'
import { expectSignedOut } from '../../../../src/testing/attack/answers.js'
import { enter, openBrowser } from '../../../../src/testing/attack/target.js'
import { expectEqual, expectThat } from '../../../../src/testing/expectations.js'
import { clientSecret, comeBack, start } from '../../../support/oauth/sign-in.js'
import { expectLetIn, expectTurnedAway, newcomer, signInAt } from '../federated.js'
import { attack, type FixtureTarget } from '../fixture-target.js'
import { confirmLink, mailTo } from '../mails.js'

/** Whose an account is. */
export const accountCases: readonly AttackCase<FixtureTarget>[] = [
  attack(
    'LK1 B21 CVE-2026-53516 GHSA-g38m-r43w-p2q7',
    "a provider that names another user's address does not sign in to their account",
    ['op', 'two', 'inbox'],
    async (target) => {
      const email = `${crypto.randomUUID()}@people.test`
      const owner = openBrowser(target)
      await confirmLink(owner, await mailTo(target, owner, email))
      const before = (await owner.session())?.user
      for (const email_verified of [undefined, false, 'true', 1, [true], true]) {
        const person = newcomer({ email, email_verified })
        for (const id of ['op', 'two'] as const) {
          const refused = await signInAt(target, target[id], {}, { id, person })
          await expectTurnedAway(refused, `email_verified ${JSON.stringify(email_verified)}`)
        }
      }
      expectEqual((await owner.session())?.user, before, 'whose session it is')
    },
  ),
  attack(
    'LK2 B31 GHSA-qq9h-g4jm-xgf3 B21',
    'a user who proves an address evicts those who had claimed it without proof',
    ['op', 'inbox'],
    async (target) => {
      const email = `${crypto.randomUUID()}@people.test`
      const planted = newcomer({ email, name: 'Mallory' })
      const { browser: attacker } = await signInAt(target, target.op, {}, { person: planted })
      expectThat((await attacker.session()) !== null, 'the attacker to be in first')
      const owner = openBrowser(target)
      await confirmLink(owner, await mailTo(target, owner, email))
      expectThat((await owner.session()) !== null, 'the owner to be in')
      await expectSignedOut(attacker, 'the owner has proven the address')
      const again = await signInAt(target, target.op, {}, { person: planted })
      await expectTurnedAway(again, 'the planted way to sign in')
    },
  ),
  attack(
    'LK3',
    'an odd address of a service breaks nothing, and a changed one does not switch the user',
    ['op'],
    async (target) => {
      for (const email of [
        undefined,
        null,
        7,
        [],
        ['a@x.test'],
        {},
        '',
        'no address',
        'A@X.TEST,b@y',
      ]) {
        const { browser, response } = await signInAt(
          target,
          target.op,
          {},
          { person: newcomer({ email }) },
        )
        expectThat(response.status < 500, `no error after the address ${JSON.stringify(email)}`)
        expectThat(browser.cookies.length < 10, 'few cookies')
      }
      const person = newcomer()
      await signInAt(target, target.op, {}, { person })
      const other = newcomer()
      await signInAt(target, target.op, {}, { person: other })
      const moved = { ...person, email: other['email'] }
      const { browser } = await signInAt(target, target.op, {}, { person: moved })
      const user = (await browser.session())?.user
      expectThat(user?.name !== other['name'], 'the owner of the address not to be there')
    },
  ),
  attack(
    'LK3 B23',
    'twenty first sign-ins of one person at once make one user',
    ['op', 'adapter'],
    async (target) => {
      const person = newcomer()
      const visits = Array.from({ length: 20 }, () => signInAt(target, target.op, {}, { person }))
      const settled = await Promise.all(visits)
      const sessions = await Promise.all(settled.map(({ browser }) => browser.session()))
      expectThat(
        sessions.some((session) => session !== null),
        'a sign-in to succeed',
      )
      await expectLetIn(await signInAt(target, target.op, {}, { person }), 'another time')
      const user = await target.adapter.getUserByEmail?.(String(person['email']))
      const account = { provider: 'op', providerAccountId: String(person['sub']) }
      const owner = await target.adapter.getUserByAccount?.(account)
      expectEqual(owner?.id, user?.id, 'the owner of the account')
    },
  ),
  attack(
    'SE2 P2',
    'someone who signs in at a service while another is signed in is not linked to them',
    ['op', 'user'],
    async (target) => {
      const browser = await enter(target, target.user)
      const first = (await browser.session())?.user?.name
      const person = newcomer()
      await signInAt(target, target.op, {}, { person, browser })
      expectEqual((await browser.session())?.user?.name, person['name'], 'who is there now')
      const { browser: fresh } = await signInAt(target, target.op, {}, { person })
      expectThat((await fresh.session())?.user?.name !== first, 'the account not to be the other’s')
    },
  ),
  attack('IT17', 'one subject at two services is two people', ['op', 'two'], async (target) => {
    const sub = crypto.randomUUID()
    const one = newcomer({ sub, name: 'One' })
    const other = newcomer({ sub, name: 'Other', email: `other-${sub}@newcomers.test` })
    await signInAt(target, target.op, {}, { person: one })
    const { browser } = await signInAt(target, target.two, {}, { id: 'two', person: other })
    expectEqual((await browser.session())?.user?.name, 'Other', 'who is there')
  }),
  attack(
    'B24 GHSA-2vg6-77g8-24mp SE3',
    'a user who is deleted has no session anywhere',
    ['op', 'adapter'],
    async (target) => {
      const person = newcomer()
      const { browser } = await signInAt(target, target.op, {}, { person })
      const account = { provider: 'op', providerAccountId: String(person['sub']) }
      const user = await target.adapter.getUserByAccount?.(account)
      if (!user) throw new Error('Expected the user to be in the database.')
      await target.adapter.deleteUser?.(user.id)
      await expectSignedOut(browser, 'the user is deleted')
    },
  ),
  attack(
    'N6 CVE-2022-31186 BC8',
    'the log holds no secret, code, verifier, token or cookie, whatever goes wrong',
    ['op', 'readLog'],
    async (target) => {
      const { op } = target
      const secrets = new Set([clientSecret])
      for (const token of [() => new Response('no', { status: 500 }), () => new Response('<p>')]) {
        const browser = openBrowser(target)
        const back = op.authorize(await start(browser), newcomer())
        for (const { name, value } of browser.cookies) {
          if (name.includes('attempt')) secrets.add(value)
        }
        op.misbehaviour = { answer: { token } }
        await comeBack(browser, back).finally(() => (op.misbehaviour = {}))
        secrets.add(back.params.get('code') ?? '')
        secrets.add(op.last('token').form.get('code_verifier') ?? '')
      }
      const { browser } = await signInAt(target, op)
      const session = browser.cookies.find(({ name }) => name.includes('session'))
      secrets.add(session?.value ?? '')
      expectThat(secrets.size > 5 && !secrets.has(''), 'secrets to look for')
      const log = await target.readLog()
      expectThat(log.length > 0, 'a log to look into')
      for (const secret of secrets) {
        expectThat(!log.includes(secret), `no secret in the log, found ${secret.slice(0, 6)}…`)
        expectThat(!log.includes(encodeURIComponent(secret)), 'no encoded secret in the log')
      }
    },
  ),
]
