import { declarationsOf } from './declarations.js'
import { importsUnknown } from './import-patterns.js'
import { isInitializer, specifiersOf, textOf } from './module-exports.js'
import type { Node } from './parse-module.js'
import { reach } from './reach.js'
import { isCode, namesIn, walk, wordsIn } from './walk.js'

/**
 * Returns a name that may stand for an initializer, because its module imports a module by a computed
 * name. A statement that uses such an import may make an initializer of it, under any name that
 * Qwik's optimizer recognizes.
 */
export function findSuspect(statements: readonly Node[]): string | undefined {
  if (!statements.some(importsUnknown)) return undefined
  const declared = statements.flatMap(declarationsOf)
  const imported = declared.flatMap(({ from, names }) => (from ? names : []))
  for (const statement of statements.filter((one) => usesUnknown(one, statements))) {
    const words = wordsIn(statement).filter((word) => !imported.includes(word))
    const given = namesGiven(statement, statements).filter(({ name }) => isForOptimizer(name))
    const suspect = given.find((one) => mayBeInitializer(one, statements))
    const name = suspect?.name ?? words.find(isInitializer)
    if (name !== undefined) return name
  }
  return undefined
}

function usesUnknown(statement: Node, statements: readonly Node[]): boolean {
  const { reached, attached } = reach([statement], statements)
  const nodes = reached.filter(({ from }) => !from).map(({ node }) => node)
  return [statement, ...nodes, ...attached].some(importsUnknown)
}

function isForOptimizer(name: string): boolean {
  return /(?:\$|Qrl)$/.test(name)
}

/** A name that a statement declares, assigns or exports. */
interface Given {
  readonly name: string
  /** The name in this module, if the statement exports it under another one. */
  readonly local: string
  /** What the name stands for. Undefined if the value is a part of something else. */
  readonly value: Node | undefined
  readonly isExported: boolean
}

function namesGiven(statement: Node, statements: readonly Node[]): readonly Given[] {
  const given = declarationsOf(statement).flatMap(({ names, node, isExported }) => {
    return names.map((name) => ({ name, local: name, value: valueOf(node), isExported }))
  })
  for (const one of statement['source'] ? [] : specifiersOf(statement)) {
    const local = textOf(one['local']) ?? ''
    const name = textOf(one['exported'])
    if (name === undefined) continue
    const declared = statements.flatMap(declarationsOf).find(({ names }) => names.includes(local))
    given.push({ name, local, value: declared && valueOf(declared.node), isExported: true })
  }
  walk(statement, ({ type, left, right }) => {
    if (type !== 'AssignmentExpression') return
    const target = left as Node
    const value = target.type === 'Identifier' ? (right as Node) : undefined
    for (const name of namesIn(target)) {
      given.push({ name, local: name, value, isExported: isExported(name, statements) })
    }
  })
  return given
}

/** Returns the value of a declaration that gives it one name. */
function valueOf({ type, id, init }: Node): Node | undefined {
  if (type !== 'VariableDeclarator' || (id as Node).type !== 'Identifier') return undefined
  return (init as Node | null) ?? undefined
}

function isExported(name: string, statements: readonly Node[]): boolean {
  return statements.some((statement) => {
    const declared = declarationsOf(statement).filter((one) => one.isExported)
    return declared.some(({ names }) => names.includes(name))
  })
}

function mayBeInitializer(given: Given, statements: readonly Node[]): boolean {
  const { local, value } = given
  if (value && isMadeByQwik(value, statements)) return isGivenFunction(local, statements)
  // Without parameters it cannot pass a config on, and an arrow function has no `arguments`.
  const params = value?.type === 'ArrowFunctionExpression' ? (value['params'] as Node[]) : undefined
  if (params?.length === 0) return false
  return given.isExported || !isOnlyAnObject(local, statements)
}

/** Whether a value is what a `…$` of Qwik returns: `$(…)`, `server$(…)`, `routeLoader$(…)`. */
function isMadeByQwik({ type, callee }: Node, statements: readonly Node[]): boolean {
  const name = type === 'CallExpression' ? textOf(callee) : undefined
  return statements.flatMap(declarationsOf).some(({ from, names }) => {
    if (!from || name === undefined || !names.includes(name)) return false
    return /^@(?:builder\.io|qwik\.dev)\//.test(from.specifier) && /(?:\$|[qQ]rl)$/.test(from.name)
  })
}

/** Whether a function is handed to a name, as the config function is to an initializer. */
function isGivenFunction(name: string, statements: readonly Node[]): boolean {
  const functions = statements.flatMap(declarationsOf).filter(({ node }) => isCode(node))
  const known = new Set(functions.flatMap(({ names }) => names))
  let isGiven = false
  for (const statement of statements) {
    walk(statement, ({ type, callee, arguments: given }) => {
      if (type !== 'CallExpression' || textOf(callee) !== name) return
      isGiven ||= (given as readonly Node[]).some((one) => {
        return isCode(one) || known.has(textOf(one) ?? '')
      })
    })
  }
  return isGiven
}

/** Whether a module only reads members of a name, as of `messages$` in `messages$.subscribe(…)`. */
function isOnlyAnObject(name: string, statements: readonly Node[]): boolean {
  let isObject = true
  for (const statement of statements) {
    walk(statement, (node, parent) => {
      if (node.type !== 'Identifier' || textOf(node) !== name) return
      if (parent?.type === 'VariableDeclarator' && parent['id'] === node) return
      if (parent?.type === 'AssignmentExpression' && parent['left'] === node) return
      const isMember = parent?.type === 'MemberExpression' && parent['computed'] !== true
      const member = isMember ? textOf(parent['property']) : undefined
      isObject &&= member !== undefined && !/^(?:call|apply|bind)$/.test(member)
    })
  }
  return isObject
}
