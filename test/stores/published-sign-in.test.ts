import { describe } from 'vitest'
import { signsIn, signsUpOnce } from './published/signs-in.js'
import { publishedStores, storeNames } from './published/stores.js'

for (const name of storeNames) signsIn(name, publishedStores[name])

describe('among processes', () => {
  // A store that overwrites what has the same key cannot keep two processes apart.
  for (const name of storeNames.filter((each) => !each.includes('unstorage'))) {
    signsUpOnce(name, publishedStores[name])
  }
})
