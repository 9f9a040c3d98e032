import { execFile } from 'node:child_process'

/**
 * Whether git tracks a file. Returns undefined if the folder is not in a repository, or git is not
 * installed.
 */
export async function isTracked(folder: string, path: string): Promise<boolean | undefined> {
  return ask(folder, ['ls-files', '--error-unmatch', '--', path])
}

/**
 * Whether the repository's ignore files exclude a path, also those of parent folders. Returns
 * undefined if the folder is not in a repository, or git is not installed.
 */
export async function isIgnoredByGit(folder: string, path: string): Promise<boolean | undefined> {
  // The user's own excludes do not count, because they protect no other clone of the repository.
  const ownExcludes = ['-c', 'core.excludesFile=']
  return ask(folder, [...ownExcludes, 'check-ignore', '--quiet', '--no-index', '--', path])
}

/** Git exits with 0 for yes, with 1 for no, and with 128 if it cannot tell. */
function ask(folder: string, args: readonly string[]): Promise<boolean | undefined> {
  return new Promise((resolve) => {
    execFile('git', [...args], { cwd: folder }, (error) => {
      if (!error) resolve(true)
      else resolve(error.code === 1 ? false : undefined)
    })
  })
}
