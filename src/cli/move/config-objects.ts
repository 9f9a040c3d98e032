import type ts from 'typescript'
import { nodesOf, type ParsedFile } from './parsed-file.js'

/** A call of an initializer, and the config objects that its function returns. */
export interface ConfigCall {
  readonly call: ts.CallExpression
  /** The name of the initializer in its own package. */
  readonly initializer: string
  /** Empty if the function calls another function for its config. */
  readonly objects: readonly ts.ObjectLiteralExpression[]
}

/** Finds the calls of initializers that a file imports. */
export function findConfigCalls(
  file: ParsedFile,
  isInitializer: (name: string, specifier: string) => boolean,
): readonly ConfigCall[] {
  const { ts } = file
  const names = importedNames(file, isInitializer)
  return nodesOf(file)
    .filter(ts.isCallExpression)
    .flatMap((call) => {
      const callee = ts.isIdentifier(call.expression) ? call.expression.text : ''
      const initializer = names.get(callee)
      return initializer === undefined
        ? []
        : [{ call, initializer, objects: returnedObjects(file, call.arguments[0]) }]
    })
}

/** Maps local names to the names in the modules they come from. */
function importedNames(
  { ts, root }: ParsedFile,
  isWanted: (name: string, specifier: string) => boolean,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const node of root.statements.filter(ts.isImportDeclaration)) {
    const bindings = node.importClause?.namedBindings
    if (!bindings || !ts.isNamedImports(bindings)) continue
    for (const { name, propertyName } of bindings.elements) {
      const imported = (propertyName ?? name).text
      const specifier = ts.isStringLiteral(node.moduleSpecifier) ? node.moduleSpecifier.text : ''
      if (isWanted(imported, specifier)) found.set(name.text, imported)
    }
  }
  return found
}

function returnedObjects(
  file: ParsedFile,
  given: ts.Expression | undefined,
): readonly ts.ObjectLiteralExpression[] {
  const { ts } = file
  if (!given || !(ts.isArrowFunction(given) || ts.isFunctionExpression(given))) return []
  const { body } = given
  const returned = ts.isBlock(body) ? returnsOf(file, body) : [body]
  return returned.map((expression) => unwrap(file, expression)).filter(ts.isObjectLiteralExpression)
}

/** The returned expressions of a function, but not of functions inside of it. */
function returnsOf({ ts }: ParsedFile, body: ts.Block): readonly ts.Expression[] {
  const found: ts.Expression[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node)) return
    if (ts.isReturnStatement(node) && node.expression) found.push(node.expression)
    ts.forEachChild(node, visit)
  }
  visit(body)
  return found
}

function unwrap(file: ParsedFile, expression: ts.Expression): ts.Expression {
  const { ts } = file
  const isWrapped =
    ts.isParenthesizedExpression(expression) ||
    ts.isAsExpression(expression) ||
    ts.isSatisfiesExpression(expression)
  return isWrapped ? unwrap(file, expression.expression) : expression
}

/** Finds an option of a config. */
export function findOption(
  { ts }: ParsedFile,
  { properties }: ts.ObjectLiteralExpression,
  name: string,
): ts.ObjectLiteralElementLike | undefined {
  return properties.find(
    (one) =>
      one.name &&
      (ts.isIdentifier(one.name) || ts.isStringLiteral(one.name)) &&
      one.name.text === name,
  )
}
