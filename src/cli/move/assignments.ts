import type ts from 'typescript'
import { nodesOf, unwrap, type ParsedFile } from './parsed-file.js'

/** What code does with a variable after its declaration. */
export interface Assignments {
  /** Options that are set, such as `config.basePath = '/auth'`. */
  readonly options: readonly AssignedOption[]
  /** Values that the variable gets later. */
  readonly values: readonly ts.Expression[]
  /** Objects that `Object.assign` copies into the variable's value. */
  readonly merged: readonly ts.Expression[]
  /** Options whose names cannot be seen, such as `config[name] = value`. */
  readonly unnamed: readonly ts.Expression[]
}

/** An option that is set after the object was written. */
export interface AssignedOption {
  readonly file: ParsedFile
  readonly name: string
  readonly node: ts.BinaryExpression
  /** Undefined if only a part of the option is set, or only under a condition. */
  readonly value: ts.Expression | undefined
}

/** Finds what code assigns to a variable or to its members, in the scope that declares it. */
export function findAssignments(file: ParsedFile, variable: ts.Identifier): Assignments {
  const { ts } = file
  const scope = scopeOf(file, variable)
  const isVariable = (node: ts.Node): boolean =>
    ts.isIdentifier(node) && node.text === variable.text && scopeOf(file, node) === scope
  const nodes = nodesOf(file, scope)
  const set = nodes.filter(ts.isBinaryExpression).filter((one) => isAssignment(file, one))
  const members = set.flatMap((node) => {
    const member = firstMember(file, node.left)
    return member && isVariable(member.object) ? [{ node, ...member }] : []
  })
  return {
    options: members.flatMap(({ node, name, isWhole }) => {
      const isSimple = isWhole && node.operatorToken.kind === ts.SyntaxKind.EqualsToken
      const value = isSimple ? node.right : undefined
      return name === undefined ? [] : [{ file, name, node, value }]
    }),
    values: set.filter(({ left }) => isVariable(left)).map(({ right }) => right),
    merged: nodes
      .filter(ts.isCallExpression)
      .filter(({ expression }) => expression.getText(file.root) === 'Object.assign')
      .filter(({ arguments: [target] }) => target && isVariable(unwrap(file, target)))
      .flatMap((call) => call.arguments.slice(1)),
    unnamed: members.flatMap(({ node, name }) => (name === undefined ? [node] : [])),
  }
}

function isAssignment(
  { ts }: ParsedFile,
  { operatorToken: { kind } }: ts.BinaryExpression,
): boolean {
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment
}

interface Member {
  readonly object: ts.Node
  /** Undefined if it is computed. */
  readonly name: string | undefined
  /** Whether it is this member, and not a member of it. */
  readonly isWhole: boolean
}

/** For `config.cookies.state` the member `cookies` of `config`. */
function firstMember(file: ParsedFile, left: ts.Expression): Member | undefined {
  const { ts } = file
  const node = unwrap(file, left)
  if (!ts.isPropertyAccessExpression(node) && !ts.isElementAccessExpression(node)) return undefined
  const deeper = firstMember(file, node.expression)
  if (deeper) return { ...deeper, isWhole: false }
  const object = unwrap(file, node.expression)
  if (ts.isPropertyAccessExpression(node)) return { object, name: node.name.text, isWhole: true }
  const { argumentExpression: key } = node
  return { object, name: ts.isStringLiteralLike(key) ? key.text : undefined, isWhole: true }
}

/** The function, block or file that declares a name which is used somewhere. */
function scopeOf(file: ParsedFile, use: ts.Identifier): ts.Node {
  const { ts, root } = file
  for (let at: ts.Node = use.parent; at !== root; at = at.parent) {
    const declares = ts.isFunctionLike(at)
      ? at.parameters.some(({ name }) => bindsName(file, name, use.text))
      : ts.isBlock(at) && at.statements.some((one) => declaresName(file, one, use.text))
    if (declares) return at
  }
  return root
}

function declaresName(file: ParsedFile, statement: ts.Statement, name: string): boolean {
  if (!file.ts.isVariableStatement(statement)) return false
  return statement.declarationList.declarations.some((one) => bindsName(file, one.name, name))
}

function bindsName(file: ParsedFile, bound: ts.BindingName, name: string): boolean {
  return nodesOf(file, bound)
    .filter(file.ts.isIdentifier)
    .some(({ text }) => text === name)
}
