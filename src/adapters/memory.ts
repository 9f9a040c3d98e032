import type {
  Adapter,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterFactor,
  AdapterPassword,
  AdapterSessionDetails,
  AdapterUser,
  OneStepMethod,
  VerificationToken,
} from '../model/adapter.js'
import { withDatabase } from '../model/database.js'
import { countAttempt, type AttemptRow } from './memory/attempts.js'
import { factorKey, factorMethods } from './memory/factors.js'
import { openTable, withoutUndefined, type Table } from './memory/table.js'
import { accountKey, tokenMethods } from './memory/tokens.js'

/**
 * Returns an adapter that stores everything in the memory of one process, for tests, demos and
 * prototypes.
 *
 * A restart deletes all data, and other processes do not see it. Every call is atomic. While a
 * transaction is open, calls on the adapter itself wait until it ends, so inside `work` use only
 * the adapter that `work` receives.
 *
 * @example
 * ```ts
 * import { memoryAdapter } from 'latchkey/adapters/memory'
 *
 * export const adapter = memoryAdapter()
 * ```
 */
export function memoryAdapter(): MemoryAdapter {
  const store = openStore()
  let lastTransaction: Promise<unknown> = Promise.resolve()

  const adapter: MemoryAdapter = {
    ...adapterOver((operation) => lastTransaction.then(() => operation(store))),
    transaction: (work) => {
      const result = lastTransaction.then(() => runTransaction(store, work))
      lastTransaction = result.catch(() => undefined)
      return result
    },
  }
  return withDatabase(adapter, store, '')
}

/** An adapter with all methods, except those that its transactions make unnecessary. */
export type MemoryAdapter = Required<Omit<Adapter, OneStepMethod | 'getRecentSessionAndUser'>>

/** Runs one operation when its turn has come. */
type Run = <T>(operation: (store: Store) => T) => Promise<T>

interface Store {
  readonly users: Table<AdapterUser>
  readonly accounts: Table<AdapterAccount>
  readonly sessions: Table<AdapterSessionDetails>
  readonly tokens: Table<VerificationToken>
  readonly authenticators: Table<AdapterAuthenticator>
  readonly passwords: Table<AdapterPassword>
  readonly factors: Table<AdapterFactor>
  readonly attempts: Table<AttemptRow>
  /** The functions that undo the changes of the open transaction. */
  undo: (() => void)[] | undefined
}

function openStore(): Store {
  const record = (undo: () => void): void => void store.undo?.push(undo)
  // prettier-ignore
  const store: Store = {
    users:          openTable<AdapterUser>({ noun: 'user', keyOf: userKey, indexOf: addressOf, record }),
    accounts:       openTable<AdapterAccount>({ noun: 'account', keyOf: accountKey, indexOf: ownerOf, record }),
    sessions:       openTable<AdapterSessionDetails>({ noun: 'session', keyOf: sessionKey, indexOf: ownerOf, record }),
    tokens:         openTable<VerificationToken>({ noun: 'verification token', keyOf: tokenKey, record }),
    authenticators: openTable<AdapterAuthenticator>({ noun: 'authenticator', keyOf: credentialKey, indexOf: ownerOf, record }),
    passwords:      openTable<AdapterPassword>({ noun: 'password', keyOf: ownerOf, record }),
    factors:        openTable<AdapterFactor>({ noun: 'factor', keyOf: factorKey, indexOf: ownerOf, record }),
    attempts:       openTable<AttemptRow>({ noun: 'attempt', keyOf: attemptKey, record }),
    undo: undefined,
  }
  return store
}

async function runTransaction<T>(store: Store, work: (adapter: Adapter) => Promise<T>): Promise<T> {
  const changes: (() => void)[] = []
  const run: Run = async (operation) => {
    if (store.undo !== changes) throw new Error('The transaction of this adapter has ended.')
    return operation(store)
  }
  store.undo = changes
  try {
    return await work(adapterOver(run))
  } catch (thrown) {
    for (const undo of changes.reverse()) undo()
    throw thrown
  } finally {
    store.undo = undefined
  }
}

