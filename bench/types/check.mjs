import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const here = fileURLToPath(new URL('.', import.meta.url))
// Several versions of TypeScript are installed, and npm may link any of them as `tsc`.
const manifest = createRequire(import.meta.url).resolve('typescript/package.json')
const tsc = join(dirname(manifest), 'bin/tsc')

/**
 * Checks one file, and tells what the compiler says of it. Throws if the file is wrong.
 *
 * @param {URL} file
 */
export function checkTypes(file) {
  // Beside the files, or the packages would not be found.
  const folder = mkdtempSync(join(here, '.check-'))
  try {
    const project = { extends: '../tsconfig.json', include: [], files: [fileURLToPath(file)] }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(project))
    const args = [tsc, '-p', folder, '--extendedDiagnostics', '--pretty', 'false']
    const output = execFileSync(process.execPath, args, { encoding: 'utf8' })
    /** @param {string} name */
    const read = (name) => Number(new RegExp(`^${name}: +([\\d.]+)`, 'm').exec(output)?.[1])
    return {
      instantiations: read('Instantiations'),
      types: read('Types'),
      checkNanoseconds: read('Check time') * 1e9,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
