import { describe, expect, it } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import type { Adapter } from '../../../src/model/adapter.js'
import {
  adapterContract,
  type AdapterCase,
  type AdapterContractOptions,
  type AdapterMethod,
} from '../../../src/testing.js'
import { attemptFaults } from './attempt-faults.js'
import { authenticatorFaults } from './authenticator-faults.js'
import { factorFaults } from './factor-faults.js'
import { openFaulty } from './fault.js'
import { keyFaults } from './key-faults.js'
import { oneStepFaults } from './one-step-faults.js'
import { oneStepOver } from '../../support/adapters/one-step-memory.js'
import { passwordFaults } from './password-faults.js'
import { raceFaults } from './race-faults.js'
import { rowFaults } from './row-faults.js'
import { sessionFaults } from './session-faults.js'
import { tokenFaults } from './token-faults.js'
import { transactionFaults } from './transaction-faults.js'
import { valueFaults } from './value-faults.js'

const faults = [
  ...raceFaults,
  ...rowFaults,
  ...tokenFaults,
  ...valueFaults,
  ...keyFaults,
  ...sessionFaults,
  ...authenticatorFaults,
  ...passwordFaults,
  ...factorFaults,
  ...attemptFaults,
  ...transactionFaults,
  ...oneStepFaults,
]
const cases = adapterContract(openWhole)
const methods = [...new Set(cases.flatMap(({ needs }) => needs))]

describe('the adapter contract', () => {
  it.each(faults.map((fault) => [fault.what, fault] as const))(
    'notices a store that %s',
    async (_what, fault) => {
      expect(await failuresOf(() => openFaulty(fault))).toEqual(fault.noticedBy)
    },
  )

  it('has no case that a useless store passes', async () => {
    const noticed = new Set<string>()
    for (const method of methods)
      for (const useless of [() => null, refuse]) {
        const broken = (): Adapter => ({ [method]: useless })
        const concerned = ({ needs }: AdapterCase): boolean => needs.includes(method)
        for (const name of await failuresOf(() => openFaulty({ broken }), concerned))
          noticed.add(name)
      }
    expect(cases.map(({ name }) => name).filter((name) => !noticed.has(name))).toEqual([])
  })

  it('calls every method of the port', () => {
    expect(methods.toSorted()).toEqual(Object.keys(openWhole()).toSorted())
  })

  it('has names that are unique, and the same in every run', () => {
    const names = cases.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(adapterContract(openWhole).map(({ name }) => name)).toEqual(names)
  })

  it('asks for nothing beyond Auth.js on its base', () => {
    const beyond: readonly AdapterMethod[] = [
      'listAccountsByUserId',
      'updateAccount',
      'leaseAccount',
      'swapTokens',
      'listSessionsByUserId',
      'deleteSessionsByUserId',
      'deleteSessionsByProviderSession',
      'consumeVerificationToken',
      'updateAuthenticator',
      'deleteAuthenticator',
      'getPassword',
      'setPassword',
      'deletePassword',
      'listFactorsByUserId',
      'createFactor',
      'useFactorStep',
      'deleteFactor',
      'replaceFactors',
      'deleteExpired',
      'countAttempt',
      'transaction',
      'lockUser',
      'createUserWithAccount',
      'takeOverUser',
      'unlinkUnlessLast',
    ]
    const base = cases.filter(({ level }) => level === 'base')
    expect(base.flatMap(({ needs }) => needs).filter((name) => beyond.includes(name))).toEqual([])
    expect(base.length).toBeGreaterThan(20)
  })

  it('opens the store once a case, and waits for it', async () => {
    let opened = 0
    const open = async (): Promise<Adapter> => {
      opened += 1
      return openWhole()
    }
    expect(await failuresOf(open)).toEqual([])
    expect(opened).toBe(cases.length)
  })

  it('finds its own rows only, in a store that others have filled', async () => {
    const shared = openWhole()
    expect(await failuresOf(() => shared)).toEqual([])
    expect(await failuresOf(() => shared)).toEqual([])
  })

  it('takes ids of unknown users in the form of the store', async () => {
    const asked: string[] = []
    const getUser = (id: string): null => {
      asked.push(id)
      return null
    }
    const name = 'users: getUser gives null for an unknown id'
    await find(name, () => ({ getUser }), { unknownId: () => '42' }).run()
    expect(asked).toEqual(['42'])
  })
})

