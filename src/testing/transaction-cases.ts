import type {
  Adapter,
  AdapterAccount,
  AdapterSession,
  AdapterUser,
  VerificationToken,
} from '../model/adapter.js'
import { requireMethods, strict, type CaseRow } from './adapter-case.js'
import {
  expectEqual,
  expectFields,
  expectNothing,
  expectNull,
  captureResult,
} from './expectations.js'
import { authenticatorMethods, furtherMethods, requiredMethods } from './methods.js'
import { keysOf, newAccount, newSession, newToken, newUser, pairOf } from './rows.js'

/**
 * Cases for transactions: they commit everything or nothing, and other readers never see a part.
 */
export const transactionCases: readonly CaseRow[] = [
  strict('a transaction gives what its work gives', ['transaction'], async (adapter) => {
    expectEqual(await adapter.transaction(async () => 42), 42, 'the result of the transaction')
  }),

  strict(
    'the adapter of a transaction has every method but transaction',
    ['transaction'],
    async (adapter) => {
      const names = await adapter.transaction(async (inner) => methodsOf(inner))
      const wanted = methodsOf(adapter).filter((name) => name !== 'transaction')
      expectEqual(names, wanted, 'the methods of the adapter of a transaction')
    },
  ),

  strict(
    'a transaction sees its own writes',
    ['transaction', 'createUser', 'getUser'],
    async (adapter) => {
      await adapter.transaction(async (inner) => {
        const { user } = await writeRows(inner)
        const found = await requireMethods(inner, ['getUser']).getUser(user.id)
        expectFields(found, user, 'the user that the transaction created')
      })
    },
  ),

  strict(
    'a transaction reads the user that it locks',
    ['transaction', 'lockUser', 'createUser'],
    async (adapter) => {
      const user = await adapter.createUser(newUser())
      await adapter.transaction(async (inner) => {
        const locked = await requireMethods(inner, ['lockUser']).lockUser(user.id)
        expectFields(locked, user, 'the user that the transaction locks')
      })
    },
  ),

  strict(
    'lockUser gives null for an unknown id',
    ['transaction', 'lockUser'],
    async (adapter, { unknownId }) => {
      const locked = await adapter.transaction(async (inner) =>
        requireMethods(inner, ['lockUser']).lockUser(unknownId()),
      )
      expectNull(locked, 'the unknown user')
    },
  ),

  strict(
    'transactions that lock one user wait for each other',
    ['transaction', 'lockUser', 'createUser', 'getUser', 'updateUser'],
    async (adapter) => {
      const { id } = await adapter.createUser(newUser({ name: '0' }))
      const count = async (inner: Adapter): Promise<void> => {
        const tx = requireMethods(inner, ['lockUser', 'updateUser'])
        const locked = await tx.lockUser(id)
        await pause()
        await tx.updateUser({ id, name: String(Number(locked?.name) + 1) })
      }
      await Promise.all(Array.from({ length: 4 }, async () => adapter.transaction(count)))
      expectFields(await adapter.getUser(id), { name: '4' }, 'the user that four have counted on')
    },
  ),

  strict('a transaction keeps all writes', ['transaction'], async (adapter) => {
    await expectAll(adapter, await adapter.transaction(writeRows))
  }),

  strict(
    'a transaction that fails keeps no write, and throws the same error',
    ['transaction'],
    async (adapter) => {
      const failure = new Error('The work failed.')
      let written: Rows | undefined
      const settled = await captureResult(async () =>
        adapter.transaction(async (inner) => {
          written = await writeRows(inner)
          throw failure
        }),
      )
      expectEqual(settled.status, 'rejected', 'the state of the failed transaction')
      const isSame = settled.status === 'rejected' && settled.reason === failure
      expectEqual(isSame, true, 'the identity of the error of the work')
      await expectNone(adapter, written)
    },
  ),

  strict(
    'a transaction that fails undoes changes and deletions',
    ['transaction', 'createUser', 'linkAccount', 'createSession', 'createVerificationToken'],
    async (adapter) => {
      const rows = await writeRows(adapter)
      const changed = await writeRows(adapter)
      await failIn(adapter, async (inner) => {
        const tx = requireMethods(inner, [
          'deleteUser',
          'updateUser',
          'useVerificationToken',
          'updateSession',
        ])
        await tx.deleteUser(rows.user.id)
        await tx.useVerificationToken(pairOf(rows.token))
        await tx.updateUser({ id: changed.user.id, name: 'Eve', email: newUser().email })
        await tx.updateSession({ ...changed.session, expires: new Date(0) })
        await tx.useVerificationToken(pairOf(changed.token))
      })
      await expectAll(adapter, rows)
      await expectAll(adapter, changed)
    },
  ),

  strict(
    'what a failed transaction wrote can be written again',
    ['transaction', 'createUser'],
    async (adapter) => {
      const user = newUser()
      await failIn(adapter, async (inner) => {
        await requireMethods(inner, ['createUser']).createUser(user)
      })
      expectFields(await adapter.createUser(user), { email: user.email }, 'the user')
    },
  ),

  strict(
    'other readers do not see the writes of an open transaction',
    ['transaction', 'createUser', 'getUserByEmail'],
    async (adapter) => {
      const user = newUser()
      let seen: Promise<AdapterUser | null> | undefined
      await failIn(adapter, async (inner) => {
        await requireMethods(inner, ['createUser']).createUser(user)
        // Not awaited, because a store may block the reader until the transaction ends.
        seen = Promise.resolve(adapter.getUserByEmail(user.email))
        await pause()
      })
      expectNothing(await seen, 'the user of a failed transaction, read before its end')
    },
  ),

  strict(
    'a write beside a transaction that fails is kept',
    ['transaction', 'createUser', 'getUserByEmail'],
    async (adapter) => {
      const user = newUser()
      let beside: Promise<AdapterUser> | undefined
      await failIn(adapter, async (inner) => {
        await requireMethods(inner, ['createUser']).createUser(newUser())
        beside = Promise.resolve(adapter.createUser(user))
        await pause()
      })
      await beside
      expectFields(await adapter.getUserByEmail(user.email), { email: user.email }, 'the user')
    },
  ),

  strict('two transactions at once are both kept', ['transaction'], async (adapter) => {
    const written = await Promise.all([adapter.transaction(slowly), adapter.transaction(slowly)])
    for (const rows of written) await expectAll(adapter, rows)
  }),

  strict(
    'of two transactions at once the failing one alone is undone',
    ['transaction'],
    async (adapter) => {
      let undone: Rows | undefined
      const [kept] = await Promise.all([
        adapter.transaction(slowly),
        failIn(adapter, async (inner) => {
          undone = await slowly(inner)
        }),
      ])
      await expectAll(adapter, kept)
      await expectNone(adapter, undone)
    },
  ),

  strict(
    'of two transactions with one address one is kept',
    ['transaction', 'getUserByEmail'],
    async (adapter) => {
      const { email } = newUser()
      const create = async (inner: Adapter): Promise<AdapterUser> => {
        const user = await requireMethods(inner, ['createUser']).createUser(newUser({ email }))
        await pause()
        return user
      }
      const settled = await Promise.allSettled([
        adapter.transaction(create),
        adapter.transaction(create),
      ])
      const won = settled.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
      expectEqual(won.length, 1, 'the number of transactions that were kept')
      expectFields(await adapter.getUserByEmail(email), won[0] ?? {}, 'the user')
    },
  ),
]

