import type { Adapter, AdapterAccount, AdapterUser } from '../model/adapter.js'
import { requireMethods } from './adapter-case.js'
import { expectEqual, expectFields } from './expectations.js'
import { keysOf, newAccount, newSession, newUser, unique } from './rows.js'

/** A user with an unverified address, two accounts and two sessions. */
interface Planted {
  readonly user: AdapterUser
  readonly accounts: readonly [AdapterAccount, AdapterAccount]
  /** The tokens of the sessions. */
  readonly sessions: readonly [string, string]
}

export async function makePlanted(
  adapter: Adapter,
  fields: Partial<AdapterUser> = { emailVerified: null },
): Promise<Planted> {
  const store = requireMethods(adapter, ['createUser', 'linkAccount', 'createSession'])
  const user = await store.createUser(newUser(fields))
  const other = newAccount(user.id, { provider: 'another' })
  const accounts = [newAccount(user.id), other] as const
  for (const account of accounts) await store.linkAccount(account)
  const sessions = [unique(), unique()] as const
  for (const sessionToken of sessions) {
    await store.createSession(newSession(user.id, { sessionToken }))
  }
  return { user, accounts, sessions }
}

export async function makeOwner(
  adapter: Required<Pick<Adapter, 'createUser' | 'linkAccount'>>,
): Promise<{ readonly user: AdapterUser; readonly account: AdapterAccount }> {
  const user = await adapter.createUser(newUser())
  const account = newAccount(user.id)
  await adapter.linkAccount(account)
  return { user, account }
}

export async function expectUntouched(
  adapter: Adapter,
  { user, accounts, sessions }: Planted,
): Promise<void> {
  expectFields(await reader(adapter).getUser(user.id), user, 'the user')
  await expectOwners(adapter, accounts, user.id)
  await expectSessions(adapter, sessions, sessions)
}

export async function expectOwners(
  adapter: Adapter,
  accounts: readonly AdapterAccount[],
  id: string | null,
): Promise<void> {
  for (const account of accounts) {
    const owner = await reader(adapter).getUserByAccount(keysOf(account))
    expectEqual(owner?.id ?? null, id, 'the id of the user of the account')
  }
}

export async function expectSessions(
  adapter: Adapter,
  sessions: readonly string[],
  left: readonly string[],
): Promise<void> {
  const { getSessionAndUser } = reader(adapter)
  const found = await Promise.all(
    sessions.map(async (token) => getSessionAndUser.call(adapter, token)),
  )
  const tokens = found.flatMap((one) => one?.session.sessionToken ?? [])
  expectEqual(tokens, [...left], 'the sessions')
}

export function reader(
  adapter: Adapter,
): Required<Pick<Adapter, 'getUser' | 'getUserByAccount' | 'getSessionAndUser'>> {
  return requireMethods(adapter, ['getUser', 'getUserByAccount', 'getSessionAndUser'])
}
