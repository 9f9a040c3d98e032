import { readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { areRequired, findDatabases } from '../../../scripts/databases.mjs'
import { startPostgres } from '../../support/servers/postgres.js'
import type { Server } from '../../support/servers/server.js'
import {
  generateClient,
  isPrismaInstalled,
  prismaMissing,
  prismaPackages,
} from '../../stores/prisma/generate-client.js'
import { prismaTables } from '../../stores/published/postgres-tables.js'
import { makeFolder, runNode } from './folder.js'
import { appFiles } from './samples/app-files.js'
import { isCode, readPage, readSamples } from './samples/read-samples.js'
import { runSamples, toScript, toScriptPath } from './samples/run-samples.js'
import { toFiles } from './samples/sample-files.js'

const page = 'docs/recipes/prisma.md'
const app = 'recipes/prisma'
const isMissing = !areRequired && findDatabases().missing.some(({ kind }) => kind === 'postgres')
const reason = isPrismaInstalled() ? (isMissing ? ' (no PostgreSQL server)' : '') : prismaMissing

describe.skipIf(reason !== '')(`the recipe for Prisma${reason}`, () => {
  const samples = readSamples(page, readPage(page))
  const files = toFiles(samples.filter(({ language }) => isCode(language)))
  const folder = makeFolder(2)
  let server: Server | undefined
  afterAll(async () => {
    folder.remove()
    await server?.remove()
  })

  beforeAll(async () => {
    const schema = samples.find(({ language }) => language === 'prisma')
    folder.write('.', {
      ...appFiles,
      ...Object.fromEntries(files.map(({ path, text }) => [path, text])),
      [`${app}/prisma/schema.prisma`]: schema?.code ?? '',
    })
    symlinkSync(fileURLToPath(prismaPackages), join(folder.path, app, 'node_modules'))
    await generateClient(join(folder.path, app, 'prisma/schema.prisma'))
  })

  it('compiles with the client that Prisma generates', async () => {
    const { resolve } = createRequire(import.meta.url)
    const tsc = join(dirname(resolve('typescript/package.json')), 'bin/tsc')
    const { output } = await runNode([tsc, '--pretty', 'false', '-p', '.'], folder.path)
    expect(output).toBe('')
  })

  it('runs with PostgreSQL', async () => {
    server = await startPostgres()
    const url = await server.createDatabase('recipe')
    await createTables(url)
    folder.write('.', Object.fromEntries(readGenerated()))
    expect(await runSamples(folder, files, { DATABASE_URL: url })).toEqual([])
  })

  /** What `prisma migrate` does. It needs an engine that these tests do not download. */
  async function createTables(url: string): Promise<void> {
    const client = new Client({ connectionString: url })
    await client.connect()
    for (const statement of prismaTables) await client.query(statement)
    await client.query(`alter table "User" add column role text not null default 'member'`)
    await client.end()
  }

  /** The generated client as JavaScript, because Node 20 does not run TypeScript. */
  function readGenerated(): [string, string][] {
    const generated = join(folder.path, app, 'src/generated')
    return readdirSync(generated, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
      .map((entry) => {
        const file = join(entry.parentPath, entry.name)
        const path = relative(folder.path, file)
        return [toScriptPath(path), toScript(readFileSync(file, 'utf8'))]
      })
  }
})
