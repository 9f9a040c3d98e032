import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** The folder of the Prisma packages, which `npm test` installs. */
export const prismaPackages = new URL('node_modules/', import.meta.url)

export const prismaMissing =
  ' (not installed; run npm ci --ignore-scripts --prefix test/stores/prisma)'

export function isPrismaInstalled(): boolean {
  return existsSync(new URL('.package-lock.json', prismaPackages))
}

/** Generates the client of a schema, into the folder that the schema names. */
export async function generateClient(schema: string): Promise<void> {
  const command = fileURLToPath(new URL('prisma/build/index.js', prismaPackages))
  await promisify(execFile)(process.execPath, [command, 'generate', `--schema=${schema}`], {
    env: {
      ...process.env,
      CHECKPOINT_DISABLE: '1',
      // Only migrations need this engine. If no path were set, Prisma would download it.
      PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    },
  })
}
