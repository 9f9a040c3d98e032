import { isMetaGlob, literalOf } from './dynamic-imports.js'
import { textOf } from './module-exports.js'
import type { Node } from './parse-module.js'
import { isNode } from './walk.js'

/** A name that evaluated code reads. */
export interface NameRead {
  readonly name: string
  /** The member that is read, if the name may be that of an `import * as` object. */
  readonly member: string
  /** Whether a function of that name is not called here, but passed as a callback. */
  readonly isCallback: boolean
}

/** What runs when a node is evaluated. */
export interface EvaluatedReads {
  readonly names: readonly NameRead[]
  /** The modules that `import('…')` loads. */
  readonly imports: readonly string[]
  /** Imports by a pattern or a computed name. */
  readonly patterns: readonly Node[]
  /** The members that are read, each of which may be a function that is called. */
  readonly members: readonly string[]
  /** The first function that is called and that makes a server function, such as `server$`. */
  readonly maker: string | undefined
}

/** A function of this name registers its argument, so that any visitor can call it. */
export function makesServerFunction(name: string): boolean {
  return /^server.*(?:\$|Qrl)$/.test(name)
}

/**
 * Lists what is read when a node is evaluated.
 *
 * A function in a property, such as `authorize`, is a callback that runs later, unless one of the
 * given members has its name, or it is `then`, which `await` calls. Every other function counts as called, and so does each function whose
 * name is read outside of a property. An environment variable is never a function, whatever its name is.
 */
