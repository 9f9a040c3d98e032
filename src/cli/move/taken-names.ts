import type ts from 'typescript'
import { replaceNode, type Edit } from './edit.js'
import { memberOf, renameNode, textOfName, type Member } from './member.js'
import { nodesOf, type ParsedFile } from './parsed-file.js'
import { isMember } from './rename-uses.js'
import { hasUnseenName } from './unseen-name.js'

/** A name that code takes from a module. */
export interface TakenName {
  readonly name: string
  /** Makes the edit that takes another name instead. */
  rename(to: string): Edit
}

/** What code takes from a module, or undefined if that cannot be seen. */
export type TakenNames = readonly TakenName[] | undefined

/** The names that are read from a variable that holds a module, such as `auth.AuthError`. */
export function namesOfNamespace(
  file: ParsedFile,
  variable: ts.Identifier,
  scope: ts.Node = file.root,
): TakenNames {
  const { ts } = file
  const uses = nodesOf(file, scope)
    .filter(ts.isIdentifier)
    .filter((one) => one !== variable && one.text === variable.text && !isMember(file, one))
  return allOf(uses.map((use) => takenFrom(file, use)))
}

function takenFrom(file: ParsedFile, object: ts.Node): TakenName | undefined {
  const { ts } = file
  const { parent } = object
  if (ts.isQualifiedName(parent)) return takenAs(file, parent.right)
  const member = readMember(file, parent, object)
  return member && takenAs(file, member.node)
}

/** The member that code reads from an object. */
function readMember(file: ParsedFile, node: ts.Node, object: ts.Node): Member | undefined {
  const member = memberOf(file, node)
  return member?.object === object ? member : undefined
}

function takenAs(file: ParsedFile, node: ts.Node): TakenName {
  return { name: textOfName(file, node), rename: (to) => renameNode(file, node, to) }
}

/** The names that code takes from the promise of a module, such as `(await import('…')).Auth`. */
export function namesOfPromise(file: ParsedFile, promise: ts.Expression): TakenNames {
  const { ts } = file
  const { parent } = promise
  if (ts.isAwaitExpression(parent)) return namesOfValue(file, parent)
  const isThen = ts.isPropertyAccessExpression(parent) && parent.name.text === 'then'
  const [callback] = isThen && ts.isCallExpression(parent.parent) ? parent.parent.arguments : []
  if (!callback || !(ts.isArrowFunction(callback) || ts.isFunctionExpression(callback))) {
    return undefined
  }
  const module = callback.parameters[0]?.name
  if (module === undefined) return []
  return ts.isIdentifier(module)
    ? namesOfNamespace(file, module, callback.body)
    : namesOfPattern(file, module)
}

function namesOfValue(file: ParsedFile, value: ts.Expression): TakenNames {
  const { ts } = file
  const { parent } = value
  if (ts.isParenthesizedExpression(parent)) return namesOfValue(file, parent)
  if (ts.isExpressionStatement(parent)) return []
  const member = readMember(file, parent, value)
  if (member) return [takenAs(file, member.node)]
  return ts.isVariableDeclaration(parent) && !ts.isIdentifier(parent.name)
    ? namesOfPattern(file, parent.name)
    : undefined
}

function namesOfPattern(file: ParsedFile, pattern: ts.BindingPattern): TakenNames {
  const { ts } = file
  if (!ts.isObjectBindingPattern(pattern)) return undefined
  return allOf(
    pattern.elements.map(({ name, propertyName, dotDotDotToken }): TakenName | undefined => {
      if (dotDotDotToken) return undefined
      if (propertyName)
        return hasUnseenName(file, propertyName) ? undefined : takenAs(file, propertyName)
      if (!ts.isIdentifier(name)) return undefined
      return { name: name.text, rename: (to) => replaceNode(file, name, `${to}: ${name.text}`) }
    }),
  )
}

/** The names that the object of a mock has. A spread only repeats names of the module. */
export function namesOfMock(file: ParsedFile, factory: ts.Expression | undefined): TakenNames {
  const { ts } = file
  if (factory === undefined) return []
  if (!ts.isArrowFunction(factory) && !ts.isFunctionExpression(factory)) return undefined
  const isOwn = (node: ts.Node): boolean => ts.findAncestor(node, ts.isFunctionLike) === factory
  const returned = ts.isBlock(factory.body)
    ? nodesOf(file, factory.body)
        .filter(ts.isReturnStatement)
        .filter(isOwn)
        .map(({ expression }) => expression)
    : [factory.body]
  const lists = returned.map((value) => namesOfObject(file, value))
  return allOf(lists)?.flat()
}

function namesOfObject(file: ParsedFile, value: ts.Expression | undefined): TakenNames {
  const { ts } = file
  if (value && ts.isParenthesizedExpression(value)) return namesOfObject(file, value.expression)
  if (!value || !ts.isObjectLiteralExpression(value)) return undefined
  const members = value.properties.filter((one) => !ts.isSpreadAssignment(one))
  return allOf(
    members.map(({ name }): TakenName | undefined => {
      if (!name || !(ts.isIdentifier(name) || ts.isStringLiteral(name))) return undefined
      const isShort = ts.isShorthandPropertyAssignment(name.parent)
      const rename = (to: string): Edit =>
        replaceNode(file, name, isShort ? `${to}: ${name.text}` : to)
      return { name: name.text, rename }
    }),
  )
}

function allOf<T>(found: readonly (T | undefined)[]): readonly T[] | undefined {
  const known = found.filter((one) => one !== undefined)
  return known.length === found.length ? known : undefined
}
