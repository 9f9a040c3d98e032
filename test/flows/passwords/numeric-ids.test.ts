import { expect, it, vi } from 'vitest'
import { accountPage } from '../../../src/account.js'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { withPasswords, type PasswordStore } from '../../../src/adapters/with-passwords.js'
import { Auth, deleteAccount, revokeSessionsOfUser, setPassword } from '../../../src/core.js'
import { encode } from '../../../src/jwt.js'
import type { Adapter, AdapterPassword, AdapterUser } from '../../../src/model/adapter.js'
import type { VerificationRequestParams } from '../../../src/model/email.js'
import Password from '../../../src/providers/password.js'
import { requestFrom } from '../../support/apps/accounts-app.js'
import { Browser } from '../../support/browser.js'
import { recordingProvider } from '../../support/apps/mail-app.js'
import { makeApp, secret } from '../../support/apps/app.js'
import { nextMillisecond } from '../../support/next-millisecond.js'
import { cheap, email, password } from '../../support/apps/password-app.js'

const moved = 'moved@example.test'

/** A database whose ids are numbers, although the types say texts. It finds users by texts, too. */
function numericAdapter(): Adapter {
  const inner = memoryAdapter()
  let last = 41
  const toText = (id: unknown): string => String(id)
  const shown = <T extends AdapterUser | null>(user: T): T =>
    user && { ...user, id: Number(user.id) }
  return {
    createUser: async (user) => shown(await inner.createUser({ ...user, id: String(++last) })),
    getUser: async (id) => shown(await inner.getUser(toText(id))),
    getUserByEmail: async (address) => shown(await inner.getUserByEmail(address)),
    getUserByAccount: async (keys) => shown(await inner.getUserByAccount(keys)),
    updateUser: async (user) => shown(await inner.updateUser({ ...user, id: toText(user.id) })),
    deleteUser: async (id) => inner.deleteUser(toText(id)),
    linkAccount: async (row) => inner.linkAccount({ ...row, userId: toText(row.userId) }),
    unlinkAccount: inner.unlinkAccount,
    listAccountsByUserId: async (id) => inner.listAccountsByUserId(toText(id)),
    createSession: async (row) => inner.createSession({ ...row, userId: toText(row.userId) }),
    getSessionAndUser: async (token) => {
      const found = await inner.getSessionAndUser(token)
      return found && { ...found, user: shown(found.user) }
    },
    updateSession: inner.updateSession,
    deleteSession: inner.deleteSession,
    listSessionsByUserId: async (id) => inner.listSessionsByUserId(toText(id)),
    deleteSessionsByUserId: async (id, except) => inner.deleteSessionsByUserId(toText(id), except),
    createVerificationToken: inner.createVerificationToken,
    useVerificationToken: inner.useVerificationToken,
  }
}

/** A table of passwords whose column for the user is a number, or a text. */
function passwordTable(column: 'number' | 'text'): PasswordStore {
  const rows = new Map<string, AdapterPassword>()
  const keyOf = (userId: string): string => {
    if (column === 'number' && !/^\d+$/.test(userId)) throw new Error(`Not a number: ${userId}`)
    if (column === 'text' && typeof userId !== 'string') throw new Error('Not a text.')
    return userId
  }
  return {
    getPassword: async (userId) => {
      const row = rows.get(keyOf(userId))
      const shown = column === 'number' ? Number(userId) : userId
      return row ? { ...row, userId: shown as string } : null
    },
    setPassword: async (userId, row, expectedHash) => {
      const key = keyOf(userId)
      if ((rows.get(key)?.hash ?? null) !== expectedHash) return false
      rows.set(key, { ...row, userId: key })
      return true
    },
    deletePassword: async (userId) => void rows.delete(keyOf(userId)),
  }
}

const columns = ['number', 'text'] as const
const cases = columns.flatMap((column) =>
  (['database', 'jwt'] as const).map((strategy) => [column, strategy] as const),
)

