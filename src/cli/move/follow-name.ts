import type ts from 'typescript'
import { findExport, findImport, listWholeExports } from './module-names.js'
import type { FindModule } from './modules.js'
import { nodesOf, type ParsedFile } from './parsed-file.js'

/** What a name stands for, and the file in which it is written. */
export interface Declared {
  readonly file: ParsedFile
  readonly node: ts.Expression | ts.FunctionDeclaration
}

/** Names that lead to other names are rare, and may lead in a circle. */
const mostSteps = 8

/**
 * Finds the value that a name of a file has. Returns undefined if the name is declared twice, or in
 * a way that does not show its value.
 */
export function followName(
  file: ParsedFile,
  name: string,
  findModule: FindModule,
  steps: number = mostSteps,
): Declared | undefined {
  const local = findLocal(file, name)
  if (local) return { file, node: local }
  const imported = findImport(file, name)
  const source = imported && findModule(file, imported.specifier)
  return source && followExport(source, imported.name, findModule, steps)
}

function followExport(
  file: ParsedFile,
  name: string,
  findModule: FindModule,
  steps: number,
): Declared | undefined {
  if (steps === 0) return undefined
  const value = name === 'default' ? findDefault(file) : undefined
  if (value) return { file, node: value }
  const exported = findExport(file, name)
  if (exported?.specifier === undefined) {
    const found = followName(file, exported?.name ?? name, findModule, steps - 1)
    return found ?? followWhole(file, name, findModule, steps)
  }
  const source = findModule(file, exported.specifier)
  return source && followExport(source, exported.name, findModule, steps - 1)
}

function followWhole(
  file: ParsedFile,
  name: string,
  findModule: FindModule,
  steps: number,
): Declared | undefined {
  for (const specifier of listWholeExports(file)) {
    const source = findModule(file, specifier)
    const found = source && followExport(source, name, findModule, steps - 1)
    if (found) return found
  }
  return undefined
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
