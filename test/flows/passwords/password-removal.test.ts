import { afterEach, describe, expect, it, vi } from 'vitest'
import { accountPage } from '../../../src/account.js'
import { setPassword } from '../../../src/core.js'
import type { AuditSink } from '../../../src/model/audit.js'
import GitHub from '../../../src/providers/github.js'
import { removedHash } from '../../../src/store/passwords.js'
import type { Browser } from '../../support/browser.js'
import { patient } from '../../support/patient.js'
import {
  choose,
  makeMailingApp,
  type MailingApp,
  type MailingOptions,
} from '../../support/apps/mailing-app.js'
import { email, password } from '../../support/apps/password-app.js'

afterEach(() => void vi.restoreAllMocks())

interface RemovalApp extends MailingApp {
  readonly events: string[]
}

/** An app whose user can also sign in at a provider. */
async function makeApp(options: MailingOptions = {}): Promise<RemovalApp> {
  const events: string[] = []
  const app = await makeMailingApp({
    session: { strategy: 'database' },
    others: [GitHub({ clientId: 'id', clientSecret: 'secret' })],
    audit: ({ event }) => void events.push(event),
    ...options,
  })
  const account = { provider: 'github', providerAccountId: '1', type: 'oauth' } as const
  await app.adapter.linkAccount({ ...account, userId: app.user.id })
  return { ...app, events }
}