interface Rows {
  readonly user: AdapterUser
  readonly account: AdapterAccount
  readonly session: AdapterSession
  readonly token: VerificationToken
}

async function writeRows(inner: Adapter): Promise<Rows> {
  const adapter = requireMethods(inner, [
    'createUser',
    'linkAccount',
    'createSession',
    'createVerificationToken',
  ])
  const user = await adapter.createUser(newUser())
  const rows = {
    user,
    account: newAccount(user.id),
    session: newSession(user.id),
    token: newToken(),
  }
  await adapter.linkAccount(rows.account)
  await adapter.createSession(rows.session)
  await adapter.createVerificationToken(rows.token)
  return rows
}

async function slowly(inner: Adapter): Promise<Rows> {
  const rows = await writeRows(inner)
  await pause()
  return rows
}

async function pause(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 20))
}

async function failIn(
  adapter: Required<Pick<Adapter, 'transaction'>>,
  work: (inner: Adapter) => Promise<void>,
): Promise<void> {
  const failure = new Error('The work failed, as it should.')
  const settled = await captureResult(async () =>
    adapter.transaction(async (inner) => {
      await work(inner)
      throw failure
    }),
  )
  // With any other error, the work itself failed.
  if (settled.status === 'rejected' && settled.reason !== failure) throw settled.reason
}

/** Uses up the verification token. */
async function expectAll(adapter: Adapter, { user, account, session, token }: Rows): Promise<void> {
  const store = reader(adapter)
  expectFields(await store.getUser(user.id), user, 'the user')
  expectFields(await store.getUserByEmail(user.email), user, 'the user by address')
  expectFields(await store.getUserByAccount(keysOf(account)), user, 'the user of the account')
  const found = await store.getSessionAndUser(session.sessionToken)
  expectFields(found?.session, session, 'the session')
  expectFields(await store.useVerificationToken(pairOf(token)), token, 'the verification token')
}

async function expectNone(adapter: Adapter, rows: Rows | undefined): Promise<void> {
  if (!rows) throw new Error('Expected the work of the transaction to run to its end.')
  const store = reader(adapter)
  const { user, account, session, token } = rows
  expectNothing(await store.getUser(user.id), 'the user that was undone')
  expectNothing(await store.getUserByEmail(user.email), 'the user by the address that was undone')
  expectNothing(await store.getUserByAccount(keysOf(account)), 'the user of the account undone')
  expectNothing(await store.getSessionAndUser(session.sessionToken), 'the session that was undone')
  expectNothing(await store.useVerificationToken(pairOf(token)), 'the token that was undone')
}

function reader(
  adapter: Adapter,
): Required<
  Pick<
    Adapter,
    'getUser' | 'getUserByEmail' | 'getUserByAccount' | 'getSessionAndUser' | 'useVerificationToken'
  >
> {
  return requireMethods(adapter, [
    'getUser',
    'getUserByEmail',
    'getUserByAccount',
    'getSessionAndUser',
    'useVerificationToken',
  ])
}

function methodsOf(adapter: Adapter): string[] {
  const names = [...requiredMethods, ...authenticatorMethods, ...furtherMethods]
  return names.filter((name) => adapter[name])
}
