import type ts from 'typescript'
import { followName } from './move/follow-name.js'
import { nodesOf, type ParsedFile } from './move/parsed-file.js'

/**
 * Finds the list of plugins of a Vite config: `plugins` of the object that the file exports. Nested
 * options, such as `build.rollupOptions`, have a `plugins` of their own.
 *
 * Returns undefined if the file does not show with certainty which list Vite reads.
 */
export function findPluginList(file: ParsedFile): ts.ArrayLiteralExpression | undefined {
  const { ts, root } = file
  const [exported, second] = root.statements.flatMap((node) => defaultExport(file, node))
  const config = exported && !second ? resolveObject(file, exported) : undefined
  const value = config && findPlugins(file, config)
  const list = value && resolveValue(file, value)
  return list && ts.isArrayLiteralExpression(list) ? list : undefined
}

/** Returns the name under which a file imports something from one of several packages. */
export function findImportedName(
  { ts, root }: ParsedFile,
  specifiers: readonly string[],
  exported: string,
): string | undefined {
  for (const { importClause, moduleSpecifier } of root.statements.filter(ts.isImportDeclaration)) {
    const specifier = ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : ''
    const bindings = importClause?.namedBindings
    if (!specifiers.includes(specifier) || !bindings || importClause.isTypeOnly) continue
    if (ts.isNamespaceImport(bindings)) return `${bindings.name.text}.${exported}`
    const found = bindings.elements.find(
      (one) => !one.isTypeOnly && (one.propertyName ?? one.name).text === exported,
    )
    if (found) return found.name.text
  }
  return undefined
}

type Value = ts.Expression | ts.FunctionDeclaration

function defaultExport({ ts }: ParsedFile, node: ts.Statement): readonly Value[] {
  if (ts.isExportAssignment(node)) return node.isExportEquals ? [] : [node.expression]
  if (!ts.isFunctionDeclaration(node)) return []
  const isDefault = node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)
  return isDefault ? [node] : []
}

/** Follows `defineConfig(…)` and a config function to the config. */
function resolveObject(file: ParsedFile, node: Value): ts.ObjectLiteralExpression | undefined {
  const { ts, root } = file
  const value = resolveValue(file, node)
  if (!value || ts.isObjectLiteralExpression(value)) return value
  if (ts.isCallExpression(value)) {
    const define = findImportedName(file, ['vite', 'vitest/config'], 'defineConfig')
    const [config] = value.arguments
    const isDefine = value.expression.getText(root) === define
    return isDefine && config ? resolveObject(file, config) : undefined
  }
  const result = findResult(file, value)
  return result && resolveObject(file, result)
}

/** Removes brackets and types, and follows constants. */
function resolveValue(file: ParsedFile, node: Value): Value | undefined {
  const { ts } = file
  if (
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node)
  ) {
    return resolveValue(file, node.expression)
  }
  if (!ts.isIdentifier(node)) return node
  const declared = followName(file, node.text, () => undefined)?.node
  // Only a name that is declared above counts, so that two names of each other end the search.
  if (!declared || declared.pos >= node.pos) return undefined
  if (ts.isFunctionDeclaration(declared)) return declared
  const isConstant = (declared.parent.parent.flags & ts.NodeFlags.Const) !== 0
  return isConstant ? resolveValue(file, declared) : undefined
}

/** Returns what a function returns, if it has one `return`. */
function findResult({ ts }: ParsedFile, value: Value): ts.Expression | undefined {
  if (
    !ts.isArrowFunction(value) &&
    !ts.isFunctionExpression(value) &&
    !ts.isFunctionDeclaration(value)
  ) {
    return undefined
  }
  if (!value.body || !ts.isBlock(value.body)) return value.body
  const returns: ts.ReturnStatement[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) return
    if (ts.isReturnStatement(node)) returns.push(node)
    ts.forEachChild(node, visit)
  }
  visit(value.body)
  return returns.length === 1 ? returns[0]?.expression : undefined
}

/** A spread after `plugins` may replace it, so the list in the file may have no effect. */
function findPlugins(
  { ts, root }: ParsedFile,
  { properties }: ts.ObjectLiteralExpression,
): ts.Expression | undefined {
  const found = properties.filter(({ name }) => name && nameOf(name.getText(root)) === 'plugins')
  const [plugins] = found
  if (!plugins || found.length !== 1) return undefined
  if (properties.slice(properties.indexOf(plugins)).some(ts.isSpreadAssignment)) return undefined
  if (ts.isShorthandPropertyAssignment(plugins)) return plugins.name
  return ts.isPropertyAssignment(plugins) ? plugins.initializer : undefined
}

function nameOf(text: string): string {
  return text.replaceAll(/["']/g, '')
}

/** Finds the list of a `plugins` option, of Vite or nested, that a node is in. */
function enclosingPlugins(
  { ts, root }: ParsedFile,
  node: ts.Node,
): ts.ArrayLiteralExpression | undefined {
  for (let at = node; at !== root; at = at.parent) {
    if (!ts.isArrayLiteralExpression(at) || !ts.isPropertyAssignment(at.parent)) continue
    if (nameOf(at.parent.name.getText(root)) === 'plugins') return at
  }
  return undefined
}

/** Whether the file has a call of a name, outside of lists that are nested in Vite's options. */
export function isCalled(
  file: ParsedFile,
  name: string,
  list: ts.ArrayLiteralExpression | undefined,
): boolean {
  const { ts, root } = file
  return nodesOf(file)
    .filter(ts.isCallExpression)
    .filter(({ expression }) => expression.getText(root) === name)
    .some((call) => {
      const around = enclosingPlugins(file, call)
      return !around || !list || around === list
    })
}
