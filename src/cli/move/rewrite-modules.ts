import type ts from 'typescript'
import { cannotMove, joinRewrites, type Rewrite } from './cannot-move.js'
import { findAugmented, findDoor, isAuthJs, type Door } from './doors.js'
import { replaceContent, replaceNode, type Edit } from './edit.js'
import { findingAt, type Concern } from './finding.js'
import { nodesOf, type ParsedFile } from './parsed-file.js'
import { rewriteImports } from './rewrite-imports.js'
import { namesOfMock, namesOfNamespace, namesOfPromise, type TakenNames } from './taken-names.js'

/** Replaces the modules of Auth.js, and the names that are different in ours. */
export function rewriteModules(file: ParsedFile, framework: string): Rewrite {
  const others = nodesOf(file).flatMap((node) => rewriteNode(file, node, framework) ?? [])
  return joinRewrites([rewriteImports(file, framework), ...others, makeModule(file, others)])
}

/**
 * Without an import or export, `declare module` declares a module that hides the package. A file
 * with nothing else in it becomes a module.
 */
function makeModule(file: ParsedFile, rewrites: readonly Rewrite[]): Rewrite {
  const isMoved = rewrites.some(({ edits }) => edits.length > 0)
  const end = file.text.length
  const lineBreak = /\r?\n/.exec(file.text)?.[0] ?? '\n'
  const start = file.text.endsWith('\n') ? lineBreak : lineBreak.repeat(2)
  const edit: Edit = { start: end, end, text: `${start}export {}${lineBreak}` }
  const isOnlyAugmentation = file.root.statements.every((one) => isAugmentation(file, one))
  const isNeeded = isMoved && declaresModules(file) && isOnlyAugmentation
  return { edits: isNeeded ? [edit] : [], findings: [] }
}

/** Whether the statements of a file are declarations that apply to the whole app. */
function declaresModules({ ts, root }: ParsedFile): boolean {
  return !ts.isExternalModule(root) && root.statements.some(ts.isModuleDeclaration)
}

/** Every mention of a module is a string literal, and its parent says what is taken from it. */
function rewriteNode(file: ParsedFile, literal: ts.Node, framework: string): Rewrite | undefined {
  const { ts } = file
  if (!ts.isStringLiteralLike(literal) || !isAuthJs(literal.text)) return undefined
  const { parent } = literal
  if (ts.isModuleDeclaration(parent)) {
    return rewriteAugmentation(file, literal, parent, findAugmented(literal.text, framework))
  }
  const door = findDoor(literal.text, framework)
  if (ts.isLiteralTypeNode(parent) && ts.isImportTypeNode(parent.parent)) {
    return rewriteImportType(file, literal, parent.parent, door)
  }
  if (ts.isImportDeclaration(parent)) return rewriteNamespace(file, literal, parent, door)
  if (ts.isExportDeclaration(parent)) {
    const isNamed = parent.exportClause && ts.isNamedExports(parent.exportClause)
    return isNamed ? undefined : rewriteLiteral(file, literal, door?.whole)
  }
  return ts.isCallExpression(parent) ? rewriteCall(file, literal, parent, door) : undefined
}

/** Imports with names may have to be split or merged, which `rewriteImports` does. */
function rewriteNamespace(
  file: ParsedFile,
  literal: ts.StringLiteralLike,
  { importClause }: ts.ImportDeclaration,
  door: Door | undefined,
): Rewrite | undefined {
  const bindings = importClause?.namedBindings
  if (importClause === undefined) return rewriteLiteral(file, literal, door?.specifier)
  if (!bindings || !file.ts.isNamespaceImport(bindings)) return undefined
  if (!door) return cannotMove(file, literal)
  if (door.whole !== undefined) return rewriteLiteral(file, literal, door.whole)
  return rewriteTaken(file, literal, door, namesOfNamespace(file, bindings.name))
}

/** The functions of Vitest and Jest that take a module's name. */
const mocks =
  /^(?:vi|jest)\.(?:(?:do)?[mM]ock|unmock|doUnmock|dontMock|(?:import|require)(?:Actual|Mock))$/

function rewriteCall(
  file: ParsedFile,
  literal: ts.StringLiteralLike,
  call: ts.CallExpression,
  door: Door | undefined,
): Rewrite | undefined {
  const { ts } = file
  const isImport = call.expression.kind === ts.SyntaxKind.ImportKeyword
  const mock = isImport ? call.parent : call
  const isMock = ts.isCallExpression(mock) && isMockCall(file, mock)
  if (!isImport && !isMock) return undefined
  if (!door) return cannotMove(file, literal)
  if (isMock) return rewriteTaken(file, literal, door, namesOfMock(file, mock.arguments[1]))
  const names = namesOfPromise(file, call)
  const isProvider = door.specifier.startsWith('latchkey/providers/')
  return names === undefined && isProvider
    ? rewriteLiteral(file, literal, door.specifier)
    : rewriteTaken(file, literal, door, names)
}

