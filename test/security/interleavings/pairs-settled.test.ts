import { explorePairs } from './pairs.js'

await explorePairs('settled', {
  name: 'without an unlink',
  has: (pair) => !pair.includes('unlink'),
})
