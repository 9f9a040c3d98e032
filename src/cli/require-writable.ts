import { constants, type Stats } from 'node:fs'
import { access, lstat, readFile, readlink, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { explainEncoding } from './env-files.js'
import { findLinkTarget } from './env-link.js'
import { sharedMode } from './file-mode.js'
import { isInRepository } from './git.js'
import { Refusal } from './refusal.js'
import type { WriteStep } from './step.js'

/**
 * Refuses a plan with a file that cannot be written, or that would lose bytes. The command calls it
 * before the first write, so that no app is left half-written.
 */
export async function requireWritable(folder: string, steps: readonly WriteStep[]): Promise<void> {
  for (const step of steps) {
    const { path } = step
    const problem = await findProblem(folder, step)
    if (problem !== undefined) throw new Refusal(`${path} ${problem}, and run this again.`)
  }
}

async function findProblem(
  folder: string,
  { path, isPrivate, before, text }: WriteStep,
): Promise<string | undefined> {
  const full = join(folder, path)
  const isGitignore = path === '.gitignore' && isInRepository(folder)
  if (isGitignore && (await findLinkTarget(full)) !== undefined) {
    return 'is a link, which Git does not follow. Replace it by a file'
  }
  const found = await stat(full).catch(() => undefined)
  if (!found) return (await findBrokenLink(full)) ?? findLockedFolder(folder, dirname(full))
  if (!found.isFile()) return 'is not a file. Rename it'
  // The administrator may write to any file, but the mode asks every user not to.
  const isReadOnly = (found.mode & anyWrite) === 0 || !(await isAccessible(full))
  const isForeign = !isOwn(found)
  if (isReadOnly) {
    return isForeign
      ? `is read-only, and it belongs to another user. Make it yours with chown`
      : `is read-only. Run chmod u+w ${path}`
  }
  // Only the owner of a file can make it private.
  if (isPrivate && isForeign && (await sharedMode(full)) !== undefined) {
    return 'can be read by other users, and it belongs to another user. Make it yours with chown'
  }
  // The step may only change the mode.
  return before === text ? undefined : explainEncoding(await readFile(full))
}

const anyWrite = 0o222

/** The administrator may change the mode of any file. Windows has no owners in this sense. */
function isOwn({ uid }: Stats): boolean {
  const user = process.getuid?.()
  return user === undefined || user === 0 || user === uid
}

async function findBrokenLink(full: string): Promise<string | undefined> {
  if (!(await lstat(full).catch(() => undefined))) return undefined
  return `is a link to ${await readlink(full)}, which does not exist. Remove the link or create the file`
}

/** Missing folders are created, so the nearest existing one counts. */
async function findLockedFolder(folder: string, place: string): Promise<string | undefined> {
  const found = await stat(place).catch(() => undefined)
  if (!found && dirname(place) !== place) return findLockedFolder(folder, dirname(place))
  const shown = relative(folder, place) || 'the folder of the app'
  if (!found?.isDirectory()) return `cannot be created, because ${shown} is not a folder. Rename it`
  // On Windows, a folder with the attribute "read-only" can be written to.
  const hasNoWriteBit = process.platform !== 'win32' && (found.mode & anyWrite) === 0
  return hasNoWriteBit || !(await isAccessible(place))
    ? `cannot be created, because ${shown} is read-only. Change its mode`
    : undefined
}

function isAccessible(path: string): Promise<boolean> {
  return access(path, constants.W_OK).then(
    () => true,
    () => false,
  )
}