export function evaluatedReads(
  node: Node,
  called: ReadonlySet<string>,
  isCallback: boolean,
  isEnv: (name: string) => boolean = () => false,
): EvaluatedReads {
  const names: NameRead[] = []
  const imports: string[] = []
  const patterns: Node[] = []
  const members = new Set<string>()
  const calledNames = new Set<string>()
  /** Functions with a name inside of the node. They run if their name is read. */
  const inner = new Map<string, Node[]>()
  const visited = new Set<Node>()
  let maker: string | undefined

  const readName = (read: NameRead): void => {
    names.push(read)
    if (!read.isCallback) calledNames.add(read.name)
    for (const one of read.isCallback ? [] : (inner.get(read.name) ?? [])) visitFunction(one)
  }
  /** Functions are hoisted, so that code may call one before its declaration is visited. */
  const declare = (name: string, declared: Node): void => {
    if (calledNames.has(name)) visitFunction(declared)
    else inner.set(name, [...(inner.get(name) ?? []), declared])
  }
  const visitFunction = (one: Node): void => {
    if (visited.has(one)) return
    visited.add(one)
    for (const param of one['params'] as readonly Node[]) visitPattern(param)
    visit(one['body'] as Node)
  }
  const visitChildren = (one: Node): void => {
    for (const value of Object.values(one)) {
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child)
    }
  }
  /** Visits the value of a property, which is a callback if it is a function. */
  const visitMember = (one: Node, value: unknown): void => {
    if (one['computed'] === true) visit(one['key'] as Node)
    if (!isNode(value)) return
    const key = keyOf(one, one['key'])
    const runs = key === 'then' || /^(?:get|constructor)$/.test(String(one['kind']))
    visit(value, !runs && !called.has(anyMember) && (key === undefined || !called.has(key)))
  }
  const visitors: Readonly<Record<string, (one: Node, isLater: boolean) => void>> = {
    Identifier: (one, isLater) => {
      readName({ name: textOf(one) ?? '', member: '*', isCallback: isLater })
    },
    FunctionDeclaration: (one, isLater) => {
      if (one === node) {
        if (!isLater) visitFunction(one)
      } else declare(textOf(one['id']) ?? '', one)
    },
    VariableDeclarator: (one) => {
      const { id, init } = one as unknown as { readonly id: Node; readonly init?: Node | null }
      if (id.type !== 'Identifier') visitPattern(id)
      if (!init) return
      if (one === node) visit(init, isCallback)
      else if (isFunctionNode(init)) declare(textOf(id) ?? '', init)
      else visit(init)
    },
    ObjectPattern: (one) => visitPattern(one),
    ArrayPattern: (one) => visitPattern(one),
    Property: (one) => visitMember(one, one['value']),
    MethodDefinition: (one) => visitMember(one, one['value']),
    PropertyDefinition: (one) => visitMember(one, one['value']),
    AssignmentExpression: (one) => {
      const left = one['left'] as Node
      if (left.type === 'MemberExpression') {
        visit(left['object'] as Node)
        visitMember({ ...left, key: left['property'] }, one['right'])
      } else visitChildren(one)
    },
    MemberExpression: (one, isLater) => {
      const object = one['object'] as Node
      const key = keyOf(one, one['property'])
      if (one['computed'] === true) visit(one['property'] as Node)
      const isOwn = object.type === 'Identifier' && !ofPlatform.test(textOf(object) ?? '')
      if (key !== undefined && !isLater && (isOwn || object.type !== 'Identifier')) members.add(key)
      // Any function of the object may be called later, under another name.
      if (key === undefined && isOwn && !isEnv(textOf(object) ?? '')) members.add(anyMember)
      if (object.type === 'Identifier') {
        readName({ name: textOf(object) ?? '', member: key ?? '*', isCallback: false })
      } else visit(object)
    },
    ConditionalExpression: (one, isLater) => {
      visit(one['test'] as Node)
      visit(one['consequent'] as Node, isLater)
      visit(one['alternate'] as Node, isLater)
    },
    LogicalExpression: (one, isLater) => {
      visit(one['left'] as Node, isLater)
      visit(one['right'] as Node, isLater)
    },
    CallExpression: (one, isLater) => {
      const callee = one['callee'] as Node
      const name = textOf(callee.type === 'MemberExpression' ? callee['property'] : callee) ?? ''
      // What Qwik makes of a function is a callback, too.
      const isGiven = (one['arguments'] as readonly Node[]).some(isFunctionNode)
      const isMade =
        isGiven || ((one['arguments'] as Node[]).length > 0 && makesServerFunction(name))
      if (isLater && name.endsWith('$') && isMade) return
      if (makesServerFunction(name)) maker ??= name
      if (callee.type === 'MemberExpression' && keyOf(callee, callee['property']) === undefined) {
        members.add(anyMember)
      }
      if (readsAll(callee)) members.add(anyMember)
      if (isMetaGlob(callee)) patterns.push(one)
      visitChildren(one)
    },
    ImportExpression: (one) => {
      const specifier = literalOf(one['source'] as Node)
      if (specifier !== undefined) imports.push(specifier)
      else patterns.push(one)
    },
  }
  const visitPattern = (pattern: Node): void => {
    if (pattern.type === 'Identifier') return
    if (pattern.type === 'AssignmentPattern') {
      visitPattern(pattern['left'] as Node)
      visit(pattern['right'] as Node)
      return
    }
    const parts = (pattern['properties'] ?? pattern['elements'] ?? [pattern['argument']]) as Node[]
    for (const part of parts.filter(isNode)) {
      if (part.type !== 'Property') {
        visitPattern(part)
        continue
      }
      const key = keyOf(part, part['key'])
      members.add(key ?? anyMember)
      if (key === undefined) visit(part['key'] as Node)
      visitPattern(part['value'] as Node)
    }
  }
  const visit = (one: Node, isLater = false): void => {
    if (isFunctionNode(one)) {
      if (!isLater) visitFunction(one)
      return
    }
    const visitOne = visitors[one.type]
    if (visitOne) visitOne(one, isLater)
    else visitChildren(one)
  }

  visit(node, isCallback)
  return { names, imports, patterns, members: [...members], maker }
}

/** Stands for a member whose name is computed. */
export const anyMember = '*'

const ofPlatform = /^(?:console|JSON|Math|Number|Object|Array|Promise|process)$/

/** `Object.values(…)`, `Reflect.get(…)` and the like, after which any function of the object may be called. */
function readsAll({ type, object, property }: Node): boolean {
  if (type !== 'MemberExpression') return false
  const name = `${textOf(object)}.${textOf(property)}`
  return /^(?:Object\.(?:values|entries)|Reflect\.get)$/.test(name)
}

function isFunctionNode({ type }: Node): boolean {
  return type === 'FunctionExpression' || type === 'ArrowFunctionExpression'
}

/** Returns the name of a property. Undefined if it is computed. */
function keyOf({ computed }: Node, key: unknown): string | undefined {
  return computed === true ? literalOf(key as Node) : textOf(key)
}
