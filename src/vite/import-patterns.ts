import { dirname, resolve } from 'node:path'
import { normalizePath } from 'vite'
import { isMedia } from './bundle.js'
import { importsComputed, isMetaGlob, literalOf } from './dynamic-imports.js'
import { textOf } from './module-exports.js'
import type { Node } from './parse-module.js'
import { walk } from './walk.js'

/** What the paths of the files that a module imports by a pattern start and end with. */
interface ImportPattern {
  readonly start: string
  readonly end: string
  readonly written: string
}

/** The files that a pattern may load. */
export interface PatternFiles {
  /** Matches their paths. */
  readonly paths: RegExp
  /** Where they are. Relative to the app's folder if it starts with `./`, undefined for an alias. */
  readonly folder: string | undefined
  /** The pattern, or the start of the computed name. */
  readonly written: string
  /** Whether they are data or pictures, which have no functions. */
  readonly isData: boolean
}

/**
 * Returns a test for each pattern of files that a node imports: `import.meta.glob('./a/*.ts')` and
 * `import(`./a/${name}.ts`)`. A test may also accept other files, which is the safe mistake.
 */
export function importPatterns(node: Node, importer: string): readonly PatternFiles[] {
  const patterns: ImportPattern[] = []
  walk(node, (inner) => {
    if (inner.type === 'ImportExpression') patterns.push(...computedName(inner['source'] as Node))
    if (inner.type === 'CallExpression' && isGlob(inner['callee'] as Node)) {
      patterns.push(...globs(inner['arguments'] as readonly Node[]))
    }
  })
  return patterns.map((pattern) => ({
    paths: pathsOf(pattern, importer),
    folder: folderOf(pattern, importer),
    written: pattern.written,
    isData: isData(pattern.end),
  }))
}

/**
 * Whether a node imports modules by a computed name or by a pattern, which may export anything. Data
 * and pictures export no functions of the app.
 */
export function importsUnknown(node: Node): boolean {
  if (!importsComputed(node)) return false
  const known = new Set<unknown>()
  let isUnknown = false
  walk(node, (inner) => {
    if (inner.type === 'ImportExpression') {
      const source = inner['source'] as Node
      isUnknown ||= literalOf(source) === undefined && !isData(partsOf(source).at(-1) ?? '')
    }
    if (inner.type === 'CallExpression' && isGlob(inner['callee'] as Node)) {
      const [given] = inner['arguments'] as readonly Node[]
      if (textsOfGlob(given).every(isData)) known.add(inner['callee'])
    }
    // `import.meta.glob` is known only where it is called with patterns of data.
    isUnknown ||= inner.type === 'MemberExpression' && !known.has(inner) && isMetaGlob(inner)
  })
  return isUnknown
}

/** Whether all files with such an ending are data or pictures. */
function isData(end: string): boolean {
  return isMedia(end) || /\.(?:json5?|ya?ml|toml|csv|txt|po|ftl|css|scss|sass|less|svg)$/i.test(end)
}

/**
 * Vite builds nothing for a name whose start is computed. What such an import loads on the server is
 * therefore not a module of this build, and it cannot be in the browser's files.
 */
function computedName(source: Node): readonly ImportPattern[] {
  if (literalOf(source) !== undefined) return []
  const parts = partsOf(source)
  const [start = ''] = parts
  return start === '' ? [] : [{ start, end: parts.at(-1) ?? '', written: start }]
}

/**
 * Returns the texts of a template or a sum, as Vite reads them. An empty text stands for what is
 * computed.
 */
function partsOf(node: Node): readonly string[] {
  if (node.type === 'BinaryExpression' && node['operator'] === '+') {
    return [...partsOf(node['left'] as Node), ...partsOf(node['right'] as Node)]
  }
  const { object, property } = (node['callee'] ?? {}) as { object?: Node; property?: Node }
  if (object && textOf(property) === 'concat') {
    return [object, ...(node['arguments'] as readonly Node[])].flatMap(partsOf)
  }
  if (node.type === 'TemplateLiteral') {
    const quasis = node['quasis'] as readonly { readonly value: { readonly cooked?: string } }[]
    return quasis.map(({ value }) => value.cooked ?? '')
  }
  return [literalOf(node) ?? '']
}

function isGlob({ object, property }: Node): boolean {
  return (object as Node | undefined)?.type === 'MetaProperty' && textOf(property) === 'glob'
}

/** Vite only supports literals here. With options, such as `base`, the files can be anywhere. */
function globs([given, options]: readonly Node[]): readonly ImportPattern[] {
  const texts = textsOfGlob(given)
  const hasBase = options !== undefined && JSON.stringify(options).includes('"base"')
  return texts.map((text) => {
    const [start = ''] = /^.*?(?=[!+@]\(|[*?{[(]|$)/.exec(text) ?? []
    const [end = ''] = /[^*?}\])]*$/.exec(text.slice(start.length)) ?? []
    return { start: hasBase ? '' : start, end, written: text }
  })
}

/** Returns the patterns of a glob, without those that leave files out. */
function textsOfGlob(given: Node | undefined): readonly string[] {
  const list = given?.type === 'ArrayExpression' ? (given['elements'] as readonly Node[]) : [given]
  return list.map((one) => literalOf(one) ?? '').filter((text) => !text.startsWith('!'))
}

function pathsOf({ start, end }: ImportPattern, importer: string): RegExp {
  if (!start.startsWith('.')) {
    // The first part is an alias or, before a slash, the app's folder. The rest follows it.
    return new RegExp(`${escape(start.replace(/^[^/]*/, ''))}.*${escape(end)}$`)
  }
  const path = beside(importer, start)
  const name = start.slice(start.lastIndexOf('/') + 1)
  return new RegExp(`^${escape(`${path}/${name}`)}.*${escape(end)}$`)
}

function folderOf({ start }: ImportPattern, importer: string): string | undefined {
  if (start.startsWith('.')) return beside(importer, start)
  return start.startsWith('/') ? `.${start.slice(0, start.lastIndexOf('/') + 1)}` : undefined
}

/** Returns the folder of a path that is relative to a module. */
function beside(importer: string, path: string): string {
  return normalizePath(resolve(dirname(importer), path.slice(0, path.lastIndexOf('/') + 1)))
}

function escape(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')
}