describe('a case', () => {
  const name = 'devices: deleteSessionsByUserId does nothing if there are none'

  it('fails with the name of a method that every adapter must have', async () => {
    const { deleteUser: _missing, ...rest } = memoryAdapter()
    const run = find('users: deleteUser removes a user without session or account', () => rest).run
    await expect(run()).rejects.toThrow('Expected the adapter to have deleteUser.')
  })

  it('skips itself if the adapter lacks an optional method', async () => {
    const { deleteSessionsByUserId: _missing, ...rest } = memoryAdapter()
    const notes: unknown[] = []
    const skip = (note: unknown): unknown => notes.push(note)
    await find(name, () => rest).run({ skip })
    await find(name, () => rest).run(Object.assign(() => undefined, { skip }))
    const note = 'The adapter has no deleteSessionsByUserId.'
    expect(notes).toEqual([note, note])
  })

  it('passes if the adapter lacks an optional method and the runner cannot skip', async () => {
    const { deleteSessionsByUserId: _missing, ...rest } = memoryAdapter()
    for (const context of [[], [null], [{}], [{ skip: true }], [() => undefined]])
      await find(name, () => rest).run(...context)
  })

  it('skips nothing if the method is there', async () => {
    const skip = (): never => expect.fail('It skipped itself.')
    for (const { run } of cases) await run({ skip })
  })

  it('has no parameter that a runner could take for a callback', () => {
    expect(cases.filter(({ run }) => run.length > 0)).toEqual([])
  })

  it('of passkeys is skipped without any of their methods, and fails with some of them', async () => {
    const {
      createAuthenticator: _create,
      getAuthenticator: _get,
      listAuthenticatorsByUserId: _list,
      updateAuthenticatorCounter,
      getAccount: _account,
      transaction: _transaction,
      ...rest
    } = memoryAdapter()
    expect(await failuresOf(() => rest)).toEqual([])
    const failed = await failuresOf(() => ({ ...rest, updateAuthenticatorCounter }))
    expect(failed).toContain('authenticators: getAccount finds an account')
    expect(failed).toContain('authenticators: getAuthenticator gives null for an unknown id')
  })

  it('says what it expected and what came', async () => {
    const broken = (): Adapter => ({ getUser: asUndefined })
    const run = find('users: getUser gives null for an unknown id', () =>
      openFaulty({ broken }),
    ).run
    await expect(run()).rejects.toThrow('Expected the unknown user to be null, got undefined.')
  })
})

/** An adapter with every method that the contract asks of. */
function openWhole(): Required<Omit<Adapter, 'getRecentSessionAndUser'>> {
  const adapter = memoryAdapter()
  return { ...adapter, ...oneStepOver(adapter) }
}

async function failuresOf(
  open: () => Adapter | Promise<Adapter>,
  isConcerned: (one: AdapterCase) => boolean = () => true,
): Promise<string[]> {
  const concerned = adapterContract(open).filter(isConcerned)
  const settled = await Promise.allSettled(concerned.map(async ({ run }) => run()))
  return concerned
    .filter((_case, position) => settled[position]?.status === 'rejected')
    .map(({ name }) => name)
}

function find(name: string, open: () => Adapter, options?: AdapterContractOptions): AdapterCase {
  const found = adapterContract(open, options).find((one) => one.name === name)
  return found ?? expect.fail(`There is no case ${name}.`)
}

function refuse(): never {
  throw new Error('Out of order.')
}

/** What a careless store gives for nothing, whatever the type says. */
function asUndefined(): null {
  return undefined as unknown as null
}
