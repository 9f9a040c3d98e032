import type ts from 'typescript'
import { followName } from './follow-name.js'
import type { FindModule } from './modules.js'
import { nodesOf, type ParsedFile } from './parsed-file.js'

/** A node, and the file that it is in. */
export interface Place {
  readonly file: ParsedFile
  readonly node: ts.Node
}

/** An object with options, and the file that it is in. */
export interface ConfigObject {
  readonly file: ParsedFile
  readonly object: ts.ObjectLiteralExpression
}

/** A config: the object itself, and then those that are spread into it. */
export type Config = readonly [ConfigObject, ...ConfigObject[]]

/** Where a config comes from. */
export interface TracedConfig {
  /** Several if the code chooses one of them. */
  readonly configs: readonly Config[]
  /** Where the trace ended before it found an object. */
  readonly hidden: readonly Place[]
}

/** The arguments that the parameters of the functions around a place stand for. */
type Scope = ReadonlyMap<string, Bound>

interface Bound {
  readonly place: Place
  readonly scope: Scope
}

/** Code that leads in a circle has no config. */
const mostSteps = 30

/** Traces an expression through the app's own names, functions and spreads to config objects. */
export function traceConfig(place: Place, findModule: FindModule): TracedConfig {
  return trace(place, new Map(), mostSteps, findModule)
}

function trace(
  { file, node: wrapped }: Place,
  scope: Scope,
  steps: number,
  findModule: FindModule,
): TracedConfig {
  const { ts } = file
  const node = unwrap(file, wrapped)
  const hidden = { configs: [], hidden: [{ file, node }] }
  if (steps === 0) return hidden
  const step = (next: ts.Node, inside = scope): TracedConfig =>
    trace({ file, node: next }, inside, steps - 1, findModule)
  if (ts.isObjectLiteralExpression(node)) return traceSpreads(file, node, step)
  if (ts.isConditionalExpression(node)) return join([step(node.whenTrue), step(node.whenFalse)])
  if (ts.isBinaryExpression(node)) {
    const isAnd = node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken
    return join([...(isAnd ? [] : [step(node.left)]), step(node.right)])
  }
  if (isFunction(file, node)) {
    return join(returnsOf(file, node).map((one) => step(one, withoutParameters(node, scope))))
  }
  if (ts.isIdentifier(node)) {
    const bound = scope.get(node.text)
    if (bound) return trace(bound.place, bound.scope, steps - 1, findModule)
    const declared = isParameter(file, node) ? undefined : followName(file, node.text, findModule)
    // What a function in another place closes over is declared there.
    return declared
      ? trace(declared, declared.file === file ? scope : new Map(), steps - 1, findModule)
      : hidden
  }
  if (!ts.isCallExpression(node)) return hidden
  if (passesArgument.test(node.expression.getText(file.root)) && node.arguments[0]) {
    return step(node.arguments[0])
  }
  return traceCall({ file, node }, scope, steps, findModule) ?? hidden
}

/** Functions that return what they are given. */
const passesArgument = /^(?:\$|Object\.freeze|Promise\.resolve|structuredClone)$/

function traceSpreads(
  file: ParsedFile,
  object: ts.ObjectLiteralExpression,
  step: (node: ts.Node) => TracedConfig,
): TracedConfig {
  const spreads = object.properties.filter(file.ts.isSpreadAssignment)
  const { configs, hidden } = join(spreads.map(({ expression }) => step(expression)))
  return { configs: [[{ file, object }, ...configs.flat()]], hidden }
}

/** Traces what a function of the app returns for the arguments of a call. */
function traceCall(
  { file, node }: Place & { readonly node: ts.CallExpression },
  scope: Scope,
  steps: number,
  findModule: FindModule,
): TracedConfig | undefined {
  const { ts } = file
  const callee = ts.isIdentifier(node.expression)
    ? followName(file, node.expression.text, findModule)
    : undefined
  const called = callee && { file: callee.file, node: unwrap(callee.file, callee.node) }
  if (!called || !isFunction(called.file, called.node)) return undefined
  const inside = new Map<string, Bound>(called.file === file ? scope : [])
  called.node.parameters.forEach(({ name, dotDotDotToken }, at) => {
    const given = node.arguments[at]
    const isSimple = called.file.ts.isIdentifier(name) && !dotDotDotToken
    if (given && isSimple) inside.set(name.text, { place: { file, node: given }, scope })
  })
  const returned = returnsOf(called.file, called.node)
  return join(
    returned.map((one) => trace({ file: called.file, node: one }, inside, steps - 1, findModule)),
  )
}

type FunctionNode = ts.ArrowFunction | ts.FunctionExpression | ts.FunctionDeclaration

function isFunction({ ts }: ParsedFile, node: ts.Node): node is FunctionNode {
  return ts.isArrowFunction(node) || ts.isFunctionExpression(node) || ts.isFunctionDeclaration(node)
}

/** Parameters of a function that the trace does not call hide names around it. */
function withoutParameters({ parameters }: FunctionNode, scope: Scope): Scope {
  const names = new Set(parameters.map(({ name }) => name.getText()))
  return new Map([...scope].filter(([name]) => !names.has(name)))
}

/** Whether a name is a parameter of a function around it. */
function isParameter(file: ParsedFile, name: ts.Identifier): boolean {
  const { ts } = file
  for (let at: ts.Node = name; at !== file.root; at = at.parent) {
    const parameters = isFunction(file, at) ? at.parameters : []
    const bound = parameters.flatMap((one) => nodesOf(file, one.name).filter(ts.isIdentifier))
    if (bound.some(({ text }) => text === name.text)) return true
  }
  return false
}

/** The returned expressions of a function, but not of functions inside of it. */
function returnsOf({ ts }: ParsedFile, { body }: FunctionNode): readonly ts.Expression[] {
  if (!body) return []
  if (!ts.isBlock(body)) return [body]
  const found: ts.Expression[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) return
    if (ts.isReturnStatement(node) && node.expression) found.push(node.expression)
    ts.forEachChild(node, visit)
  }
  visit(body)
  return found
}

function unwrap(file: ParsedFile, node: ts.Node): ts.Node {
  const { ts } = file
  const isWrapped =
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node) ||
    ts.isAwaitExpression(node)
  return isWrapped ? unwrap(file, node.expression) : node
}

function join(traced: readonly TracedConfig[]): TracedConfig {
  return {
    configs: traced.flatMap(({ configs }) => configs),
    hidden: traced.flatMap(({ hidden }) => hidden),
  }
}
