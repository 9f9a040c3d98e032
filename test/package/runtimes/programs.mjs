import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/**
 * The programs that run servers, by where npm puts them on a platform. `node` is the one that runs
 * this.
 *
 * @typedef {'node' | 'node22' | 'node24' | 'bun' | 'deno' | 'workerd'} Program
 */

/** @type {Readonly<Record<string, Readonly<Partial<Record<Program, string>>>>>} */
const places = {
  'linux-arm64': {
    node22: 'node-22-linux-arm64/bin/node',
    node24: 'node-24-linux-arm64/bin/node',
    bun: '@oven/bun-linux-aarch64/bin/bun',
    deno: '@deno/linux-arm64-glibc/deno',
    workerd: '@cloudflare/workerd-linux-arm64/bin/workerd',
  },
  'linux-x64': {
    node22: 'node-22-linux-x64/bin/node',
    node24: 'node-24-linux-x64/bin/node',
    bun: '@oven/bun-linux-x64/bin/bun',
    deno: '@deno/linux-x64-glibc/deno',
    workerd: '@cloudflare/workerd-linux-64/bin/workerd',
  },
  'darwin-arm64': {
    bun: '@oven/bun-darwin-aarch64/bin/bun',
    deno: '@deno/darwin-arm64/deno',
    workerd: '@cloudflare/workerd-darwin-arm64/bin/workerd',
  },
}

/** @type {Readonly<Record<Program, string>>} */
const names = {
  node: 'Node',
  node22: 'Node 22',
  node24: 'Node 24',
  bun: 'Bun',
  deno: 'Deno',
  workerd: 'workerd',
}

/**
 * Where a program is, if it is installed.
 *
 * @param {Program} program
 * @returns {string | undefined}
 */
export function findProgram(program) {
  if (program === 'node') return process.execPath
  const place = places[`${process.platform}-${process.arch}`]?.[program]
  const path = place && fileURLToPath(new URL(`node_modules/${place}`, import.meta.url))
  return path && existsSync(path) ? path : undefined
}

/**
 * Its name with its version, such as `Deno 2.9.5`.
 *
 * @param {Program} program
 */
export function describeProgram(program) {
  const path = findProgram(program)
  if (path === undefined) return names[program]
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' })
  const name = names[program].replace(/ .*/, '')
  return `${name} ${/\d+(?:[.-]\d+)+/.exec(stdout)?.[0] ?? ''}`.trim()
}

/** The names of those that are not installed. */
export function missingPrograms() {
  const programs = /** @type {readonly Program[]} */ (Object.keys(names))
  return programs.filter((program) => !findProgram(program)).map((program) => names[program])
}
