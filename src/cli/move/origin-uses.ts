import type ts from 'typescript'
import {
  followModule,
  followUse,
  listOrigins,
  mayBeModule,
  originOfValue,
} from './follow-origin.js'
import { moduleOfParameter } from './member.js'
import type { Origin } from './module-names.js'
import type { FindModule } from './modules.js'
import { nodesOf, unwrap, wrap, type ParsedFile } from './parsed-file.js'
import { isDeclaration, isMember } from './rename-uses.js'

/** Whether an export of a package is looked for. */
export type IsWanted = (name: string, specifier: string) => boolean

/** An expression that stands for an export of a package. */
export interface OriginUse {
  readonly expression: ts.Identifier | ts.PropertyAccessExpression | ts.ElementAccessExpression
  readonly origin: Origin
}

/**
 * Finds the expressions of a file that stand for wanted exports of packages. A constant that gets
 * such an export is followed, so its uses are listed instead of its declaration.
 */
export function findOriginUses(
  file: ParsedFile,
  isWanted: IsWanted,
  findModule: FindModule,
): readonly OriginUse[] {
  const { ts } = file
  const candidates = [
    ...importedNames(file, findModule),
    ...constantNames(file),
    ...parameterNames(file),
  ]
  const modules = new Set(candidates.filter((name) => mayBeModule(file, name)))
  const names = wantedNames(file, candidates, isWanted, findModule)
  const wanted = (origin: Origin | undefined): origin is Origin =>
    origin !== undefined && isWanted(origin.name, origin.specifier)
  return nodesOf(file).flatMap((node): readonly OriginUse[] => {
    if (isFollowed(file, node, names)) return []
    if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) {
      if (!isModule(file, node.expression, modules)) return []
      const origin = originOfValue(file, node, findModule)
      return wanted(origin) ? [{ expression: node, origin }] : []
    }
    if (!ts.isIdentifier(node) || !names.has(node.text)) return []
    if (isMember(file, node) || !isValue(file, node)) return []
    const origin = followUse(file, node, findModule)
    return wanted(origin) ? [{ expression: node, origin }] : []
  })
}

/** The call of what an expression stands for, if it is called there. */
export function callOf(
  file: ParsedFile,
  expression: OriginUse['expression'],
): ts.CallExpression | undefined {
  const callee = wrap(file, expression)
  const { parent } = callee
  return file.ts.isCallExpression(parent) && parent.expression === callee ? parent : undefined
}

function isValue(file: ParsedFile, name: ts.Identifier): boolean {
  const { ts } = file
  const { parent } = name
  const isInList = ts.isImportSpecifier(parent) || ts.isExportSpecifier(parent)
  return !isInList && !ts.isTypeQueryNode(parent) && !isDeclaration(file, name)
}

/** Searching for the origin of every member would take long in a large file. */
function isModule(file: ParsedFile, value: ts.Expression, modules: ReadonlySet<string>): boolean {
  const node = unwrap(file, value)
  if (!file.ts.isIdentifier(node)) return file.ts.isCallExpression(node)
  return modules.has(node.text) && followModule(file, node) !== undefined
}

/** The names that lead to a wanted export at least from one of their declarations. */
function wantedNames(
  file: ParsedFile,
  candidates: readonly string[],
  isWanted: IsWanted,
  findModule: FindModule,
): ReadonlySet<string> {
  return new Set(
    candidates.filter((name) =>
      listOrigins(file, name, findModule).some((origin) => isWanted(origin.name, origin.specifier)),
    ),
  )
}

/** The names of imports. A default export is wanted only if a file of the app passes it on. */
function importedNames(file: ParsedFile, findModule: FindModule): readonly string[] {
  const { ts, root } = file
  return root.statements.filter(ts.isImportDeclaration).flatMap((declaration) => {
    const { importClause, moduleSpecifier } = declaration
    const bindings = importClause?.namedBindings
    const named = bindings && ts.isNamedImports(bindings) ? bindings.elements : [bindings]
    const isOwn = ts.isStringLiteral(moduleSpecifier) && findModule(file, moduleSpecifier.text)
    const names = [isOwn ? importClause?.name : undefined, ...named.map((one) => one?.name)]
    return names.flatMap((name) => name?.text ?? [])
  })
}

/** Constants whose value is a name, a member or a module. Others cannot lead to an export. */
function constantNames(file: ParsedFile): readonly string[] {
  const { ts } = file
  return nodesOf(file)
    .filter(ts.isVariableDeclaration)
    .filter(({ initializer }) => initializer && mayLead(file, unwrap(file, initializer)))
    .flatMap(({ name }) => nodesOf(file, name).filter(ts.isIdentifier))
    .map(({ text }) => text)
}

/** The names of parameters that receive a module. */
function parameterNames(file: ParsedFile): readonly string[] {
  return nodesOf(file)
    .filter(file.ts.isParameter)
    .filter((one) => moduleOfParameter(file, one))
    .flatMap(({ name }) => nodesOf(file, name).filter(file.ts.isIdentifier))
    .map(({ text }) => text)
}

function mayLead({ ts }: ParsedFile, value: ts.Node): boolean {
  const isMember = ts.isPropertyAccessExpression(value) || ts.isElementAccessExpression(value)
  if (ts.isIdentifier(value) || isMember) return true
  return ts.isCallExpression(value) && value.expression.kind === ts.SyntaxKind.ImportKeyword
}

/** Whether a node is the value of a constant whose uses are listed. */
function isFollowed(file: ParsedFile, node: ts.Node, names: ReadonlySet<string>): boolean {
  const { ts } = file
  const { parent } = node.parent ? wrap(file, node) : node
  const isConstant = parent && ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name)
  return isConstant && names.has(parent.name.getText(file.root))
}
