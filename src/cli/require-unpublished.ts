import { join } from 'node:path'
import { findOutsideTarget, findSameTemplate, hasOtherName } from './env-link.js'
import { sharedMode } from './file-mode.js'
import { findIgnorer, isInRepository, isTracked } from './git.js'
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

/** Refuses a link to a file that git commits, that is a template, or that others read. */
export async function requireUnpublishedTarget(folder: string, path: string): Promise<void> {
  const link = await describePublishedLink(folder, path)
  if (link !== undefined) {
    throw new Refusal(
      `${link}, so a secret in it would be published. Replace the link by a file, and run this again.`,
    )
  }
  const template = await findSameTemplate(folder, path)
  if (template !== undefined) {
    throw new Refusal(
      `${path} and ${template} are the same file, so a secret in it would be in the template too. Replace the link by a file, and run this again.`,
    )
  }
  if (isInRepository(folder) && (await hasOtherName(join(folder, path)))) {
    throw new Refusal(
      `${path} has another name, because it is a hard link, and git may track it under that name. Replace it by a copy: cp ${path} ${path}.copy && mv ${path}.copy ${path}. Then run this again.`,
    )
  }
  const outside = await findOutsideTarget(folder, path)
  const mode = outside === undefined ? undefined : await sharedMode(join(folder, path))
  if (mode === undefined) return
  // The mode of a file of the app is changed. The users of any other file may depend on its mode.
  throw new Refusal(
    `${path} is a link to ${outside}, which other users can read (mode ${mode}). Run chmod 600 ${outside} or replace the link by a file, and run this again.`,
  )
}
