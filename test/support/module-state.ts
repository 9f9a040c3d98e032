import ts from 'typescript'

/** What cannot change although it is made with `new`. */
const unchanging = ['TextEncoder', 'TextDecoder', 'Error', 'URL', 'RegExp', 'Date', 'NumberFormat']

/** Functions of ours by these names give something that keeps state. */
const stateful = /^(?:create|remember|open|make|refreshing)/

/**
 * The variables of a module that outlive a request and may change: `let`, and constants that hold a
 * collection or an object that keeps state, unless their type says that they are only read.
 */
export function moduleState(file: string, text: string): readonly string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  return source.statements.flatMap((statement) => {
    if (ts.isClassDeclaration(statement)) return staticState(statement)
    if (!ts.isVariableStatement(statement)) return []
    const { declarationList } = statement
    const isConst = (declarationList.flags & ts.NodeFlags.Const) !== 0
    return declarationList.declarations
      .filter((declaration) => !isDeclared(statement) && (!isConst || holdsState(declaration)))
      .map(({ name }) => name.getText())
  })
}

/** `declare const` is a type and no variable. */
function isDeclared(statement: ts.VariableStatement): boolean {
  return statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DeclareKeyword) ?? false
}

function staticState({ members }: ts.ClassDeclaration): readonly string[] {
  const fields = members.filter(ts.isPropertyDeclaration)
  const has = (field: ts.PropertyDeclaration, kind: ts.SyntaxKind): boolean =>
    field.modifiers?.some((modifier) => modifier.kind === kind) ?? false
  return fields
    .filter((field) => has(field, ts.SyntaxKind.StaticKeyword))
    .filter((field) => !has(field, ts.SyntaxKind.ReadonlyKeyword) || makesState(field.initializer))
    .map(({ name }) => name.getText())
}

function holdsState({ type, initializer }: ts.VariableDeclaration): boolean {
  const isOnlyRead = type !== undefined && /^(?:Readonly|readonly )/.test(type.getText())
  return !isOnlyRead && makesState(initializer)
}

/** Whether evaluating an expression makes something that keeps state; functions in it are not run. */
function makesState(node: ts.Node | undefined): boolean {
  if (!node || ts.isFunctionLike(node)) return false
  if (
    ts.isNewExpression(node) &&
    !unchanging.some((name) => node.expression.getText().endsWith(name))
  )
    return true
  if (ts.isCallExpression(node)) {
    const callee = node.expression.getText()
    if (callee === 'Object.freeze') return false
    if (stateful.test(callee)) return true
  }
  const isEmpty =
    (ts.isArrayLiteralExpression(node) && node.elements.length === 0) ||
    (ts.isObjectLiteralExpression(node) && node.properties.length === 0)
  // An empty collection is there to be filled; elsewhere it is a default.
  if (isEmpty && ts.isVariableDeclaration(node.parent)) return true
  return ts.forEachChild(node, (child) => makesState(child) || undefined) ?? false
}
