import type ts from 'typescript'
import { findConfigCalls } from './config-calls.js'
import { isAuthJs } from './doors.js'
import { textOfName } from './member.js'
import { exportsName, listWholeExports } from './module-names.js'
import type { FindModule } from './modules.js'
import { nodesOf, type ParsedFile } from './parsed-file.js'
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

/** Former names of hooks. */
type Names = ReadonlySet<string>

const allNames: ReadonlySet<string> = new Set(formerHooks.keys())
const noNames: ReadonlySet<string> = new Set()

/** Files that call `serverAuth$` or export a hook, and the names that their edited exports lose. */
export type Makers = ReadonlyMap<ParsedFile, Names>

/** Finds the files that make or pass on instances and hooks. */
export function findMakers(files: readonly ParsedFile[], findModule: FindModule): Makers {
  const direct = files.filter((file) => callsServerAuth(file, findModule))
  const makers = new Map<ParsedFile, Names>(direct.map((file) => [file, noNames]))
  // A file that passes hooks on can be read before the file that it takes them from.
  for (let isDone = direct.length === 0; !isDone;) {
    isDone = true
    for (const file of files) {
      const known = makers.get(file)
      const found = renamedExports(file, makers, findModule)
      if (found === undefined || found.size === known?.size) continue
      makers.set(file, found)
      isDone = false
    }
  }
  return makers
}

/** Returns undefined if a file has nothing to do with instances. */
function renamedExports(
  file: ParsedFile,
  makers: Makers,
  findModule: FindModule,
): Names | undefined {
  const sources = listWholeExports(file)
    .flatMap((specifier) => findSources(file, specifier, makers, findModule))
    .filter((source) => source !== file && makers.has(source))
  // An export of the file itself wins over one that `export *` brings.
  const passed = sources
    .flatMap((source) => [...(makers.get(source) ?? [])])
    .filter((name) => !exportsName(file, formerHooks.get(name) ?? ''))
  const members = findMembers(file, makers, findModule)
  const own = members.filter((one) => isExported(file, one) && canRename(file, one))
  if (sources.length + own.length === 0) return makers.get(file)
  return new Set([...passed, ...own.map(({ name }) => name.getText(file.root))])
}

function isExported({ ts }: ParsedFile, { parent }: ts.BindingElement): boolean {
  const statement = parent.parent.parent.parent
  const modifiers = ts.isVariableStatement(statement) ? statement.modifiers : undefined
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false
}

function canRename(file: ParsedFile, { name, propertyName }: ts.BindingElement): boolean {
  const to = file.ts.isIdentifier(name) ? formerHooks.get(name.text) : undefined
  if (propertyName || to === undefined || !file.ts.isIdentifier(name)) return false
  return renameUses(file, name, to) !== undefined
}

/** Finds each `{ useAuthSession }` that is taken out of a call of `serverAuth$` or of its result. */
export function findMembers(
  file: ParsedFile,
  makers: Makers,
  findModule: FindModule,
): readonly ts.BindingElement[] {
  const { ts } = file
  const instances = findInstances(file, makers, findModule)
  const calls = new Set<ts.Node>(findServerAuth(file, findModule))
  return nodesOf(file)
    .filter(ts.isBindingElement)
    .filter(({ parent, name, propertyName }) => {
      const value = ts.isVariableDeclaration(parent.parent) ? parent.parent.initializer : undefined
      const member = textOfName(file, propertyName ?? name)
      if (value === undefined || !formerHooks.has(member)) return false
      return ts.isIdentifier(value) ? instances.get(value.text)?.has(member) : calls.has(value)
    })
}

/** Maps the names in a file that hold an instance, or a module, to the members that are renamed. */
export function findInstances(
  file: ParsedFile,
  makers: Makers,
  findModule: FindModule,
): ReadonlyMap<string, Names> {
  const { ts, root } = file
  const found = new Map(resultsOf(file, findModule).map((name) => [name, allNames]))
  const results = new Set([...makers.keys()].flatMap((maker) => resultsOf(maker, findModule)))
  for (const { importClause, moduleSpecifier } of root.statements.filter(ts.isImportDeclaration)) {
    const bindings = importClause?.namedBindings
    const specifier = ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : ''
    const sources = bindings ? findSources(file, specifier, makers, findModule) : []
    if (!bindings || !sources.some((source) => makers.has(source))) continue
    if (ts.isNamespaceImport(bindings)) {
      const names = sources.flatMap((source) => Array.from(makers.get(source) ?? []))
      found.set(bindings.name.text, new Set(names))
      continue
    }
    // Such as `export const auth = serverAuth$(…)`.
    for (const { name, propertyName } of bindings.elements) {
      if (results.has((propertyName ?? name).text)) found.set(name.text, allNames)
    }
  }
  return found
}

function resultsOf(file: ParsedFile, findModule: FindModule): readonly string[] {
  const { ts } = file
  return findServerAuth(file, findModule).flatMap(({ parent }) =>
    ts.isVariableDeclaration(parent) && ts.isIdentifier(parent.name) ? [parent.name.text] : [],
  )
}

/** If an import cannot be resolved, for example by an alias in the Vite config, its name decides. */
export function findSources(
  file: ParsedFile,
  specifier: string,
  makers: Makers,
  findModule: FindModule,
): readonly ParsedFile[] {
  const found = findModule(file, specifier)
  if (found) return [found]
  const wanted = stemOf(specifier)
  const isUnique = wanted !== 'index' && !specifier.startsWith('.')
  return isUnique ? [...makers.keys()].filter(({ path }) => stemOf(path) === wanted) : []
}

/** The name of a file without its extension, or of its folder if it is an index. */
function stemOf(path: string): string {
  const parts = path.replace(/(?:\/index)?\.[cm]?[jt]sx?$/, '').split('/')
  return parts.at(-1) ?? ''
}
