import type { Adapter, AdapterFactor } from '../../model/adapter.js'
import { expectThat } from '../expectations.js'
import { attack, type AttackCase } from './attack-case.js'
import { expectFactorRefused, expectFactorWorks, signUpWithApp } from './factor-users.js'
import type { FactorUser } from './factor-users.js'
import type { MailingTarget } from './password-users.js'

const after = "an authenticator app got another row's secret"

/** Attacks on second factors by someone who can write to the app's database. */
export const factorRowCases: readonly AttackCase[] = [
  attack(
    'FM21',
    "an authenticator app with another row's secret opens nothing",
    ['hasSecondFactors', 'hasSignUp', 'readMails', 'adapter'],
    async (target) => {
      const { user, attacker } = await swapSecrets(target, target.adapter)
      const theirs = { code: await attacker.authenticator.nextCode() }
      await expectFactorRefused(target, user, theirs, after)
      const own = { code: await user.authenticator.nextCode() }
      await expectFactorRefused(target, user, own, after)
      await expectFactorWorks(target, user, { recoveryCode: user.recoveryCodes[0] }, after)
    },
  ),
  attack(
    'FM21',
    "the log names an authenticator app that has another row's secret",
    ['hasSecondFactors', 'hasSignUp', 'readMails', 'adapter', 'readLog'],
    async (target) => {
      const { user, attacker } = await swapSecrets(target, target.adapter)
      const { length } = await target.readLog()
      const theirs = { code: await attacker.authenticator.nextCode() }
      await expectFactorRefused(target, user, theirs, after)
      const log = (await target.readLog()).slice(length)
      expectThat(log.includes('factor-unreadable'), 'the log to say `factor-unreadable`')
    },
  ),
]

interface Swapped {
  readonly user: FactorUser
  readonly attacker: FactorUser
}

/** Writes the attacker's secret into the row of the user's authenticator app. */
async function swapSecrets(target: MailingTarget, adapter: Adapter): Promise<Swapped> {
  const [user, attacker] = [await signUpWithApp(target), await signUpWithApp(target)]
  const [own, theirs] = [await appOf(adapter, user), await appOf(adapter, attacker)]
  await adapter.replaceFactors?.(own.userId, 'totp', [{ ...own, secret: theirs.secret }])
  return { user, attacker }
}

async function appOf(adapter: Adapter, { email }: FactorUser): Promise<AdapterFactor> {
  const owner = await adapter.getUserByEmail?.(email)
  const rows = (owner && (await adapter.listFactorsByUserId?.(owner.id))) ?? []
  const app = rows.find(({ type }) => type === 'totp')
  if (!app) throw new Error(`Expected an authenticator app of ${email} in the database.`)
  return app
}