async function openApp(column: 'number' | 'text', strategy: 'database' | 'jwt') {
  const sent: VerificationRequestParams[] = []
  const pending: Promise<unknown>[] = []
  const adapter = withPasswords(numericAdapter(), passwordTable(column))
  const app = makeApp({
    adapter,
    session: { strategy },
    providers: [Password({ hasher: cheap }), recordingProvider(sent, { signIn: false })],
  })
  const user = await adapter.createUser?.({ id: 'drawn', email, emailVerified: new Date() })
  expect(await setPassword(app.config, String(user?.id), password)).toEqual({ ok: true })
  const waitUntil = (work: Promise<unknown>): void => void pending.push(work)
  const open = (): Browser => new Browser((request) => Auth(request, app.config, { waitUntil }))
  const settle = async (): Promise<void> => {
    while (pending.length > 0) await pending.pop()
  }
  const signIn = async (address: string): Promise<Browser> => {
    await nextMillisecond()
    const browser = open()
    const csrfToken = await browser.csrfToken()
    const fields = { csrfToken, email: address, password }
    await browser.postJson('/auth/callback/password', fields)
    return browser
  }
  const mailed = (purpose: string): string => {
    const mail = sent.findLast((one) => one.purpose === purpose)
    if (!mail) throw new Error(`No mail of the kind ${purpose} was sent.`)
    return mail.url
  }
  return { app, adapter, open, settle, signIn, mailed }
}

it.each(cases)(
  'a user whose id is a number signs in, changes the address and undoes it: passwords by %s, strategy %s',
  async (column, strategy) => {
    const { adapter, open, settle, signIn, mailed } = await openApp(column, strategy)
    const browser = await signIn(email)
    expect(await browser.session()).toMatchObject({ user: { email } })

    const csrfToken = await browser.csrfToken()
    const change = { csrfToken, email: moved, currentPassword: password }
    await browser.postJson('/auth/change-email', change)
    await settle()
    const page = await browser.fetchPage(mailed('newAddress'))
    await browser.postForm(page, {})
    await settle()
    expect(await adapter.getUserByEmail?.(moved)).not.toBeNull()
    expect(await (await signIn(moved)).session()).toMatchObject({ user: { email: moved } })

    const elsewhere = open()
    const undo = await elsewhere.fetchPage(mailed('oldAddress'))
    await elsewhere.postForm(undo, {})
    await settle()
    expect(await adapter.getUserByEmail?.(email)).not.toBeNull()
    expect(await (await signIn(email)).session()).toBeNull()
  },
)

it.each(cases)(
  'a database of numbers refuses an unknown name like a wrong password: passwords by %s, strategy %s',
  async (column, strategy) => {
    const { open } = await openApp(column, strategy)
    const attempt = async (address: string): Promise<unknown> => {
      const browser = open()
      const csrfToken = await browser.csrfToken()
      const fields = { csrfToken, email: address, password: 'wrong horse battery' }
      const response = await browser.postJson('/auth/callback/password', fields)
      return response.headers.get('location')
    }
    const known = await attempt(email)
    expect(known).toContain('error=CredentialsSignin')
    expect(await attempt('unknown@example.test')).toBe(known)
  },
)

it('an outage of the table of passwords refuses an unknown name like a known one', async () => {
  const { app, adapter, open } = await openApp('number', 'database')
  vi.spyOn(adapter, 'getPassword').mockRejectedValue(
    Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }),
  )
  const attempt = async (address: string): Promise<unknown> => {
    const browser = open()
    const csrfToken = await browser.csrfToken()
    const fields = { csrfToken, email: address, password: 'wrong horse battery' }
    return (await browser.postJson('/auth/callback/password', fields)).status
  }
  expect(await attempt(email)).toBe(503)
  expect(await attempt('unknown@example.test')).toBe(503)
  expect(app.codes('error')).toContain('AdapterError')
})

