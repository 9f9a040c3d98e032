import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { npm } from './shell.mjs'

/** What npm need not tell. */
export const quiet = ['--no-audit', '--no-fund', '--prefer-offline']

/**
 * @typedef {object} Generation
 * @property {string} create the package that makes an app
 * @property {string} core
 * @property {string} router
 * @property {string} door of Latchkey
 * @property {string} adapterKit where `extendConfig` is
 * @property {Readonly<Record<string, string>>} native versions of packages with binaries, for
 *   platforms for which a newer one has none
 */

/** @type {Readonly<Record<'v1' | 'v2', Generation>>} */
export const generations = {
  v1: {
    create: 'create-qwik@1.20.1',
    core: '@builder.io/qwik',
    router: '@builder.io/qwik-city',
    door: 'latchkey',
    adapterKit: '@builder.io/qwik-city/vite',
    native: {},
  },
  v2: {
    create: 'create-qwik@2.0.0-beta.43',
    core: '@qwik.dev/core',
    router: '@qwik.dev/router',
    door: 'latchkey/qwik2',
    adapterKit: '@qwik.dev/router/vite',
    native: { rolldown: '1.2.18' },
  },
}

/**
 * The app that Qwik's own command makes, not installed yet.
 *
 * @param {string} folder
 * @param {Generation} generation
 */
export async function makeEmptyApp(folder, { create }) {
  await npm(`${create} empty`, dirname(folder), ['exec', '--yes', '--', create, 'empty', folder])
}

/**
 * Pins the packages whose installed version has no binary for this platform. Returns what it did, or
 * an empty text if every binary is there.
 *
 * @param {string} folder of an installed app
 * @param {Generation} generation
 */
export function pinNativePackages(folder, { native }) {
  const entries = Object.entries(native)
  const broken = entries.filter(([name]) => !canLoad(folder, name))
  if (broken.length === 0) return ''
  const path = join(folder, 'package.json')
  const starter = JSON.parse(readFileSync(path, 'utf8'))
  const overrides = { ...starter.overrides, ...Object.fromEntries(broken) }
  writeFileSync(path, JSON.stringify({ ...starter, overrides }, null, 2))
  for (const part of ['node_modules', 'package-lock.json']) {
    rmSync(join(folder, part), { recursive: true, force: true })
  }
  return `pin ${broken.map(([name, version]) => `${name} ${version}`).join(', ')} (no binary for ${process.platform} ${process.arch})`
}

/**
 * @param {string} folder
 * @param {string} name of a package
 */
function canLoad(folder, name) {
  const code = `import(${JSON.stringify(name)}).catch(() => process.exit(1))`
  return spawnSync(process.execPath, ['-e', code], { cwd: folder }).status === 0
}

/**
 * The same with its server for Node, installed and nothing else.
 *
 * @param {string} folder
 * @param {Generation} generation
 */
export async function makeStarter(folder, generation) {
  await makeEmptyApp(folder, generation)
  await npm('npm install', folder, ['install', ...quiet])
  if (pinNativePackages(folder, generation)) {
    await npm('npm install', folder, ['install', ...quiet])
  }
  const add = ['exec', '--', 'qwik', 'add', 'node-server', '--skipConfirmation=true']
  await npm('qwik add node-server', folder, add)
  write(folder, {
    // The server in one piece: what packages leave outside of it counts, too.
    'adapters/whole/vite.config.ts': `import { extendConfig } from "${generation.adapterKit}";
import nodeServer from "../node-server/vite.config";
export default extendConfig(nodeServer, () => ({
  build: { outDir: "whole" },
  ssr: { noExternal: true, external: ["undici"] },
}));
`,
  })
}

/**
 * A copy of the starter with a package more.
 *
 * @param {string} starter
 * @param {string} folder
 * @param {...string} args of `npm install`
 */
export async function addPackage(starter, folder, ...args) {
  cpSync(starter, folder, { recursive: true, verbatimSymlinks: true })
  await npm(`${basename(folder)}: npm install`, folder, ['install', ...quiet, ...args])
}

/**
 * Builds for production as the starter does: types, client, server, lint.
 *
 * @param {string} name
 * @param {string} folder
 */
export async function buildApp(name, folder) {
  await npm(`${name}: npm run build`, folder, ['run', 'build'])
}

/**
 * Builds the server in one piece, into `whole`.
 *
 * @param {string} name
 * @param {string} folder
 */
export async function buildWhole(name, folder) {
  const args = ['exec', '--', 'vite', 'build', '-c', 'adapters/whole/vite.config.ts']
  await npm(`${name}: the server in one piece`, folder, args)
}

/**
 * @param {string} folder
 * @param {Readonly<Record<string, string>>} files
 */
export function write(folder, files) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}
