import { resolve } from 'node:path'
import { initializers } from './initializers.js'

/** The version of Qwik that an app uses. */
export type QwikVersion = 1 | 2

const routers: Readonly<Record<string, QwikVersion>> = {
  'vite-plugin-qwik-city': 1,
  'vite-plugin-qwik-router': 2,
}

const doors = {
  1: { name: 'latchkey', ui: 'latchkey/qwik/ui', router: '@builder.io/qwik-city' },
  2: { name: 'latchkey/qwik2', ui: 'latchkey/qwik2/ui', router: '@qwik.dev/router' },
} as const

/** Finds the version of Qwik by the names of the app's Vite plugins. */
export function findQwikVersion(plugins: readonly { name: string }[]): QwikVersion | undefined {
  return plugins.map(({ name }) => routers[name]).find((version) => version !== undefined)
}

/** Returns the folder of an app's sources, which Qwik's plugin knows. */
export function findSrcDir(
  plugins: readonly { name: string; api?: unknown }[],
  root: string,
): string {
  const { api } = plugins.find(({ name }) => name === 'vite-plugin-qwik') ?? {}
  const { getOptions } = (api ?? {}) as { getOptions?: () => { readonly srcDir?: unknown } }
  const srcDir = getOptions?.().srcDir
  return typeof srcDir === 'string' ? resolve(root, srcDir) : resolve(root, 'src')
}

/** An entry of Vite's `resolve.alias`. */
export interface Alias {
  readonly find: string | RegExp
}

/** Whether the app's own config leads an import elsewhere. */
export function isAliased(source: string, aliases: readonly Alias[]): boolean {
  return aliases.some(({ find }) =>
    typeof find === 'string'
      ? source === find || source.startsWith(`${find}/`)
      : source.search(find) >= 0,
  )
}

/** Explains an import for the other version of Qwik. Undefined for all other imports. */
export function explainDoor(source: string, version: QwikVersion | undefined): string | undefined {
  if (version === undefined) return undefined
  const other = version === 1 ? 2 : 1
  const kind = (['name', 'ui'] as const).find((kind) => source === doors[other][kind])
  if (kind === undefined) return undefined
  const { router, [kind]: right } = doors[version]
  return `"${source}" is for Qwik ${other}, but this app uses Qwik ${version} (${router}). Import from "${right}" instead.`
}

const namedImport = /\bimport\s*\{([^}]*)\}\s*from\s*['"](latchkey(?:\/[\w./-]+)?)['"]/g

/**
 * Explains an import of an initializer from a module that does not export it. Undefined if there is
 * none.
 */
export function explainInitializer(code: string, version: QwikVersion = 1): string | undefined {
  for (const [, names = '', source = ''] of code.matchAll(namedImport)) {
    const initializer = initializers.find((name) => names.includes(name))
    const isDoor = source === doors[1].name || source === doors[2].name
    if (initializer === undefined || isDoor) continue
    return `"${source}" does not export \`${initializer}\`. Import it from "${doors[version].name}" instead.`
  }
  return undefined
}
