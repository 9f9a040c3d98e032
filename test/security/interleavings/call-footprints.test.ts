import {
  array,
  assert,
  constant,
  constantFrom,
  integer,
  oneof,
  property,
  record,
  tuple,
  type Arbitrary,
} from 'fast-check'
import { expect, it } from 'vitest'
import { footprintOf } from './call-footprints.js'
import { areDependent, type Footprint } from './footprint.js'
import { changesBetween } from './row-changes.js'
import { noRows, operationsOn, type Operations, type Rows, type Tables } from './tables.js'

/** A call of an adapter: its method, and what it is given. */
type Call = readonly [name: keyof Operations, args: readonly unknown[]]

const id = constantFrom('u1', 'u2')
const key = constantFrom('k1', 'k2')
const address = constantFrom('a@a.test', 'b@b.test')
const provider = constantFrom('hub', 'idp')
const date = constantFrom(new Date(0), new Date(1))
const account = record({ provider, providerAccountId: key, userId: id, type: constant('oauth') })
const tokens = record({ access_token: constantFrom('t1', null), refresh_token: constant(null) })
const session = record({
  sessionToken: key,
  userId: id,
  expires: date,
  provider,
  providerSessionId: key,
})
const user = record({ id, email: address, emailVerified: constantFrom(null, new Date(0)) })
const token = record({ identifier: address, token: key, expires: date })
const credential = record({ credentialID: key, userId: id, counter: integer({ min: 0, max: 1 }) })
const factor = record({
  id: key,
  userId: id,
  type: constantFrom('totp', 'deletion'),
  lastStep: constantFrom(0, 1),
  lastUsedAt: date,
  secret: key,
})
const hash = constantFrom('h1', 'h2')

const givenTo: { readonly [Name in keyof Operations]: Arbitrary<readonly unknown[]> } = {
  createUser: tuple(user),
  getUser: tuple(id),
  lockUser: tuple(id),
  getUserByEmail: tuple(address),
  getUserByAccount: tuple(account),
  updateUser: tuple(
    oneof(user, record({ id, emailVerified: date }), record({ id, email: address })),
  ),
  deleteUser: tuple(id),
  linkAccount: tuple(account),
  unlinkAccount: tuple(account),
  getAccount: tuple(key, provider),
  listAccountsByUserId: tuple(id),
  updateAccount: tuple(record({ provider, providerAccountId: key, access_token: key })),
  leaseAccount: tuple(
    record({
      provider,
      providerAccountId: key,
      expected: tokens,
      holder: key,
      milliseconds: constant(9),
    }),
  ),
  swapTokens: tuple(
    record({ provider, providerAccountId: key, expected: tokens, changes: tokens }),
  ),
  createSession: tuple(session),
  getSessionAndUser: tuple(key),
  updateSession: tuple(record({ sessionToken: key, expires: date })),
  deleteSession: tuple(key),
  listSessionsByUserId: tuple(id),
  deleteSessionsByUserId: oneof(tuple(id), tuple(id, key)),
  deleteSessionsByProviderSession: tuple(record({ provider, providerSessionId: key })),
  createVerificationToken: tuple(token),
  useVerificationToken: tuple(token),
  consumeVerificationToken: tuple(token),
  createAuthenticator: tuple(credential),
  getAuthenticator: tuple(key),
  listAuthenticatorsByUserId: tuple(id),
  updateAuthenticatorCounter: tuple(key, integer({ min: 0, max: 2 })),
  updateAuthenticator: tuple(record({ credentialID: key, counter: constant(5) })),
  deleteAuthenticator: tuple(key),
  getPassword: tuple(id),
  setPassword: tuple(id, record({ hash }), constantFrom('h1', 'h2', null)),
  deletePassword: tuple(id),
  listFactorsByUserId: tuple(id),
  createFactor: tuple(factor),
  listDueDeletions: tuple(date),
  useFactorStep: tuple(key, record({ step: constantFrom(1, 2), lastUsedAt: date })),
  deleteFactor: tuple(key),
  replaceFactors: tuple(id, constantFrom('totp', 'deletion'), array(factor, { maxLength: 1 })),
  createUserWithAccount: oneof(
    tuple(record({ user, account })),
    tuple(record({ user, account, authenticator: credential })),
  ),
  takeOverUser: oneof(
    tuple(record({ id, email: address, emailVerified: date })),
    tuple(
      record({
        id,
        email: address,
        emailVerified: date,
        unlessFactors: constantFrom(['totp'], ['passkey']),
      }),
    ),
  ),
  unlinkUnlessLast: oneof(
    tuple(record({ userId: id, account })),
    tuple(
      record({ userId: id, account, keptSession: key, otherProviders: constantFrom(['hub'], []) }),
    ),
  ),
  countAttempt: tuple(record({ key, now: date, expires: date })),
}

const names = Object.keys(givenTo) as (keyof Operations)[]
const call: Arbitrary<Call> = constantFrom(...names).chain((name) =>
  givenTo[name].map((args) => [name, args] as const),
)

it.each(names)('two calls commute unless their footprints meet: %s', (name) => {
  const own = givenTo[name].map((args) => [name, args] as const)
  assert(
    property(array(call, { maxLength: 12 }), own, call, (before, one, other) => {
      const rows = before.reduce((state, each) => run(state, each).rows, noRows)
      const first = run(rows, one)
      const second = run(first.rows, other)
      if (areDependent(first.footprint, second.footprint)) return
      const otherFirst = run(rows, other)
      const oneSecond = run(otherFirst.rows, one)
      expect([oneSecond.result, otherFirst.result]).toEqual([first.result, second.result])
      expect(changesBetween(second.rows, oneSecond.rows)).toEqual([])
    }),
    { numRuns: 500 },
  )
})

it('a call that finds nothing to change commutes with a call of its own kind', () => {
  const { footprint } = run(noRows, ['deleteSession', ['k1']])
  expect(footprint).toEqual({ reads: ['sessions:k1'], writes: [] })
})

interface Ran {
  readonly rows: Rows
  readonly result: unknown
  readonly footprint: Footprint
}

function run(rows: Rows, [name, args]: Call): Ran {
  const work = (tables: Tables): unknown => {
    const operation = operationsOn(tables, () => 0)[name] as (
      ...given: readonly unknown[]
    ) => unknown
    return operation(...args)
  }
  const tables: Tables = { rows, isKeyed: true }
  const footprint = footprintOf(name, args, tables, work)
  try {
    return { result: sorted(work(tables)), rows: tables.rows, footprint }
  } catch (error) {
    return { result: error, rows: tables.rows, footprint }
  }
}

/** Rows have no order. */
function sorted(result: unknown): unknown {
  if (!Array.isArray(result)) return result
  return result.map((row) => JSON.stringify(row)).toSorted()
}
