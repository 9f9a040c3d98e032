import { findIgnorer, isTracked } from './git.js'
import { describePublishedLink } from './published-link.js'
import { Refusal } from './refusal.js'

/** Refuses to put a secret into a file that git commits. */
export async function requireUnpublished(folder: string, path: string): Promise<void> {
  await requireUnpublishedTarget(folder, path)
  if (await isTracked(folder, path)) {
    throw new Refusal(
      `Git tracks ${path}, so a secret in it would be published. Run git rm --cached ${path}, and run this again.`,
    )
  }
  if ((await findIgnorer(folder, path)) === 'nothing') {
    throw new Refusal(
      `Git does not ignore ${path}, so a secret in it could be published. Add ${path} to .gitignore, and run this again.`,
    )
  }
}

/** Refuses a link to a file that git commits. */
export async function requireUnpublishedTarget(folder: string, path: string): Promise<void> {
  const link = await describePublishedLink(folder, path)
  if (link === undefined) return
  throw new Refusal(
    `${link}, so a secret in it would be published. Replace the link by a file, and run this again.`,
  )
}
