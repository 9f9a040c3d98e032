import { mayBeSecret } from '../vite/secret-variable.js'
import { listEnvFiles, readEnvFile } from './env-files.js'
import { expandEnv } from './expand-env.js'
import { parseEnv, type EnvEntry } from './parse-env.js'

/** A shorter value would be found in many files that do not contain the secret. */
const shortestSecret = 8

type Environment = Readonly<Record<string, string | undefined>>

/** The secrets that the environment and the app's `.env` files hold, by the names of the variables. */
export async function findSecrets(folder: string, env: Environment): Promise<readonly EnvEntry[]> {
  return (await listVariables(folder, env)).filter(isSecret)
}

/** Names the variables whose values look secret, but are too short to be searched for. */
export async function findShortSecrets(
  folder: string,
  env: Environment,
): Promise<readonly string[]> {
  const short = (await listVariables(folder, env)).filter(isShortSecret)
  return [...new Set(short.map(({ name }) => name))]
}

async function listVariables(folder: string, env: Environment): Promise<readonly EnvEntry[]> {
  const files = await listEnvFiles(folder)
  const texts = await Promise.all(files.map((name) => readEnvFile(folder, name)))
  const fromFiles = texts.flatMap((text) => parseEnv(text ?? ''))
  // Vite replaces references in a value, and other servers do not.
  const expanded = texts.flatMap((text) =>
    [...expandEnv([...fromFiles, ...parseEnv(text ?? '')], env)].map(([name, value]) => ({
      name,
      value,
    })),
  )
  const set = Object.entries(env).map(([name, value = '']) => ({ name, value }))
  const values = [...set, ...fromFiles, ...expanded]
  return [...new Map(values.map((entry) => [`${entry.name}=${entry.value}`, entry])).values()]
}

/** Whether a variable holds a secret that can be searched for, as far as its name and value tell. */
export function isSecret(entry: EnvEntry): boolean {
  return mayBeSecret(entry) && entry.value.length >= shortestSecret
}

/** Names the secrets in the text of an environment file. */
export function secretNames(text: string): readonly string[] {
  const secrets = parseEnv(text).filter((entry) => isOwnSecret(entry) || isSecret(entry))
  return [...new Set(secrets.map(({ name }) => name))]
}

/** A secret of ours counts even if it is too short to be a good one. */
function isOwnSecret({ name, value }: EnvEntry): boolean {
  return /^AUTH_SECRET(?:_[1-3])?$/.test(name) && value !== ''
}

/** Whether a variable holds a secret that is too short to be searched for. */
function isShortSecret(entry: EnvEntry): boolean {
  return mayBeSecret(entry) && entry.value !== '' && entry.value.length < shortestSecret
}
