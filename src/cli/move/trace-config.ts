import type ts from 'typescript'
import { findAssignments, type AssignedOption } from './assignments.js'
import { followName } from './follow-name.js'
import type { FindModule } from './modules.js'
import { isFunction, returnsOf, type FunctionNode } from './function-node.js'
import { nodesOf, unwrap, type ParsedFile } from './parsed-file.js'
import { hasUnseenName } from './unseen-name.js'

/** A node, and the file that it is in. */
export interface Place {
  readonly file: ParsedFile
  readonly node: ts.Node
}

/** An object with options, and the file that it is in. */
export interface ConfigObject {
  readonly file: ParsedFile
  readonly object: ts.ObjectLiteralExpression
  /** Options that the object gets after it was written. */
  readonly assigned?: readonly AssignedOption[]
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

/** What keeps a trace from running in a circle. */
interface Trail {
  readonly steps: number
  /** Values of variables that are traced already, because of code such as `config = { ...config }`. */
  readonly inside: ReadonlySet<ts.Node>
}

/** Code that leads in a circle has no config. */
const mostSteps = 30

/** Traces an expression through the app's own names, functions and spreads to config objects. */
export function traceConfig(place: Place, findModule: FindModule): TracedConfig {
  return trace(place, new Map(), { steps: mostSteps, inside: new Set() }, findModule)
}

function trace(
  { file, node: wrapped }: Place,
  scope: Scope,
  before: Trail,
  findModule: FindModule,
): TracedConfig {
  const { ts } = file
  const node = unwrap(file, wrapped)
  const hidden = hide({ file, node })
  if (before.steps === 0) return hidden
  const trail = { ...before, steps: before.steps - 1 }
  const step = (next: ts.Node, inside = scope): TracedConfig =>
    trace({ file, node: next }, inside, trail, findModule)
  if (ts.isObjectLiteralExpression(node)) return traceSpreads(file, node, step)
  if (ts.isConditionalExpression(node)) return join([step(node.whenTrue), step(node.whenFalse)])
  if (ts.isBinaryExpression(node)) {
    const isRight = onlyRight(file, node.operatorToken.kind)
    return join([...(isRight ? [] : [step(node.left)]), step(node.right)])
  }
  if (isFunction(file, node)) {
    return join(returnsOf(file, node).map((one) => step(one, withoutParameters(node, scope))))
  }
  if (ts.isIdentifier(node)) return traceName({ file, node }, scope, trail, findModule)
  if (!ts.isCallExpression(node)) return hidden
  const callee = node.expression.getText(file.root)
  const [first, ...others] = node.arguments
  if (first && passesArgument.test(callee)) return step(first)
  if (first && callee === 'Object.assign')
    return merge(
      step(first),
      others.map((one) => step(one)),
    )
  return traceCall({ file, node }, scope, trail, findModule) ?? hidden
}

/** Whether an operator never has its left side as its value, if the value is an object. */
function onlyRight({ ts }: ParsedFile, operator: ts.SyntaxKind): boolean {
  return operator === ts.SyntaxKind.AmpersandAmpersandToken || operator === ts.SyntaxKind.CommaToken
}

function hide(place: Place): TracedConfig {
  return { configs: [], hidden: [place] }
}

/** Traces the values of a name, with the options that code assigns to them. */
function traceName(
  { file, node }: Place & { readonly node: ts.Identifier },
  scope: Scope,
  trail: Trail,
  findModule: FindModule,
): TracedConfig {
  const bound = scope.get(node.text)
  const declared =
    bound || isParameter(file, node) ? undefined : followName(file, node.text, findModule)
  // What a function in another place closes over is declared there.
  const outer = declared?.file === file ? scope : new Map<string, Bound>()
  const first =
    (bound && trace(bound.place, bound.scope, trail, findModule)) ??
    (declared && trace(declared, outer, trail, findModule))
  const own = assignedTo({ file, node }, first, scope, trail, findModule)
  const name = declared && declared.file !== file ? variableOf(declared) : undefined
  if (!name) return own
  return assignedTo({ file: declared?.file ?? file, node: name }, own, outer, trail, findModule)
}

/** The variable whose value a node is. */
function variableOf({ file: { ts }, node }: Place): ts.Identifier | undefined {
  const { parent } = node
  return ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name) ? parent.name : undefined
}

/** Adds what a variable gets after its declaration to what is known of its first value. */
function assignedTo(
  { file, node }: Place & { readonly node: ts.Identifier },
  first: TracedConfig | undefined,
  scope: Scope,
  trail: Trail,
  findModule: FindModule,
): TracedConfig {
  const { options, values, merged, unnamed } = findAssignments(file, node)
  const inside = new Set([...trail.inside, ...values, ...merged])
  const step = (next: ts.Node): TracedConfig =>
    trace({ file, node: next }, scope, { ...trail, inside }, findModule)
  const later = values.filter((one) => !trail.inside.has(one)).map(step)
  const all = [...(first ? [first] : []), ...later]
  if (all.length === 0) return hide({ file, node })
  const { configs, hidden } = merge(
    join(all),
    merged.filter((one) => !trail.inside.has(one)).map(step),
  )
  return {
    configs: configs.map((config) => withAssigned(config, options)),
    hidden: [...hidden, ...unnamed.map((one) => ({ file, node: one }))],
  }
}

function withAssigned(
  [{ assigned = [], ...own }, ...spread]: Config,
  options: readonly AssignedOption[],
): Config {
  return [{ ...own, assigned: [...assigned, ...options] }, ...spread]
}

/** Adds objects to each config, as a spread does. */
function merge(target: TracedConfig, sources: readonly TracedConfig[]): TracedConfig {
  const { configs, hidden } = join(sources)
  return {
    configs: target.configs.map(([own, ...spread]) => [own, ...spread, ...configs.flat()]),
    hidden: [...target.hidden, ...hidden],
  }
}

/** Functions that return what they are given. */
const passesArgument = /^(?:\$|Object\.freeze|Promise\.resolve|structuredClone)$/

function traceSpreads(
  file: ParsedFile,
  object: ts.ObjectLiteralExpression,
  step: (node: ts.Node) => TracedConfig,
): TracedConfig {
  const spreads = object.properties.filter(file.ts.isSpreadAssignment)
  const own: TracedConfig = {
    configs: [[{ file, object }]],
    hidden: object.properties
      .filter(({ name }) => hasUnseenName(file, name))
      .map((node) => ({ file, node })),
  }
  return merge(
    own,
    spreads.map(({ expression }) => step(expression)),
  )
}

/** Traces what a function of the app returns for the arguments of a call. */
function traceCall(
  { file, node }: Place & { readonly node: ts.CallExpression },
  scope: Scope,
  trail: Trail,
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
    returned.map((one) => trace({ file: called.file, node: one }, inside, trail, findModule)),
  )
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

function join(traced: readonly TracedConfig[]): TracedConfig {
  return {
    configs: traced.flatMap(({ configs }) => configs),
    hidden: traced.flatMap(({ hidden }) => hidden),
  }
}
