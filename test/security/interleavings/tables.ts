import type {
  Adapter,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterFactor,
  AdapterPassword,
  AdapterSessionDetails,
  AdapterStoredTokens,
  AdapterUser,
  VerificationToken,
} from '../../../src/model/adapter.js'
import type { AttemptCount } from '../../../src/model/limits.js'

/** All rows. Neither lists nor rows are ever changed, so that a copy costs nothing. */
export interface Rows {
  readonly users: readonly AdapterUser[]
  readonly accounts: readonly AdapterAccount[]
  readonly sessions: readonly AdapterSessionDetails[]
  readonly tokens: readonly VerificationToken[]
  readonly authenticators: readonly AdapterAuthenticator[]
  readonly passwords: readonly AdapterPassword[]
  readonly factors: readonly AdapterFactor[]
  readonly attempts: readonly (AttemptCount & { readonly key: string })[]
}

export const noRows: Rows = {
  users: [],
  accounts: [],
  sessions: [],
  tokens: [],
  authenticators: [],
  passwords: [],
  factors: [],
  attempts: [],
}

/** A database: its rows now, and which tables have unique keys. */
export interface Tables {
  rows: Rows
  readonly isKeyed: boolean
}

type Table = keyof Rows

/** The tables whose rows belong to a user. */
const ownTables = ['accounts', 'sessions', 'authenticators', 'passwords', 'factors'] as const

type AccountKeys = Pick<AdapterAccount, 'provider' | 'providerAccountId'>
type TokenKeys = Pick<VerificationToken, 'identifier' | 'token'>

/** The operations of the port, each in one step, as functions that return at once. */
export type Operations = {
  readonly [
    Name in Exclude<keyof Adapter, 'transaction' | 'deleteExpired' | 'getRecentSessionAndUser'>
  ]-?: (...args: Parameters<NonNullable<Adapter[Name]>>) => unknown
}

