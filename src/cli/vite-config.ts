import { join } from 'node:path'
import { readIfThere } from './read-file.js'
import type { WriteStep } from './step.js'

/** The file names that Vite looks for, with the most common ones first. */
export const viteConfigs: readonly string[] = [
  'vite.config.ts',
  'vite.config.mts',
  'vite.config.js',
  'vite.config.mjs',
]

const importLine = 'import { latchkey } from "latchkey/vite";'

/** Whether a Vite config uses the plugin. */
export function hasVitePlugin(text: string): boolean {
  return /["']latchkey\/vite["']/.test(text)
}

/**
 * Adds the plugin to the app's Vite config.
 *
 * A config with no list of plugins, or with several, is left alone, because only its author knows
 * where the plugin belongs.
 */
export async function planViteConfig(folder: string): Promise<WriteStep | undefined> {
  for (const path of viteConfigs) {
    const before = await readIfThere(join(folder, path))
    if (before === undefined) continue
    const text = addVitePlugin(before)
    if (text === undefined) return undefined
    return { kind: 'write', path, before, text, diff: diffOf(before, text), isPrivate: false }
  }
  return undefined
}

/**
 * Returns the config with the plugin added. Returns undefined if the plugin is already there or
 * cannot be added.
 *
 * @param call - the plugin with its options
 */
export function addVitePlugin(text: string, call = 'latchkey()'): string | undefined {
  const lists = text.match(/\bplugins:\s*\[/g) ?? []
  if (hasVitePlugin(text) || lists.length !== 1) return undefined
  const listed = text.replace(/(\bplugins:\s*\[)(\s*)/, (_, start: string, space: string) =>
    space.includes('\n') ? `${start}${space}${call},${space}` : `${start}${call}, `,
  )
  return addPluginImport(listed)
}

/** Adds the import of the plugin after the last import. */
export function addPluginImport(listed: string): string {
  const end = listed.includes('\r\n') ? '\r\n' : '\n'
  const imports = [...listed.matchAll(/^import\b[^;'"]*["'][^"']+["'];?[ \t]*$/gm)]
  const last = imports.at(-1)
  const at = last ? last.index + last[0].length : 0
  const inserted = last ? `${end}${importLine}` : `${importLine}${end}`
  return listed.slice(0, at) + inserted + listed.slice(at)
}

function diffOf(before: string, after: string): readonly string[] {
  const [old, now] = [before, after].map((text) => text.split(/\r?\n/))
  const removed = old?.filter((line) => !now?.includes(line)) ?? []
  const added = now?.filter((line) => !old?.includes(line)) ?? []
  return [...removed.map((line) => `- ${line}`), ...added.map((line) => `+ ${line}`)]
}
