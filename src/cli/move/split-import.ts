import type ts from 'typescript'
import { commentsIn, type Comment } from './comments.js'
import { findDoor, isAuthJs, type Door, type Target } from './doors.js'
import type { Edit } from './edit.js'
import type { ParsedFile } from './parsed-file.js'
import { renameTaken, type Specifier } from './rename-specifier.js'

/** An import or a re-export with names. */
export type NamedImport = ts.ImportDeclaration | ts.ExportDeclaration

/** The part of an import that one entry point serves. */
export interface Portion {
  readonly specifier: string
  readonly defaultName: string | undefined
  /** What is between the braces, with the names that the entry point has. */
  readonly names: readonly ImportedName[]
}

/** One name between the braces. */
export interface ImportedName {
  readonly text: string
  /** The comments beside it, which go with it into another import. */
  readonly comments: readonly string[]
}

/** An import, and the entry points that serve its names after the move. */
export interface SplitImport {
  readonly node: NamedImport
  readonly literal: ts.StringLiteralLike
  readonly elements: readonly Specifier[]
  /** Names that Latchkey lacks, if it has a module for them. They stay in the last portion. */
  readonly unknown: readonly string[]
  readonly portions: readonly Portion[]
  /** Edits of the names elsewhere in the file. */
  readonly uses: readonly Edit[]
  /** Whether other imports of the same kind can be merged into it. */
  readonly isHost: boolean
  readonly isTypeOnly: boolean
}

/**
 * Reads the imports of a file, or of a `declare module` in it, that take names from Auth.js, or from
 * Latchkey already.
 */
export function readImports(
  file: ParsedFile,
  statements: readonly ts.Statement[],
  framework: string,
): readonly SplitImport[] {
  const { ts } = file
  return statements.flatMap((node): readonly SplitImport[] => {
    if (!ts.isImportDeclaration(node) && !ts.isExportDeclaration(node)) return []
    const literal = node.moduleSpecifier
    const elements = elementsOf(file, node)
    if (!literal || !ts.isStringLiteralLike(literal) || !elements) return []
    if (isAuthJs(literal.text)) {
      return [split(file, { node, literal, elements }, findDoor(literal.text, framework))]
    }
    const isOurs = ts.isImportDeclaration(node) && /^latchkey(?:\/|$)/.test(literal.text)
    return isOurs ? [split(file, { node, literal, elements }, sameDoor(literal.text))] : []
  })
}

/** Returns undefined if the import takes the whole module or nothing. */
function elementsOf({ ts }: ParsedFile, node: NamedImport): readonly Specifier[] | undefined {
  if (ts.isExportDeclaration(node)) {
    const { exportClause } = node
    return exportClause && ts.isNamedExports(exportClause) ? exportClause.elements : undefined
  }
  const bindings = node.importClause?.namedBindings
  if (bindings === undefined) return node.importClause ? [] : undefined
  return ts.isNamedImports(bindings) ? bindings.elements : undefined
}

/** The names of an import that was moved before stay as they are. */
function sameDoor(specifier: string): Door {
  return { specifier, find: (name) => ({ specifier, name }) }
}

function split(
  file: ParsedFile,
  base: Pick<SplitImport, 'node' | 'literal' | 'elements'>,
  door: Door | undefined,
): SplitImport {
  const { ts } = file
  const { node, literal, elements } = base
  const clause = ts.isImportDeclaration(node) ? node.importClause : undefined
  const taken = [
    ...(clause?.name ? [{ name: 'default', element: undefined }] : []),
    ...elements.map((element) => ({ name: nameOf(element), element })),
  ].map(({ name, element }) => ({ name, element, target: door?.find(name) }))
  const renames = taken.map(({ element, target, name }) =>
    element ? renameTaken(file, element, target?.name ?? name) : { text: '', uses: [] },
  )
  const comments = commentsBeside(file, base)
  const specifiers = [...taken].sort(unknownLast).map(({ target }) => target?.specifier)
  const portions = (taken.length === 0 ? [door?.specifier] : [...new Set(specifiers)]).map(
    (specifier): Portion => ({
      specifier: specifier ?? literal.text,
      defaultName: taken.some((one) => !one.element && one.target?.specifier === specifier)
        ? clause?.name?.text
        : undefined,
      names: taken.flatMap(({ element, target }, at) =>
        element && target?.specifier === specifier
          ? [{ text: renames[at]?.text ?? '', comments: comments.get(element) ?? [] }]
          : [],
      ),
    }),
  )
  const isTypeOnly = clause?.isTypeOnly ?? false
  return {
    ...base,
    unknown: door ? taken.filter(({ target }) => !target).map(({ name }) => name) : [],
    portions,
    uses: renames.flatMap(({ uses }) => uses),
    isHost: clause !== undefined && !(isTypeOnly && clause.name !== undefined),
    isTypeOnly,
  }
}

/** A comment belongs to the name before it on its line, and otherwise to the next one. */
function commentsBeside(
  file: ParsedFile,
  { node, literal, elements }: Pick<SplitImport, 'node' | 'literal' | 'elements'>,
): ReadonlyMap<Specifier, readonly string[]> {
  const { root, text } = file
  const found = new Map<Specifier, readonly string[]>()
  for (const comment of commentsIn(file, node.getStart(root), literal.getStart(root))) {
    const before = [...elements].reverse().find((one) => one.getEnd() <= comment.start)
    const next = elements.find((one) => one.getStart(root) >= comment.end)
    const isBehind = before !== undefined && isBeside(text, before.getEnd(), comment)
    const owner = isBehind ? before : (next ?? before)
    if (owner) found.set(owner, [...(found.get(owner) ?? []), comment.text])
  }
  return found
}

/** Before the comma behind a name, or after it at the end of the line. */
function isBeside(text: string, nameEnd: number, { start, end }: Comment): boolean {
  const between = text.slice(nameEnd, start)
  const isLineEnd = /^[ \t]*\r?\n/.test(text.slice(end))
  return /^[ \t]*$/.test(between) || (isLineEnd && /^[ \t]*,[ \t]*$/.test(between))
}

function nameOf({ name, propertyName }: Specifier): string {
  return (propertyName ?? name).text
}

interface Taken {
  readonly target: Target | undefined
}

function unknownLast(a: Taken, b: Taken): number {
  return Number(a.target === undefined) - Number(b.target === undefined)
}
