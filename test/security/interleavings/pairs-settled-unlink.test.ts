import { explorePairs } from './pairs.js'

await explorePairs('settled', { name: 'with an unlink', has: (pair) => pair.includes('unlink') })
