import { join } from 'node:path'
import { parseEnv } from './parse-env.js'
import { readIfThere } from './read-file.js'

/** The files that Qwik's dev server reads, the later ones first. */
const files: readonly string[] = ['.env.ssr.local', '.env.ssr', '.env.local', '.env']

/**
 * Reads the environment of the app's dev server. The environment of the process wins over the
 * files.
 */
export async function readEnvironment(
  folder: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<ReadonlyMap<string, string>> {
  const texts = await Promise.all(files.map((name) => readIfThere(join(folder, name))))
  const entries = [...texts].reverse().flatMap((text) => parseEnv(text ?? ''))
  const set = Object.entries(env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  return new Map([...entries.map(({ name, value }) => [name, value] as const), ...set])
}
