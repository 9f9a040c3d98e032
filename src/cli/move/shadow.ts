import type ts from 'typescript'
import { findImport, findNamespace } from './module-names.js'
import { nodesOf, type ParsedFile } from './parsed-file.js'

/**
 * Whether a name that the file imports means another thing where it is used, because a function, a
 * block or a class around it declares it anew.
 */
export function isShadowed(file: ParsedFile, use: ts.Identifier): boolean {
  if (!findImport(file, use.text) && findNamespace(file, use.text) === undefined) return false
  return findInner(file, use) !== undefined
}

/**
 * Finds where the function, block or class around a use declares its name. Returns undefined if the
 * name belongs to the whole file.
 */
export function findInner(file: ParsedFile, use: ts.Identifier): ts.Identifier | undefined {
  for (let at: ts.Node = use; at !== file.root; at = at.parent) {
    for (const name of namesIn(file, at)) {
      const found = findBound(file, name, use.text)
      if (found) return found
    }
  }
  return undefined
}

type Name = ts.BindingName | ts.StringLiteral | undefined

/** The names that are declared in a node for what is inside of it. */
function namesIn(file: ParsedFile, node: ts.Node): readonly Name[] {
  const { ts } = file
  if (ts.isFunctionLike(node)) {
    const own = ts.isFunctionExpression(node) ? node.name : undefined
    return [own, ...node.parameters.map(({ name }) => name), ...hoistedIn(file, node)]
  }
  if (ts.isBlock(node) || ts.isModuleBlock(node) || ts.isCaseOrDefaultClause(node)) {
    return node.statements.flatMap((statement) => namesOf(file, statement))
  }
  if (ts.isCatchClause(node)) return [node.variableDeclaration?.name]
  if (ts.isForStatement(node) || ts.isForInStatement(node) || ts.isForOfStatement(node)) {
    return node.initializer ? namesOfList(file, node.initializer) : []
  }
  return ts.isClassExpression(node) ? [node.name] : []
}

function namesOf(file: ParsedFile, statement: ts.Statement): readonly Name[] {
  const { ts } = file
  if (ts.isVariableStatement(statement)) return namesOfList(file, statement.declarationList)
  const declares =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isEnumDeclaration(statement) ||
    ts.isModuleDeclaration(statement)
  return declares ? [statement.name] : []
}

function namesOfList({ ts }: ParsedFile, list: ts.Node): readonly Name[] {
  return ts.isVariableDeclarationList(list) ? list.declarations.map(({ name }) => name) : []
}

/** A `var` belongs to the whole function. */
function hoistedIn(file: ParsedFile, around: ts.Node): readonly Name[] {
  const { ts } = file
  return nodesOf(file, around)
    .filter(ts.isVariableDeclarationList)
    .filter((list) => (list.flags & ts.NodeFlags.BlockScoped) === 0)
    .filter((list) => ts.findAncestor(list, ts.isFunctionLike) === around)
    .flatMap((list) => namesOfList(file, list))
}

function findBound(file: ParsedFile, bound: Name, name: string): ts.Identifier | undefined {
  const { ts } = file
  if (bound === undefined || ts.isStringLiteral(bound)) return undefined
  if (ts.isIdentifier(bound)) return bound.text === name ? bound : undefined
  for (const element of bound.elements) {
    const found = ts.isBindingElement(element) ? findBound(file, element.name, name) : undefined
    if (found) return found
  }
  return undefined
}