function isMockCall({ root }: ParsedFile, { expression }: ts.CallExpression): boolean {
  return mocks.test(expression.getText(root))
}

/** Replaces a module if all names that are taken from it have one entry point. */
function rewriteTaken(
  file: ParsedFile,
  literal: ts.StringLiteralLike,
  door: Door,
  names: TakenNames,
): Rewrite {
  if (names === undefined) return rewriteLiteral(file, literal, door.whole)
  const unknown = names.filter(({ name }) => door.find(name) === undefined)
  if (unknown.length > 0) {
    return cannotMove(
      file,
      literal,
      unknown.map(({ name }) => name),
    )
  }
  const targets = names.flatMap((taken) => {
    const target = door.find(taken.name)
    return target ? [{ taken, target }] : []
  })
  const [specifier = door.specifier, ...more] = new Set(
    targets.map(({ target }) => target.specifier),
  )
  if (more.length > 0) return cannotMove(file, literal)
  const renames = targets
    .filter(({ taken, target }) => taken.name !== target.name)
    .map(({ taken, target }) => taken.rename(target.name))
  return { edits: [replaceContent(file, literal, specifier), ...renames], findings: [] }
}

function rewriteImportType(
  file: ParsedFile,
  literal: ts.StringLiteralLike,
  node: ts.ImportTypeNode,
  door: Door | undefined,
): Rewrite {
  const { ts } = file
  if (!door) return cannotMove(file, literal)
  const [first] = node.qualifier ? nodesOf(file, node.qualifier).filter(ts.isIdentifier) : []
  if (first) {
    const taken = { name: first.text, rename: (to: string) => replaceNode(file, first, to) }
    return rewriteTaken(file, literal, door, [taken])
  }
  const isOfMock = ts.isCallExpression(node.parent) && loadsModule(file, node.parent)
  return rewriteTaken(file, literal, door, isOfMock ? [] : undefined)
}

/** Whether a call returns the module that its type argument names, as in `vi.mock('…', async (load) => load<…>())`. */
function loadsModule(file: ParsedFile, call: ts.CallExpression): boolean {
  const { ts } = file
  if (isMockCall(file, call)) return true
  const around = ts.findAncestor(call, (one) => ts.isCallExpression(one) && isMockCall(file, one))
  const factory = around && ts.isCallExpression(around) ? around.arguments[1] : undefined
  const [loader] = factory && ts.isFunctionLike(factory) ? factory.parameters : []
  return loader?.name.getText(file.root) === call.expression.getText(file.root)
}

/** An interface that Latchkey does not have would be declared anew, without an error. */
function rewriteAugmentation(
  file: ParsedFile,
  literal: ts.StringLiteralLike,
  { body }: ts.ModuleDeclaration,
  door: Door | undefined,
): Rewrite {
  const { ts } = file
  // Without a body, the declaration turns off the types of a package.
  if (!door || !body) return cannotMove(file, literal)
  if (declaresModules(file) && !file.root.statements.every((one) => isAugmentation(file, one))) {
    return { edits: [], findings: [findingAt(file, literal, declaredForWholeApp)] }
  }
  const statements: readonly ts.Statement[] = ts.isModuleBlock(body) ? body.statements : []
  const names = statements.filter(ts.isInterfaceDeclaration).map(({ name }) => name.text)
  const unknown = names.filter((name) => door.find(name)?.name !== name)
  return unknown.length > 0
    ? cannotMove(file, literal, unknown)
    : rewriteLiteral(file, literal, door.specifier)
}

/** Whether a statement is `declare module` for a module of Auth.js. */
function isAugmentation({ ts }: ParsedFile, statement: ts.Statement): boolean {
  if (!ts.isModuleDeclaration(statement)) return false
  return ts.isStringLiteral(statement.name) && isAuthJs(statement.name.text)
}

const declaredForWholeApp: Concern = {
  problem:
    'This file has no import or export, so its `declare module` would hide the package Latchkey.',
  cure: 'Move the block into a file of its own that ends with `export {}`, and change its module to "latchkey".',
}

function rewriteLiteral(
  file: ParsedFile,
  literal: ts.StringLiteralLike,
  specifier: string | undefined,
): Rewrite {
  if (specifier === undefined) return cannotMove(file, literal)
  return { edits: [replaceContent(file, literal, specifier)], findings: [] }
}
