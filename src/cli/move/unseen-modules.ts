import type ts from 'typescript'
import { memberOf } from './member.js'
import { nodesOf, unwrap, wrap, type ParsedFile } from './parsed-file.js'
import { isDeclaration, isMember } from './rename-uses.js'
import { hasUnseenName } from './unseen-name.js'

/**
 * Finds the places where a file passes a whole module on, or reads a member whose name cannot be
 * seen. Any export of the module may be used from there.
 */
export function findUnseenUses(
  file: ParsedFile,
  isWanted: (specifier: string) => boolean,
): readonly ts.Node[] {
  const { ts } = file
  return nodesOf(file).flatMap((node) => {
    if (!ts.isStringLiteralLike(node) || !isWanted(node.text)) return []
    const { parent } = node
    if (ts.isImportDeclaration(parent)) {
      const bindings = parent.importClause?.namedBindings
      return bindings && ts.isNamespaceImport(bindings) ? unseenOf(file, bindings.name) : []
    }
    const isImport =
      ts.isCallExpression(parent) && parent.expression.kind === ts.SyntaxKind.ImportKeyword
    return isImport ? unseenOfPromise(file, parent) : []
  })
}

function unseenOfPromise(file: ParsedFile, promise: ts.CallExpression): readonly ts.Node[] {
  const { ts } = file
  const { parent } = wrap(file, promise)
  if (ts.isAwaitExpression(parent)) return unseenOfValue(file, parent)
  const isThen = ts.isPropertyAccessExpression(parent) && parent.name.text === 'then'
  const [callback] = isThen && ts.isCallExpression(parent.parent) ? parent.parent.arguments : []
  if (!callback || !(ts.isArrowFunction(callback) || ts.isFunctionExpression(callback))) {
    return [promise]
  }
  const [module] = callback.parameters
  return module ? unseenOfName(file, module.name, callback) : []
}

function unseenOfValue(file: ParsedFile, value: ts.Expression): readonly ts.Node[] {
  const { ts } = file
  const { parent } = wrap(file, value)
  if (ts.isExpressionStatement(parent) || readsMember(file, parent, value)) return []
  return ts.isVariableDeclaration(parent)
    ? unseenOfName(file, parent.name, scopeOf(file, parent))
    : [value]
}

function unseenOfName(file: ParsedFile, name: ts.BindingName, scope: ts.Node): readonly ts.Node[] {
  const { ts } = file
  if (ts.isIdentifier(name)) return unseenOf(file, name, scope)
  const isSeen =
    ts.isObjectBindingPattern(name) &&
    name.elements.every(
      (one) => one.dotDotDotToken === undefined && !hasUnseenName(file, one.propertyName),
    )
  return isSeen ? [] : [name]
}

/** Finds such uses of a variable that holds the module. */
function unseenOf(
  file: ParsedFile,
  variable: ts.Identifier,
  scope: ts.Node = file.root,
): readonly ts.Node[] {
  const { ts } = file
  return nodesOf(file, scope)
    .filter(ts.isIdentifier)
    .filter(
      (one) => one.text === variable.text && !isDeclaration(file, one) && !isMember(file, one),
    )
    .filter(({ parent }) => !ts.isQualifiedName(parent) && !ts.isTypeQueryNode(parent))
    .flatMap((use) => unseenOfValue(file, use))
}

/** Whether a node reads a member of an object by a name that can be seen. */
function readsMember(file: ParsedFile, node: ts.Node, object: ts.Node): boolean {
  const member = memberOf(file, node)
  return member !== undefined && unwrap(file, member.object) === unwrap(file, object)
}

/** The block or the file to which a variable belongs. */
function scopeOf({ ts, root }: ParsedFile, declared: ts.VariableDeclaration): ts.Node {
  return ts.findAncestor(declared, ts.isBlock) ?? root
}
