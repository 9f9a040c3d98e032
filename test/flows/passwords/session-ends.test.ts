import { afterEach, describe, expect, it, vi } from 'vitest'
import { revokeSessionsOfUser, setPassword } from '../../../src/core.js'
import type { Browser } from '../../support/browser.js'
import {
  makeMailingApp,
  openMail,
  submit,
  type MailingApp,
} from '../../support/apps/mailing-app.js'
import { email, password } from '../../support/apps/password-app.js'

afterEach(() => void vi.restoreAllMocks())

const newPassword = 'seven quiet harbours'

async function signIn(app: MailingApp, secret = password): Promise<Browser> {
  const browser = app.browser()
  await app.attempt({ email, password: secret }, browser)
  return browser
}

/** Replaces the stored password as a process does that ends right after the write. */
async function writeAndStop(app: MailingApp): Promise<void> {
  const row = await app.adapter.getPassword(app.user.id)
  if (!row) throw new Error('The user has no password.')
  await app.adapter.setPassword(app.user.id, { ...row, stamp: 'new', hash: '!new' }, row.hash)
}

describe('a password change', () => {
  it('is refused in a session that was ended while it was under way', async () => {
    const app = await makeMailingApp({ session: { strategy: 'database' } })
    const thief = await signIn(app)
    const page = await thief.fetchPage('/auth/change-password')
    const change = app.adapter.getPassword.bind(app.adapter)
    let reads = 0
    // The owner signs out everywhere after the current password was checked.
    vi.spyOn(app.adapter, 'getPassword').mockImplementation(async (userId) => {
      const row = await change(userId)
      reads += 1
      if (reads === 2) await app.adapter.deleteSessionsByUserId(userId)
      return row
    })
    await submit(thief, page, { currentPassword: password, password: newPassword })
    expect(reads).toBeGreaterThan(1)
    vi.restoreAllMocks()
    expect(await thief.session()).toBeNull()
    expect(await (await signIn(app)).session()).not.toBeNull()
    expect(await (await signIn(app, newPassword)).session()).toBeNull()
  })
})

describe('a session of the old password', () => {
  it.each([
    { strategy: 'database' },
    { strategy: 'jwt' },
    { strategy: 'jwt', revocable: false },
  ] as const)(
    'is withdrawn if a process wrote a new one and stopped meanwhile, with %j (FP8)',
    async (session) => {
      const held: { app?: MailingApp } = {}
      const ask = vi.fn<() => Promise<boolean>>(async () => {
        if (held.app) await writeAndStop(held.app)
        return true
      })
      const app = await makeMailingApp({ session, callbacks: { signIn: ask } })
      held.app = app
      const browser = await signIn(app)
      expect(ask).toHaveBeenCalledOnce()
      expect(await browser.session()).toBeNull()
      expect(await app.adapter.listSessionsByUserId(app.user.id)).toEqual([])
    },
  )

  it.each([{ strategy: 'database' }, { strategy: 'jwt', recheckAge: 0 }] as const)(
    'is dead if the process stops right after `setPassword` wrote the new one, with %j',
    async (session) => {
      const app = await makeMailingApp({ session })
      const browser = await signIn(app)
      expect(await browser.session()).not.toBeNull()
      const write = app.adapter.setPassword.bind(app.adapter)
      vi.spyOn(app.adapter, 'setPassword').mockImplementation(async (...row) => {
        await write(...row)
        throw new Error('The process ended.')
      })
      await expect(setPassword(app.config, app.user.id, newPassword)).rejects.toThrow()
      vi.restoreAllMocks()
      expect(await browser.session()).toBeNull()
      expect(await (await signIn(app, newPassword)).session()).not.toBeNull()
    },
  )

  it('is dead if it signed in right before `setPassword` wrote the new one', async () => {
    const app = await makeMailingApp({ session: { strategy: 'database' } })
    const write = app.adapter.setPassword.bind(app.adapter)
    const late: Browser[] = []
    vi.spyOn(app.adapter, 'setPassword').mockImplementation(async (...row) => {
      const browser = await signIn(app)
      expect(await browser.session()).not.toBeNull()
      late.push(browser)
      return write(...row)
    })
    expect(await setPassword(app.config, app.user.id, newPassword)).toEqual({ ok: true })
    expect(await late[0]?.session()).toBeNull()
  })

  it('is withdrawn if the session was written before the stamp is read again', async () => {
    const app = await makeMailingApp()
    const create = app.adapter.createSession.bind(app.adapter)
    vi.spyOn(app.adapter, 'createSession').mockImplementationOnce(async (row) => {
      const created = await create(row)
      await writeAndStop(app)
      return created
    })
    expect(await (await signIn(app)).session()).toBeNull()
    expect(await app.adapter.listSessionsByUserId(app.user.id)).toEqual([])
  })

  it('without a session table is refused as well', async () => {
    const held: { app?: MailingApp } = {}
    const signInCallback = async (): Promise<boolean> => {
      if (held.app) await writeAndStop(held.app)
      return true
    }
    const app = await makeMailingApp({
      session: { strategy: 'jwt' },
      callbacks: { signIn: signInCallback },
    })
    held.app = app
    vi.spyOn(app.adapter, 'createSession').mockRejectedValue(new Error('no such table: sessions'))
    vi.spyOn(app.adapter, 'getSessionAndUser').mockRejectedValue(
      new Error('no such table: sessions'),
    )
    expect(await (await signIn(app)).session()).toBeNull()
  })

  it('stays if its hash was only renewed', async () => {
    const held: { app?: MailingApp } = {}
    const signInCallback = async (): Promise<boolean> => {
      const row = await held.app?.adapter.getPassword(held.app.user.id)
      if (row)
        await held.app?.adapter.setPassword(row.userId, { ...row, hash: '!renewed' }, row.hash)
      return true
    }
    const app = await makeMailingApp({ callbacks: { signIn: signInCallback } })
    held.app = app
    expect(await (await signIn(app)).session()).not.toBeNull()
  })
})

