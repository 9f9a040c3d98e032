import { mkdir, open, writeFile, type FileHandle } from 'node:fs/promises'
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
  if (step.before === undefined) {
    await writeFile(path, step.text, { flag: 'wx', mode: step.isPrivate ? 0o600 : 0o666 })
  } else if (step.before !== step.text) {
    await replaceText(path, step.before, step.text)
  }
}

/** Replaces the text of a file, or leaves it as it was, for example on a full disk. */
async function replaceText(path: string, before: string, text: string): Promise<void> {
  const file = await open(path, 'r+')
  try {
    await writeWhole(file, text)
  } catch (error) {
    // The file has not become shorter, so on most disks this needs no more room than there is.
    await writeWhole(file, before).catch(() => undefined)
    throw error
  } finally {
    await file.close()
  }
}

/** Writes over the old text, and only then ends the file there. */
async function writeWhole(file: FileHandle, text: string): Promise<void> {
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length;) {
    at += (await file.write(bytes, at, bytes.length - at, at)).bytesWritten
  }
  await file.truncate(bytes.length)
}
