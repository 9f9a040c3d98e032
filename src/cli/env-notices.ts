import { join } from 'node:path'
import { emptyNames, multilineNames, namesWithValue } from './env-file.js'
import { findEncodingMistake, isWritableEnvFile, listEnvFiles, readEnvFile } from './env-files.js'
import { findOutsideTarget } from './env-link.js'
import { expandEnv } from './expand-env.js'
import { sharedMode } from './file-mode.js'
import { secretNames } from './find-secrets.js'
import { isTracked } from './git.js'
import { findInclusion, isIgnored } from './gitignore.js'
import { parseEnv, type EnvEntry } from './parse-env.js'
import { namesElsewhere, type EnvPath } from './plan-env.js'
import { listDevFiles } from './read-environment.js'
import { readIfThere } from './read-file.js'

/** Lists what the developer should know about the files with the secrets. */
export async function findEnvNotices(folder: string, path: EnvPath): Promise<readonly string[]> {
  const text = (await readEnvFile(folder, path)) ?? ''
  const gitignore = (await readIfThere(join(folder, '.gitignore'))) ?? ''
  return [
    ...(path === '.env.local' ? await describeDetour(folder) : []),
    ...(await describeOutside(folder, path)),
    ...(await describeSecrets(folder, path)),
    ...(await describeValue(folder, path)),
    ...(await describeReaders(folder, path)),
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

async function describeOutside(folder: string, path: EnvPath): Promise<readonly string[]> {
  const target = await findOutsideTarget(folder, path)
  return target === undefined ? [] : [explainOutside(path, target)]
}

/** Says that the variables leave the app's folder. */
export function explainOutside(path: string, target: string): string {
  return `${path} is a link to ${target}, which is outside of the app. The secrets are in that file, so every program that reads it gets them.`
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

/** Says that the `AUTH_SECRET` that the dev server reads does not work. */
export async function describeValue(folder: string, path: EnvPath): Promise<readonly string[]> {
  const found: { readonly file: string; readonly value: string }[] = []
  const everything: EnvEntry[] = []
  for (const file of await listDevFiles(folder)) {
    const entries = parseEnv((await readEnvFile(folder, file)) ?? '')
    everything.push(...entries)
    const own = entries.filter(({ name }) => name === 'AUTH_SECRET')
    const last = own.at(-1)
    if (last) found.push({ file, value: last.value })
  }
  const winner = found.at(-1)
  if (!winner) return []
  const { file, value } = winner
  if (value !== '') {
    const expanded = expandEnv(everything, process.env).get('AUTH_SECRET') ?? ''
    if (expanded === '') return [explainUnset(file)]
    const weakness = await describeWeakness(file, expanded)
    return expanded === value || weakness.length === 0 ? weakness : [...weakness, explainDollar]
  }
  const filled = found.filter((one) => one.value !== '')
  const hidden = filled.at(-1)?.file ?? path
  // An empty value in the file itself is filled in.
  if (hidden === file) return []
  return [
    `AUTH_SECRET in ${file} is empty, and the dev server reads it instead of the one in ${hidden}. Remove the line from ${file}.`,
  ]
}

const explainDollar =
  'Vite replaces $ and the name after it by the value of that variable, in quotes too. Use a secret without $.'

function explainUnset(file: string): string {
  return `AUTH_SECRET in ${file} is empty, because it refers to a variable that is not set. Set that variable, or replace the value by one from npx latchkey secret.`
}

/** The engine judges the secret, so that both say the same. */
async function describeWeakness(file: string, secret: string): Promise<readonly string[]> {
  // Only here, because the other commands do not need the engine.
  const { generalMistakes } = await import('../config/validate.js')
  const mistakes = [...generalMistakes({ providers: [], secret })]
  return mistakes
    .filter(({ type }) => type === 'WeakSecret')
    .map(({ message }) => `Latchkey refuses AUTH_SECRET in ${file}. ${message}`)
}

/** Says who can read the secrets in the other files. The file itself is made private. */
async function describeReaders(folder: string, path: EnvPath): Promise<readonly string[]> {
  const notices: string[] = []
  for (const file of await listEnvFiles(folder)) {
    const names = secretNames((await readEnvFile(folder, file)) ?? '')
    if (file === path || names.length === 0) continue
    const secrets = `${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} in it`
    if (!(await isTracked(folder, file)) && !(await isIgnored(folder, file))) {
      notices.push(`Git does not ignore ${file}, and ${secrets}. Add ${file} to .gitignore.`)
    }
    const mode = await sharedMode(join(folder, file))
    if (mode !== undefined) {
      notices.push(
        `Other users of this machine can read ${file} (mode ${mode}), and ${secrets}. Run chmod 600 ${file}.`,
      )
    }
  }
  return notices
}

function describeTracked(file: string): string {
  return `Git tracks ${file}, and AUTH_SECRET is in it. All readers of the repository can sign in as any user. Run git rm --cached ${file}, and replace AUTH_SECRET by a new one from npx latchkey secret.`
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
