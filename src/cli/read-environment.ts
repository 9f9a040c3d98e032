import { readEnvFile } from './env-files.js'
import { findDevMode } from './dev-mode.js'
import { expandEnv } from './expand-env.js'
import { parseEnv } from './parse-env.js'

/** Lists the files that the app's dev server reads. A later one wins over an earlier one. */
export async function listDevFiles(folder: string): Promise<readonly string[]> {
  const mode = await findDevMode(folder)
  return ['.env', '.env.local', `.env.${mode}`, `.env.${mode}.local`]
}

/**
 * Reads the environment of the app's dev server. The environment of the process wins over the
 * files.
 */
export async function readEnvironment(
  folder: string,
  env: Readonly<Record<string, string | undefined>> = process.env,
): Promise<ReadonlyMap<string, string>> {
  const files = await listDevFiles(folder)
  const texts = await Promise.all(files.map((name) => readEnvFile(folder, name)))
  const entries = texts.flatMap((text) => parseEnv(text ?? ''))
  const set = Object.entries(env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  return new Map([...expandEnv(entries, env), ...set])
}
