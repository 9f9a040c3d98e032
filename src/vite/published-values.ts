/** A value that a config function reads. */
export interface ConfigValue {
  /** The module that declares it. */
  readonly id: string
  readonly name: string
}

/** The part of a bundle that this file looks at, as Rollup and Rolldown have it. */
export type Bundle = Readonly<Record<string, Chunk | Asset>>

interface Chunk {
  readonly type: 'chunk'
  readonly fileName: string
  code: string
  readonly modules: Readonly<Record<string, RenderedModule>>
}

interface Asset {
  readonly type: 'asset'
  readonly fileName: string
  source: string | Uint8Array
}

interface RenderedModule {
  readonly code: string | null
  readonly renderedExports?: readonly string[]
}

/** A config value that is in the browser's files, and in which one of them. */
export function findPublished(
  bundle: Bundle,
  values: Iterable<ConfigValue>,
): (ConfigValue & { readonly fileName: string }) | undefined {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  for (const value of values) {
    const chunk = chunks.find(({ modules }) => holds(modules[value.id], value.name))
    if (chunk) return { ...value, fileName: chunk.fileName }
  }
  return undefined
}

/** Rollup may have added a number to a name that another module has, too. */
function holds(module: RenderedModule | undefined, name: string): boolean {
  if (!module?.code) return false
  if (name === '*') return (module.renderedExports ?? []).length > 0
  if (module.renderedExports?.includes(name)) return true
  const escaped = name.replaceAll('$', '\\$')
  return new RegExp(`\\b(?:const|let|var|function|class)\\s+${escaped}(?:\\$\\d+)?(?![\\w$])`).test(
    module.code,
  )
}
