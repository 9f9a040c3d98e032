import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { readIfThere } from './read-file.js'
import { Refusal } from './refusal.js'
import type { WriteStep } from './step.js'

/** Writes a file as planned. Throws if the file changed in the meantime. */
export async function writeStep(folder: string, step: WriteStep): Promise<void> {
  const path = join(folder, step.path)
  if ((await readIfThere(path)) !== step.before) {
    throw new Refusal(`${step.path} has changed since it was read. Run this again.`)
  }
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, step.text, {
    flag: step.before === undefined ? 'wx' : 'w',
    mode: step.isPrivate ? 0o600 : 0o666,
  })
}
