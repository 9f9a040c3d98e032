import type ts from 'typescript'
import { findConfigCalls } from './config-objects.js'
import { isAuthJs } from './doors.js'
import { replaceNode, type Edit } from './edit.js'
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
export function callsServerAuth(file: ParsedFile): boolean {
  return findConfigCalls(file, (name, from) => name === 'serverAuth$' && isAuthJs(from)).length > 0
}

/**
 * Renames the members of `serverAuth$`: in the file that makes them, in files that import them, and
 * where they are read as properties.
 *
 * @param makers - the paths of the files that call `serverAuth$`
 */
export function rewriteHooks(file: ParsedFile, makers: ReadonlySet<string>): readonly Edit[] {
  if (makers.size === 0) return []
  return nodesOf(file).flatMap((node) => rewriteNode(file, node, makers))
}

function rewriteNode(
  file: ParsedFile,
  node: ts.Node,
  makers: ReadonlySet<string>,
): readonly Edit[] {
  const { ts } = file
  if (ts.isPropertyAccessExpression(node)) {
    const to = formerHooks.get(node.name.text)
    return to === undefined ? [] : [replaceNode(file, node.name, to)]
  }
  if (ts.isBindingElement(node) && makers.has(file.path)) return renameMember(file, node)
  const isSpecifier = ts.isImportSpecifier(node) || ts.isExportSpecifier(node)
  if (!isSpecifier || !isFromMaker(file, node, makers)) return []
  const to = formerHooks.get((node.propertyName ?? node.name).text)
  return to === undefined ? [] : renameSpecifier(file, node, to)
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

/** Aliases such as `~/` differ between apps, so the name of the file decides. */
function isFromMaker(
  { ts }: ParsedFile,
  specifier: ts.ImportSpecifier | ts.ExportSpecifier,
  makers: ReadonlySet<string>,
): boolean {
  const { moduleSpecifier } = ts.isImportSpecifier(specifier)
    ? specifier.parent.parent.parent
    : specifier.parent.parent
  if (!moduleSpecifier || !ts.isStringLiteral(moduleSpecifier)) return false
  const wanted = stemOf(moduleSpecifier.text)
  return [...makers].some((path) => stemOf(path) === wanted)
}

function stemOf(path: string): string {
  return (path.split('/').at(-1) ?? '').replace(/\.[cm]?[jt]sx?$/, '')
}
