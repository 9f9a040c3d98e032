import { describe, expect, it } from 'vitest'
import { removePasskey, unlinkAccount } from '../../../src/binding/account-calls.js'
import { handleRequest } from '../../../src/binding/handle-request.js'
import { hasProof, listAccounts } from '../../../src/core.js'
import { authenticatorApp, passkey } from '../../../src/factors.js'
import GitHub from '../../../src/providers/github.js'
import Passkey from '../../../src/providers/passkey.js'
import { requestFrom } from '../../support/apps/accounts-app.js'
import type { Browser } from '../../support/browser.js'
import { makeFactorApp, useClock, type FactorApp } from '../../support/apps/factor-app.js'
import { begin, end, optionsOf, register } from '../../support/apps/passkey-app.js'
import { SoftwareAuthenticator } from '../../support/passkeys/software-authenticator.js'
import { configOf, openEvent, openSecondEvent, type TestEvent } from './event.js'

const clock = useClock()

interface Visit {
  readonly app: FactorApp
  readonly browser: Browser
  readonly key: SoftwareAuthenticator
}

/** A user who has a passkey as the only second factor, has proven it, and can sign in at GitHub too. */
async function signInWithFactors(): Promise<Visit> {
  const app = await makeFactorApp({
    secondFactor: { methods: [authenticatorApp(), passkey()] },
    experimental: { enableWebAuthn: true },
    others: [Passkey(), GitHub({ clientId: 'id', clientSecret: 'secret' })],
  })
  const fields = { userId: app.user.id, type: 'oauth', provider: 'github' } as const
  await app.adapter.linkAccount({ ...fields, providerAccountId: '1' })
  const key = new SoftwareAuthenticator()
  await register(await app.begin(), key)
  // A new factor ends every sign-in that began in the same millisecond or before.
  clock.advance(1)
  const browser = await app.begin()
  const asked = await begin(browser, 'authenticate', { for: 'second-factor' })
  await end(browser, 'authenticate', key.get(await optionsOf(asked)))
  return { app, browser, key }
}

const versions: readonly (readonly [string, (path: string, init: RequestInit) => TestEvent])[] = [
  ['Qwik City 1', (path, init) => openEvent(path, init)],
  ['Qwik 2', (path, init) => openSecondEvent(path, 'action', init)],
]

describe.each(versions)('in an action of %s', (_version, open) => {
  it.each(['removePasskey', 'unlinkAccount'] as const)(
    '%s sets the cookie of a session with one factor, if it removes the last second factor',
    async (name) => {
      const { app, browser, key } = await signInWithFactors()
      const headers = { cookie: browser.cookieHeader(), 'sec-fetch-site': 'same-origin' }
      const { event, cookies } = open('/account/', { method: 'POST', headers })
      await handleRequest(
        event,
        configOf(() => app.config),
      )
      const accounts = await listAccounts(requestFrom(browser), app.config)
      const account = accounts.find(({ type }) => type === 'webauthn')
      const removed =
        name === 'removePasskey'
          ? await removePasskey(event, key.credentials[0]?.id ?? '')
          : await unlinkAccount(event, account ?? { provider: '', providerAccountId: '' })
      expect(removed).toBe(true)
      for (const [cookie, { value }] of cookies) browser.plant(cookie, decodeURIComponent(value))
      expect(await browser.session()).not.toBeNull()
      expect(await hasProof(requestFrom(browser), app.config, { factors: 2 })).toBe(false)
    },
  )
})
