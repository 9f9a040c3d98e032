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

/** Names that lead to other names are rare, and may lead in a circle. */
const mostSteps = 8

/**
 * Follows a name through the app's imports, exports and constants to the package that it comes
 * from.
 */
export function followOrigin(
  file: ParsedFile,
  name: string,
  findModule: FindModule,
  steps: number = mostSteps,
): Origin | undefined {
  if (steps === 0) return undefined
  const imported = findImport(file, name)
  if (imported) return followImported(file, imported, findModule, steps)
  const origins = findDeclarations(file, name).map((one) =>
    originOfDeclared(file, one, findModule, steps),
  )
  const [first, ...others] = origins
  const isSame = others.every(
    (one) => one?.name === first?.name && one?.specifier === first?.specifier,
  )
  return isSame ? first : undefined
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
  if (ts.isIdentifier(node)) return followOrigin(file, node.text, findModule, steps)
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
  if (ts.isIdentifier(node)) return followModule(file, node.text, steps)
  const isImport = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
  const [given] = isImport ? node.arguments : []
  return given && ts.isStringLiteralLike(given) ? given.text : undefined
}

/** Finds the module that a name of a file stands for as a whole. */
export function followModule(
  file: ParsedFile,
  name: string,
  steps: number = mostSteps,
): string | undefined {
  const namespace = findNamespace(file, name)
  if (namespace !== undefined || steps === 0) return namespace
  const specifiers = findDeclarations(file, name).map((declared) => {
    const value = file.ts.isBindingElement(declared) ? undefined : valueOf(file, declared)
    return value && specifierOf(file, value, steps - 1)
  })
  return new Set(specifiers).size === 1 ? specifiers[0] : undefined
}

type Declaration = ts.VariableDeclaration | ts.BindingElement | ts.ParameterDeclaration

/** Finds the variables and parameters of a name. All of them have to lead to the same export. */
function findDeclarations(file: ParsedFile, name: string): readonly Declaration[] {
  const { ts } = file
  return nodesOf(file)
    .filter(
      (node) => ts.isVariableDeclaration(node) || ts.isBindingElement(node) || ts.isParameter(node),
    )
    .filter((node) => ts.isIdentifier(node.name) && node.name.text === name)
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
