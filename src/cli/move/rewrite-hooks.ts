import type ts from 'typescript'
import type { Rewrite } from './cannot-move.js'
import { replaceNode, type Edit } from './edit.js'
import { findLeftHooks } from './find-left-hooks.js'
import { findInstances, findMembers, findSources, formerHooks, type Makers } from './hook-makers.js'
import { memberOf, renameNode, textOfName } from './member.js'
import type { FindModule } from './modules.js'
import { nodesOf, type ParsedFile } from './parsed-file.js'
import { renameSpecifier, type Specifier } from './rename-specifier.js'
import { renameUses } from './rename-uses.js'
import { isShadowed } from './shadow.js'

/**
 * Renames the members of `serverAuth$`: in the file that makes them, in files that import them, and
 * where they are read as properties. Reports the former names that stay.
 */
export function rewriteHooks(file: ParsedFile, makers: Makers, findModule: FindModule): Rewrite {
  if (makers.size === 0) return { edits: [], findings: [] }
  const edits = renameHooks(file, makers, findModule)
  return { edits, findings: findLeftHooks(file, edits, makers, findModule) }
}

function renameHooks(file: ParsedFile, makers: Makers, findModule: FindModule): readonly Edit[] {
  const { ts } = file
  const instances = findInstances(file, makers, findModule)
  const members = findMembers(file, makers, findModule)
  const others = nodesOf(file).flatMap((node) => {
    const read = memberOf(file, node)
    if (read) {
      const { object, name } = read
      const isHook = ts.isIdentifier(object) && instances.get(object.text)?.has(name)
      if (!isHook || isShadowed(file, object)) return []
      return [renameNode(file, read.node, newName(name))]
    }
    const isSpecifier = ts.isImportSpecifier(node) || ts.isExportSpecifier(node)
    const name = isSpecifier ? (node.propertyName ?? node.name).text : ''
    return isSpecifier && isRenamed(file, node, name, makers, findModule)
      ? renameSpecifier(file, node, newName(name))
      : []
  })
  return [...members.flatMap((member) => renameMember(file, member)), ...others]
}

function newName(name: string): string {
  return formerHooks.get(name) ?? name
}

/** `{ useAuthSession }` becomes `{ useSession }`, which the file exports. */
function renameMember(file: ParsedFile, element: ts.BindingElement): readonly Edit[] {
  const { ts } = file
  const { name, propertyName } = element
  const member = propertyName ?? name
  const to = newName(textOfName(file, member))
  if (propertyName || !ts.isIdentifier(name)) return [renameNode(file, member, to)]
  const uses = renameUses(file, name, to)
  return [replaceNode(file, name, uses ? to : `${to}: ${name.text}`), ...(uses ?? [])]
}

/** Whether the module of a specifier exports the name no longer. */
function isRenamed(
  file: ParsedFile,
  specifier: Specifier,
  name: string,
  makers: Makers,
  findModule: FindModule,
): boolean {
  const { moduleSpecifier } = file.ts.isImportSpecifier(specifier)
    ? specifier.parent.parent.parent
    : specifier.parent.parent
  if (!moduleSpecifier || !file.ts.isStringLiteral(moduleSpecifier)) return false
  const sources = findSources(file, moduleSpecifier.text, makers, findModule)
  return sources.some((source) => makers.get(source)?.has(name))
}
