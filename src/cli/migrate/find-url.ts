import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { defaultSqliteUrl, sqlitePathOf } from '../databases/sqlite-path.js'
import { readEnvironment } from '../read-environment.js'
import { readIfThere } from '../read-file.js'
import { Refusal } from '../refusal.js'

/** The file that `init` writes. */
const adapterFiles = ['src/auth-adapter.ts', 'src/auth-adapter.js']

/** The address of a SQLite file in it, for an app without the variable. */
const defaultAddress = /(?:\|\||\burl\s*=)\s*["'`]((?:file|sqlite):[^"'`]+)["'`]/

/** Finds the address of the app's database: that of the environment, or of the adapter file. */
export async function findUrl(folder: string): Promise<string> {
  const set = (await readEnvironment(folder)).get('DATABASE_URL')
  if (set) return set
  const adapter = await readAdapterFile(folder)
  const [, written] = defaultAddress.exec(adapter) ?? []
  if (written !== undefined) return written
  if (/["']latchkey\/adapters\/redis["']/.test(adapter)) {
    throw new Refusal('Redis has no tables, so there is nothing to migrate.')
  }
  if (/["'](?:pg|mysql2)["']/.test(adapter)) {
    throw new Refusal('DATABASE_URL is missing. Set it in .env. See .env.example for its form.')
  }
  const file = resolve(folder, sqlitePathOf(defaultSqliteUrl) ?? '')
  if (existsSync(file)) return defaultSqliteUrl
  throw new Refusal(
    `Say which database: npx latchkey migrate --url ${defaultSqliteUrl}, or set DATABASE_URL.`,
  )
}

async function readAdapterFile(folder: string): Promise<string> {
  for (const name of adapterFiles) {
    const text = await readIfThere(join(folder, name))
    if (text !== undefined) return text
  }
  return ''
}
