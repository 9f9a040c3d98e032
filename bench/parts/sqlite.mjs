import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureProcesses } from '../processes.mjs'

const sessions = 1000

/** @type {import('../part.mjs').Part} */
export const part = {
  file: 'session-read-sqlite',
  title: 'Time to read a session in SQLite',
  drivers: ['kysely', 'libsql'],
  method: {
    unit: 'nanoseconds a read',
    processes: 'one for the bare select and one for the library, which take turns',
  },
  comparisons: [
    { of: 'latchkey-read', to: 'bare-read', target: { atMost: 2 } },
    { of: 'latchkey-get', to: 'bare-read' },
  ],
  async measure(effort) {
    const folder = await mkdtemp(join(tmpdir(), 'latchkey-bench-'))
    const sourceOf = (/** @type {string} */ name) => ({ url: join(folder, name), sessions })
    try {
      return await measureProcesses(
        [
          { file: 'sqlite.mjs', create: 'bareSqlite', source: sourceOf('bare.db') },
          { file: 'sqlite.mjs', create: 'latchkeySqlite', source: sourceOf('latchkey.db') },
        ],
        effort,
      )
    } finally {
      await rm(folder, { recursive: true })
    }
  },
  chart: [
    {
      title: 'One after the other',
      note: 'Ratios over latchkey readSession.',
      base: 'latchkey-read',
      ids: ['bare-read', 'latchkey-read', 'latchkey-get'],
    },
  ],
}
