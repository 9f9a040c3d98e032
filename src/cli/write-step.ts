import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { makePrivate } from './file-mode.js'
import { readIfThere } from './read-file.js'
import { Refusal } from './refusal.js'
import { requireUnpublished } from './require-unpublished.js'
import type { WriteStep } from './step.js'

/** Writes a file as planned. Throws if the file changed in the meantime, or would be published. */
export async function writeStep(folder: string, step: WriteStep): Promise<void> {
  const path = join(folder, step.path)
  if ((await readIfThere(path)) !== step.before) {
    throw new Refusal(`${step.path} has changed since it was read. Run this again.`)
  }
  if (step.isPrivate) await requireUnpublished(folder, step.path)
  await mkdir(dirname(path), { recursive: true })
  // Before the secret is in the file, so that no other user can read it in between.
  if (step.isPrivate && step.before !== undefined) await makePrivate(path)
  await writeFile(path, step.text, {
    flag: step.before === undefined ? 'wx' : 'w',
    mode: step.isPrivate ? 0o600 : 0o666,
  })
}
