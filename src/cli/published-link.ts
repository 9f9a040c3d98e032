import { lstat, realpath } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { findIgnorer, isTracked } from './git.js'

/**
 * Describes a symbolic link to a file that git commits. Returns undefined if the path is not a link,
 * or git leaves its target alone. For the link itself, git answers without a look at the target.
 */
export async function describePublishedLink(
  folder: string,
  path: string,
): Promise<string | undefined> {
  const target = await findTarget(join(folder, path))
  if (target === undefined) return undefined
  const [place, name] = [dirname(target), basename(target)]
  const shown = relative(await realpath(folder), target).replaceAll('\\', '/')
  if (await isTracked(place, name)) return `${path} is a link to ${shown}, which git tracks`
  if ((await findIgnorer(place, name)) === 'nothing') {
    return `${path} is a link to ${shown}, which git does not ignore`
  }
  return undefined
}

/** A link without a target has no file that could be written: opening it fails. */
async function findTarget(path: string): Promise<string | undefined> {
  const isLink = await lstat(path).then(
    (found) => found.isSymbolicLink(),
    () => false,
  )
  return isLink ? realpath(path).catch(() => undefined) : undefined
}
