import { amendments } from './published/amendments.js'
import { keepsContract } from './published/keeps-contract.js'
import { knownDifferences, type Differences } from './published/known-differences.js'
import { publishedStores, storeNames } from './published/stores.js'
import type { PublishedStore } from './published/store.js'

for (const name of storeNames) keepsContract(name, publishedStores[name], knownDifferences[name])

for (const [title, { store: name, apply, cures }] of Object.entries(amendments)) {
  const store: PublishedStore = publishedStores[name]
  const amended: PublishedStore = {
    ...store,
    prepare: async (url) => {
      await store.prepare(url)
      await apply(url)
    },
  }
  keepsContract(`${name} with ${title}`, amended, without(knownDifferences[name], cures))
}

function without(differences: Differences, reason: string): Differences {
  return Object.fromEntries(Object.entries(differences).filter(([, why]) => why !== reason))
}
