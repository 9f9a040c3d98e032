import { describe, expect, it } from 'vitest'
import { removePasskey, removePassword, setPassword, unlinkAccount } from '../../../src/core.js'
import GitHub from '../../../src/providers/github.js'
import Passkey from '../../../src/providers/passkey.js'
import { requestFrom } from '../../support/apps/accounts-app.js'
import type { Browser } from '../../support/browser.js'
import { email, password } from '../../support/apps/password-app.js'
import { makeAccountApp, type AccountApp } from '../../support/apps/account-app.js'

const other = 'grace@example.test'

/** Opens a mailed link in a session of its user and presses the button. */
async function confirm(browser: Browser, url: string): Promise<void> {
  const page = await browser.fetchPage(url)
  if (page.forms[0]) await browser.postForm(page, {}, { follow: true })
}

async function addressOf(app: AccountApp, id: string): Promise<string | undefined> {
  return (await app.adapter.getUser(id))?.email
}

describe('changes that run at the same time', () => {
  it('of one address set only the address that the link was mailed to [FA1]', async () => {
    const app = await makeAccountApp({ limits: false })
    const browser = await app.signedIn()
    const addresses = ['a@example.test', 'v@example.test']
    const csrfToken = await browser.csrfToken()
    const fields = { csrfToken, currentPassword: password }
    const twenty = Array.from({ length: 10 }, () => addresses).flat()
    await Promise.all(
      twenty.map((address) =>
        browser.postJson('/auth/change-email', { ...fields, email: address }),
      ),
    )
    await app.settle()
    const mails = app.sent.filter(({ purpose }) => purpose === 'newAddress')
    expect(mails.length).toBeGreaterThan(1)
    const mail = mails.find(({ identifier }) => identifier === 'a@example.test')
    await confirm(browser, mail?.url ?? '')
    expect(await addressOf(app, app.user.id)).toBe('a@example.test')
    for (const { url } of mails) await confirm(browser, url)
    expect(await addressOf(app, app.user.id)).toBe('a@example.test')
  })

  it('of two users to one address give it to one of them [FA7]', async () => {
    const app = await makeAccountApp()
    await app.adapter.createUser({ id: 'user-2', email: other, emailVerified: new Date() })
    await setPassword(app.config, 'user-2', password)
    const browsers = [await app.signedIn(), app.browser()]
    await app.attempt({ email: other, password }, browsers[1])
    for (const browser of browsers) {
      const fields = { email: 'new@example.test', currentPassword: password }
      await browser.postJson('/auth/change-email', {
        csrfToken: await browser.csrfToken(),
        ...fields,
      })
      await app.settle()
    }
    const mails = app.sent.filter(({ purpose }) => purpose === 'newAddress')
    expect(mails).toHaveLength(2)
    await Promise.all(browsers.map((browser, at) => confirm(browser, mails[at]?.url ?? '')))
    const found = [await addressOf(app, app.user.id), await addressOf(app, 'user-2')]
    expect(found.filter((address) => address === 'new@example.test')).toHaveLength(1)
    expect(found.some((address) => address === email || address === other)).toBe(true)
  })

  it.each([0, 1, 2])(
    'of the ways to sign in leave one, which begin in order %s [FA14]',
    async (first) => {
      const app = await makeAccountApp({
        others: [GitHub({ clientId: 'id', clientSecret: 'secret' }), Passkey],
        experimental: { enableWebAuthn: true },
      })
      const { adapter, user } = app
      const keys = { provider: 'github', providerAccountId: '1' }
      const passkey = { provider: 'passkey', providerAccountId: 'key' }
      await adapter.linkAccount({ ...keys, type: 'oauth', userId: user.id })
      await adapter.linkAccount({ ...passkey, type: 'webauthn', userId: user.id })
      await adapter.createAuthenticator({
        credentialID: 'key',
        userId: user.id,
        providerAccountId: 'key',
        credentialPublicKey: 'AA==',
        counter: 0,
        credentialDeviceType: 'multiDevice',
        credentialBackedUp: true,
        transports: null,
      })
      const browser = await app.signedIn()
      // Without a proven address, no mail is another way.
      await adapter.updateUser({ id: user.id, emailVerified: null })
      const request = (): Request => requestFrom(browser)
      const removals = [
        () => removePassword(request(), app.config, { currentPassword: password }),
        () => unlinkAccount(request(), app.config, keys),
        () => removePasskey(request(), app.config, 'key'),
      ]
      const inOrder = [...removals.slice(first), ...removals.slice(0, first)]
      await Promise.allSettled(inOrder.map((remove) => remove()))
      const stored = await adapter.getPassword(user.id)
      const left = [
        await adapter.getUserByAccount(keys),
        await adapter.getUserByAccount(passkey),
        stored?.hash.startsWith('$scrypt') ? user : null,
      ].filter((one) => one !== null)
      expect(left.length).toBeGreaterThan(0)
    },
  )
})
