import { afterEach, describe, expect, it, vi } from 'vitest'
import GitHub from '../../src/providers/github.js'
import type { Browser } from '../browser.js'
import { makeMailingApp, type MailingApp } from './mailing-app.js'
import { email, password } from './password-app.js'

afterEach(() => void vi.restoreAllMocks())

/** An app whose user can also sign in at a provider. */
async function makeApp(): Promise<MailingApp> {
  const app = await makeMailingApp({
    session: { strategy: 'database' },
    others: [GitHub({ clientId: 'id', clientSecret: 'secret' })],
  })
  const account = { provider: 'github', providerAccountId: '1', type: 'oauth' } as const
  await app.adapter.linkAccount({ ...account, userId: app.user.id })
  return app
}

async function signIn(app: MailingApp): Promise<Browser> {
  const browser = app.browser()
  await app.attempt({ email, password }, browser)
  return browser
}

/** Returns the kind of error that the browser is told, or null. */
async function remove(browser: Browser): Promise<string | null> {
  const csrfToken = await browser.csrfToken()
  const fields = { csrfToken, currentPassword: password }
  const { headers } = await browser.postJson('/auth/remove-password', fields)
  return new URL(headers.get('location') ?? '').searchParams.get('error')
}

describe('the removal of a password', () => {
  it('ends no sessions if the password was changed in the meantime', async () => {
    const app = await makeApp()
    const browser = await signIn(app)
    const other = await signIn(app)
    const list = app.adapter.listAccountsByUserId.bind(app.adapter)
    const read = vi
      .spyOn(app.adapter, 'listAccountsByUserId')
      .mockImplementationOnce(async (userId) => {
        const row = await app.adapter.getPassword(userId)
        if (row)
          await app.adapter.setPassword(userId, { ...row, stamp: 'new', hash: '!' }, row.hash)
        return list(userId)
      })
    expect(await remove(browser)).toBe('CredentialsSignin')
    expect((await app.adapter.getPassword(app.user.id))?.stamp).toBe('new')
    expect(await other.session()).not.toBeNull()
    expect(read).toHaveBeenCalled()
  })

  it('is completed by a second request if the first one failed after it was stored', async () => {
    const app = await makeApp()
    const browser = await signIn(app)
    const set = app.adapter.setPassword.bind(app.adapter)
    const late: Browser[] = []
    vi.spyOn(app.adapter, 'setPassword').mockImplementationOnce(async (...row) => {
      late.push(await signIn(app))
      const isWritten = await set(...row)
      const down = vi.spyOn(app.adapter, 'deleteSessionsByUserId')
      down.mockRejectedValueOnce(new Error('The database is away.'))
      return isWritten
    })
    expect(await remove(browser)).toBe('Configuration')
    expect(await late[0]?.session()).not.toBeNull()
    expect(await remove(browser)).toBeNull()
    expect(await late[0]?.session()).toBeNull()
    expect(await browser.session()).not.toBeNull()
  })

  it('changes nothing for a user who never had a password', async () => {
    const app = await makeApp()
    const browser = await signIn(app)
    const other = await signIn(app)
    await app.adapter.deletePassword(app.user.id)
    expect(await remove(browser)).toBeNull()
    expect(await other.session()).not.toBeNull()
  })
})
