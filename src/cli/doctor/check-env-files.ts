import { join } from 'node:path'
import { emptyNames } from '../env-file.js'
import { findEncodingMistake, listEnvFiles, readEnvFile } from '../env-files.js'
import { findOutsideTarget, findSameTemplate, hasOtherName } from '../env-link.js'
import { sharedMode } from '../file-mode.js'
import { secretNames } from '../find-secrets.js'
import { findIgnorer, GitFailure, isInRepository, isTracked, type IgnoredBy } from '../git.js'
import { describePublishedLink } from '../published-link.js'
import type { CheckResult } from './check-result.js'

const check = 'env files'

/** Checks that git and other users cannot read the files with the secrets. */
export async function checkEnvFiles(folder: string): Promise<readonly CheckResult[]> {
  const names = await listEnvFiles(folder)
  const results = (await Promise.all(names.map((name) => checkEnvFile(folder, name)))).flat()
  if (results.length > 0) return results
  return [{ check, state: 'ok', message: isInRepository(folder) ? unpublished : noRepository }]
}

const unpublished = 'No other user and no commit can read the secrets.'
const noRepository = 'No other user can read the secrets. The folder is not in a git repository.'

async function checkEnvFile(folder: string, path: string): Promise<readonly CheckResult[]> {
  const text = (await readEnvFile(folder, path)) ?? ''
  const secrets = secretNames(text)
  const empty = emptyNames(text)
  return [
    ...(secrets.length === 0 ? [] : await checkSecrecy(folder, path, secrets)),
    ...(empty.length === 0 ? [] : [explainEmpty(path, empty)]),
    ...checkEncoding(path, text),
  ]
}

function checkEncoding(path: string, text: string): readonly CheckResult[] {
  const mistake = findEncodingMistake(path, text)
  if (!mistake) return []
  const { problem, cure, isFatal } = mistake
  return [{ check, state: isFatal ? 'wrong' : 'warning', message: problem, cure }]
}

async function checkSecrecy(
  folder: string,
  path: string,
  secrets: readonly string[],
): Promise<readonly CheckResult[]> {
  const mode = await sharedMode(join(folder, path))
  return [
    ...(await checkCommits(folder, path, secrets)),
    ...(await checkLink(folder, path, secrets)),
    ...(mode === undefined ? [] : [explainMode(path, mode)]),
  ]
}

async function checkLink(
  folder: string,
  path: string,
  secrets: readonly string[],
): Promise<readonly CheckResult[]> {
  const template = await findSameTemplate(folder, path)
  if (template !== undefined) {
    return [
      {
        check,
        state: 'wrong',
        message: `${path} and ${template} are the same file, and ${listed(secrets)} in it.`,
        cure: `Replace the link by a file. If the template was published, ${replaced(secrets)}.`,
      },
    ]
  }
  if (isInRepository(folder) && (await hasOtherName(join(folder, path)))) {
    return [
      {
        check,
        state: 'warning',
        message: `${path} is a hard link, which git may track under its other name, and ${listed(secrets)} in it.`,
        cure: `Replace it by a copy. If git tracks the other name, ${replaced(secrets)}.`,
      },
    ]
  }
  const outside = await findOutsideTarget(folder, path)
  if (outside === undefined) return []
  return [
    {
      check,
      state: 'warning',
      message: `${path} is a link to ${outside}, which is outside of the app, and ${listed(secrets)} in it.`,
      cure: 'Replace the link by a file, unless every program that reads the target may have the secrets.',
    },
  ]
}

/** Git may be missing, or refuse the repository of another user. All other checks go on. */
async function checkCommits(
  folder: string,
  path: string,
  secrets: readonly string[],
): Promise<readonly CheckResult[]> {
  try {
    const link = await describePublishedLink(folder, path)
    return [
      ...((await isTracked(folder, path)) ? [explainTracked(path, secrets)] : []),
      ...explainIgnorer(await findIgnorer(folder, path), path, secrets),
      ...(link === undefined ? [] : [explainLink(link, secrets)]),
    ]
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error
    return [explainUnknown(path, secrets, error)]
  }
}

function explainUnknown(
  path: string,
  secrets: readonly string[],
  { reason }: GitFailure,
): CheckResult {
  return {
    check,
    state: 'unknown',
    message: `Git cannot say whether it commits ${path}, and ${listed(secrets)} in it: ${reason}`,
    cure: 'Install git or fix this, and run npx latchkey doctor again.',
  }
}

function explainTracked(path: string, secrets: readonly string[]): CheckResult {
  return {
    check,
    state: 'wrong',
    message: `Git tracks ${path}, and ${listed(secrets)} in it.`,
    cure: `Run git rm --cached ${path}, and ${replaced(secrets)}.`,
  }
}

function explainIgnorer(
  ignorer: IgnoredBy | undefined,
  path: string,
  secrets: readonly string[],
): readonly CheckResult[] {
  if (ignorer === undefined || ignorer === 'repository') return []
  const cure = `Add ${path} to the end of .gitignore.`
  return ignorer === 'clone'
    ? [
        {
          check,
          state: 'warning',
          message: `Only this clone ignores ${path}, through .git/info/exclude. Git would commit the file in any other clone.`,
          cure,
        },
      ]
    : [
        {
          check,
          state: 'wrong',
          message: `Git does not ignore ${path}, and ${listed(secrets)} in it.`,
          cure,
        },
      ]
}

function explainLink(link: string, secrets: readonly string[]): CheckResult {
  return {
    check,
    state: 'wrong',
    message: `${link}, and ${listed(secrets)} in it.`,
    cure: `Replace the link by a file that git ignores, and ${replaced(secrets)}.`,
  }
}

function listed(names: readonly string[]): string {
  return `${names.join(', ')} ${names.length === 1 ? 'is' : 'are'}`
}

function replaced(names: readonly string[]): string {
  const others = names.filter((name) => name !== 'AUTH_SECRET')
  const steps = [
    ...(names.includes('AUTH_SECRET')
      ? ['replace AUTH_SECRET by a new one from npx latchkey secret']
      : []),
    ...(others.length === 0
      ? []
      : [`replace the ${others.length === 1 ? 'value' : 'values'} of ${others.join(', ')}`]),
  ]
  return steps.join(', and ')
}

function explainMode(path: string, mode: string): CheckResult {
  return {
    check,
    state: 'warning',
    message: `Other users of this machine can read ${path} (mode ${mode}).`,
    cure: `Run chmod 600 ${path}.`,
  }
}

function explainEmpty(path: string, names: readonly string[]): CheckResult {
  return {
    check,
    state: 'warning',
    message: `${names.join(', ')} in ${path} ${names.length === 1 ? 'is' : 'are'} empty.`,
    cure: 'Set a value, or remove the line. Then restart the dev server.',
  }
}
