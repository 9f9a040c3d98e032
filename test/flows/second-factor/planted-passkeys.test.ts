import { describe, expect, it } from 'vitest'
import { signOut } from '../../../src/core.js'
import { authenticatorApp, passkey } from '../../../src/factors.js'
import { fakeProvider } from '../../../src/testing.js'
import Passkey from '../../../src/providers/passkey.js'
import { requestFrom } from '../../support/apps/accounts-app.js'
import { gesture } from '../../support/apps/mail-app.js'
import { begin, end, optionsOf, register } from '../../support/apps/passkey-app.js'
import { SoftwareAuthenticator } from '../../support/passkeys/software-authenticator.js'
import { setUp } from '../../support/apps/factor-app.js'
import { makeInterruptedApp, postAsScript, type InterruptedApp } from './interrupted-app.js'

const apps = [authenticatorApp()]
const both = [authenticatorApp(), passkey()]

async function makePasskeyApp(
  methods: typeof both,
  strategy: 'database' | 'jwt' = 'database',
): Promise<InterruptedApp> {
  return makeInterruptedApp({
    providers: [Passkey()],
    experimental: { enableWebAuthn: true },
    secondFactor: { methods },
    session: { strategy },
  })
}

describe.each([
  ['authenticatorApp()', apps, 'methodAdded'],
  ['authenticatorApp() and passkey()', both, 'factorAdded'],
] as const)('a passkey in an app whose methods are %s', (_, methods, purpose) => {
  it('is not added without a mail, and ends the other sessions (FM11)', async () => {
    const app = await makePasskeyApp([...methods])
    const [owner, thief] = [await app.begin(), await app.begin()]
    expect(await register(thief, new SoftwareAuthenticator(), {})).toMatchObject({
      error: undefined,
    })
    expect(await app.mails()).toEqual([purpose])
    expect(await owner.session()).toBeNull()
    expect(await thief.session()).not.toBeNull()
  })
})

describe('a passkey of a user with an authenticator app', () => {
  it('is not added without a mail, also if the app does not count it as a second factor', async () => {
    const app = await makePasskeyApp(apps)
    const owner = await app.begin()
    await setUp(owner, await owner.fetchPage('/auth/add-factor'))
    const before = (await app.mails()).length
    await register(owner.copy(), new SoftwareAuthenticator(), {})
    expect((await app.mails()).slice(before)).toEqual(['methodAdded'])
  })
})

describe('a passkey in an app without passwords', () => {
  it('is not added without a mail', async () => {
    const fake = fakeProvider()
    const app = await makeInterruptedApp({
      hasPasswords: false,
      providers: [fake.provider({ id: 'op' }), Passkey()],
      experimental: { enableWebAuthn: true },
    })
    const browser = app.browser()
    const { url = '' } = await postAsScript(browser, '/auth/signin/op', {})
    await browser.send(fake.authorize(url).url, { headers: gesture })
    expect(await browser.session()).not.toBeNull()
    await register(browser, new SoftwareAuthenticator(), {})
    expect(await app.mails()).toEqual(['factorAdded'])
  })
})

describe.each(['database', 'jwt'] as const)('with sessions of the strategy %s', (strategy) => {
  it('a passkey does not stay if its session ends while it is added', async () => {
    const app = await makePasskeyApp(both, strategy)
    const [owner, thief] = [await app.begin(), await app.begin()]
    const key = new SoftwareAuthenticator()
    const asked = await begin(thief, 'register', {})
    const options = await optionsOf<Parameters<typeof key.create>[0]>(asked)
    app.before('createSession', () => signOut(requestFrom(owner), app.config, { everywhere: true }))
    const added = await end(thief, 'register', key.create(options))
    expect(added).toMatchObject({ error: 'WebAuthnVerificationError' })
    expect(await thief.session()).toBeNull()
    expect(await app.adapter.listAuthenticatorsByUserId(app.userId)).toEqual([])
    expect(await app.adapter.listAccountsByUserId(app.userId)).toEqual([])
    expect(await app.mails()).toEqual(['factorAdded'])
  })
})
