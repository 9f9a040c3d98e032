import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename, dirname, join, resolve as toAbsolute } from 'node:path'
import { Refusal } from './refusal.js'

/**
 * Whether git tracks a file. Returns undefined if the folder is not in a repository. Refuses if it
 * is, and git cannot tell.
 */
export async function isTracked(folder: string, path: string): Promise<boolean | undefined> {
  const answer = await runGit(folder, ['ls-files', '--error-unmatch', '--', path])
  return answer?.isYes
}

/**
 * Who makes git ignore a path: a `.gitignore` of the repository, which every clone has, or only
 * `.git/info/exclude` of this clone.
 */
export type IgnoredBy = 'repository' | 'clone' | 'nothing'

/**
 * Finds out what makes git ignore a path, also in parent folders. Returns undefined if the folder is
 * not in a repository. Refuses if it is, and git cannot tell.
 */
export async function findIgnorer(folder: string, path: string): Promise<IgnoredBy | undefined> {
  // The user's own excludes do not count, because they protect no other clone of the repository.
  const ownExcludes = ['-c', 'core.excludesFile=']
  const check = ['check-ignore', '--verbose', '--no-index', '--', path]
  const answer = await runGit(folder, [...ownExcludes, ...check])
  if (answer === undefined) return undefined
  // The rule that decides, as in `.gitignore:3:.env`. Git also says yes to a rule such as `!.env`.
  const [, source = '', pattern = ''] = /^(.*?):\d+:(.*)\t/.exec(answer.output) ?? []
  if (!answer.isYes || pattern.startsWith('!')) return 'nothing'
  // Git quotes a path with unusual characters.
  return basename(source.replace(/"$/, '')) === '.gitignore' ? 'repository' : 'clone'
}

/** Git exits with 0 for yes, with 1 for no, and with 128 if it cannot tell. */
function runGit(
  folder: string,
  args: readonly string[],
): Promise<{ readonly isYes: boolean; readonly output: string } | undefined> {
  return new Promise((resolve, reject) => {
    execFile('git', [...args], { cwd: folder }, (error, output, stderr) => {
      if (!error) resolve({ isYes: true, output })
      else if (error.code === 1) resolve({ isYes: false, output })
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
