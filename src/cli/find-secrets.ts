import { listEnvFiles, readEnvFile } from './env-files.js'
import { parseEnv, type EnvEntry } from './parse-env.js'

const secretName =
  /SECRET|PASSWORD|PRIVATE|TOKEN|CREDENTIAL|(?:^|_)KEY$|EMAIL_SERVER|(?:DATABASE|REDIS|MONGO(?:DB)?)_UR[IL]/i

/** Vite and Qwik publish these on purpose. */
const publicName = /^(?:PUBLIC|VITE)_/

/** A URL with a password before its host. */
const urlWithPassword = /^[a-z][a-z\d+.-]*:\/\/[^/?#\s]*:[^/?#\s]*@/i

/** The path of a SQLite file, which a `DATABASE_URL` may be. */
const filePath = /^file:[^?#]*$/i

/** A shorter value would be found in many files that do not contain the secret. */
const shortestSecret = 8

/** The secrets that the environment and the app's `.env` files hold, by the names of the variables. */
export async function findSecrets(
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<readonly EnvEntry[]> {
  const files = await listEnvFiles(folder)
  const texts = await Promise.all(files.map((name) => readEnvFile(folder, name)))
  const fromFiles = texts.flatMap((text) => parseEnv(text ?? ''))
  const set = Object.entries(env).map(([name, value = '']) => ({ name, value }))
  return [...set, ...fromFiles].filter(isSecret)
}

/** Whether a variable holds a secret, as far as its name and its value tell. */
export function isSecret({ name, value }: EnvEntry): boolean {
  if (publicName.test(name) || value.length < shortestSecret) return false
  if (filePath.test(value)) return false
  return secretName.test(name) || urlWithPassword.test(value)
}
