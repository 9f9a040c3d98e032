import { spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A folder outside of the repository, with the package installed as npm would. */
export interface Folder {
  readonly path: string
  /** Writes files, by their paths, under a path of the folder. */
  write(under: string, files: Readonly<Record<string, string>>): void
  remove(): void
}

/** The root of the repository, with a slash at the end. */
export const root: string = fileURLToPath(new URL('../../..', import.meta.url))

/** Where the packages of an application on each version of Qwik are; the first place that has one wins. */
const places = {
  1: ['node_modules'],
  2: ['demo2/node_modules', 'node_modules'],
}

export function makeFolder(version: keyof typeof places = 1): Folder {
  const path = mkdtempSync(join(tmpdir(), 'latchkey-'))
  install(join(path, 'node_modules'), places[version])
  return {
    path,
    write(under, files) {
      for (const [name, text] of Object.entries(files)) {
        const file = join(path, under, name)
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, text)
      }
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  }
}

/** The end of a process. */
export interface Ended {
  readonly code: number
  readonly output: string
}

/**
 * Builds a project with its Vite. Qwik 1 keeps the manifest of the client between two builds in the
 * temporary folder, in a file that is named after the package. Two projects at once need two folders.
 */
export function runBuild(vite: string, args: readonly string[], cwd: string): Promise<Ended> {
  const env = { TMPDIR: cwd, TEMP: cwd }
  return runNode([vite, 'build', '--logLevel', 'error', ...args], cwd, env)
}

/** Runs a script in a process of its own: Vitest's NODE_ENV would make another build. */
export function runNode(
  args: readonly string[],
  cwd: string,
  changes: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const env = { ...process.env, ...changes }
  delete env['NODE_ENV']
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, { cwd, env })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text: Buffer) => (output += text.toString()))
    }
    child.once('error', reject)
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/** What `npm install` does: our published files copied, everything else as it is here. */
function install(modules: string, from: readonly string[]): void {
  mkdirSync(modules)
  for (const place of from) {
    const here = join(root, place)
    const others = readdirSync(here).filter((name) => !name.startsWith('.') && name !== 'latchkey')
    const missing = others.filter((name) => !existsSync(join(modules, name)))
    for (const name of missing) symlinkSync(join(here, name), join(modules, name))
  }
  const ours = join(modules, 'latchkey')
  const filter = (path: string): boolean => !/[\\/]dist[\\/]\./.test(path)
  cpSync(join(root, 'dist'), join(ours, 'dist'), { recursive: true, filter })
  cpSync(join(root, 'package.json'), join(ours, 'package.json'))
}