function adapterOver(run: Run): Omit<MemoryAdapter, 'transaction'> {
  const takeToken = (params: Pick<VerificationToken, 'identifier' | 'token'>) =>
    run(({ tokens }) => tokens.remove(tokenKey(params)))

  return {
    createUser: (user) => run((store) => insertUser(store, user)),
    getUser: (id) => run(({ users }) => users.get(id)),
    getUserByEmail: (email) => run(({ users }) => users.where(email)[0] ?? null),
    getUserByAccount: (keys) =>
      run(({ accounts, users }) => {
        const account = accounts.get(accountKey(keys))
        return account && users.get(account.userId)
      }),
    // Transactions run one after the other, so each one has exclusive access to every user.
    lockUser: (id) => run(({ users }) => users.get(id)),
    updateUser: (user) => run((store) => updateUser(store, user)),
    deleteUser: (id) => run((store) => deleteUser(store, id)),

    linkAccount: (account) =>
      run((store) => {
        requireUser(store, account.userId)
        return store.accounts.insert(account)
      }),
    unlinkAccount: (keys) => run(({ accounts }) => accounts.remove(accountKey(keys)) ?? undefined),
    getAccount: (providerAccountId, provider) =>
      run(({ accounts }) => accounts.get(accountKey({ provider, providerAccountId }))),
    listAccountsByUserId: (userId) => run(({ accounts }) => accounts.where(userId)),
    updateAccount: (account) =>
      run(({ accounts }) => accounts.update(accountKey(account), account)),
    ...tokenMethods(run),

    createSession: (session) =>
      run((store) => {
        requireUser(store, session.userId)
        return store.sessions.insert(session)
      }),
    getSessionAndUser: (sessionToken) =>
      run(({ sessions, users }) => {
        const session = sessions.get(sessionToken)
        const user = session && users.get(session.userId)
        return user && { session, user }
      }),
    updateSession: (session) =>
      run(({ sessions }) => sessions.update(sessionKey(session), session)),
    deleteSession: (sessionToken) => run(({ sessions }) => sessions.remove(sessionToken)),
    listSessionsByUserId: (userId) => run(({ sessions }) => sessions.where(userId)),
    deleteSessionsByUserId: (userId, except) =>
      run(({ sessions }) => {
        for (const { sessionToken } of sessions.where(userId))
          if (sessionToken !== except) sessions.remove(sessionToken)
      }),
    deleteSessionsByProviderSession: (keys) => run((store) => endProviderSession(store, keys)),

    createVerificationToken: (token) => run(({ tokens }) => tokens.insert(token)),
    useVerificationToken: takeToken,
    consumeVerificationToken: takeToken,
    deleteExpired: (now) =>
      run(({ sessions, tokens, factors, attempts }) => {
        removeExpired(sessions, sessionKey, now)
        removeExpired(tokens, tokenKey, now)
        removeExpired(factors, factorKey, now)
        removeExpired(attempts, attemptKey, now)
      }),

    createAuthenticator: (authenticator) =>
      run((store) => {
        requireUser(store, authenticator.userId)
        return store.authenticators.insert(authenticator)
      }),
    getAuthenticator: (credentialID) =>
      run(({ authenticators }) => authenticators.get(credentialID)),
    listAuthenticatorsByUserId: (userId) =>
      run(({ authenticators }) => authenticators.where(userId)),
    updateAuthenticatorCounter: (credentialID, counter) =>
      run(({ authenticators }) => {
        const updated = authenticators.update(credentialID, { counter })
        if (!updated) throw new Error('No authenticator has this credential id.')
        return updated
      }),
    updateAuthenticator: (authenticator) =>
      run(({ authenticators }) =>
        authenticators.update(credentialKey(authenticator), authenticator),
      ),
    deleteAuthenticator: (credentialID) =>
      run(({ authenticators }) => void authenticators.remove(credentialID)),

    getPassword: (userId) => run(({ passwords }) => passwords.get(userId)),
    setPassword: (userId, password, expectedHash) =>
      run((store) => setPassword(store, { ...password, userId }, expectedHash)),
    deletePassword: (userId) => run(({ passwords }) => void passwords.remove(userId)),

    ...factorMethods(run),

    countAttempt: (attempt) => run(({ attempts }) => countAttempt(attempts, attempt)),
  }
}

