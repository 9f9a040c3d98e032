import { lstat, readdir, readlink, realpath, stat } from 'node:fs/promises'
import { isAbsolute, join, relative, resolve } from 'node:path'
import { isTemplate } from './env-files.js'

/** Returns the file that a symbolic link leads to. Returns undefined for anything else. */
export async function findLinkTarget(path: string): Promise<string | undefined> {
  const isLink = await lstat(path).then(
    (found) => found.isSymbolicLink(),
    () => false,
  )
  // A link without a target has no file that could be written, because opening it fails.
  return isLink ? realpath(path).catch(() => undefined) : undefined
}

/** Returns a file as the app's developer would write its path. */
export async function showTarget(folder: string, target: string): Promise<string> {
  return relative(await realpath(folder), target).replaceAll('\\', '/')
}

/**
 * Returns the target of a symbolic link that leads out of the app's folder. Returns undefined for
 * anything else.
 */
export async function findOutsideTarget(folder: string, path: string): Promise<string | undefined> {
  const target = await findLinkTarget(join(folder, path))
  if (target === undefined) return undefined
  const shown = await showTarget(folder, target)
  return shown.startsWith('../') || isAbsolute(shown) ? shown : undefined
}

/** Finds a template, such as `.env.example`, that is the same file, through a link of any kind. */
export async function findSameTemplate(folder: string, path: string): Promise<string | undefined> {
  const own = join(folder, path)
  for (const name of (await readdir(folder)).filter(isTemplate)) {
    const other = join(folder, name)
    if ((await isSameFile(own, other)) || (await isLinkTo(folder, other, own))) return name
  }
  return undefined
}

/** Whether a file is a hard link. Its other names cannot be found. */
export async function hasOtherName(path: string): Promise<boolean> {
  return stat(path).then(
    ({ nlink }) => nlink > 1,
    () => false,
  )
}

async function isSameFile(one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([one, other].map((path) => stat(path).catch(() => undefined)))
  return a !== undefined && a.ino === b?.ino && a.dev === b.dev
}

/** The file that a link leads to may not exist yet. */
async function isLinkTo(folder: string, link: string, path: string): Promise<boolean> {
  return readlink(link).then(
    (target) => resolve(folder, target) === path,
    () => false,
  )
}
