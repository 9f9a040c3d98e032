import type ts from 'typescript'
import {
  exportsName,
  findExport,
  findImport,
  findNamespace,
  listWholeExports,
  type Origin,
} from './module-names.js'
import { memberOf, moduleOfParameter, textOfName } from './member.js'
import type { FindModule } from './modules.js'
import { nodesOf, unwrap, type ParsedFile } from './parsed-file.js'
import { findInner } from './shadow.js'

/** Names that lead to other names are rare, and may lead in a circle. */
const mostSteps = 8

/**
 * Follows a name of a whole file through the app's imports, exports and constants to the package
 * that it comes from.
 */
export function followOrigin(
  file: ParsedFile,
  name: string,
  findModule: FindModule,
  steps: number = mostSteps,
): Origin | undefined {
  if (steps <= 0) return undefined
  const imported = findImport(file, name)
  if (imported) return followImported(file, imported, findModule, steps)
  const declared = findDeclarations(file, name).find((one) => !isInner(file, one))
  return declared && originOfDeclared(file, declared, findModule, steps)
}

/** Follows a name from the place where it is used, where it may mean something else. */
export function followUse(
  file: ParsedFile,
  use: ts.Identifier,
  findModule: FindModule,
  steps: number = mostSteps,
): Origin | undefined {
  const inner = findInner(file, use)
  if (!inner || steps <= 0) return followOrigin(file, use.text, findModule, steps)
  const declared = declarationOf(file, inner)
  return declared && originOfDeclared(file, declared, findModule, steps)
}

/** Lists what the declarations of a name lead to, wherever they are in a file. */
export function listOrigins(
  file: ParsedFile,
  name: string,
  findModule: FindModule,
): readonly Origin[] {
  const whole = followOrigin(file, name, findModule)
  const others = findDeclarations(file, name).map((one) =>
    originOfDeclared(file, one, findModule, mostSteps),
  )
  return [whole, ...others].filter((one) => one !== undefined)
}

function originOfDeclared(
  file: ParsedFile,
  declared: Declaration,
  findModule: FindModule,
  steps: number,
): Origin | undefined {
  const { ts } = file
  if (!ts.isBindingElement(declared)) {
    const value = ts.isVariableDeclaration(declared) ? declared.initializer : undefined
    return value && originOfValue(file, value, findModule, steps - 1)
  }
  const holder = declared.parent.parent
  const value = ts.isBindingElement(holder) ? undefined : valueOf(file, holder)
  const member = textOfName(file, declared.propertyName ?? declared.name)
  return value && originOfMember(file, value, member, findModule, steps - 1)
}

/** The value of a variable, or the module that a callback of `import(…).then` receives. */
function valueOf(
  file: ParsedFile,
  declared: ts.VariableDeclaration | ts.ParameterDeclaration,
): ts.Expression | undefined {
  return file.ts.isVariableDeclaration(declared)
    ? declared.initializer
    : moduleOfParameter(file, declared)
}

/** Follows an expression: a name, or a member of a module such as `auth.QwikAuth$`. */
export function originOfValue(
  file: ParsedFile,
  value: ts.Expression,
  findModule: FindModule,
  steps: number = mostSteps,
): Origin | undefined {
  const { ts } = file
  const node = unwrap(file, value)
  if (ts.isIdentifier(node)) return followUse(file, node, findModule, steps)
  const member = memberOf(file, node)
  return member && originOfMember(file, member.object, member.name, findModule, steps)
}

/** Follows a member of `import * as auth`, or of `await import(…)`. */
function originOfMember(
  file: ParsedFile,
  module: ts.Expression,
  name: string,
  findModule: FindModule,
  steps: number,
): Origin | undefined {
  const specifier = specifierOf(file, module, steps)
  return specifier === undefined
    ? undefined
    : followImported(file, { name, specifier }, findModule, steps)
}

function specifierOf(file: ParsedFile, module: ts.Expression, steps: number): string | undefined {
  const { ts } = file
  const node = unwrap(file, module)
  if (ts.isIdentifier(node)) return followModule(file, node, steps)
  const isImport = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
  const [given] = isImport ? node.arguments : []
  return given && ts.isStringLiteralLike(given) ? given.text : undefined
}

/** Finds the module that a name stands for as a whole where it is used. */
export function followModule(
  file: ParsedFile,
  use: ts.Identifier,
  steps: number = mostSteps,
): string | undefined {
  if (steps <= 0) return undefined
  const inner = findInner(file, use)
  if (inner) return moduleOfDeclared(file, declarationOf(file, inner), steps)
  const namespace = findNamespace(file, use.text)
  if (namespace !== undefined) return namespace
  const declared = findDeclarations(file, use.text).find((one) => !isInner(file, one))
  return moduleOfDeclared(file, declared, steps)
}

/** Whether a declaration of a name makes it stand for a module, wherever it is in a file. */
export function mayBeModule(file: ParsedFile, name: string): boolean {
  if (findNamespace(file, name) !== undefined) return true
  return findDeclarations(file, name).some(
    (one) => moduleOfDeclared(file, one, mostSteps) !== undefined,
  )
}

function moduleOfDeclared(
  file: ParsedFile,
  declared: Declaration | undefined,
  steps: number,
): string | undefined {
  if (!declared || file.ts.isBindingElement(declared)) return undefined
  const value = valueOf(file, declared)
  return value && specifierOf(file, value, steps - 1)
}

type Declaration = ts.VariableDeclaration | ts.BindingElement | ts.ParameterDeclaration

function findDeclarations(file: ParsedFile, name: string): readonly Declaration[] {
  return nodesOf(file)
    .filter((node) => isDeclaration(file, node))
    .filter((node) => file.ts.isIdentifier(node.name) && node.name.text === name)
}

/** The variable or parameter that a name declares. */
function declarationOf(file: ParsedFile, { parent }: ts.Identifier): Declaration | undefined {
  return isDeclaration(file, parent) ? parent : undefined
}

function isDeclaration({ ts }: ParsedFile, node: ts.Node): node is Declaration {
  return ts.isVariableDeclaration(node) || ts.isBindingElement(node) || ts.isParameter(node)
}

function isInner(file: ParsedFile, { name }: Declaration): boolean {
  return !file.ts.isIdentifier(name) || findInner(file, name) !== undefined
}

function followImported(
  file: ParsedFile,
  { name, specifier }: Origin,
  findModule: FindModule,
  steps: number,
): Origin | undefined {
  const source = findModule(file, specifier)
  if (!source) return { name, specifier }
  if (steps === 0) return undefined
  const exported = findExport(source, name)
  if (exported?.specifier !== undefined) {
    const next = { name: exported.name, specifier: exported.specifier }
    return followImported(source, next, findModule, steps - 1)
  }
  if (exported) return followOrigin(source, exported.name, findModule, steps - 1)
  if (exportsName(source, name)) return followOrigin(source, name, findModule, steps - 1)
  for (const whole of listWholeExports(source)) {
    const found = followImported(source, { name, specifier: whole }, findModule, steps - 1)
    if (found) return found
  }
  return undefined
}
