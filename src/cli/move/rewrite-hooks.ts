import type ts from 'typescript'
import { findConfigCalls } from './config-calls.js'
import { isAuthJs } from './doors.js'
import { replaceNode, type Edit } from './edit.js'
import type { FindModule } from './modules.js'
import { nodesOf, type ParsedFile } from './parsed-file.js'
import { renameSpecifier } from './rename-specifier.js'
import { renameUses } from './rename-uses.js'

/** The members of `serverAuth$` that have another name now. */
export const formerHooks: ReadonlyMap<string, string> = new Map([
  ['useAuthSession', 'useSession'],
  ['useAuthSignin', 'useSignIn'],
  ['useAuthSignout', 'useSignOut'],
])

/** Whether a file calls `serverAuth$` of `@builder.io/qwik-auth`. */
export function callsServerAuth(file: ParsedFile, findModule: FindModule): boolean {
  return findServerAuth(file, findModule).length > 0
}

function findServerAuth(file: ParsedFile, findModule: FindModule): readonly ts.CallExpression[] {
  return findConfigCalls(file, isServerAuth, findModule).map(({ call }) => call)
}

function isServerAuth(name: string, from: string): boolean {
  return name.startsWith('serverAuth') && isAuthJs(from)
}

/** The files that export the members of `serverAuth$` under their own names. */
export type Makers = ReadonlySet<ParsedFile>

/** Finds the files that call `serverAuth$`, and those with `export *` from one of them. */
export function findMakers(files: readonly ParsedFile[], findModule: FindModule): Makers {
  const makers = new Set(files.filter((file) => callsServerAuth(file, findModule)))
  let size = 0
  while (size !== makers.size) {
    size = makers.size
    for (const file of files) if (passesAll(file, makers, findModule)) makers.add(file)
  }
  return makers
}

function passesAll(file: ParsedFile, makers: Makers, findModule: FindModule): boolean {
  const { ts, root } = file
  return root.statements
    .filter(ts.isExportDeclaration)
    .some(({ exportClause, moduleSpecifier }) => {
      const isWhole = exportClause === undefined && moduleSpecifier !== undefined
      return isWhole && isMaker(file, moduleSpecifier, makers, findModule)
    })
}

/**
 * Renames the members of `serverAuth$`: in the file that makes them, in files that import them, and
 * where they are read as properties.
 */
export function rewriteHooks(
  file: ParsedFile,
  makers: Makers,
  findModule: FindModule,
): readonly Edit[] {
  if (makers.size === 0) return []
  const instances = findInstances(file, makers, findModule)
  const calls = new Set<ts.Node>(findServerAuth(file, findModule))
  return nodesOf(file).flatMap((node) => {
    const { ts } = file
    if (ts.isPropertyAccessExpression(node)) return renameAccess(file, node, instances)
    if (ts.isBindingElement(node)) {
      return isMemberOf(file, node, calls, instances) ? renameMember(file, node) : []
    }
    const isSpecifier = ts.isImportSpecifier(node) || ts.isExportSpecifier(node)
    if (!isSpecifier || !isFromMaker(file, node, makers, findModule)) return []
    const to = formerHooks.get((node.propertyName ?? node.name).text)
    return to === undefined ? [] : renameSpecifier(file, node, to)
  })
}

/** The names in a file that hold an instance: a module that exports its members, or the result. */
function findInstances(
  file: ParsedFile,
  makers: Makers,
  findModule: FindModule,
): ReadonlySet<string> {
  const { ts, root } = file
  const results = new Set([...makers].flatMap((maker) => resultsOf(maker, findModule)))
  const imported = root.statements.filter(ts.isImportDeclaration).flatMap((node) => {
    const bindings = node.importClause?.namedBindings
    if (!bindings || !isMaker(file, node.moduleSpecifier, makers, findModule)) return []
    if (ts.isNamespaceImport(bindings)) return [bindings.name.text]
    // Such as `export const auth = serverAuth$(…)`.
    return bindings.elements
      .filter(({ name, propertyName }) => results.has((propertyName ?? name).text))
      .map(({ name }) => name.text)
  })
  return new Set([...resultsOf(file, findModule), ...imported])
}

function resultsOf(file: ParsedFile, findModule: FindModule): readonly string[] {
  const { ts } = file
  return findServerAuth(file, findModule).flatMap(({ parent }) =>
    ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name) ? [parent.name.text] : [],
  )
}

function renameAccess(
  file: ParsedFile,
  { expression, name }: ts.PropertyAccessExpression,
  instances: ReadonlySet<string>,
): readonly Edit[] {
  const to = formerHooks.get(name.text)
  const isInstance = file.ts.isIdentifier(expression) && instances.has(expression.text)
  return to !== undefined && isInstance ? [replaceNode(file, name, to)] : []
}

/** Whether `{ useAuthSession }` is taken out of a call of `serverAuth$` or of its result. */
function isMemberOf(
  { ts }: ParsedFile,
  { parent }: ts.BindingElement,
  calls: ReadonlySet<ts.Node>,
  instances: ReadonlySet<string>,
): boolean {
  const value = ts.isVariableDeclaration(parent.parent) ? parent.parent.initializer : undefined
  if (value === undefined) return false
  return ts.isIdentifier(value) ? instances.has(value.text) : calls.has(value)
}

/** `{ useAuthSession }` becomes `{ useSession }`, which the file exports. */
function renameMember(file: ParsedFile, element: ts.BindingElement): readonly Edit[] {
  const { ts } = file
  const { name, propertyName } = element
  const member = propertyName ?? name
  if (!ts.isIdentifier(member)) return []
  const to = formerHooks.get(member.text)
  if (to === undefined) return []
  if (propertyName || !ts.isIdentifier(name)) return [replaceNode(file, member, to)]
  const uses = renameUses(file, name, to)
  return [replaceNode(file, name, uses ? to : `${to}: ${name.text}`), ...(uses ?? [])]
}

function isFromMaker(
  file: ParsedFile,
  specifier: ts.ImportSpecifier | ts.ExportSpecifier,
  makers: Makers,
  findModule: FindModule,
): boolean {
  const { moduleSpecifier } = file.ts.isImportSpecifier(specifier)
    ? specifier.parent.parent.parent
    : specifier.parent.parent
  return moduleSpecifier !== undefined && isMaker(file, moduleSpecifier, makers, findModule)
}

/** If an import cannot be resolved, for example by an alias in the Vite config, its name decides. */
function isMaker(
  file: ParsedFile,
  specifier: ts.Expression,
  makers: Makers,
  findModule: FindModule,
): boolean {
  if (!file.ts.isStringLiteral(specifier)) return false
  const found = findModule(file, specifier.text)
  if (found) return makers.has(found)
  const wanted = stemOf(specifier.text)
  const isUnique = wanted !== 'index' && !specifier.text.startsWith('.')
  return isUnique && [...makers].some(({ path }) => stemOf(path) === wanted)
}

/** The name of a file without its extension, or of its folder if it is an index. */
function stemOf(path: string): string {
  const parts = path.replace(/(?:\/index)?\.[cm]?[jt]sx?$/, '').split('/')
  return parts.at(-1) ?? ''
}
