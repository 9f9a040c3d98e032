import type ts from 'typescript'
import type { ParsedFile } from './parsed-file.js'

/** A name, and the module that exports it. */
export interface Origin {
  readonly name: string
  readonly specifier: string
}

/** Finds what a file imports under a name. */
export function findImport({ ts, root }: ParsedFile, name: string): Origin | undefined {
  for (const { importClause, moduleSpecifier } of root.statements.filter(ts.isImportDeclaration)) {
    const specifier = ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : ''
    if (importClause?.name?.text === name) return { name: 'default', specifier }
    const bindings = importClause?.namedBindings
    const named = bindings && ts.isNamedImports(bindings) ? bindings.elements : []
    const found = named.find((one) => one.name.text === name)
    if (found) return { name: (found.propertyName ?? found.name).text, specifier }
  }
  return undefined
}

/** Finds the module that a file imports as a whole under a name, with `import * as name`. */
export function findNamespace({ ts, root }: ParsedFile, name: string): string | undefined {
  for (const { importClause, moduleSpecifier } of root.statements.filter(ts.isImportDeclaration)) {
    const bindings = importClause?.namedBindings
    const isFound = bindings && ts.isNamespaceImport(bindings) && bindings.name.text === name
    if (isFound && ts.isStringLiteral(moduleSpecifier)) return moduleSpecifier.text
  }
  return undefined
}

/**
 * Finds what a file exports under a name with `export { … }` or `export default name`. The specifier
 * is undefined if the file has the name itself.
 */
export function findExport(
  { ts, root }: ParsedFile,
  name: string,
): { readonly name: string; readonly specifier: string | undefined } | undefined {
  if (name === 'default') {
    const given = root.statements.find(ts.isExportAssignment)
    const isName = given && !given.isExportEquals && ts.isIdentifier(given.expression)
    if (isName) return { name: given.expression.text, specifier: undefined }
  }
  for (const { exportClause, moduleSpecifier } of root.statements.filter(ts.isExportDeclaration)) {
    const named = exportClause && ts.isNamedExports(exportClause) ? exportClause.elements : []
    const found = named.find((one) => one.name.text === name)
    const specifier =
      moduleSpecifier && ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : undefined
    if (found) return { name: (found.propertyName ?? found.name).text, specifier }
  }
  return undefined
}

/** Lists the modules that a file exports with `export *`. */
export function listWholeExports({ ts, root }: ParsedFile): readonly string[] {
  return root.statements
    .filter(ts.isExportDeclaration)
    .flatMap(({ exportClause, moduleSpecifier }) =>
      exportClause === undefined && moduleSpecifier && ts.isStringLiteral(moduleSpecifier)
        ? [moduleSpecifier.text]
        : [],
    )
}

/** Whether a file exports a name itself, and not with `export *`. */
export function exportsName(file: ParsedFile, name: string): boolean {
  const { ts, root } = file
  if (findExport(file, name)) return true
  return root.statements.some((node) => {
    const isVariable = ts.isVariableStatement(node)
    if (!isVariable && !ts.isFunctionDeclaration(node)) return false
    if (!node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return false
    if (!isVariable) return node.name?.text === name
    return node.declarationList.declarations.some((one) => bindsName(file, one.name, name))
  })
}

function bindsName({ ts }: ParsedFile, bound: ts.BindingName, name: string): boolean {
  const visit = (node: ts.BindingName): boolean =>
    ts.isIdentifier(node)
      ? node.text === name
      : node.elements.some((one) => ts.isBindingElement(one) && visit(one.name))
  return visit(bound)
}
