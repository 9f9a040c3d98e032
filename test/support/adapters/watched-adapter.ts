import { memoryAdapter } from '../../../src/adapters/memory.js'
import type { Adapter } from '../../../src/model/adapter.js'

export type Method = keyof Adapter

/** One call of a method of the adapter. */
export interface Call {
  readonly name: Method
  readonly args: readonly unknown[]
}

/** An adapter, and a look at what it is asked. */
export interface Watched {
  readonly adapter: Adapter
  /** What it was asked, in order. */
  readonly calls: Call[]
  /** Runs before each call, which it can delay or refuse. */
  before: (call: Call) => unknown
  /** Runs after each call that went well. */
  after: (call: Call, result: unknown) => unknown
  /** The names of the calls so far, which are forgotten. */
  take(): readonly Method[]
  /** How often a method was called. */
  count(name: Method): number
  /** How many of the users are there that were ever created. */
  countUsers(): Promise<number>
}

/** Watches an adapter; what its transactions do is seen too. */
export function watch(inner: Adapter = memoryAdapter()): Watched {
  const created = new Set<string>()
  const watched: Watched = {
    adapter: {},
    calls: [],
    before: () => undefined,
    after: () => undefined,
    take: () => watched.calls.splice(0).map(({ name }) => name),
    count: (name) => watched.calls.filter((call) => call.name === name).length,
    countUsers: async () => {
      let users = 0
      for (const id of created) if (await inner.getUser?.(id)) users += 1
      return users
    },
  }
  const wrap = (adapter: Adapter): Adapter => {
    const names = methodsOf(adapter)
    return Object.fromEntries(names.map((name) => [name, wrapMethod(adapter, name)]))
  }
  const wrapMethod =
    (adapter: Adapter, name: Method) =>
    async (...args: unknown[]): Promise<unknown> => {
      const call = { name, args }
      watched.calls.push(call)
      await watched.before(call)
      const result: unknown = await Reflect.apply(
        adapter[name] as (...args: unknown[]) => unknown,
        adapter,
        name === 'transaction' ? args.map(wrapWork) : args,
      )
      if (name === 'createUser') created.add((result as { id: string }).id)
      await watched.after(call, result)
      return result
    }
  const wrapWork = (work: unknown) => (inside: Adapter) =>
    (work as (inside: Adapter) => unknown)(wrap(inside))
  Object.assign(watched.adapter, wrap(inner))
  return watched
}

/** The methods that an adapter has, those of its class included. */
function methodsOf(adapter: Adapter): readonly Method[] {
  const names = new Set<string>()
  for (let at: object = adapter; at !== Object.prototype; at = Object.getPrototypeOf(at) as object)
    for (const name of Object.getOwnPropertyNames(at)) names.add(name)
  names.delete('constructor')
  return [...names].filter(
    (name): name is Method => typeof Reflect.get(adapter, name) === 'function',
  )
}

/** The same adapter, but for some methods. */
export function without(adapter: Adapter, ...names: readonly Method[]): Adapter {
  return Object.fromEntries(
    Object.entries(adapter).filter(([name]) => !(names as readonly string[]).includes(name)),
  )
}

const methodsOfAuthJs = [
  'createUser',
  'getUser',
  'getUserByEmail',
  'getUserByAccount',
  'updateUser',
  'deleteUser',
  'linkAccount',
  'unlinkAccount',
  'createSession',
  'getSessionAndUser',
  'updateSession',
  'deleteSession',
  'createVerificationToken',
  'useVerificationToken',
  'getAccount',
  'getAuthenticator',
  'createAuthenticator',
  'listAuthenticatorsByUserId',
  'updateAuthenticatorCounter',
] as const

/** An adapter with the methods that Auth.js knows, and no other. */
export function authJsAdapter(): Adapter {
  const adapter = memoryAdapter()
  return Object.fromEntries(methodsOfAuthJs.map((name) => [name, adapter[name]]))
}

/** What a lost connection looks like. */
export function connectionLost(): never {
  throw new Error('ECONNREFUSED 10.0.0.7:5432')
}
