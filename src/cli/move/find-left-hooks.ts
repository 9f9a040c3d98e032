import type ts from 'typescript'
import type { Edit } from './edit.js'
import { findingAt, type Concern, type Finding } from './finding.js'
import { findSources, formerHooks, type Makers } from './hook-makers.js'
import { exportsName, listWholeExports } from './module-names.js'
import type { FindModule } from './modules.js'
import { nodesOf, type ParsedFile } from './parsed-file.js'
import { isMember } from './rename-uses.js'

/**
 * Finds former names of hooks that no edit changes, and that no export of the app explains.
 *
 * @param edits - the changes of the file's hooks
 */
export function findLeftHooks(
  file: ParsedFile,
  edits: readonly Edit[],
  makers: Makers,
  findModule: FindModule,
): readonly Finding[] {
  const { ts, root } = file
  const isEdited = (node: ts.Node): boolean =>
    edits.some(({ start, end }) => start < node.getEnd() && node.getStart(root) < end)
  return nodesOf(file).flatMap((node) => {
    const isName = ts.isIdentifier(node) || ts.isStringLiteralLike(node)
    const to = isName ? formerHooks.get(node.text) : undefined
    if (!isName || to === undefined || isEdited(node)) return []
    if (ts.isIdentifier(node) && !isTaken(file, node)) return []
    const module = moduleOf(file, node)
    if (module !== undefined && stillExports(file, module, node.text, makers, findModule)) return []
    return [findingAt(file, node, concernOf(node.text, to))]
  })
}

function concernOf(name: string, to: string): Concern {
  return {
    problem: `This still names ${name}, which Latchkey calls ${to}.`,
    cure: `Rename it to ${to} if it comes from serverAuth$.`,
  }
}

/** Finds former names of hooks in a file that is not code, such as a route in Markdown. */
export function findHookLines(path: string, text: string): readonly Finding[] {
  return text
    .split('\n')
    .flatMap((line, at) =>
      [...formerHooks]
        .filter(([name]) => line.includes(name))
        .map(([name, to]) => Object.assign({ path, line: at + 1 }, concernOf(name, to))),
    )
}

/** Whether an identifier is taken from something else, and is not a name of the file itself. */
function isTaken(file: ParsedFile, name: ts.Identifier): boolean {
  const { ts } = file
  const { parent } = name
  if (ts.isExportSpecifier(parent)) {
    const isFromElsewhere = parent.parent.parent.moduleSpecifier !== undefined
    return isFromElsewhere && (parent.propertyName ?? parent.name) === name
  }
  if (ts.isImportSpecifier(parent)) return (parent.propertyName ?? parent.name) === name
  if (ts.isBindingElement(parent)) {
    const isOfObject = ts.isObjectBindingPattern(parent.parent)
    return isOfObject && (parent.propertyName ?? parent.name) === name
  }
  return isMember(file, name)
}

/** The module that a name is taken from, if an import says so. */
function moduleOf({ ts, root }: ParsedFile, { parent }: ts.Node): string | undefined {
  const textOf = (node: ts.Node | undefined): string | undefined =>
    node && ts.isStringLiteral(node) ? node.text : undefined
  if (ts.isImportSpecifier(parent)) return textOf(parent.parent.parent.parent.moduleSpecifier)
  if (ts.isExportSpecifier(parent)) return textOf(parent.parent.parent.moduleSpecifier)
  if (!ts.isPropertyAccessExpression(parent)) return undefined
  const owner = parent.expression.getText(root)
  const namespace = root.statements.filter(ts.isImportDeclaration).find(({ importClause }) => {
    const bindings = importClause?.namedBindings
    return bindings && ts.isNamespaceImport(bindings) && bindings.name.text === owner
  })
  return textOf(namespace?.moduleSpecifier)
}

/** Modules that export each other are rare, and may do so in a circle. */
const mostSteps = 8

function stillExports(
  file: ParsedFile,
  specifier: string,
  name: string,
  makers: Makers,
  findModule: FindModule,
  steps: number = mostSteps,
): boolean {
  if (steps === 0) return false
  return findSources(file, specifier, makers, findModule).some((source) => {
    if (makers.get(source)?.has(name)) return false
    if (exportsName(source, name)) return true
    return listWholeExports(source).some((whole) =>
      stillExports(source, whole, name, makers, findModule, steps - 1),
    )
  })
}
