import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** Finds the file, or a file with another extension that Qwik treats the same. */
export async function findTwin(folder: string, path: string): Promise<string | undefined> {
  const place = dirname(path)
  const name = basename(path)
  const stem = name.replace(/\.\w+$/, '')
  const isTwin = (one: string): boolean =>
    one === name || (one.startsWith(stem) && /^\.[jt]sx?$/.test(one.slice(stem.length)))
  const twin = (await readdir(join(folder, place)).catch(() => [])).find(isTwin)
  return twin === undefined ? undefined : `${place}/${twin}`
}
