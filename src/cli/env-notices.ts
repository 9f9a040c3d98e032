import { join } from 'node:path'
import { emptyNames, multilineNames, namesWithValue } from './env-file.js'
import { isTracked } from './git.js'
import { findInclusion } from './gitignore.js'
import type { EnvPath } from './plan-env.js'
import { readIfThere } from './read-file.js'

/** Lists what the developer should know about the file that the secrets go to. */
export async function findEnvNotices(folder: string, path: EnvPath): Promise<readonly string[]> {
  const text = (await readIfThere(join(folder, path))) ?? ''
  const gitignore = (await readIfThere(join(folder, '.gitignore'))) ?? ''
  return [
    ...(path === '.env.local' ? await describeTracked(folder) : []),
    ...(await describeTrackedSecret(folder)),
    ...describeInclusion(findInclusion(gitignore, path), path),
    ...multilineNames(text).map(
      (name) =>
        `${name} in ${path} spans several lines. Vite and dotenv read it, but Docker and Node before 20.12 read only its first line.`,
    ),
    ...emptyNames(text).map(
      (name) =>
        `${name} in ${path} is empty. Restart the dev server after you set it, because the server keeps the empty value.`,
    ),
  ]
}

async function describeTracked(folder: string): Promise<readonly string[]> {
  if (!(await isTracked(folder, '.env'))) return []
  return ['Git tracks .env, so the variables go to .env.local, which Vite reads too.']
}

async function describeTrackedSecret(folder: string): Promise<readonly string[]> {
  const text = (await readIfThere(join(folder, '.env'))) ?? ''
  if (!namesWithValue(text).has('AUTH_SECRET') || !(await isTracked(folder, '.env'))) return []
  return [
    'Git tracks .env, and AUTH_SECRET is in it. Everyone who can read the repository can sign in as any user. Run git rm --cached .env, and replace AUTH_SECRET by a new one from npx latchkey secret.',
  ]
}

function describeInclusion(line: string | undefined, path: string): readonly string[] {
  if (line === undefined) return []
  return [
    `The line ${line} in .gitignore lets git commit ${path}, so ${path} is added below it. Remove ${line} if you do not need it.`,
  ]
}
