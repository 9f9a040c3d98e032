import { it } from 'vitest'
import type { Adapter } from '../../../src/model/adapter.js'
import { adapterContract, type AdapterContractOptions } from '../../../src/testing.js'

/** The methods with which an adapter replaces a transaction. */
export const oneStepMethods = ['createUserWithAccount', 'takeOverUser', 'unlinkUnlessLast'] as const

interface ContractRun extends AdapterContractOptions {
  /** The methods that the adapter lacks. A requirement that needs one of them is not registered. */
  readonly lacks?: readonly (keyof Adapter)[]
  /** The requirements that it does not meet. */
  readonly fails?: readonly string[]
}

/** Registers every requirement of the contract that applies to an adapter. */
export function keepsContract(
  open: () => Adapter | Promise<Adapter>,
  { lacks = [], fails = [], ...options }: ContractRun = {},
): void {
  const cases = adapterContract(open, options).filter(
    ({ needs }) => !needs.some((method) => lacks.includes(method)),
  )
  for (const { name, run } of cases) {
    ;(fails.includes(name) ? it.fails : it)(name, () => run({ skip: refuseSkip }))
  }

  it('has none of the methods whose requirements are left out', async ({ expect }) => {
    const adapter = await open()
    expect(lacks.filter((method) => adapter[method] !== undefined)).toEqual([])
  })
}

function refuseSkip(note: string): never {
  throw new Error(`${note} Add it to \`lacks\`.`)
}
