import { expectEqual, expectThat } from '../expectations.js'
import { expectSignedIn, expectSignedOut } from './answers.js'
import { attack, type AttackCase } from './attack-case.js'
import type { Browser } from './browser.js'
import { addApp, mayChangeFactors, typeFactor } from './factor-users.js'
import {
  confirmAtProvider,
  hour,
  newProviderUser,
  secondsNow,
  signInAtProvider,
  signInLongAgo,
  withAuthTime,
} from './provider-users.js'
import type { AttackedProvider, AttackTarget } from './target.js'

/** Attacks on second factors of users who sign in at an identity service. */
export const factorIdentityCases: readonly AttackCase[] = [
  attack(
    'FM2',
    'a sign-in at an OpenID provider gives no session without the second factor',
    ['hasSecondFactors', 'openIdProvider'],
    (target) => expectAskedAfter(target, target.openIdProvider),
  ),
  attack(
    'FM2',
    'a sign-in at an OAuth provider gives no session without the second factor',
    ['hasSecondFactors', 'oauthProvider'],
    (target) => expectAskedAfter(target, target.oauthProvider),
  ),
  attack(
    'FM16 CVE-2023-6787 CVE-2026-9087',
    'a new sign-in at an OpenID provider with another account confirms nothing',
    ['hasSecondFactors', 'openIdProvider'],
    async (target) => {
      const { openIdProvider: provider } = target
      const [user, other] = [newProviderUser(), newProviderUser()]
      const browser = await signInLongAgo(target, provider, user)
      const before = (await browser.session())?.user
      const { headers } = await confirmAtProvider(browser, provider, other)
      expectThat(/error=/.test(headers.get('location') ?? ''), 'an error after another account')
      expectEqual((await browser.session())?.user, before, 'the user of the session')
      expectThat(!(await mayChangeFactors(browser)), 'no proof from another account')
      const theirs = await signInAtProvider(target, provider, other)
      const second = (await theirs.session())?.user
      expectThat(second?.email !== before?.email, 'the other account not to be linked')
      await confirmAtProvider(browser, provider, user)
      expectThat(await mayChangeFactors(browser), 'the own account to be a proof')
    },
  ),
  attack(
    'FM17',
    'a new sign-in at an OpenID provider counts only with the time when it happened',
    ['hasSecondFactors', 'openIdProvider'],
    async (target) => {
      const { openIdProvider: provider } = target
      const user = newProviderUser()
      const browser = await signInLongAgo(target, provider, user)
      const now = secondsNow()
      for (const authTime of [now - 900, undefined, now + 900, String(now), null, [now]]) {
        await withAuthTime(provider, authTime, () => confirmAtProvider(browser, provider, user))
        const said = `auth_time ${JSON.stringify(authTime)}`
        expectThat(!(await mayChangeFactors(browser)), `no proof from ${said}`)
      }
      await confirmAtProvider(browser, provider, user)
      expectThat(await mayChangeFactors(browser), 'an honest sign-in to be a proof')
    },
  ),
  attack(
    'FM17',
    'a sign-in at an OpenID provider that did not ask the user sets up no second factor',
    ['hasSecondFactors', 'openIdProvider'],
    async (target) => {
      const { openIdProvider: provider } = target
      const user = newProviderUser()
      await signInAtProvider(target, provider, user)
      for (const authTime of [secondsNow() - hour, undefined]) {
        const browser = await withAuthTime(provider, authTime, () =>
          signInAtProvider(target, provider, user),
        )
        const said = `auth_time ${JSON.stringify(authTime)}`
        expectThat(!(await maySetUp(browser)), `no set-up after a sign-in with ${said}`)
      }
      const honest = await withAuthTime(provider, secondsNow(), () =>
        signInAtProvider(target, provider, user),
      )
      expectThat(await maySetUp(honest), 'a set-up after an honest sign-in')
    },
  ),
  attack(
    'FM17',
    'a sign-in at an OAuth provider, which may not ask the user, sets up no second factor',
    ['hasSecondFactors', 'oauthProvider'],
    async (target) => {
      const { oauthProvider: provider } = target
      const user = newProviderUser()
      const first = await signInAtProvider(target, provider, user)
      expectThat(await maySetUp(first), 'a set-up by a new user')
      const browser = await signInAtProvider(target, provider, user)
      expectThat(!(await maySetUp(browser)), 'no set-up after a silent sign-in')
    },
  ),
]

/** Whether a browser is offered an authenticator app, in a session or in a sign-in that needs one. */
async function maySetUp(browser: Browser): Promise<boolean> {
  const { html } = await browser.fetchPage(browser.route('add-factor'))
  return html.includes('otpauth://totp/')
}

async function expectAskedAfter(target: AttackTarget, provider: AttackedProvider): Promise<void> {
  const user = newProviderUser()
  const first = await signInAtProvider(target, provider, user)
  await expectSignedIn(first, `the first sign-in at ${provider.id}`)
  const { recoveryCodes } = await addApp(first)
  const browser = await signInAtProvider(target, provider, user)
  await expectSignedOut(browser, `a sign-in at ${provider.id}, before the second factor`)
  await typeFactor(browser, { recoveryCode: recoveryCodes[0] })
  await expectSignedIn(browser, 'the second factor')
}
