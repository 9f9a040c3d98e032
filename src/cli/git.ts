import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join, resolve as toAbsolute } from 'node:path'
import { Refusal } from './refusal.js'

/**
 * Whether git tracks a file. Returns undefined if the folder is not in a repository. Refuses if it
 * is, and git cannot tell.
 */
export async function isTracked(folder: string, path: string): Promise<boolean | undefined> {
  return ask(folder, ['ls-files', '--error-unmatch', '--', path])
}

/**
 * Whether the repository's ignore files exclude a path, also those of parent folders. Returns
 * undefined if the folder is not in a repository. Refuses if it is, and git cannot tell.
 */
export async function isIgnoredByGit(folder: string, path: string): Promise<boolean | undefined> {
  // The user's own excludes do not count, because they protect no other clone of the repository.
  const ownExcludes = ['-c', 'core.excludesFile=']
  return ask(folder, [...ownExcludes, 'check-ignore', '--quiet', '--no-index', '--', path])
}

/** Git exits with 0 for yes, with 1 for no, and with 128 if it cannot tell. */
function ask(folder: string, args: readonly string[]): Promise<boolean | undefined> {
  return new Promise((resolve, reject) => {
    execFile('git', [...args], { cwd: folder }, (error, _stdout, stderr) => {
      if (!error) resolve(true)
      else if (error.code === 1) resolve(false)
      else if (isInRepository(folder)) reject(new GitFailure(error, stderr))
      else resolve(undefined)
    })
  })
}

/** Whether a folder, or one that it is in, belongs to a repository. */
export function isInRepository(folder: string): boolean {
  for (let at = toAbsolute(folder); ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return true
    if (dirname(at) === at) return false
  }
}

/** Git did not answer in a repository. Without an answer, a secret might land in a commit. */
export class GitFailure extends Refusal {
  /** What git printed, or why it could not be started. */
  readonly reason: string

  constructor({ message }: Error, stderr: string) {
    const reason = stderr.split('\n').find(Boolean) ?? message
    super(
      `This folder is in a git repository, but git cannot say which files it tracks: ${reason} Install git or fix this, and run this again.`,
    )
    this.reason = reason
  }
}
