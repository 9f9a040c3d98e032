import { join } from 'node:path'
import { emptyNames, namesWithValue } from '../env-file.js'
import { sharedMode } from '../file-mode.js'
import { isIgnoredByGit, isTracked } from '../git.js'
import type { EnvPath } from '../plan-env.js'
import { readIfThere } from '../read-file.js'
import type { CheckResult } from './check-result.js'

const check = 'env files'

/** Checks that git and other users cannot read the files with the secrets. */
export async function checkEnvFiles(folder: string): Promise<readonly CheckResult[]> {
  const results = [
    ...(await checkEnvFile(folder, '.env')),
    ...(await checkEnvFile(folder, '.env.local')),
  ]
  if (results.length > 0) return results
  return [{ check, state: 'ok', message: 'No other user and no commit can read the secrets.' }]
}

async function checkEnvFile(folder: string, path: EnvPath): Promise<readonly CheckResult[]> {
  const text = await readIfThere(join(folder, path))
  if (text === undefined) return []
  const empty = emptyNames(text)
  return [
    ...(namesWithValue(text).has('AUTH_SECRET') ? await checkSecrecy(folder, path) : []),
    ...(empty.length === 0 ? [] : [explainEmpty(path, empty)]),
  ]
}

async function checkSecrecy(folder: string, path: EnvPath): Promise<readonly CheckResult[]> {
  const mode = await sharedMode(join(folder, path))
  return [
    ...((await isTracked(folder, path)) ? [explainTracked(path)] : []),
    ...((await isIgnoredByGit(folder, path)) === false ? [explainNotIgnored(path)] : []),
    ...(mode === undefined ? [] : [explainMode(path, mode)]),
  ]
}

function explainTracked(path: EnvPath): CheckResult {
  return {
    check,
    state: 'wrong',
    message: `Git tracks ${path}, and AUTH_SECRET is in it.`,
    cure: `Run git rm --cached ${path}, and replace AUTH_SECRET by a new one from npx latchkey secret.`,
  }
}

function explainNotIgnored(path: EnvPath): CheckResult {
  return {
    check,
    state: 'wrong',
    message: `Git does not ignore ${path}, and AUTH_SECRET is in it.`,
    cure: `Add ${path} to the end of .gitignore.`,
  }
}

function explainMode(path: EnvPath, mode: string): CheckResult {
  return {
    check,
    state: 'warning',
    message: `Other users of this machine can read ${path} (mode ${mode}).`,
    cure: `Run chmod 600 ${path}.`,
  }
}

function explainEmpty(path: EnvPath, names: readonly string[]): CheckResult {
  return {
    check,
    state: 'warning',
    message: `${names.join(', ')} in ${path} ${names.length === 1 ? 'is' : 'are'} empty.`,
    cure: 'Set a value, or remove the line. Then restart the dev server.',
  }
}
