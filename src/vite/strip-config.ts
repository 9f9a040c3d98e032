import { declarationsOf, type Declaration } from './declarations.js'
import { importsComputed, importsWithin } from './dynamic-imports.js'
import { Unsafe, type ConfigCalls } from './find-calls.js'
import { findUnused } from './find-unused.js'
import { keptInitializer } from './initializers.js'
import { specifiersOf, textOf, type Read } from './module-exports.js'
import type { Node, ParsedModule } from './parse-module.js'

/** A module without its config functions, as the browser receives it. */
export interface StrippedModule {
  readonly code: string
  /** Values of this module that both the config function and other code read. */
  readonly kept: readonly string[]
  /** Values of other modules that the config function reads. */
  readonly read: readonly Read[]
}

/**
 * Removes the config functions from a module, together with all imports and declarations that only
 * they use. Imports each initializer from its package entry under the name that Qwik strips.
 */
export function stripConfig(
  { code, statements }: ParsedModule,
  { calls, imported }: ConfigCalls,
): StrippedModule {
  const functions = calls.flatMap((call) => call['arguments'] as readonly Node[])
  const declared = statements.flatMap(declarationsOf)
  const { removed, attached, reached } = findUnused(statements, declared, functions)
  // An instance may refer to itself, and it does not contain secrets.
  const isInstance = ({ node }: Declaration): boolean => calls.includes(node['init'] as Node)
  const kept = declared.filter((one) => reached.has(one) && !removed.has(one) && !isInstance(one))
  const called = [...imported].filter(([name]) =>
    calls.some(({ callee }) => textOf(callee) === name),
  )
  const edits = [
    ...calls.map(emptyCall),
    ...attached.map(({ start, end }) => ({ start, end, text: ';' })),
    ...editsFor(
      { code, statements },
      [...removed.values()]
        .map(({ node }) => node)
        .concat(called.map(([, { specifier }]) => specifier)),
    ),
  ]
  const doors = called.map(([local, { origin }]) => {
    return `import { ${keptInitializer} as ${local} } from ${JSON.stringify(origin.door)}\n`
  })
  return {
    code: doors.join('') + applyEdits(code, edits),
    kept: kept.filter(({ from }) => from === undefined).flatMap(({ names }) => names),
    read: [
      ...[...reached].flatMap(({ from }) => from ?? []),
      ...importsIn(functions, [...reached]),
    ],
  }
}

function importsIn(functions: readonly Node[], reached: readonly Declaration[]): readonly Read[] {
  const nodes = [...functions, ...reached.filter(({ from }) => !from).map(({ node }) => node)]
  if (nodes.some(importsComputed)) {
    throw new Unsafe('The config function imports a module whose name is computed')
  }
  return nodes.flatMap(importsWithin)
}

interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * Removes a statement completely if nothing in it remains. Otherwise it removes only the unused
 * parts.
 */
function editsFor({ code, statements }: ParsedModule, removed: readonly Node[]): readonly Edit[] {
  const gone = new Set(removed)
  return statements.flatMap((statement) => {
    const parts = partsOf(statement)
    const left = parts.filter((part) => !gone.has(part))
    const { start, end } = statement
    if (left.length === parts.length) return []
    // The next statement may begin with a bracket and must not continue the previous one.
    if (left.length === 0) return [{ start, end, text: ';' }]
    if (statement.type === 'ImportDeclaration') {
      // Import attributes follow the source, as in `with { type: 'json' }`.
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

/** Cuts parts out of a list, each with one adjacent comma. */
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
    const name = textOf(one['imported']) ?? ''
    // Qwik's optimizer does not support names in quotes.
    return `{ ${/^[\w$]+$/.test(name) ? name : JSON.stringify(name)} as ${local} }`
  })
  return clauses.map((clause) => `import ${clause} from ${from}`).join('\n')
}

/** Replaces all arguments of a call, and the comments between them, with one empty function. */
function emptyCall({ callee, end }: Node): Edit {
  return { start: (callee as Node).end, end, text: '(() => null)' }
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
