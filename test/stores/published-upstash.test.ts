import { describe } from 'vitest'
import { keepsContract } from './published/keeps-contract.js'
import { signsIn } from './published/signs-in.js'
import { signsInByMail } from './published/signs-in-by-mail.js'
import { upstashDifferences } from './published/upstash-differences.js'
import { upstashStore } from './published/upstash.js'

describe('@auth/upstash-redis-adapter', () => {
  keepsContract('on Redis', upstashStore, upstashDifferences)
  // A store that overwrites what has the same key cannot keep two processes apart.
  signsIn('in sign-ins on Redis', upstashStore)
  signsInByMail('in sign-ins by mail on Redis', upstashStore)
})