/**
 * A passkey sign-up has no id, and some providers send no address, although the type requires both.
 */
function insertUser(store: Store, user: AdapterUser): AdapterUser {
  const blank = { id: crypto.randomUUID(), email: null, emailVerified: null }
  const row = { ...blank, ...withoutUndefined(user) }
  requireFreeAddress(store, row)
  return store.users.insert(row)
}

function updateUser(
  store: Store,
  patch: Partial<AdapterUser> & Pick<AdapterUser, 'id'>,
): AdapterUser {
  requireFreeAddress(store, patch)
  const updated = store.users.update(patch.id, patch)
  if (!updated) throw new Error('No user has this id.')
  return updated
}

function deleteUser(store: Store, id: string): AdapterUser | null {
  for (const session of store.sessions.where(id)) store.sessions.remove(sessionKey(session))
  for (const account of store.accounts.where(id)) store.accounts.remove(accountKey(account))
  for (const authenticator of store.authenticators.where(id))
    store.authenticators.remove(credentialKey(authenticator))
  store.passwords.remove(id)
  for (const factor of store.factors.where(id)) store.factors.remove(factorKey(factor))
  return store.users.remove(id)
}

function setPassword(
  { users, passwords }: Store,
  row: AdapterPassword,
  expectedHash: string | null,
): boolean {
  const current = passwords.get(row.userId)
  if (!users.get(row.userId) || (current?.hash ?? null) !== expectedHash) return false
  if (current) passwords.update(row.userId, row)
  else passwords.insert(row)
  return true
}

function endProviderSession(
  { sessions }: Store,
  { provider, providerSessionId }: Pick<AdapterSessionDetails, 'provider' | 'providerSessionId'>,
): void {
  // `null` must not match `null`, because such sessions did not begin at a provider.
  if (typeof provider !== 'string' || typeof providerSessionId !== 'string') return
  for (const session of sessions.all())
    if (session.provider === provider && session.providerSessionId === providerSessionId)
      sessions.remove(sessionKey(session))
}

function removeExpired<Row extends { expires: Date | null }>(
  table: Table<Row>,
  keyOf: (row: Readonly<Row>) => string,
  now: Date,
): void {
  for (const row of table.all()) if (row.expires && row.expires < now) table.remove(keyOf(row))
}

function requireFreeAddress(
  { users }: Store,
  { id, email }: Pick<AdapterUser, 'id'> & Partial<AdapterUser>,
): void {
  if (typeof email === 'string' && users.where(email).some((user) => user.id !== id))
    throw new Error('Another user has this address.')
}

function requireUser({ users }: Store, id: string): void {
  if (!users.get(id)) throw new Error('No user has this id.')
}

function addressOf(user: AdapterUser): string {
  return user.email
}

function ownerOf(row: { userId: string }): string {
  return row.userId
}

function userKey(user: Pick<AdapterUser, 'id'>): string {
  return user.id
}

function sessionKey(session: Pick<AdapterSessionDetails, 'sessionToken'>): string {
  return session.sessionToken
}

function tokenKey(token: Pick<VerificationToken, 'identifier' | 'token'>): string {
  return JSON.stringify([token.identifier, token.token])
}

function attemptKey(attempt: Pick<AttemptRow, 'key'>): string {
  return attempt.key
}

function credentialKey(authenticator: Pick<AdapterAuthenticator, 'credentialID'>): string {
  return authenticator.credentialID
}
