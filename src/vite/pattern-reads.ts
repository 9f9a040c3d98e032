import { resolve } from 'node:path'
import { normalizePath } from 'vite'
import { exportsOf } from './declarations.js'
import { anyMember } from './evaluated-reads.js'
import { Unsafe } from './find-calls.js'
import { importPatterns, type PatternFiles } from './import-patterns.js'
import { reExportsOf, type Read, type ReadModule } from './module-exports.js'
import type { Node } from './parse-module.js'
import { listSources } from './scan-app.js'
import { wordsIn } from './walk.js'

/** An export of another module that is read for the config. */
export interface ReadPart extends Read {
  readonly importer: string
  readonly isCallback: boolean
  /** Whether the specifier is the path of a file. */
  readonly isFile?: boolean
}

interface PatternReader {
  readonly importer: string
  readonly read: ReadModule
  /** The app's folder. Without it, no pattern is followed. */
  readonly root: string | undefined
}

/**
 * Returns the exports of the app's files that imports by a pattern may load. An export counts as
 * called if code reads a member of its name.
 *
 * @throws Unsafe if no file of an alias is found
 */
export async function patternReads(
  patterns: readonly Node[],
  called: ReadonlySet<string>,
  { importer, read, root }: PatternReader,
): Promise<readonly ReadPart[]> {
  if (root === undefined) return []
  const reads: ReadPart[] = []
  for (const pattern of patterns) {
    // `import.meta.glob('…', { import: 'load' })` names the export itself.
    const names = new Set([...called, 'default', ...wordsIn(pattern)])
    const found = importPatterns(pattern, importer).filter(({ isData }) => !isData)
    const files = await Promise.all(found.map((one) => filesOf(one, root)))
    for (const file of new Set(files.flat())) {
      if (file === importer) continue
      const statements = await read(file)
      for (const name of called.has(anyMember) ? [anyMember] : names) {
        for (const one of reExportsOf(statements, name)) {
          reads.push({ ...one, importer: file, isCallback: false })
        }
      }
      for (const { name } of exportsOf(statements)) {
        const isCallback = !called.has(anyMember) && !names.has(name)
        reads.push({ specifier: file, name, importer, isCallback, isFile: true })
      }
    }
  }
  return reads
}

/** Lists the files that a pattern means. They may be outside of the app's source folder. */
async function filesOf(pattern: PatternFiles, root: string): Promise<readonly string[]> {
  const { folder, paths, written } = pattern
  const listed = (await listSources(resolve(root, folder ?? '.'))).map((one) => normalizePath(one))
  const files = listed.filter((one) => paths.test(one))
  if (files.length > 0 || folder !== undefined) return files
  throw new Unsafe(
    `The config function loads files by the pattern \`${written}\`, none of which was found in ${root}`,
    'Write the pattern relative to the file that has it, or import each file by its name.',
    'They could not be searched for server functions, which any visitor can call.',
  )
}
