/** A value that a config function reads. */
export interface ConfigValue {
  /** The module that declares it. */
  readonly id: string
  readonly name: string
  /** Whether the module that calls the initializer declares it. */
  readonly isLocal?: boolean
  /** Whether it is a function that the browser may share, and only its texts are looked for. */
  readonly isCode?: boolean
  /** Texts that the value is made of, and that nothing else in its module is made of. */
  readonly texts?: readonly string[]
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
    const chunk = chunks.find(({ modules }) => isIn(modules, value))
    if (chunk) return { ...value, fileName: chunk.fileName }
  }
  return undefined
}

function isIn(modules: Chunk['modules'], value: ConfigValue): boolean {
  const { id, name, isLocal, isCode, texts = [] } = value
  // The optimizer may have moved a variable into a module that it made from this one.
  const own = Object.entries(modules).filter(([at]) => at === id || at.startsWith(`${id}_`))
  return own.some(
    ([, module]) =>
      (!isCode && holds(module, name)) ||
      (isLocal && mentions(module, name)) ||
      hasText(module, texts),
  )
}

/** A bundler keeps a call whose result nothing uses, and then the name is gone and the text is not. */
function hasText({ code }: RenderedModule, texts: readonly string[]): boolean {
  return texts.some((text) => code?.includes(JSON.stringify(text).slice(1, -1)))
}

function holds({ code, renderedExports = [] }: RenderedModule, name: string): boolean {
  if (!code) return false
  return name === '*' ? renderedExports.length > 0 : renderedExports.includes(name)
}

/** However a variable is declared, its name stands there; Rollup may have added a number. */
function mentions({ code }: RenderedModule, name: string): boolean {
  const escaped = name.replaceAll('$', '\\$')
  return new RegExp(`(?<![\\w$.])${escaped}(?:\\$\\d+)?(?![\\w$])`).test(code ?? '')
}
