import { declarationsOf, type Declaration } from './declarations.js'
import type { ConfigCalls } from './find-calls.js'
import { keptInitializer } from './initializers.js'
import { specifiersOf, textOf } from './module-exports.js'
import type { Node, ParsedModule } from './parse-module.js'
import { namesIn } from './walk.js'

/** A module of which the browser may have everything. */
export interface StrippedModule {
  readonly code: string
  /** Values of this module that the config function reads and that something else reads, too. */
  readonly kept: readonly string[]
  /** Values of other modules that the config function reads. */
  readonly read: readonly { readonly specifier: string; readonly name: string }[]
}

/**
 * Takes the config functions out of a module, together with all imports and declarations that only
 * they use. Each initializer is imported from its own door under the name that Qwik strips.
 */
export function stripConfig(
  { code, statements }: ParsedModule,
  { calls, imported }: ConfigCalls,
): StrippedModule {
  const functions = calls.flatMap((call) => call['arguments'] as readonly Node[])
  const declared = statements.flatMap(declarationsOf)
  const { removed, reached } = findUnused(statements, declared, functions)
  // An instance may mention itself, and is not made of secrets.
  const isInstance = ({ node }: Declaration): boolean => calls.includes(node['init'] as Node)
  const kept = declared.filter((one) => reached.has(one) && !removed.has(one) && !isInstance(one))
  const edits = [
    ...calls.flatMap(emptyCall),
    ...editsFor({ code, statements }, [...removed], imported),
  ]
  const isCalled = ([name]: [string, unknown]): boolean =>
    calls.some(({ callee }) => textOf(callee) === name)
  const doors = [...imported].filter(isCalled).map(([local, { origin }]) => {
    return `import { ${keptInitializer} as ${local} } from ${JSON.stringify(origin.door)}\n`
  })
  return {
    code: doors.join('') + applyEdits(code, edits),
    kept: kept.filter(({ from }) => from === undefined).flatMap(({ names }) => names),
    read: [...reached].flatMap(({ from }) => from ?? []),
  }
}

/** What only the config functions use, and all that they reach. */
function findUnused(
  statements: readonly Node[],
  declared: readonly Declaration[],
  functions: readonly Node[],
): { readonly removed: ReadonlySet<Declaration>; readonly reached: ReadonlySet<Declaration> } {
  const removed = new Set<Declaration>()
  const reached = new Set<Declaration>()
  for (let size = -1; size !== removed.size + reached.size;) {
    size = removed.size + reached.size
    const gone = [...functions, ...[...removed].map(({ node }) => node)]
    const wanted = new Set(gone.flatMap((node) => [...namesIn(node)]))
    for (const one of declared) if (one.names.some((name) => wanted.has(name))) reached.add(one)
    for (const one of reached) {
      if (!one.isExported && !isUsed(one, statements, [...gone, one.node])) removed.add(one)
    }
  }
  return { removed, reached }
}

function isUsed(
  { names }: Declaration,
  statements: readonly Node[],
  ignored: readonly Node[],
): boolean {
  return statements
    .filter(({ type }) => type !== 'ImportDeclaration')
    .some((statement) => {
      const used = namesIn(statement, ignored)
      return names.some((name) => used.has(name))
    })
}

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Statements of which nothing is left go whole; of the others, only what was removed. */
function editsFor(
  { code, statements }: ParsedModule,
  removed: readonly Declaration[],
  imported: ConfigCalls['imported'],
): readonly Edit[] {
  const gone = new Set([
    ...removed.map(({ node }) => node),
    ...[...imported.values()].map(({ specifier }) => specifier),
  ])
  return statements.flatMap((statement) => {
    const parts = partsOf(statement)
    const left = parts.filter((part) => !gone.has(part))
    const { start, end } = statement
    if (left.length === parts.length) return []
    // What follows may begin with a bracket, and must not go on with what came before.
    if (left.length === 0) return [{ start, end, text: ';' }]
    if (statement.type === 'ImportDeclaration') {
      // Its attributes stand behind the source: `with { type: 'json' }`.
      const from = code.slice((statement['source'] as Node).start, end)
      return [{ start, end, text: importOf(left, from) }]
    }
    return cutParts(parts, left)
  })
}

function partsOf(statement: Node): readonly Node[] {
  if (statement.type === 'ImportDeclaration') return specifiersOf(statement)
  if (statement.type === 'VariableDeclaration') return statement['declarations'] as readonly Node[]
  return [statement]
}

/** Cuts parts out of a list, each with one of the commas beside it. */
function cutParts(parts: readonly Node[], left: readonly Node[]): readonly Edit[] {
  const first = left[0]?.start ?? 0
  return parts.flatMap((part, index) => {
    if (left.includes(part)) return []
    if (part.start > first) return [{ start: parts[index - 1]?.end ?? 0, end: part.end, text: '' }]
    return [{ start: part.start, end: parts[index + 1]?.start ?? part.end, text: '' }]
  })
}

function importOf(specifiers: readonly Node[], from: string): string {
  const clauses = specifiers.map((one) => {
    const local = textOf(one['local']) ?? ''
    if (one.type === 'ImportNamespaceSpecifier') return `* as ${local}`
    if (one.type === 'ImportDefaultSpecifier') return `{ default as ${local} }`
    return `{ ${JSON.stringify(textOf(one['imported']))} as ${local} }`
  })
  return clauses.map((clause) => `import ${clause} from ${from}`).join('\n')
}

/** All arguments of a call give way to one function that has nothing in it. */
function emptyCall(call: Node): readonly Edit[] {
  const given = call['arguments'] as readonly Node[]
  const [first] = given
  const last = given.at(-1)
  return first && last ? [{ start: first.start, end: last.end, text: '() => null' }] : []
}

function applyEdits(code: string, edits: readonly Edit[]): string {
  const isInside = (inner: Edit, outer: Edit): boolean =>
    inner !== outer && outer.start <= inner.start && inner.end <= outer.end
  const outermost = edits.filter((edit) => !edits.some((other) => isInside(edit, other)))
  const fromTheEnd = [...outermost].sort((a, b) => b.start - a.start)
  return fromTheEnd.reduce(
    (text, one) => text.slice(0, one.start) + one.text + text.slice(one.end),
    code,
  )
}
