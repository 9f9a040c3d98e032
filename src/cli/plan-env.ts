import { join } from 'node:path'
import { addVariables, namesWithValue, type EnvGroup } from './env-file.js'
import { readIfThere } from './read-file.js'
import type { WriteStep } from './step.js'

/**
 * Plans the variables that `.env` lacks. Returns undefined if it lacks none. Vite reads
 * `.env.local` too, so variables there count.
 */
export async function planEnv(
  folder: string,
  groups: readonly EnvGroup[],
): Promise<WriteStep | undefined> {
  const local = namesWithValue((await readIfThere(join(folder, '.env.local'))) ?? '')
  const wanted = groups.map(({ comment, variables }) => ({
    comment,
    variables: variables.filter(({ name }) => !local.has(name)),
  }))
  return planVariables(folder, '.env', wanted)
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
  return planVariables(folder, '.env.example', wanted)
}

async function planVariables(
  folder: string,
  path: string,
  groups: readonly EnvGroup[],
): Promise<WriteStep | undefined> {
  const before = await readIfThere(join(folder, path))
  const { text, diff } = addVariables(before ?? '', groups)
  if (diff.length === 0) return undefined
  return { kind: 'write', path, before, text, diff, isPrivate: path === '.env' }
}
