import { describe, expect, it } from 'vitest'
import {
  listPasskeys,
  removePasskey,
  renamePasskey,
  signIn,
  unlinkAccount,
} from '../../../src/core.js'
import GitHub from '../../../src/providers/github.js'
import Passkey from '../../../src/providers/passkey.js'
import { requestFrom } from '../../support/apps/accounts-app.js'
import type { Browser } from '../../support/browser.js'
import { useClock } from '../../support/apps/factor-app.js'
import { begin, register } from '../../support/apps/passkey-app.js'
import { SoftwareAuthenticator } from '../../support/passkeys/software-authenticator.js'
import { makeAccountApp, press, type AccountApp } from '../../support/apps/account-app.js'

const clock = useClock()
const account = '/auth/account'
const keys = { provider: 'github', providerAccountId: '1' }
const providers = [GitHub({ clientId: 'id', clientSecret: 'secret' }), Passkey()]
const options = { others: providers, experimental: { enableWebAuthn: true } }

/** A user with a password, a passkey and an account at GitHub, whose session is an hour old. */
async function signInAnHourAgo(
  overrides: Parameters<typeof makeAccountApp>[0] = {},
): Promise<{ readonly app: AccountApp; readonly browser: Browser; readonly passkey: string }> {
  const app = await makeAccountApp({ ...options, ...overrides })
  await app.adapter.linkAccount({ ...keys, type: 'oauth', userId: app.user.id })
  const browser = await app.signedIn()
  await register(browser, new SoftwareAuthenticator())
  const [passkey] = await listPasskeys(requestFrom(browser), app.config)
  clock.advance(3600)
  return { app, browser, passkey: passkey?.id ?? '' }
}

describe('an old session of an app with the account page', () => {
  it('cannot begin to add a passkey', async () => {
    const { app, browser } = await signInAnHourAgo()
    const refused = await begin(browser, 'register')
    expect(refused.status).toBe(401)
    expect(await refused.json()).toMatchObject({ error: 'ConfirmationRequired' })
    expect((await begin(await app.signedIn(), 'register')).status).toBe(200)
  })

  it('cannot begin to connect an account', async () => {
    const { app, browser } = await signInAnHourAgo()
    await app.adapter.unlinkAccount(keys)
    const page = await browser.fetchPage(account)
    const asked = await press(browser, page, 'signin/github')
    expect(new URL(asked.url).pathname).toBe('/auth/confirm')
    const call = { providerId: 'github', link: true }
    const { data } = await signIn(requestFrom(browser), app.config, call)
    expect(data).toMatchObject({ ok: false, error: { type: 'ConfirmationRequired' } })
  })

  it('cannot disconnect an account, or rename or remove a passkey, by a call', async () => {
    const { app, browser, passkey } = await signInAnHourAgo()
    const request = requestFrom(browser)
    const refusal = { type: 'ConfirmationRequired' }
    await expect(unlinkAccount(request, app.config, keys)).rejects.toMatchObject(refusal)
    await expect(renamePasskey(request, app.config, passkey, 'Mine')).rejects.toMatchObject(refusal)
    await expect(removePasskey(request, app.config, passkey)).rejects.toMatchObject(refusal)
    expect(await app.adapter.getUserByAccount(keys)).not.toBeNull()
    expect(await listPasskeys(request, app.config)).toMatchObject([{ name: undefined }])
  })

  it('leads the forms of its page to the page that asks for a proof, and changes nothing', async () => {
    const { app, browser } = await signInAnHourAgo()
    const page = await browser.fetchPage(account)
    for (const [route, fields] of [
      ['unlink-account', {}],
      ['rename-passkey', { name: 'Mine' }],
      ['remove-passkey', {}],
    ] as const) {
      const asked = await press(browser.copy(), page, route, fields)
      expect(new URL(asked.url).pathname).toBe('/auth/confirm')
      expect(new URL(asked.url).searchParams.get('callbackUrl')).toContain(account)
    }
    expect(await app.adapter.getUserByAccount(keys)).not.toBeNull()
    expect(await listPasskeys(requestFrom(browser), app.config)).toMatchObject([
      { name: undefined },
    ])
  })
})

describe('the passkeys of the account page', () => {
  it('are listed, renamed and removed', async () => {
    const app = await makeAccountApp(options)
    const browser = await app.signedIn()
    await register(browser, new SoftwareAuthenticator())
    const page = await browser.fetchPage(account)
    expect(page.html).toContain('<h2>Passkeys</h2>')
    expect(page.html).toContain('data-passkey="passkey"')
    const named = await press(browser, page, 'rename-passkey', { name: '<b>Phone</b>' })
    expect(named.html).toContain('&lt;b&gt;Phone')
    const gone = await press(browser, named, 'remove-passkey')
    expect(gone.html).not.toContain('Phone')
    expect(await listPasskeys(requestFrom(browser), app.config)).toEqual([])
  })

  it('get no name with control characters', async () => {
    const app = await makeAccountApp(options)
    const browser = await app.signedIn()
    await register(browser, new SoftwareAuthenticator())
    const request = requestFrom(browser)
    const [passkey] = await listPasskeys(request, app.config)
    const renaming = renamePasskey(request, app.config, passkey?.id ?? '', 'My\u001b[2Jkey')
    await expect(renaming).rejects.toMatchObject({ type: 'InvalidRequestBody' })
  })
})

describe('an old session of an app with neither the account page nor second factors', () => {
  it('changes its ways to sign in, as before', async () => {
    const { app, browser, passkey } = await signInAnHourAgo({ account: undefined })
    const request = requestFrom(browser)
    expect((await begin(browser, 'register')).status).toBe(200)
    expect(await renamePasskey(request, app.config, passkey, 'Mine')).toBe(true)
    expect(await unlinkAccount(request, app.config, keys)).toBe(true)
    expect(await removePasskey(request, app.config, passkey)).toBe(true)
  })
})
