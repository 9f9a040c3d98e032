import { chmod, stat } from 'node:fs/promises'

const permissions = 0o777
const ofOthers = 0o077
const enterOfOthers = 0o011
const ownerOnly = 0o600

/**
 * Returns the mode of a file that other users of the machine can read, such as `0644`. Returns
 * undefined if they cannot, or the file does not exist. Windows has no such modes.
 */
export async function sharedMode(path: string): Promise<string | undefined> {
  if (process.platform === 'win32') return undefined
  const mode = await stat(path).then(
    (file) => file.mode & permissions,
    () => 0,
  )
  return (mode & ofOthers) === 0 ? undefined : `0${mode.toString(8)}`
}

/** Whether other users of the machine cannot enter a folder. Windows has no such modes. */
export async function isPrivateFolder(path: string): Promise<boolean> {
  if (process.platform === 'win32') return true
  const mode = await stat(path).then(
    (folder) => folder.mode,
    () => 0,
  )
  return (mode & enterOfOthers) === 0
}

/** Makes a file readable for its owner only. Some drives accept the change without making it. */
export async function makePrivate(path: string): Promise<void> {
  if ((await sharedMode(path)) !== undefined) await chmod(path, ownerOnly)
}
