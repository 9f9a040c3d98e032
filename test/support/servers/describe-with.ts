import { relative } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { createMariadbDatabase } from './mariadb.js'
import { createPostgresDatabase } from './postgres.js'
import { createRedisDatabase } from './redis.js'
import type { Server } from './server.js'

const creates = {
  postgres: createPostgresDatabase,
  mariadb: createMariadbDatabase,
  redis: createRedisDatabase,
}

/**
 * Tests on a server that all test files share, each in a database of its own. Where the server is
 * missing they are skipped; where nothing may be missing, they fail.
 */
export function describeWith(
  kind: keyof typeof creates,
  title: string,
  tests: (server: Pick<Server, 'url' | 'createDatabase'>) => void,
): void {
  const url = inject(kind)
  if (url !== undefined) {
    describe(title, () => tests({ url, createDatabase: (name) => creates[kind](url, name) }))
    return
  }
  const { why = 'No server was started.', isForgiven = false } = inject('absences')[kind] ?? {}
  const explain = (): never => {
    throw new Error(why)
  }
  if (isForgiven) {
    process.stderr.write(`Skipped without ${kind}: ${testFile()} > ${title}\n`)
    describe.skip(`${title} (no ${kind} server)`, () => tests({ url: '', createDatabase: explain }))
    return
  }
  describe(title, () => it(`needs ${kind}`, explain))
}

function testFile(): string {
  return relative('', expect.getState().testPath ?? '')
}
