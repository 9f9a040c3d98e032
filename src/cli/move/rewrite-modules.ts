import type ts from 'typescript'
import { findAugmented, findDoor, isAuthJs, type Door } from './doors.js'
import { replaceContent, type Edit } from './edit.js'
import { findingAt, type Finding } from './finding.js'
import { nodesOf, type ParsedFile } from './parsed-file.js'
import { renameSpecifier } from './rename-specifier.js'

/** What becomes of a file. */
export interface Rewrite {
  readonly edits: readonly Edit[]
  readonly findings: readonly Finding[]
}

/** Replaces the modules of Auth.js, and the names that are different in ours. */
export function rewriteModules(file: ParsedFile, framework: string): Rewrite {
  const rewrites = nodesOf(file).flatMap((node) => rewriteNode(file, node, framework) ?? [])
  return {
    edits: rewrites.flatMap(({ edits }) => edits),
    findings: rewrites.flatMap(({ findings }) => findings),
  }
}

/** Every mention of a module is a string literal, and its parent says what is taken from it. */
function rewriteNode(file: ParsedFile, literal: ts.Node, framework: string): Rewrite | undefined {
  const { ts } = file
  if (!ts.isStringLiteralLike(literal) || !isAuthJs(literal.text)) return undefined
  const { parent } = literal
  if (ts.isModuleDeclaration(parent)) {
    return rewriteLiteral(file, literal, findAugmented(literal.text, framework))
  }
  const from = importing(file, literal)
  if (!from) return undefined
  const door = findDoor(literal.text, framework)
  if (!door) return cannotMove(file, literal)
  if (ts.isImportDeclaration(from)) {
    return rewriteNames(file, literal, door, namesOfImport(file, from))
  }
  if (ts.isExportDeclaration(from)) {
    return rewriteNames(file, literal, door, namesOfExport(file, from))
  }
  if (ts.isImportTypeNode(from)) return rewriteImportType(file, literal, door, from)
  const isProvider = door.specifier.startsWith('latchkey/providers/')
  return isProvider || door.isWhole
    ? rewriteLiteral(file, literal, door.specifier)
    : cannotMove(file, literal)
}

type Importing = ts.ImportDeclaration | ts.ExportDeclaration | ts.ImportTypeNode | ts.CallExpression

/** Finds the syntax that imports a module. Returns undefined if the literal is any other text. */
function importing({ ts }: ParsedFile, { parent }: ts.StringLiteralLike): Importing | undefined {
  if (ts.isImportDeclaration(parent) || ts.isExportDeclaration(parent)) return parent
  if (ts.isLiteralTypeNode(parent) && ts.isImportTypeNode(parent.parent)) return parent.parent
  const isCall =
    ts.isCallExpression(parent) && parent.expression.kind === ts.SyntaxKind.ImportKeyword
  return isCall ? parent : undefined
}

type Specifiers = readonly (ts.ImportSpecifier | ts.ExportSpecifier)[]

/** Returns undefined if the whole module is taken, under one name. */
function namesOfImport({ ts }: ParsedFile, node: ts.ImportDeclaration): Specifiers | undefined {
  const bindings = node.importClause?.namedBindings
  if (bindings === undefined) return []
  return ts.isNamedImports(bindings) ? bindings.elements : undefined
}

function namesOfExport({ ts }: ParsedFile, node: ts.ExportDeclaration): Specifiers | undefined {
  const { exportClause } = node
  return exportClause && ts.isNamedExports(exportClause) ? exportClause.elements : undefined
}

function rewriteNames(
  file: ParsedFile,
  literal: ts.StringLiteralLike,
  door: Door,
  specifiers: Specifiers | undefined,
): Rewrite {
  if (specifiers === undefined) {
    return door.isWhole ? rewriteLiteral(file, literal, door.specifier) : cannotMove(file, literal)
  }
  const names = specifiers.map(({ propertyName, name }) => (propertyName ?? name).text)
  const unknown = names.filter((name) => name !== 'default' && door.rename(name) === undefined)
  if (unknown.length > 0) return cannotMove(file, literal, unknown)
  const renames = specifiers.flatMap((specifier) => {
    const name = (specifier.propertyName ?? specifier.name).text
    return renameSpecifier(file, specifier, door.rename(name) ?? name)
  })
  const { edits } = rewriteLiteral(file, literal, door.specifier)
  return { edits: [...edits, ...renames], findings: [] }
}

function rewriteImportType(
  file: ParsedFile,
  literal: ts.StringLiteralLike,
  door: Door,
  { qualifier }: ts.ImportTypeNode,
): Rewrite {
  const name = qualifier && file.ts.isIdentifier(qualifier) ? qualifier.text : undefined
  const isKnown = name !== undefined && door.rename(name) === name
  return isKnown
    ? rewriteLiteral(file, literal, door.specifier)
    : cannotMove(file, literal, name === undefined ? [] : [name])
}

function rewriteLiteral(
  file: ParsedFile,
  literal: ts.StringLiteralLike,
  specifier: string | undefined,
): Rewrite {
  if (specifier === undefined) return cannotMove(file, literal)
  return { edits: [replaceContent(file, literal, specifier)], findings: [] }
}

function cannotMove(
  file: ParsedFile,
  literal: ts.StringLiteralLike,
  names: readonly string[] = [],
): Rewrite {
  const problem =
    names.length > 0
      ? `Latchkey has no ${names.join(' and no ')} of "${literal.text}".`
      : `Latchkey has nothing that replaces this use of "${literal.text}".`
  return { edits: [], findings: [findingAt(file, literal, { problem, cure: cureFor(literal) })] }
}

function cureFor({ text }: ts.StringLiteralLike): string {
  return text.includes('/providers/')
    ? 'The line is unchanged and works with Latchkey as long as @auth/core is installed.'
    : 'The line is unchanged. Remove what it is used for, then remove the line.'
}
