import type ts from 'typescript'
import type { FindModule } from './modules.js'
import { nodesOf, type ParsedFile } from './parsed-file.js'

/** What a name stands for, and the file in which it is written. */
export interface Declared {
  readonly file: ParsedFile
  readonly node: ts.Expression | ts.FunctionDeclaration
}

/**
 * Finds the value that a name of a file has. Returns undefined if the name is declared twice, or in
 * a way that does not show its value.
 */
export function followName(
  file: ParsedFile,
  name: string,
  findModule: FindModule,
): Declared | undefined {
  const local = findLocal(file, name)
  if (local) return { file, node: local }
  const imported = findImport(file, name)
  const source = imported && findModule(file, imported.specifier)
  if (!imported || !source) return undefined
  const exported =
    imported.name === 'default' ? findDefault(source) : findLocal(source, imported.name)
  return exported && { file: source, node: exported }
}

function findLocal(file: ParsedFile, name: string): Declared['node'] | undefined {
  const { ts } = file
  const found = nodesOf(file).flatMap((node): readonly (Declared['node'] | undefined)[] => {
    if (ts.isFunctionDeclaration(node) && node.name?.text === name) return [node]
    const isVariable = ts.isVariableDeclaration(node) && ts.isIdentifier(node.name)
    return isVariable && node.name.getText(file.root) === name ? [node.initializer] : []
  })
  return found.length === 1 ? found[0] : undefined
}

function findDefault({ ts, root }: ParsedFile): Declared['node'] | undefined {
  for (const node of root.statements) {
    if (ts.isExportAssignment(node)) return node.expression
    const isDefault = ts.isFunctionDeclaration(node)
      ? node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.DefaultKeyword)
      : false
    if (isDefault && ts.isFunctionDeclaration(node)) return node
  }
  return undefined
}

/** Finds what a file imports under a name. */
function findImport(
  { ts, root }: ParsedFile,
  name: string,
): { readonly name: string; readonly specifier: string } | undefined {
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
