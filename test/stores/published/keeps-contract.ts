import { expect, it } from 'vitest'
import { adapterContract } from '../../../src/testing.js'
import { describeStore } from './describe-store.js'
import type { Differences } from './known-differences.js'
import type { PublishedStore } from './store.js'

/** Runs the contract; what is listed must fail, so that the list stays true. */
export function keepsContract(
  title: string,
  store: PublishedStore,
  differences: Differences,
): void {
  describeStore(title, store, (adapter) => {
    const options = store.unknownId ? { unknownId: store.unknownId } : {}
    const cases = adapterContract(adapter, options)
    for (const { name, run } of cases) (name in differences ? it.fails : it)(name, run)

    it('differs only in what the contract speaks of', () => {
      const names = cases.map(({ name }) => name)
      expect(names).toEqual(expect.arrayContaining(Object.keys(differences)))
    })
  })
}
