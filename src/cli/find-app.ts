import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findPackage } from './find-package.js'
import { isObject, readIfThere, readJsonIfThere, type JsonObject } from './read-file.js'
import { Refusal } from './refusal.js'
import { viteConfigs } from './vite-config.js'

/** The package names of one Qwik version, and our entry point for it. */
export interface Framework {
  readonly core: string
  readonly router: string
  readonly door: string
  /** Where the components come from. */
  readonly components: string
}

/** The Qwik app to which `init` adds a sign-in. */
export interface App {
  readonly folder: string
  readonly framework: Framework
  /** The packages in the app's `package.json`. */
  readonly packages: ReadonlySet<string>
  /** The npm command that starts the dev server. */
  readonly devCommand: string
  /** Whether the app's URLs end with a slash. */
  readonly hasTrailingSlash: boolean
  /** Whether the root layout already contains a `main` element. */
  readonly hasMain: boolean
}

const frameworks: readonly Framework[] = [
  {
    core: '@builder.io/qwik',
    router: '@builder.io/qwik-city',
    door: 'latchkey',
    components: 'latchkey/qwik/ui',
  },
  {
    core: '@qwik.dev/core',
    router: '@qwik.dev/router',
    door: 'latchkey/qwik2',
    components: 'latchkey/qwik2/ui',
  },
]

/** Finds the Qwik app that a folder belongs to. */
export async function findApp(start: string): Promise<App> {
  const folder = findPackage(start)
  if (folder === undefined) {
    throw new Refusal('There is no package.json here. Run this in the folder of a Qwik app.')
  }
  const manifest = (await readJsonIfThere(join(folder, 'package.json'))) ?? {}
  const packages = packagesOf(manifest)
  const framework = frameworks.find(({ router }) => packages.has(router))
  if (!framework) throw new Refusal(noQwik(folder))
  if (!existsSync(join(folder, 'src/routes'))) {
    throw new Refusal(`Expected the app's routes in ${join(folder, 'src/routes')}.`)
  }
  const viteConfig = await readFirst(folder, viteConfigs)
  return {
    folder,
    framework,
    packages,
    devCommand: devCommandOf(manifest),
    hasTrailingSlash: !/\btrailingSlash:\s*false\b/.test(viteConfig),
    hasMain: /<main\b/.test(await readFirst(folder, layouts)),
  }
}

const layouts = ['src/routes/layout.tsx', 'src/routes/layout.jsx']

function noQwik(folder: string): string {
  const routers = frameworks.map(({ router }) => router).join(' or ')
  return `Expected ${join(folder, 'package.json')} to have ${routers}, because latchkey works only with Qwik apps.`
}

function packagesOf({ dependencies, devDependencies }: JsonObject): ReadonlySet<string> {
  return new Set([dependencies, devDependencies].filter(isObject).flatMap(Object.keys))
}

/** Qwik's starters have the script `dev`. */
function devCommandOf({ scripts }: JsonObject): string {
  const isStart = isObject(scripts) && !('dev' in scripts) && 'start' in scripts
  return isStart ? 'npm start' : 'npm run dev'
}

async function readFirst(folder: string, names: readonly string[]): Promise<string> {
  for (const name of names) {
    const text = await readIfThere(join(folder, name))
    if (text !== undefined) return text
  }
  return ''
}
