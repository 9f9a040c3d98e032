import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { makeFolder } from './folder.js'

const folder = makeFolder()
afterAll(() => folder.remove())

/** Runs the published command in a shell that allows files of one block, as on a full disk. */
function runWithLimit(under: string, args: readonly string[]): Promise<string> {
  const manifest = join(folder.path, 'node_modules/latchkey/package.json')
  const { bin } = JSON.parse(readFileSync(manifest, 'utf8'))
  const command = join(folder.path, 'node_modules/latchkey', bin.latchkey)
  const script = 'ulimit -f 1; exec "$0" "$@"'
  const cwd = join(folder.path, under)
  return new Promise((resolve) => {
    execFile('sh', ['-c', script, process.execPath, command, ...args], { cwd }, (_, __, errors) =>
      resolve(errors),
    )
  })
}

it.skipIf(process.platform === 'win32')(
  'a .env that cannot be extended keeps every line',
  async () => {
    // The secret moves all that follows.
    const text = `AUTH_SECRET=\n${'# a comment\n'.repeat(90)}LAST_LINE=kept\n`
    folder.write('app', { 'package.json': '{}', '.env': text, '.gitignore': '.env\n' })
    expect(await runWithLimit('app', ['secret', '--write'])).toContain('EFBIG')
    expect(readFileSync(join(folder.path, 'app/.env'), 'utf8')).toBe(text)
  },
)
