import { join } from 'node:path'
import { emptyNames, multilineNames, namesWithValue } from './env-file.js'
import { findEncodingMistake, isWritableEnvFile, listEnvFiles, readEnvFile } from './env-files.js'
import { isTracked } from './git.js'
import { findInclusion } from './gitignore.js'
import { namesElsewhere, type EnvPath } from './plan-env.js'
import { listDevFiles } from './read-environment.js'
import { readIfThere } from './read-file.js'

/** Lists what the developer should know about the files with the secrets. */
export async function findEnvNotices(folder: string, path: EnvPath): Promise<readonly string[]> {
  const text = (await readEnvFile(folder, path)) ?? ''
  const gitignore = (await readIfThere(join(folder, '.gitignore'))) ?? ''
  return [
    ...(path === '.env.local' ? await describeDetour(folder) : []),
    ...(await describeSecrets(folder, path)),
    ...describeInclusion(findInclusion(gitignore, path), path),
    ...describeEncoding(path, text),
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

async function describeDetour(folder: string): Promise<readonly string[]> {
  if (!(await isWritableEnvFile(folder, '.env'))) {
    return ['.env is not a file, so the variables go to .env.local, which Vite reads too.']
  }
  if (!(await isTracked(folder, '.env'))) return []
  return ['Git tracks .env, so the variables go to .env.local, which Vite reads too.']
}

/** Says where else an `AUTH_SECRET` is: published, used in place of a new one, or not used at all. */
async function describeSecrets(folder: string, path: EnvPath): Promise<readonly string[]> {
  const notices: string[] = []
  const read = await listDevFiles(folder)
  const used = (await namesElsewhere(folder, path)).get('AUTH_SECRET')
  for (const file of await listEnvFiles(folder)) {
    const text = (await readEnvFile(folder, file)) ?? ''
    if (!namesWithValue(text).has('AUTH_SECRET')) continue
    if (await isTracked(folder, file)) notices.push(describeTracked(file))
    if (file === used) {
      notices.push(`The dev server reads AUTH_SECRET from ${file}, so none is added to ${path}.`)
    }
    if (/^\.env\.development\b/.test(file) && !read.includes(file)) {
      notices.push(
        `AUTH_SECRET is in ${file}, which the dev script of package.json does not read. It reads ${read.join(', ')}.`,
      )
    }
  }
  return notices
}

function describeTracked(file: string): string {
  return `Git tracks ${file}, and AUTH_SECRET is in it. Everyone who can read the repository can sign in as any user. Run git rm --cached ${file}, and replace AUTH_SECRET by a new one from npx latchkey secret.`
}

function describeEncoding(path: string, text: string): readonly string[] {
  const mistake = findEncodingMistake(path, text)
  return mistake ? [`${mistake.problem} ${mistake.cure}`] : []
}

function describeInclusion(line: string | undefined, path: string): readonly string[] {
  if (line === undefined) return []
  return [
    `The line ${line} in .gitignore lets git commit ${path}, so ${path} is added below it. Remove ${line} if you do not need it.`,
  ]
}
