import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { EnvPath } from './plan-env.js'
import { readIfThere } from './read-file.js'

/** Says which servers read the file with the variables. */
export async function describeEnvReaders(
  folder: string,
  path: EnvPath,
): Promise<readonly string[]> {
  const entry = await findDotenvEntry(folder)
  const server =
    entry === undefined
      ? 'a server from npm run qwik add express or fastify'
      : `the server of ${entry}`
  return [
    `The dev server and the preview server read ${path}. A variable that you add works at once. After you change or remove a value, restart the server.`,
    path === '.env'
      ? `In production, ${server} reads .env from the folder that you start it in. Any other server reads only the environment. Set AUTH_SECRET and AUTH_URL=https://your.site there.`
      : `In production, the server does not read ${path}. Set AUTH_SECRET and AUTH_URL=https://your.site in the environment, or start Node with --env-file=${path}.`,
  ]
}

/** Finds a server entry that loads `.env` by itself, as Qwik's Express and Fastify starters do. */
async function findDotenvEntry(folder: string): Promise<string | undefined> {
  const names = await readdir(join(folder, 'src'))
  for (const name of names.filter((one) => /^entry\..*\.[jt]sx?$/.test(one))) {
    const text = (await readIfThere(join(folder, 'src', name))) ?? ''
    if (/["']dotenv\/config["']/.test(text)) return `src/${name}`
  }
  return undefined
}
