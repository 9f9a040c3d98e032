import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Lists the paths of all files below a folder, without the folders whose name is not wanted. By hand,
 * because Node 20.0 cannot do it by itself.
 */
export async function listFiles(
  folder: string,
  isWanted: (name: string) => boolean = () => true,
): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  const lists = entries.map(async (entry): Promise<readonly string[]> => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return isWanted(entry.name) ? listFiles(path, isWanted) : []
    return entry.isFile() ? [path] : []
  })
  return (await Promise.all(lists)).flat()
}
