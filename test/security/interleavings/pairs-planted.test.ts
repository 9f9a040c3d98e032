import { explorePairs } from './pairs.js'

await explorePairs('planted')
