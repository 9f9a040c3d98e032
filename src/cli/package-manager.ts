import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { readJsonIfThere } from './read-file.js'

/** How a package manager spells the commands that we print. */
export interface PackageManager {
  readonly name: string
  /** Runs a command of an installed package. */
  readonly exec: string
  readonly add: string
  readonly addDev: string
  readonly run: string
  readonly start: string
}

const npm: PackageManager = {
  name: 'npm',
  exec: 'npx',
  add: 'npm install',
  addDev: 'npm install -D',
  run: 'npm run',
  start: 'npm start',
}

const managers: readonly PackageManager[] = [
  npm,
  {
    name: 'pnpm',
    exec: 'pnpm exec',
    add: 'pnpm add',
    addDev: 'pnpm add -D',
    run: 'pnpm run',
    start: 'pnpm start',
  },
  {
    name: 'yarn',
    exec: 'yarn',
    add: 'yarn add',
    addDev: 'yarn add -D',
    run: 'yarn run',
    start: 'yarn start',
  },
  {
    name: 'bun',
    exec: 'bunx',
    add: 'bun add',
    addDev: 'bun add -d',
    run: 'bun run',
    start: 'bun run start',
  },
]

const lockfiles: Readonly<Record<string, string>> = {
  'package-lock.json': 'npm',
  'npm-shrinkwrap.json': 'npm',
  'pnpm-lock.yaml': 'pnpm',
  'yarn.lock': 'yarn',
  'bun.lock': 'bun',
  'bun.lockb': 'bun',
}

/**
 * Finds the package manager of the app in a folder: the one that `packageManager` in its
 * `package.json` names, or the one whose lockfile is there. In a monorepo, both are at its root.
 */
export async function findPackageManager(folder: string): Promise<PackageManager> {
  for (let at = folder; ; at = dirname(at)) {
    const name = (await findNamed(at)) ?? findLocked(at)
    const found = managers.find((manager) => manager.name === name)
    if (found) return found
    if (existsSync(join(at, '.git')) || dirname(at) === at) return npm
  }
}

/** A `package.json` that cannot be read is reported by the command that needs it. */
async function findNamed(folder: string): Promise<string | undefined> {
  const manifest = await readJsonIfThere(join(folder, 'package.json')).catch(() => undefined)
  const named = manifest?.['packageManager']
  return typeof named === 'string' ? named.split('@', 1)[0] : undefined
}

/** A lockfile without a `package.json` belongs to no package. */
function findLocked(folder: string): string | undefined {
  if (!existsSync(join(folder, 'package.json'))) return undefined
  const found = Object.keys(lockfiles).find((name) => existsSync(join(folder, name)))
  return found === undefined ? undefined : lockfiles[found]
}

/** Spells the npm commands in a text as another package manager does. */
export function spellCommands(text: string, manager: PackageManager): string {
  if (manager === npm) return text
  return text
    .replaceAll(/\bnpx (?=latchkey\b)/g, `${manager.exec} `)
    .replaceAll(/\bnpm install (?:-D|--save-dev) /g, `${manager.addDev} `)
    .replaceAll(/\bnpm install (?=[@\w])/g, `${manager.add} `)
    .replaceAll(/\bnpm install\b/g, `${manager.name} install`)
    .replaceAll(/\bnpm run /g, `${manager.run} `)
    .replaceAll(/\bnpm start\b/g, manager.start)
}
