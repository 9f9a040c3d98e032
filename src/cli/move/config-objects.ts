import type ts from 'typescript'
import { followName } from './follow-name.js'
import type { FindModule } from './modules.js'
import { nodesOf, type ParsedFile } from './parsed-file.js'

/** A config object, and the file that it is in. */
export interface ConfigObject {
  readonly file: ParsedFile
  readonly object: ts.ObjectLiteralExpression
}

/** A call of an initializer, and the config objects that its function returns. */
export interface ConfigCall {
  readonly call: ts.CallExpression
  /** The name of the initializer in its own package. */
  readonly initializer: string
  /** The package that the initializer comes from. */
  readonly specifier: string
  /** Empty if the function calls another function for its config. */
  readonly objects: readonly ConfigObject[]
}

/** Finds the calls of initializers that a file imports. */
export function findConfigCalls(
  file: ParsedFile,
  isInitializer: (name: string, specifier: string) => boolean,
  findModule: FindModule,
): readonly ConfigCall[] {
  const { ts } = file
  const names = importedNames(file, isInitializer)
  return nodesOf(file)
    .filter(ts.isCallExpression)
    .flatMap((call) => {
      const callee = ts.isIdentifier(call.expression) ? call.expression.text : ''
      const imported = names.get(callee)
      const [given] = call.arguments
      if (!imported) return []
      const objects = given ? returnedObjects({ file, node: given }, findModule) : []
      return [{ call, ...imported, objects }]
    })
}

/** Maps local names to the initializers that a file imports under them. */
function importedNames(
  { ts, root }: ParsedFile,
  isWanted: (name: string, specifier: string) => boolean,
): ReadonlyMap<string, Pick<ConfigCall, 'initializer' | 'specifier'>> {
  const found = new Map<string, Pick<ConfigCall, 'initializer' | 'specifier'>>()
  for (const node of root.statements.filter(ts.isImportDeclaration)) {
    const bindings = node.importClause?.namedBindings
    if (!bindings || !ts.isNamedImports(bindings)) continue
    for (const { name, propertyName } of bindings.elements) {
      const initializer = (propertyName ?? name).text
      const specifier = ts.isStringLiteral(node.moduleSpecifier) ? node.moduleSpecifier.text : ''
      if (isWanted(initializer, specifier)) found.set(name.text, { initializer, specifier })
    }
  }
  return found
}

/** A node, and the file that it is in. */
interface Place {
  readonly file: ParsedFile
  readonly node: ts.Node
}

/** The objects that a function returns. The function may be declared elsewhere. */
function returnedObjects(place: Place, findModule: FindModule): readonly ConfigObject[] {
  const { file, node } = follow(place, findModule)
  const { ts } = file
  const isFunction =
    ts.isArrowFunction(node) || ts.isFunctionExpression(node) || ts.isFunctionDeclaration(node)
  if (!isFunction || !node.body) return []
  const returned = ts.isBlock(node.body) ? returnsOf(file, node.body) : [node.body]
  return returned.flatMap((one) => objectsOf({ file, node: one }, findModule))
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

function objectsOf(place: Place, findModule: FindModule): readonly ConfigObject[] {
  const { file, node } = follow(place, findModule)
  const { ts } = file
  if (ts.isObjectLiteralExpression(node)) return [{ file, object: node }]
  if (!ts.isConditionalExpression(node)) return []
  return [node.whenTrue, node.whenFalse].flatMap((one) =>
    objectsOf({ file, node: one }, findModule),
  )
}

/** Names that lead to other names are rare, and may lead in a circle. */
const mostSteps = 5

/** Follows parentheses, type assertions and names to the expression that they stand for. */
function follow(place: Place, findModule: FindModule, steps = mostSteps): Place {
  const { file } = place
  const { ts } = file
  const node = unwrap(file, place.node)
  if (!ts.isIdentifier(node) || steps === 0) return { file, node }
  const declared = followName(file, node.text, findModule)
  return declared ? follow(declared, findModule, steps - 1) : { file, node }
}

function unwrap(file: ParsedFile, node: ts.Node): ts.Node {
  const { ts } = file
  const isWrapped =
    ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node)
  return isWrapped ? unwrap(file, node.expression) : node
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
