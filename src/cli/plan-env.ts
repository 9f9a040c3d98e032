import { join } from 'node:path'
import { addVariables, namesWithValue, type EnvGroup } from './env-file.js'
import { isWritableEnvFile, readEnvFile } from './env-files.js'
import { sharedMode } from './file-mode.js'
import { isTracked } from './git.js'
import { readIfThere } from './read-file.js'
import { listDevFiles } from './read-environment.js'
import { Refusal } from './refusal.js'
import { requireUnpublishedTarget } from './require-unpublished.js'
import type { WriteStep } from './step.js'

/** A file for the app's secrets. Vite reads both. */
export type EnvPath = '.env' | '.env.local'

/**
 * Returns the file that secrets go to: `.env`, or `.env.local` if git tracks `.env` or it is not a
 * file.
 */
export async function chooseEnvPath(folder: string): Promise<EnvPath> {
  const path = await findUntracked(folder)
  // Before anything is planned or written. A secret is checked again when it is written.
  await requireUnpublishedTarget(folder, path)
  return path
}

async function findUntracked(folder: string): Promise<EnvPath> {
  const isUsual = await isWritableEnvFile(folder, '.env')
  if (isUsual && !(await isTracked(folder, '.env'))) return '.env'
  if (!(await isWritableEnvFile(folder, '.env.local'))) {
    throw new Refusal('.env.local is not a file. Rename it, and run this again.')
  }
  if (!(await isTracked(folder, '.env.local'))) return '.env.local'
  if (!isUsual) {
    throw new Refusal(
      '.env is not a file, and git tracks .env.local, so a secret in it would be published. Run git rm --cached .env.local, and run this again.',
    )
  }
  throw new Refusal(
    'Git tracks .env and .env.local, so a secret in them would be published. Run git rm --cached .env.local, and run this again.',
  )
}

/**
 * Plans the variables that the file lacks. Returns undefined if it lacks none. The dev server reads
 * other files too, so a value in them counts: a second one would have no effect.
 */
export async function planEnv(
  folder: string,
  path: EnvPath,
  groups: readonly EnvGroup[],
): Promise<WriteStep | undefined> {
  const set = await namesElsewhere(folder, path)
  const wanted = groups.map(({ comment, variables }) => ({
    comment,
    variables: variables.filter(({ name }) => !set.has(name)),
  }))
  const step = await planVariables(folder, path, wanted)
  const mode = await sharedMode(join(folder, path))
  if (mode === undefined) return step.diff.length === 0 ? undefined : step
  const diff = [`- mode ${mode}, which other users can read`, '+ mode 0600']
  return { ...step, diff: [...diff, ...step.diff] }
}

/** Finds the variables that the dev server reads from other files, and the file of each. */
export async function namesElsewhere(
  folder: string,
  path: EnvPath,
): Promise<ReadonlyMap<string, string>> {
  const others = (await listDevFiles(folder)).filter((name) => name !== path)
  const found = await Promise.all(
    others.map(async (file) =>
      [...namesWithValue((await readEnvFile(folder, file)) ?? '')].map(
        (name) => [name, file] as const,
      ),
    ),
  )
  return new Map(found.flat())
}

/** Plans the variables that `.env.example` lacks: the same names, without values. */
export async function planEnvExample(
  folder: string,
  groups: readonly EnvGroup[],
): Promise<WriteStep | undefined> {
  const wanted = groups.map(({ comment, variables }) => ({
    comment,
    variables: variables.map(({ name }) => ({ name, value: '' })),
  }))
  const step = await planVariables(folder, '.env.example', wanted)
  return step.diff.length === 0 ? undefined : step
}

async function planVariables(
  folder: string,
  path: EnvPath | '.env.example',
  groups: readonly EnvGroup[],
): Promise<WriteStep> {
  const before = await readIfThere(join(folder, path))
  const { text, diff } = addVariables(before ?? '', groups)
  return { kind: 'write', path, before, text, diff, isPrivate: path !== '.env.example' }
}
