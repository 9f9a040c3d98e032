import { memoryAdapter } from '../../../src/adapters/memory.js'
import type {
  Adapter,
  AdapterAccount,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from '../../../src/model/adapter.js'

/** An adapter that is an object of a class: no method works without its `this`. */
export class ClassAdapter implements Adapter {
  readonly #inner = memoryAdapter()

  createUser(user: AdapterUser): Promise<AdapterUser> {
    return Promise.resolve(this.#inner.createUser(user))
  }
  getUser(id: string): Promise<AdapterUser | null> {
    return Promise.resolve(this.#inner.getUser(id))
  }
  getUserByEmail(email: string): Promise<AdapterUser | null> {
    return Promise.resolve(this.#inner.getUserByEmail(email))
  }
  getUserByAccount(
    keys: Pick<AdapterAccount, 'provider' | 'providerAccountId'>,
  ): Promise<AdapterUser | null> {
    return Promise.resolve(this.#inner.getUserByAccount(keys))
  }
  async linkAccount(account: AdapterAccount): Promise<void> {
    await this.#inner.linkAccount(account)
  }
  createSession(session: AdapterSession): Promise<AdapterSession> {
    return Promise.resolve(this.#inner.createSession(session))
  }
  getSessionAndUser(token: string): Promise<{ session: AdapterSession; user: AdapterUser } | null> {
    return Promise.resolve(this.#inner.getSessionAndUser(token))
  }
  async updateSession(
    session: Partial<AdapterSession> & Pick<AdapterSession, 'sessionToken'>,
  ): Promise<null> {
    await this.#inner.updateSession(session)
    return null
  }
  async deleteSession(token: string): Promise<void> {
    await this.#inner.deleteSession(token)
  }
}

/** An adapter whose ids are numbers in the database, where texts of them are found too. */
export function numericAdapter(): Adapter {
  let next = 41
  const inner = memoryAdapter()
  const toText = (id: unknown): string => String(id)
  /** What the driver gives: the type says text, the row has a number. */
  const toNumber = <T extends { id: string }>(user: T): T => ({ ...user, id: Number(user.id) })
  const maybe = <T extends { id: string }>(user: T | null): T | null => user && toNumber(user)
  return {
    createUser: async (user) => toNumber(await inner.createUser({ ...user, id: `${++next}` })),
    getUser: async (id) => maybe(await inner.getUser(toText(id))),
    getUserByEmail: async (email) => maybe(await inner.getUserByEmail(email)),
    getUserByAccount: async (keys) => maybe(await inner.getUserByAccount(keys)),
    linkAccount: (account) => inner.linkAccount({ ...account, userId: toText(account.userId) }),
    createSession: (session) => inner.createSession({ ...session, userId: toText(session.userId) }),
    getSessionAndUser: async (token) => {
      const found = await inner.getSessionAndUser(token)
      return found && { ...found, user: toNumber(found.user) }
    },
    updateSession: inner.updateSession,
    deleteSession: inner.deleteSession,
    listSessionsByUserId: (id) => inner.listSessionsByUserId(toText(id)),
    deleteSessionsByUserId: (id, except) => inner.deleteSessionsByUserId(toText(id), except),
    listAccountsByUserId: (id) => inner.listAccountsByUserId(toText(id)),
    unlinkAccount: inner.unlinkAccount,
    updateAccount: inner.updateAccount,
  }
}

/**
 * A table without a single unique key, as some published schemas have: whatever is written is kept
 * beside what was there.
 */
export function keylessAdapter(): Adapter & { readonly users: readonly AdapterUser[] } {
  const users: AdapterUser[] = []
  const accounts: AdapterAccount[] = []
  const sessions: AdapterSession[] = []
  const tokens: VerificationToken[] = []
  const findUser = (id: string): AdapterUser | null => users.find((user) => user.id === id) ?? null
  return {
    users,
    createUser: async (user) => {
      await pause()
      users.push(user)
      return user
    },
    getUser: findUser,
    getUserByEmail: async (email) => {
      await pause()
      return users.find((user) => user.email === email) ?? null
    },
    getUserByAccount: async ({ provider, providerAccountId }) => {
      await pause()
      const account = accounts.find(
        (one) => one.provider === provider && one.providerAccountId === providerAccountId,
      )
      return account ? findUser(account.userId) : null
    },
    linkAccount: async (account) => {
      await pause()
      accounts.push(account)
    },
    createSession: (session) => {
      sessions.push(session)
      return session
    },
    getSessionAndUser: (token) => {
      const session = sessions.find(({ sessionToken }) => sessionToken === token)
      const user = session && findUser(session.userId)
      return user ? { session, user } : null
    },
    updateSession: () => null,
    deleteSession: (token) => {
      const at = sessions.findIndex(({ sessionToken }) => sessionToken === token)
      return at === -1 ? null : sessions.splice(at, 1)[0]
    },
    createVerificationToken: (token) => {
      tokens.push(token)
    },
    useVerificationToken: ({ identifier, token }) => {
      const at = tokens.findIndex((one) => one.identifier === identifier && one.token === token)
      return at === -1 ? null : (tokens.splice(at, 1)[0] ?? null)
    },
  }
}

/** A table whose keys ignore case, accents and width, as is the default of some databases. */
export function looseAdapter(): Adapter {
  const inner = memoryAdapter()
  const keys = new Map<string, string>()
  const find = (token: string): string => keys.get(fold(token)) ?? token
  return {
    ...inner,
    createSession: (session) => {
      keys.set(fold(session.sessionToken), session.sessionToken)
      return inner.createSession(session)
    },
    getSessionAndUser: (token) => inner.getSessionAndUser(find(token)),
    updateSession: (session) =>
      inner.updateSession({ ...session, sessionToken: find(session.sessionToken) }),
    deleteSession: (token) => inner.deleteSession(find(token)),
  }
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().trimEnd()
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 1))
}
