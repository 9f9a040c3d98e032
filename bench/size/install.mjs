import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { addedPackages } from '../../scripts/fresh-app/measure.mjs'
import { npm } from '../../scripts/fresh-app/shell.mjs'
import { write } from '../../scripts/fresh-app/starter.mjs'
import { Stop, root } from '../../scripts/run.mjs'

/** The package as it would be published. @param {string} folder */
export async function pack(folder) {
  const output = await npm('npm pack', root, ['pack', '--json', '--pack-destination', folder])
  const [, name] = /"filename": "([^"]+)"/.exec(output) ?? []
  if (name === undefined) throw new Stop(`npm pack made nothing:\n${output}`)
  return join(folder, name)
}

/**
 * Installs a package into an empty folder, without what it wants for development only or from its
 * peers, and counts what came.
 *
 * @param {string} wanted
 */
export async function measureInstall(wanted) {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-install-'))
  try {
    const [empty, app] = [join(folder, 'empty'), join(folder, 'app')]
    write(empty, { 'package.json': '{}', 'node_modules/.package-lock.json': '{"packages":{}}' })
    write(app, { 'package.json': '{}' })
    const options = ['--omit=dev', '--omit=peer', '--no-audit', '--no-fund', '--prefer-offline']
    await npm(`npm install ${basename(wanted)}`, app, ['install', ...options, wanted])
    return addedPackages(app, empty)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
