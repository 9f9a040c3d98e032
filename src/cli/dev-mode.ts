import { join } from 'node:path'
import { isObject, readJsonIfThere } from './read-file.js'

/** The mode in which Qwik's starters run Vite. */
const usualMode = 'ssr'

/** Finds Vite's mode in the app's dev script, as in `vite --mode ssr`. */
export async function findDevMode(folder: string): Promise<string> {
  const manifest = await readJsonIfThere(join(folder, 'package.json'))
  const scripts = manifest?.['scripts']
  const script = isObject(scripts) ? (scripts['dev'] ?? scripts['start']) : undefined
  if (typeof script !== 'string' || !/\bvite\b/.test(script)) return usualMode
  return /(?:--mode|-m)[ =](\S+)/.exec(script)?.[1] ?? 'development'
}
