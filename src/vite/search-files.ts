import { createHash } from 'node:crypto'
import { normalizePath } from 'vite'
import { alwaysHidden, mustBeHidden } from './auth-secrets.js'
import { textFilesOf, textOfFile, type Bundle, type BundleFile } from './bundle.js'
import { explainPublished, explainUnhidden, explainVariable } from './explain-published.js'
import { findPublished, findVariable, type ConfigValue } from './published-values.js'
import type { Ending } from './refuse-build.js'
import type { Variable } from './secret-variable.js'
import { findUnhidden, type Modules } from './source-maps.js'

/** What the browser's files must not contain. */
export interface Hidden {
  /** The values that the config reads, without the public ones. */
  readonly values: readonly ConfigValue[]
  readonly secrets: readonly Variable[]
  /** The names and texts in the modules of the config, which name the variables that it reads. */
  readonly words: () => Promise<ReadonlySet<string>>
  /** The folder of the app. */
  readonly root: string
}

/** Searches the browser's files. A file is searched again only if it has changed. */
export interface FileSearch {
  /** Ends the build if a file that was not searched before contains a secret. */
  search(
    context: Ending,
    bundles: readonly Bundle[],
    modules: Modules,
    hidden: Hidden,
  ): Promise<void>
  /** Forgets which files were searched. */
  clear(): void
}

export function createFileSearch(): FileSearch {
  /** The files that were searched, by name, and the hash of each. */
  const searched = new Map<string, string>()
  const takeNew = (bundles: readonly Bundle[]): readonly BundleFile[] => {
    const files = bundles.flatMap(textFilesOf).map((file) => ({ file, hash: hashOf(file) }))
    const added = files.filter(({ file, hash }) => searched.get(file.fileName) !== hash)
    for (const { file, hash } of added) searched.set(file.fileName, hash)
    return added.map(({ file }) => file)
  }
  return {
    clear: () => searched.clear(),
    async search(context, bundles, modules, { values, secrets, words, root }) {
      const files = takeNew(bundles)
      const unhidden = findUnhidden(files, modules)
      if (unhidden) context.error(explainUnhidden(unhidden))
      const found = await findPublished(files, values, modules)
      if (found) context.error(explainPublished(found, normalizePath(root)))
      const named = await words()
      const variable = findVariable(
        files,
        secrets.filter((one) => mustBeHidden(one, named)),
      )
      if (variable) {
        context.error(explainVariable({ ...variable, mayBePublic: !alwaysHidden(variable) }))
      }
    },
  }
}

/** The texts themselves would keep every file of the app in memory. */
function hashOf(file: BundleFile): string {
  return createHash('sha256').update(textOfFile(file)).digest('base64')
}
