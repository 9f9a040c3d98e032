import { join } from 'node:path'
import { readIfThere } from './read-file.js'

/** A secret of the app's environment. */
export interface EnvSecret {
  readonly name: string
  readonly value: string
}

/** Files that Vite reads, and from which an app may take its secrets. */
const files = ['.env', '.env.local', '.env.production', '.env.production.local']
const secretName = /SECRET|PASSWORD|PRIVATE|TOKEN|(?:^|_)KEY$|DATABASE_URL|REDIS_URL/i

/** A shorter value would be found in many files that do not contain the secret. */
const shortestSecret = 8

/** The secrets that the environment and the app's `.env` files hold, by the names of the variables. */
export async function findSecrets(
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<readonly EnvSecret[]> {
  const texts = await Promise.all(files.map((name) => readIfThere(join(folder, name))))
  const fromFiles = texts.flatMap((text) => variablesIn(text ?? ''))
  const set = Object.entries(env).map(([name, value = '']) => ({ name, value }))
  const all = [...set, ...fromFiles]
  return all.filter(({ name, value }) => secretName.test(name) && value.length >= shortestSecret)
}

function variablesIn(text: string): readonly EnvSecret[] {
  const lines = text.matchAll(/^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=[ \t]*(.*?)[ \t]*$/gm)
  return [...lines].map(([, name = '', value = '']) => ({
    name,
    value: value.replace(/^(["'`])(.*)\1.*$/, '$2'),
  }))
}
