import { exportsOf } from './declarations.js'
import { anyMember } from './evaluated-reads.js'
import { importPatterns } from './import-patterns.js'
import { handedOn, type Read, type ReadModule } from './module-exports.js'
import type { Node } from './parse-module.js'
import { wordsIn } from './walk.js'

/** An export of another module that is read for the config. */
export interface ReadPart extends Read {
  readonly importer: string
  readonly isCallback: boolean
}

/**
 * Returns the exports of the app's files that imports by a pattern may load. An export counts as
 * called if code reads a member of its name.
 */
export async function patternReads(
  patterns: readonly Node[],
  called: ReadonlySet<string>,
  {
    importer,
    read,
    files = new Set(),
  }: {
    readonly importer: string
    readonly read: ReadModule
    readonly files?: ReadonlySet<string> | undefined
  },
): Promise<readonly ReadPart[]> {
  const reads: ReadPart[] = []
  for (const pattern of patterns) {
    const tests = importPatterns(pattern, importer)
    // `import.meta.glob('…', { import: 'load' })` names the export itself.
    const named = new Set(['default', ...wordsIn(pattern)])
    for (const file of files) {
      if (file === importer || !tests.some((test) => test.test(file))) continue
      const statements = await read(file)
      // What the file hands on may have any name there, so it counts as called.
      for (const one of handedOn(statements, '*')) {
        reads.push({ ...one, importer: file, isCallback: false })
      }
      for (const { name } of exportsOf(statements)) {
        const isCalled = called.has(anyMember) || called.has(name) || named.has(name)
        reads.push({ specifier: file, name, importer, isCallback: !isCalled })
      }
    }
  }
  return reads
}
