import type {
  Adapter,
  AdapterUser,
  OneStepMethod,
  VerificationToken,
} from '../../../src/model/adapter.js'
import { footprintOf } from './call-footprints.js'
import { nothing, transactionStart, type Footprint } from './footprint.js'
import type { Scheduler, Step } from './scheduler.js'
import { operationsOn, type Operations, type Tables } from './tables.js'

/** A kind of adapter: what it lacks, and what it does otherwise than most. */
export interface Kind {
  readonly lacks?: readonly (keyof Adapter)[]
  /** Methods that reject whatever they are asked. */
  readonly refuses?: readonly (keyof Operations)[]
  /** Whether a token is looked up first and deleted second. */
  readonly looksFirst?: boolean
  /** Whether the database draws the ids of users. */
  readonly drawsIds?: boolean
  /** Whether it does in one call what others do in a transaction. */
  readonly isOneStep?: boolean
  /** Whether `deleteSession` does not say whether there was a row, as adapters of Auth.js may. */
  readonly isSilent?: boolean
  /** Without unique keys only the tasks of one process can exclude each other. */
  readonly isKeyless?: boolean
}

const tokenMethods = ['createVerificationToken', 'useVerificationToken'] as const
const beyondAuthJs = [
  'transaction',
  'lockUser',
  'consumeVerificationToken',
  'countAttempt',
  'updateAccount',
  'listAccountsByUserId',
  'listSessionsByUserId',
  'deleteSessionsByUserId',
  'deleteSessionsByProviderSession',
  'updateAuthenticator',
  'deleteAuthenticator',
] as const

const factorMethods: readonly (keyof Adapter)[] = [
  'listFactorsByUserId',
  'createFactor',
  'useFactorStep',
  'deleteFactor',
  'replaceFactors',
]

const oneStepMethods: readonly string[] = [
  'createUserWithAccount',
  'takeOverUser',
  'unlinkUnlessLast',
] satisfies readonly OneStepMethod[]

export type KindName =
  | 'whole'
  | 'no-transaction'
  | 'one-step'
  | 'no-consume'
  | 'no-count'
  | 'no-update'
  | 'no-delete'
  | 'looks-first'
  | 'draws-ids'
  | 'no-tokens'
  | 'auth-js'
  | 'keyless'
  | 'silent'

export const kinds: Readonly<Record<KindName, Kind>> = {
  whole: {},
  'no-transaction': { lacks: ['transaction'] },
  // As Redis is.
  'one-step': { lacks: ['transaction', 'lockUser'], isOneStep: true },
  'no-consume': { lacks: ['consumeVerificationToken'] },
  'no-count': { lacks: ['countAttempt'] },
  'no-update': { lacks: ['updateAccount', 'updateAuthenticator'] },
  'no-delete': { lacks: ['transaction', 'deleteUser', 'deleteAuthenticator'] },
  'looks-first': { lacks: ['consumeVerificationToken', 'countAttempt'], looksFirst: true },
  'draws-ids': { lacks: ['transaction'], drawsIds: true },
  'no-tokens': { lacks: ['transaction', 'consumeVerificationToken'], refuses: tokenMethods },
  'auth-js': { lacks: beyondAuthJs },
  keyless: { lacks: beyondAuthJs, isKeyless: true },
  silent: { isSilent: true },
}

/** An adapter over tables, each of whose calls is two steps: the work, and the answer's arrival. */
export function scheduledAdapter(
  scheduler: Scheduler,
  tables: Tables,
  kind: Kind,
  { hasFactors = false }: { readonly hasFactors?: boolean } = {},
): Adapter {
  const inner = wrapAll({ scheduler, tables, kind })
  const transaction: Adapter['transaction'] = (work) =>
    runTransaction(scheduler, tables, inner, work)
  // An app without second factors has nothing to remove, which saves steps.
  const lacks: readonly string[] = [...(kind.lacks ?? []), ...(hasFactors ? [] : factorMethods)]
  const methods = Object.entries({ ...inner, transaction }).filter(
    ([name]) => !lacks.includes(name),
  )
  return Object.fromEntries(methods)
}

/** What the calls of an adapter share. */
interface Wiring {
  readonly scheduler: Scheduler
  readonly tables: Tables
  readonly kind: Kind
}

function wrapAll(wiring: Wiring): Adapter {
  const { scheduler, tables, kind } = wiring
  const operations = operationsOn(tables, () => scheduler.time.now)
  const names = (Object.keys(operations) as (keyof Operations)[]).filter(
    (name) => kind.isOneStep || !oneStepMethods.includes(name),
  )
  return Object.fromEntries(names.map((name) => [name, wrap(wiring, operations, name)]))
}

