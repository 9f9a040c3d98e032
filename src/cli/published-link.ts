import { basename, dirname, join } from 'node:path'
import { findLinkTarget, showTarget } from './env-link.js'
import { findIgnorer, isTracked } from './git.js'

/**
 * Describes a symbolic link to a file that git commits. Returns undefined if the path is not a link,
 * or git leaves its target alone. For the link itself, git answers without a look at the target.
 */
export async function describePublishedLink(
  folder: string,
  path: string,
): Promise<string | undefined> {
  const target = await findLinkTarget(join(folder, path))
  if (target === undefined) return undefined
  const [place, name] = [dirname(target), basename(target)]
  const shown = await showTarget(folder, target)
  if (await isTracked(place, name)) return `${path} is a link to ${shown}, which git tracks`
  if ((await findIgnorer(place, name)) === 'nothing') {
    return `${path} is a link to ${shown}, which git does not ignore`
  }
  return undefined
}
