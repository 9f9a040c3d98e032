import { expect, it } from 'vitest'
import { adapterContract } from '../../../src/testing.js'
import { describeStore } from './describe-store.js'
import type { Differences } from './known-differences.js'
import { methodsOf, type PublishedStore } from './store.js'

/** Runs the contract; what is listed must fail, so that the list stays true. */
export function keepsContract(
  title: string,
  store: PublishedStore,
  differences: Differences,
): void {
  describeStore(title, store, (adapter) => {
    const options = store.unknownId ? { unknownId: store.unknownId } : {}
    const methods = methodsOf(store)
    const cases = adapterContract(adapter, options).filter(({ needs }) =>
      needs.every((method) => methods.includes(method)),
    )
    for (const { name, run } of cases) (name in differences ? it.fails : it)(name, run)

    it('has exactly the methods that its cases may call', () => {
      const isMethod = ([, value]: [string, unknown]): boolean => typeof value === 'function'
      const names = Object.entries(adapter())
        .filter(isMethod)
        .map(([name]) => name)
      expect(names.toSorted()).toEqual(methods.toSorted())
    })

    it('differs only in what the contract speaks of', () => {
      const names = cases.map(({ name }) => name)
      expect(names).toEqual(expect.arrayContaining(Object.keys(differences)))
    })
  })
}