/** Lets the database fail when sessions are ended after a password was written. */
function failAfterWrite(app: MailingApp, before = async (): Promise<void> => undefined): void {
  const set = app.adapter.setPassword.bind(app.adapter)
  vi.spyOn(app.adapter, 'setPassword').mockImplementationOnce(async (...row) => {
    await before()
    const isWritten = await set(...row)
    const down = vi.spyOn(app.adapter, 'deleteSessionsByUserId')
    const away = new Error('The database is away.')
    // The end of sessions is tried twice.
    down.mockRejectedValueOnce(away).mockRejectedValueOnce(away)
    return isWritten
  })
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

/** Returns the path that a removal leads to. */
async function confirmPath(browser: Browser): Promise<string> {
  const body = { csrfToken: await browser.csrfToken(), currentPassword: password }
  const { headers } = await browser.postJson('/auth/remove-password', body)
  return new URL(headers.get('location') ?? '').pathname
}

describe('the removal of a password', () => {
  it('lets a script set a password again', async () => {
    const app = await makeApp()
    expect(await remove(await signIn(app))).toBeNull()
    const next = 'seven quiet harbours'
    expect(await setPassword(app.config, app.user.id, next)).toEqual({ ok: true })
    await app.attempt({ email, password: next }, app.browser())
    expect((await app.adapter.getPassword(app.user.id))?.hash).not.toBe(removedHash)
  })

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
    const late: Browser[] = []
    failAfterWrite(app, async () => void late.push(await signIn(app)))
    expect(await remove(browser)).toBe('Configuration')
    expect(await late[0]?.session()).not.toBeNull()
    expect(app.events).not.toContain('session-revoked')
    expect(await remove(browser)).toBeNull()
    expect(await late[0]?.session()).toBeNull()
    expect(await browser.session()).not.toBeNull()
    expect(app.events).toContain('session-revoked')
  })

  it('has ended the other sessions if the process stops right after it was stored', async () => {
    const app = await makeApp()
    const browser = await signIn(app)
    const other = await signIn(app)
    const set = app.adapter.setPassword.bind(app.adapter)
    vi.spyOn(app.adapter, 'setPassword').mockImplementationOnce(async (...row) => {
      await set(...row)
      // Nothing more reaches the database.
      vi.spyOn(app.adapter, 'getPassword').mockRejectedValueOnce(new Error('The process ended.'))
      throw new Error('The process ended.')
    })
    expect(await remove(browser)).toBe('Configuration')
    expect((await app.adapter.getPassword(app.user.id))?.hash).toBe(removedHash)
    expect(await other.session()).toBeNull()
  })

  it('is recorded and told to the owner also if it failed after it was stored', async () => {
    const app = await makeApp()
    const browser = await signIn(app)
    failAfterWrite(app)
    expect(await remove(browser)).toBe('Configuration')
    await app.settle()
    expect(app.events).toContain('password-removed')
    expect(app.sent).toMatchObject([{ identifier: email, purpose: 'changed' }])
    await remove(browser)
    await app.settle()
    expect(app.events.filter((event) => event === 'password-removed')).toHaveLength(1)
    expect(app.sent).toHaveLength(1)
  })

  it('ends the sessions although the audit sink has not answered', async () => {
    let answer = (): void => undefined
    const answered = new Promise<void>((resolve) => (answer = resolve))
    const audit: AuditSink = ({ event }) => (event === 'password-removed' ? answered : undefined)
    const app = await makeApp({ audit })
    const browser = await signIn(app)
    const late: Browser[] = []
    const set = app.adapter.setPassword.bind(app.adapter)
    vi.spyOn(app.adapter, 'setPassword').mockImplementationOnce(async (...row) => {
      late.push(await signIn(app))
      return set(...row)
    })
    const removed = remove(browser)
    const isRemoved = async (): Promise<boolean> =>
      (await app.adapter.getPassword(app.user.id))?.hash === removedHash
    await vi.waitFor(async () => expect(await isRemoved()).toBe(true), patient)
    await vi.waitFor(async () => expect(await late[0]?.session()).toBeNull(), patient)
    answer()
    expect(await removed).toBeNull()
  })

  it('asks for a proof of identity before it is completed by a second request', async () => {
    const app = await makeApp({ account: accountPage() })
    const browser = await signIn(app)
    const other = await signIn(app)
    const row = await app.adapter.getPassword(app.user.id)
    if (!row) throw new Error('The user has no password.')
    await app.adapter.setPassword(app.user.id, { ...row, hash: removedHash }, row.hash)
    const now = Date.now()
    vi.spyOn(Date, 'now').mockImplementation(() => now + 3_600_000)
    expect(await confirmPath(browser)).toBe('/auth/confirm')
    expect(await other.session()).not.toBeNull()
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

describe('a password whose write is not answered', () => {
  /** Lets the answer to the next write be lost. */
  function loseAnswer(app: MailingApp): void {
    const set = app.adapter.setPassword.bind(app.adapter)
    vi.spyOn(app.adapter, 'setPassword').mockImplementationOnce(async (...row) => {
      await set(...row)
      throw new Error('The connection was lost.')
    })
  }

  it('is removed, recorded and told to the owner', async () => {
    const app = await makeApp()
    const [here, other] = [await signIn(app), await signIn(app)]
    loseAnswer(app)
    expect(await remove(here)).toBeNull()
    await app.settle()
    expect(await other.session()).toBeNull()
    expect(app.events).toContain('password-removed')
    expect(app.sent.map(({ purpose }) => purpose)).toEqual(['changed'])
  })

  it('is changed, and ends a session that the old one began in the meantime', async () => {
    const app = await makeApp()
    const here = await signIn(app)
    const mail = await app.mailTo('forgot-password', email)
    let late: Browser | undefined
    const set = app.adapter.setPassword.bind(app.adapter)
    vi.spyOn(app.adapter, 'setPassword').mockImplementationOnce(async (...row) => {
      late = await signIn(app)
      await set(...row)
      throw new Error('The connection was lost.')
    })
    const reader = app.browser()
    await choose(reader, mail, 'seven quiet harbours')
    await app.settle()
    expect(await reader.session()).not.toBeNull()
    expect(await here.session()).toBeNull()
    expect(await late?.session()).toBeNull()
    expect(app.sent.map(({ purpose }) => purpose)).toEqual(['reset', 'changed'])
  })

  it('is not changed if nothing was written', async () => {
    const app = await makeApp()
    const mail = await app.mailTo('forgot-password', email)
    vi.spyOn(app.adapter, 'setPassword').mockRejectedValueOnce(new Error('The database is away.'))
    const reader = app.browser()
    await choose(reader, mail, 'seven quiet harbours')
    expect(await reader.session()).toBeNull()
    expect(app.sent.map(({ purpose }) => purpose)).toEqual(['reset'])
  })
})

describe('a password that was stored before the sessions could be ended', () => {
  it('is recorded and told to the owner if it replaces another one', async () => {
    const app = await makeApp()
    const browser = await signIn(app)
    failAfterWrite(app)
    const fields = { currentPassword: password, password: 'seven quiet harbours' }
    const body = { csrfToken: await browser.csrfToken(), ...fields }
    const { headers } = await browser.postJson('/auth/change-password', body)
    expect(headers.get('location')).toContain('error=Configuration')
    await app.settle()
    expect(app.events).toContain('password-changed')
    expect(app.sent).toMatchObject([{ identifier: email, purpose: 'changed' }])
  })

  it('is recorded and told to the owner if it is the first one', async () => {
    const app = await makeApp()
    await app.adapter.deletePassword(app.user.id)
    const mail = await app.mailTo('forgot-password', email)
    failAfterWrite(app)
    await choose(app.browser(), mail, 'seven quiet harbours')
    await app.settle()
    expect(app.events).toContain('password-changed')
    expect(app.sent.at(-1)).toMatchObject({ identifier: email, purpose: 'methodAdded' })
  })
})