/** `now` is the database's clock, in milliseconds. */
export function operationsOn(tables: Tables, now: () => number): Operations {
  const all = <T extends Table>(table: T): Rows[T] => tables.rows[table]
  const set = <T extends Table>(table: T, rows: Rows[T]): void => {
    tables.rows = { ...tables.rows, [table]: rows }
  }
  const insert = <T extends Table>(
    table: T,
    row: Rows[T][number],
    isTaken: (other: Rows[T][number]) => boolean,
  ): Rows[T][number] => {
    if (tables.isKeyed && all(table).some(isTaken)) {
      // As PostgreSQL names it; no other error says that a key is taken.
      throw Object.assign(new Error(`A row of ${table} has the key.`), { code: '23505' })
    }
    set(table, [...all(table), row] as unknown as Rows[T])
    return { ...row }
  }
  /** Removes the rows that match, and gives the first of them. */
  const remove = <T extends Table>(
    table: T,
    isMeant: (row: Rows[T][number]) => boolean,
  ): Rows[T][number] | null => {
    const found = all(table).find(isMeant)
    if (found) set(table, all(table).filter((row) => !isMeant(row)) as unknown as Rows[T])
    return found ?? null
  }
  const update = <T extends Table>(
    table: T,
    isMeant: (row: Rows[T][number]) => boolean,
    patch: Partial<Rows[T][number]>,
  ): Rows[T][number] | null => {
    const change = (row: Rows[T][number]) => (isMeant(row) ? { ...row, ...patch } : row)
    set(table, all(table).map(change) as unknown as Rows[T])
    return all(table).find(isMeant) ?? null
  }
  const userOf = (id: string): AdapterUser | null => all('users').find(hasId(id)) ?? null
  const requireUser = (id: string): void => {
    if (!userOf(id)) throw new Error('No user has this id.')
  }

  return {
    createUser: (user) => insert('users', user, (other) => isSameUser(other, user)),
    getUser: userOf,
    lockUser: userOf,
    getUserByEmail: (email) => all('users').find((user) => user.email === email) ?? null,
    getUserByAccount: (keys) => {
      const account = all('accounts').find(isAccount(keys))
      return account ? userOf(account.userId) : null
    },
    updateUser: (patch) => update('users', hasId(patch.id), patch),
    deleteUser: (id) => {
      for (const table of ownTables) {
        remove(table, ({ userId }) => userId === id)
      }
      return remove('users', hasId(id))
    },
    linkAccount: (account) => {
      requireUser(account.userId)
      return insert('accounts', account, isAccount(account))
    },
    unlinkAccount: (keys) => remove('accounts', isAccount(keys)) ?? undefined,
    getAccount: (providerAccountId, provider) =>
      all('accounts').find(isAccount({ provider, providerAccountId })) ?? null,
    listAccountsByUserId: (id) => all('accounts').filter(({ userId }) => userId === id),
    updateAccount: (account) => update('accounts', isAccount(account), account),
    leaseAccount: ({ expected, holder, replaces, milliseconds, ...keys }) => {
      const current = all('accounts').find(isAccount(keys))
      if (!current || !hasTokens(current, expected)) return false
      const isFree = (current.refreshLeaseEnds ?? 0) <= now()
      if (!isFree && (replaces === undefined || current.refreshLease !== replaces)) return false
      const lease = { refreshLease: holder, refreshLeaseEnds: now() + milliseconds }
      return update('accounts', isAccount(keys), lease) !== null
    },
    swapTokens: ({ expected, changes, ...keys }) => {
      const current = all('accounts').find(isAccount(keys))
      if (!current || !hasTokens(current, expected)) return false
      return update('accounts', isAccount(keys), changes) !== null
    },
    createSession: (session) => {
      requireUser(session.userId)
      return insert('sessions', session, isSession(session.sessionToken))
    },
    getSessionAndUser: (token) => {
      const session = all('sessions').find(isSession(token))
      const user = session && userOf(session.userId)
      return user ? { session: { ...session }, user } : null
    },
    updateSession: (session) => update('sessions', isSession(session.sessionToken), session),
    deleteSession: (token) => remove('sessions', isSession(token)),
    listSessionsByUserId: (id) => all('sessions').filter(({ userId }) => userId === id),
    deleteSessionsByUserId: (id, except) =>
      void remove('sessions', (row) => row.userId === id && row.sessionToken !== except),
    deleteSessionsByProviderSession: ({ provider, providerSessionId }) =>
      void remove(
        'sessions',
        (row) => row.provider === provider && row.providerSessionId === providerSessionId,
      ),
    createVerificationToken: (token) => insert('tokens', token, isToken(token)),
    useVerificationToken: (keys) => remove('tokens', isToken(keys)),
    consumeVerificationToken: (keys) => remove('tokens', isToken(keys)),
    createAuthenticator: (row) => insert('authenticators', row, isCredential(row.credentialID)),
    getAuthenticator: (id) => all('authenticators').find(isCredential(id)) ?? null,
    listAuthenticatorsByUserId: (id) => all('authenticators').filter(({ userId }) => userId === id),
    updateAuthenticatorCounter: (id, counter) =>
      update('authenticators', isCredential(id), { counter }),
    updateAuthenticator: (row) => update('authenticators', isCredential(row.credentialID), row),
    deleteAuthenticator: (id) => void remove('authenticators', isCredential(id)),
    getPassword: (id) => all('passwords').find(({ userId }) => userId === id) ?? null,
    setPassword: (id, password, expectedHash) => {
      const current = all('passwords').find(({ userId }) => userId === id)
      if (!userOf(id) || (current?.hash ?? null) !== expectedHash) return false
      const others = all('passwords').filter(({ userId }) => userId !== id)
      set('passwords', [...others, { ...password, userId: id }])
      return true
    },
    deletePassword: (id) => void remove('passwords', ({ userId }) => userId === id),
    listFactorsByUserId: (id) => all('factors').filter(({ userId }) => userId === id),
    listDueDeletions: (now) =>
      all('factors')
        .filter(({ type, lastUsedAt }) => type === 'deletion' && lastUsedAt && lastUsedAt < now)
        .map(({ userId }) => userId),
    createFactor: (factor) => {
      requireUser(factor.userId)
      return insert('factors', factor, ({ id }) => id === factor.id)
    },
    useFactorStep: (id, { step, lastUsedAt, secret }) => {
      const isMeant = (row: AdapterFactor): boolean => row.id === id
      const current = all('factors').find(isMeant)
      if (!current || current.lastStep >= step) return false
      const next = { lastStep: step, lastUsedAt, secret: secret ?? current.secret }
      return update('factors', isMeant, next) !== null
    },
    deleteFactor: (id) => remove('factors', (row) => row.id === id) !== null,
    replaceFactors: (userId, type, factors) => {
      if (factors.length > 0) requireUser(userId)
      remove('factors', (row) => row.userId === userId && row.type === type)
      set('factors', [...all('factors'), ...factors])
    },
    createUserWithAccount: ({ user, account, authenticator }) => {
      const before = tables.rows
      try {
        const created = insert('users', user, (other) => isSameUser(other, user))
        insert('accounts', { ...account, userId: user.id }, isAccount(account))
        if (authenticator) {
          const row = { ...authenticator, userId: user.id }
          insert('authenticators', row, isCredential(row.credentialID))
        }
        return created
      } catch (thrown) {
        tables.rows = before
        throw thrown
      }
    },
    takeOverUser: ({ id, email, emailVerified, unlessFactors = [] }) => {
      const user = userOf(id)
      if (!user || user.email !== email || user.emailVerified) return null
      const hasApp = all('factors').some((row) => row.userId === id && row.type === 'totp')
      if (hasApp && unlessFactors.includes('totp')) return null
      const hasPasskey = all('authenticators').some((row) => row.userId === id)
      if (hasPasskey && unlessFactors.includes('passkey')) return null
      for (const table of ownTables) {
        remove(table, ({ userId }) => userId === id)
      }
      return update('users', hasId(id), { emailVerified })
    },
    unlinkUnlessLast: ({ userId, account, keptSession, otherProviders }) => {
      const own = all('accounts').filter((row) => row.userId === userId)
      const isMeant = isAccount(account)
      const others = own.filter((row) => !isMeant(row))
      if (others.length === own.length) return 'unknown'
      const isLeft = others.some(({ provider }) => otherProviders?.includes(provider))
      if (otherProviders && !isLeft) return 'last'
      const removed = remove('accounts', isMeant)
      if (removed?.type === 'webauthn') {
        remove('authenticators', isCredential(account.providerAccountId))
      }
      remove('sessions', (row) => row.userId === userId && row.sessionToken !== keptSession)
      return removed ?? 'unknown'
    },
    countAttempt: ({ key, now, expires }) => {
      const known = remove('attempts', (row) => row.key === key)
      const isRunning = known && known.expires > now
      const next = isRunning ? { ...known, count: known.count + 1 } : { key, count: 1, expires }
      return insert('attempts', next, () => false)
    },
  }
}

function hasId(id: string): (user: AdapterUser) => boolean {
  return (user) => user.id === id
}

function isSameUser(a: AdapterUser, b: AdapterUser): boolean {
  return a.id === b.id || (typeof a.email === 'string' && a.email === b.email)
}

export function isAccount(keys: AccountKeys): (account: AccountKeys) => boolean {
  const { provider, providerAccountId } = keys
  return (other) => other.provider === provider && other.providerAccountId === providerAccountId
}

function isSession(token: string): (session: AdapterSessionDetails) => boolean {
  return (session) => session.sessionToken === token
}

function isToken(keys: TokenKeys): (token: TokenKeys) => boolean {
  return (other) => other.identifier === keys.identifier && other.token === keys.token
}

function isCredential(id: string): (authenticator: AdapterAuthenticator) => boolean {
  return (authenticator) => authenticator.credentialID === id
}

function hasTokens(account: AdapterAccount, expected: AdapterStoredTokens): boolean {
  const { access_token = null, refresh_token = null } = account
  return access_token === expected.access_token && refresh_token === expected.refresh_token
}