/** No two processes draw the same id. Only one of them can create the user of an address. */
function drawId(user: AdapterUser, count: number): AdapterUser {
  return { ...user, id: `drawn-${count}-for-${user.email?.split('@')[0]}` }
}

function wrap({ scheduler, tables, kind }: Wiring, operations: Operations, name: keyof Operations) {
  const refuses: readonly string[] = kind.refuses ?? []
  let drawn = 0
  return async (...given: readonly unknown[]): Promise<unknown> => {
    const draws = kind.drawsIds && name === 'createUser'
    const args = draws ? [drawId(given[0] as AdapterUser, ++drawn)] : given
    const label = describeCall(name, args)
    const make = (on: Operations): unknown => {
      if (refuses.includes(name)) throw new Error('The table is not there.')
      const value = (on[name] as (...args: readonly unknown[]) => unknown)(...args)
      return kind.isSilent && name === 'deleteSession' ? undefined : value
    }
    const run = (shown: string, work: (on: Operations) => unknown): Promise<unknown> => {
      const rehearse = (copy: Tables): unknown => work(operationsOn(copy, () => scheduler.time.now))
      const touched = (): Footprint => footprintOf(name, args, tables, rehearse)
      return perform(scheduler, shown, touched, () => work(operations))
    }
    if (!kind.looksFirst || name !== 'useVerificationToken') return run(label, make)
    const found = await run(`look: ${label}`, (on) => lookUp(on, args[0] as VerificationToken))
    if (found) await run(label, make)
    return found
  }
}

/** The row of a token, which stays. */
function lookUp(operations: Operations, keys: VerificationToken): unknown {
  const found = operations.useVerificationToken(keys) as VerificationToken | null
  if (found) operations.createVerificationToken(found)
  return found
}

/** One call: it is made, or fails; its answer arrives, or is lost. The process may end before both. */
export async function perform(
  scheduler: Scheduler,
  label: string,
  footprint: Footprint | (() => Footprint),
  work: () => unknown,
): Promise<unknown> {
  const step = await scheduler.pass(label, footprint, ['go', 'fail', 'die'])
  const result = attempt(step, work)
  const { task } = step
  const answer = await scheduler.pass(`answer: ${label}`, scheduler.memory(task), [
    'go',
    'fail',
    'die',
  ])
  if (answer.action === 'fail') throw new Error('The answer was lost.')
  if ('error' in result) throw result.error
  return result.value
}

function attempt(step: Step, work: () => unknown): NonNullable<Step['result']> {
  try {
    if (step.action === 'fail') throw new Error('The connection was lost.')
    step.result = { value: work() }
  } catch (error) {
    step.result = { error }
  }
  return step.result
}

/** Nothing else happens until it is over, as under serializable isolation. */
async function runTransaction<T>(
  scheduler: Scheduler,
  tables: Tables,
  inner: Adapter,
  work: (adapter: Adapter) => Promise<T>,
): Promise<T> {
  const { task, action } = await scheduler.pass('begin transaction', transactionStart, [
    'go',
    'fail',
    'die',
  ])
  if (action === 'fail') throw new Error('The connection was lost.')
  const before = tables.rows
  const rollBack = (): void => void (tables.rows = before)
  if (!scheduler.isFree) scheduler.exclusive = { task, rollBack }
  try {
    const result = await work(inner)
    const commit = await scheduler.pass('commit', nothing, ['go', 'fail', 'die'])
    if (commit.action === 'fail') throw new Error('The transaction was rolled back.')
    return result
  } catch (thrown) {
    rollBack()
    throw thrown
  } finally {
    scheduler.exclusive = undefined
  }
}

const shown = [
  'id',
  'provider',
  'providerAccountId',
  'email',
  'emailVerified',
  'identifier',
  'token',
]
const alsoShown = ['sessionToken', 'userId', 'credentialID', 'key']

function describeCall(name: string, args: readonly unknown[]): string {
  return `${name}(${args.map(describeArgument).join(', ')})`
}

function describeArgument(given: unknown): string {
  if (typeof given !== 'object' || given === null) return String(given)
  const { user, account, ...rest } = given as Record<string, unknown>
  const fields = Object.entries({ ...(user as object), ...(account as object), ...rest })
  return fields
    .filter(([key]) => [...shown, ...alsoShown].includes(key))
    .map(([key, value]) => `${key}: ${describeValue(value)}`)
    .join(', ')
}

function describeValue(value: unknown): string {
  return value instanceof Date ? value.toISOString() : String(value)
}