describe('a password change', () => {
  it('gets no session if another change came after its write', async () => {
    const app = await makeMailingApp()
    const browser = await signIn(app)
    const page = await browser.fetchPage('/auth/change-password')
    const create = app.adapter.createSession.bind(app.adapter)
    vi.spyOn(app.adapter, 'createSession').mockImplementation(async (row) => {
      // Marks of ended sessions are rows too.
      if (!row.sessionToken.startsWith('mark:')) await writeAndStop(app)
      return create(row)
    })
    await submit(browser, page, { currentPassword: password, password: newPassword })
    vi.restoreAllMocks()
    expect(await browser.session()).toBeNull()
  })
})

describe('a sign-out everywhere during a reset', () => {
  it('beats the session of the reset if it comes after the new password', async () => {
    const app = await makeMailingApp()
    const browser = app.browser()
    const page = await openMail(browser, await app.mailTo('forgot-password', email))
    const create = app.adapter.createSession.bind(app.adapter)
    vi.spyOn(app.adapter, 'createSession').mockImplementation(async (row) => {
      if (!row.sessionToken.startsWith('mark:')) {
        vi.restoreAllMocks()
        await new Promise((resolve) => setTimeout(resolve, 5))
        await revokeSessionsOfUser(app.config, app.user.id)
      }
      return create(row)
    })
    await submit(browser, page, { password: newPassword })
    expect(await browser.session()).toBeNull()
    const later = await signIn(app, newPassword)
    expect(await later.session()).not.toBeNull()
  })

  it('beats the session of the reset if it comes while the reset ends the sessions', async () => {
    const app = await makeMailingApp()
    const browser = app.browser()
    const page = await openMail(browser, await app.mailTo('forgot-password', email))
    const end = app.adapter.deleteSessionsByUserId.bind(app.adapter)
    let calls = 0
    vi.spyOn(app.adapter, 'deleteSessionsByUserId').mockImplementation(async (...given) => {
      calls += 1
      await end(...given)
      // The first call is before the new password, the second after it.
      if (calls !== 2) return
      await new Promise((resolve) => setTimeout(resolve, 5))
      await revokeSessionsOfUser(app.config, app.user.id)
    })
    await submit(browser, page, { password: newPassword })
    expect(calls).toBe(3)
    expect(await browser.session()).toBeNull()
  })
})
