import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { origin } from '../visitor.mjs'

const program = fileURLToPath(new URL('build-authenticator.mjs', import.meta.url))
const source = fileURLToPath(
  new URL('../../../test/support/passkeys/software-authenticator.ts', import.meta.url),
)

/**
 * The authenticator of the tests. Built in another process: Vite would leave hooks in this one, for
 * which whoever calls `import()` would pay.
 */
export async function openAuthenticator() {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-authenticator-'))
  try {
    execFileSync(process.execPath, [program, source, folder])
    const built = await import(pathToFileURL(join(folder, 'authenticator.mjs')).href)
    return new built.SoftwareAuthenticator(origin)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
