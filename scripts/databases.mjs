import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installFromDebian } from './debian.mjs'
import { Stop } from './run.mjs'

/**
 * @typedef {'postgres' | 'mariadb' | 'redis'} Kind
 * @typedef {{
 *   postgres: { server: string, initdb: string },
 *   mariadb: { server: string, install: string },
 *   redis: { server: string },
 * }} Programs paths of what it takes to run each server
 * @typedef {{ kind: Kind, name: string, cure: string }} Missing
 */

/**
 * @template {Kind} K
 * @typedef {{
 *   name: string,
 *   atLeast: string,
 *   variable: string,
 *   package: string,
 *   formula: string,
 *   servers: readonly string[],
 *   complete: (server: string, folder: string) => Programs[K] | undefined,
 * }} Search
 */

const onPath = (process.env['PATH'] ?? '').split(delimiter).filter(Boolean)

/** @type {{ readonly [K in Kind]: Search<K> }} */
const searches = {
  postgres: {
    name: 'PostgreSQL',
    atLeast: '13',
    variable: 'POSTGRES_BIN',
    package: 'postgresql',
    formula: 'postgresql@17',
    servers: ['postgres'],
    complete(server, folder) {
      const initdb = firstIn([folder], ['initdb'])
      return initdb ? { server, initdb } : undefined
    },
  },
  mariadb: {
    name: 'MariaDB',
    atLeast: '10.5',
    variable: 'MARIADB_BIN',
    package: 'mariadb-server',
    formula: 'mariadb',
    servers: ['mariadbd'],
    complete(server, folder) {
      const near = ['.', '../bin', '../scripts'].map((path) => join(folder, path))
      const install = firstIn([...near, ...onPath], ['mariadb-install-db'])
      return install ? { server, install } : undefined
    },
  },
  redis: {
    name: 'Redis',
    atLeast: '6.2',
    variable: 'REDIS_BIN',
    package: 'redis-server',
    formula: 'redis',
    servers: ['redis-server', 'valkey-server'],
    complete: (server) => ({ server }),
  },
}

const kinds = /** @type {const} */ (['postgres', 'mariadb', 'redis'])

/** Whether a missing server is a failure, or a reason to skip the tests that need it. */
export const areRequired = ['CI', 'LATCHKEY_REQUIRE_ALL'].some(
  (name) => !['', '0', 'false'].includes(process.env[name] ?? ''),
)

/** Installs the servers that are missing, where it can, and says which are missing still. */
export async function ensureDatabases() {
  const wanted = findDatabases()
    .missing.map(({ kind }) => searches[kind])
    .filter(({ variable }) => !process.env[variable])
  if (wanted.length > 0) {
    const names = wanted.map(({ name }) => name).join(', ')
    await installFromDebian(
      names,
      wanted.map((search) => search.package),
    )
  }
  return findDatabases()
}

/** The servers that the tests of the stores run on: where they are, and how to get the others. */
export function findDatabases() {
  const programs = {
    postgres: findDatabase('postgres'),
    mariadb: findDatabase('mariadb'),
    redis: findDatabase('redis'),
  }
  const missing = kinds.filter((kind) => !programs[kind]).map(describeMissing)
  return { ...programs, missing }
}

/**
 * @template {Kind} K
 * @param {K} kind
 * @returns {Programs[K]}
 */
export function requireDatabase(kind) {
  const programs = findDatabase(kind)
  if (programs) return programs
  throw new Stop(describeMissing(kind).cure)
}

/**
 * The library with which servers of MariaDB form a cluster. Debian installs it with the server.
 *
 * @returns {string | undefined}
 */
export function findGalera() {
  const asked = process.env['GALERA_LIBRARY']
  const folders = ['/usr/lib/galera', '/usr/lib64/galera-4', '/usr/lib/galera-4']
  const paths = asked ? [asked] : folders.map((folder) => join(folder, 'libgalera_smm.so'))
  return paths.find((path) => existsSync(path))
}

/** @returns {string} */
export function requireGalera() {
  const found = findGalera()
  if (found) return found
  throw new Stop(
    'Galera was not found. Install the package galera-4, or set GALERA_LIBRARY to libgalera_smm.so.',
  )
}

/**
 * The newest one, or none if none is new enough.
 *
 * @template {Kind} K
 * @param {K} kind
 * @returns {Programs[K] | undefined}
 */
function findDatabase(kind) {
  /** @type {Search<K>} */
  const { atLeast, servers, variable, complete } = searches[kind]
  const asked = process.env[variable]
  let newest = atLeast
  /** @type {Programs[K] | undefined} */
  let found
  for (const folder of asked ? [asked] : candidates()) {
    const server = firstIn([folder], servers)
    const programs = server && complete(server, folder)
    const version = programs && versionOf(programs.server)
    if (!version || compare(version, newest) < 0) continue
    newest = version
    found = programs
  }
  return found
}

/**
 * @param {Kind} kind
 * @returns {Missing}
 */
function describeMissing(kind) {
  const { name, atLeast, variable, servers, formula, ...search } = searches[kind]
  const asked = process.env[variable]
  const cure = asked
    ? `${variable} is ${asked}, but there is no ${name} ${atLeast} or newer in that folder.`
    : [
        `${name} ${atLeast} or newer was not found. Get it with one of`,
        `  apt-get install ${search.package}   (Debian, Ubuntu)`,
        `  brew install ${formula}   (macOS)`,
        `or say which folder has ${servers.join(' or ')}: ${variable}=/path/to/bin npm test`,
      ].join('\n')
  return { kind, name, cure }
}

/** Servers are seldom on the PATH of a user. */
function candidates() {
  const homebrew = ['/opt/homebrew/opt', '/usr/local/opt', '/home/linuxbrew/.linuxbrew/opt']
  return new Set([
    ...onPath,
    '/usr/sbin',
    '/usr/local/sbin',
    '/usr/libexec',
    ...foldersIn('/usr/lib/postgresql', /^\d+$/),
    ...foldersIn('/usr', /^pgsql-\d+$/),
    ...homebrew.flatMap((at) => foldersIn(at, /^(postgresql|mariadb|redis|valkey)(@|$)/)),
  ])
}

/**
 * @param {string} parent
 * @param {RegExp} name
 */
function foldersIn(parent, name) {
  if (!existsSync(parent)) return []
  const children = readdirSync(parent).filter((child) => name.test(child))
  return children.map((child) => join(parent, child, 'bin'))
}

/**
 * @param {readonly string[]} folders
 * @param {readonly string[]} names
 */
function firstIn(folders, names) {
  const paths = folders.flatMap((folder) => names.map((name) => join(folder, name)))
  return paths.find((path) => existsSync(path))
}

/** @param {string} program */
function versionOf(program) {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8' })
  return /\d+(\.\d+)*/.exec(stdout ?? '')?.[0]
}

/**
 * @param {string} a
 * @param {string} b
 */
function compare(a, b) {
  return a.localeCompare(b, 'en', { numeric: true })
}