it.each(cases)(
  'a link for a user whose id is a number dies when all sessions are revoked: passwords by %s, strategy %s',
  async (column, strategy) => {
    const { app, adapter, open, settle, mailed } = await openApp(column, strategy)
    const before = await adapter.getPassword?.('42')
    const thief = open()
    await thief.postJson('/auth/forgot-password', { csrfToken: await thief.csrfToken(), email })
    await settle()
    await nextMillisecond()
    await revokeSessionsOfUser(app.config, '42')
    const page = await thief.fetchPage(mailed('reset'))
    await thief.postForm(page, { password: 'seven quiet harbours' })
    expect(await thief.session()).toBeNull()
    expect((await adapter.getPassword?.('42'))?.stamp).toBe(before?.stamp)
  },
)

it.each(cases)(
  'a user whose id is a number chooses a new password after an undo, though an update returns the id as a text: passwords by %s, strategy %s',
  async (column, strategy) => {
    const { adapter, open, settle, signIn, mailed } = await openApp(column, strategy)
    const updateUser = adapter.updateUser?.bind(adapter)
    adapter.updateUser = async (changes) => {
      const updated = await updateUser?.(changes)
      return { ...updated, ...changes } as AdapterUser
    }
    const thief = await signIn(email)
    const change = { csrfToken: await thief.csrfToken(), email: moved, currentPassword: password }
    await thief.postJson('/auth/change-email', change)
    await settle()
    await thief.postForm(await thief.fetchPage(mailed('newAddress')), {})
    await settle()

    const owner = open()
    await owner.postForm(await owner.fetchPage(mailed('oldAddress')), {})
    await settle()
    const page = await owner.fetchPage(mailed('reset'))
    await owner.postForm(page, { password: 'seven quiet harbours' })
    expect(await owner.session()).toMatchObject({ user: { email } })
  },
)

/** A browser with a copy of a session that Auth.js began for the user, before there was a row for it. */
async function withOldToken(browser: Browser): Promise<Browser> {
  const name = '__Secure-authjs.session-token'
  const iat = Math.floor(Date.now() / 1000) - 60
  const token = { sub: '42', email, iat, exp: iat + 3600 }
  browser.plant(name, await encode({ secret, salt: name, token }))
  return browser
}

it.each(columns)(
  'a session of Auth.js ends when its user, whose id is a number, changes the password: passwords by %s',
  async (column) => {
    const { open, signIn } = await openApp(column, 'jwt')
    expect(await (await withOldToken(open())).session()).not.toBeNull()
    const thief = await withOldToken(open())
    const owner = await signIn(email)
    await nextMillisecond()
    const csrfToken = await owner.csrfToken()
    const change = { csrfToken, currentPassword: password, password: 'seven quiet harbours' }
    await owner.postJson('/auth/change-password', change)
    expect(await owner.session()).not.toBeNull()
    expect(await thief.session()).toBeNull()
  },
)

it.each(columns)(
  'a session of Auth.js ends when its user, whose id is a number, deletes the account: passwords by %s',
  async (column) => {
    const { app, adapter, open, signIn } = await openApp(column, 'jwt')
    const thief = await withOldToken(open())
    const owner = await signIn(email)
    const config = { ...app.config, account: accountPage() }
    expect((await deleteAccount(requestFrom(owner), config, { email })).data.ok).toBe(true)
    expect(await adapter.getUser?.('42')).toBeNull()
    expect(await thief.session()).toBeNull()
  },
)

it('a refusal of another copy of the package does not tell an unknown name from a known one', async () => {
  const { adapter, open } = await openApp('number', 'database')
  vi.resetModules()
  const copy = await import('../../../src/errors.js')
  const getPassword = adapter.getPassword?.bind(adapter)
  adapter.getPassword = async (userId) => {
    if (!/^\d+$/.test(userId)) throw new copy.AdapterError('Not a number.')
    return (await getPassword?.(userId)) ?? null
  }
  const attempt = async (address: string): Promise<unknown> => {
    const browser = open()
    const csrfToken = await browser.csrfToken()
    const fields = { csrfToken, email: address, password: 'wrong horse battery' }
    const response = await browser.postJson('/auth/callback/password', fields)
    return response.headers.get('location')
  }
  const known = await attempt(email)
  expect(known).toContain('error=CredentialsSignin')
  expect(await attempt('unknown@example.test')).toBe(known)
})
