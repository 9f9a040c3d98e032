import type ts from 'typescript'
import { cannotMove, joinRewrites, type Rewrite } from './cannot-move.js'
import { isAuthJs } from './doors.js'
import { applyEdits, replaceContent, replaceNode, type Edit } from './edit.js'
import { mergeImports } from './merge-imports.js'
import {
  readImports,
  type ImportedName,
  type NamedImport,
  type Portion,
  type SplitImport,
} from './split-import.js'
import { nodesOf, type ParsedFile } from './parsed-file.js'

/**
 * Replaces the imports and re-exports of a file that take names from Auth.js. An import whose names
 * belong to several entry points is split, and imports from the same entry point are merged.
 */
export function rewriteImports(file: ParsedFile, framework: string): Rewrite {
  const modules = nodesOf(file).filter(file.ts.isModuleBlock)
  return joinRewrites(
    [file.root, ...modules].map(({ statements }) => rewriteList(file, statements, framework)),
  )
}

/** Imports in a `declare module` are not merged with those of the file. */
function rewriteList(
  file: ParsedFile,
  statements: readonly ts.Statement[],
  framework: string,
): Rewrite {
  const imports = readImports(file, statements, framework)
  const hosts = mergeImports(imports)
  const rewrites = imports.map((one): Rewrite => {
    const portions = one.portions.filter((portion) => !hosts.merged.has(portion))
    const kept = portions.map((portion) => ({ portion, added: hosts.added.get(portion) ?? [] }))
    const isLeft = portions.some(({ specifier }) => isAuthJs(specifier))
    return {
      edits: [...rewriteImport(file, one, kept), ...one.uses],
      findings: isLeft ? cannotMove(file, one.literal, one.unknown).findings : [],
    }
  })
  return joinRewrites(rewrites)
}

/** A portion of an import, and the names that other imports add to it. */
interface KeptPortion {
  readonly portion: Portion
  readonly added: readonly ImportedName[]
}

function rewriteImport(
  file: ParsedFile,
  split: SplitImport,
  kept: readonly KeptPortion[],
): readonly Edit[] {
  const [only, ...more] = kept
  if (!only) return [removeLine(file, split.node)]
  const isWhole = more.length === 0 && split.portions.length === 1
  if (isWhole) return editInPlace(file, split, only)
  const lines = kept.map((one) => render(file, split, one))
  const start = split.node.getStart(file.root)
  return [{ start, end: endOf(file, split.node), text: lines.join(newlineOf(file)) }]
}

/** Keeps the import's own formatting. */
function editInPlace(
  file: ParsedFile,
  { literal, elements }: SplitImport,
  { portion, added }: KeptPortion,
): readonly Edit[] {
  const edits = elements.flatMap((element, at) => {
    const text = portion.names[at]?.text ?? ''
    const isLast = at === elements.length - 1
    const before = element.getText(file.root)
    const more = isLast ? added.map((name) => addName(file, element, name)).join('') : ''
    return before === text && more === '' ? [] : [replaceNode(file, element, text + more)]
  })
  if (literal.text === portion.specifier) return edits
  return [replaceContent(file, literal, portion.specifier), ...edits]
}

/** A list on several lines stays one. */
function addName(file: ParsedFile, last: ts.Node, { text, comments }: ImportedName): string {
  const space = file.text.slice(last.getFullStart(), last.getStart(file.root))
  const line = /\r?\n[ \t]*$/.exec(space)?.[0]
  if (comments.length === 0) return `,${line ?? ' '}${text}`
  return ['', ...comments, text].join(line ?? `${newlineOf(file)}  `).replace(/^/, ',')
}

function newlineOf({ text }: ParsedFile): string {
  return text.includes('\r\n') ? '\r\n' : '\n'
}

function render(
  file: ParsedFile,
  { node, literal }: SplitImport,
  { portion, added }: KeptPortion,
): string {
  const { ts } = file
  const isImport = ts.isImportDeclaration(node)
  const isType = isImport ? node.importClause?.isTypeOnly : node.isTypeOnly
  const names = [...portion.names, ...added]
  const clause = [portion.defaultName, names.length > 0 ? renderNames(file, names) : undefined]
  const words = [isImport ? 'import' : 'export', ...(isType ? ['type'] : [])]
  words.push(clause.filter((one) => one !== undefined).join(', '), 'from')
  const start = literal.getStart(file.root)
  const tail = file.text.slice(start, endOf(file, node))
  const content = { start: 1, end: literal.getEnd() - start - 1, text: portion.specifier }
  return `${words.join(' ')} ${applyEdits(tail, [content])}`
}

/** A comment may end with its line, so that a list with comments gets a line for each name. */
function renderNames(file: ParsedFile, names: readonly ImportedName[]): string {
  if (names.every(({ comments }) => comments.length === 0)) {
    return `{ ${names.map(({ text }) => text).join(', ')} }`
  }
  const newline = newlineOf(file)
  const lines = names.flatMap(({ text, comments }) => [...comments, `${text},`])
  return `{${newline}${lines.map((line) => `  ${line}${newline}`).join('')}}`
}

/** Removes an import, and its line if nothing else is on it. */
function removeLine(file: ParsedFile, node: NamedImport): Edit {
  const [start, end] = [node.getStart(file.root), endOf(file, node)]
  const rest = /^[ \t]*\r?\n/.exec(file.text.slice(end))?.[0] ?? ''
  return { start, end: end + rest.length, text: '' }
}

/** A semicolon at the start of a line belongs to the statement behind it, although it ends the import. */
function endOf({ text }: ParsedFile, node: NamedImport): number {
  const last = (node.attributes ?? node.moduleSpecifier ?? node).getEnd()
  return /^.*[\r\n][^]*;$/.test(text.slice(last, node.getEnd())) ? last : node.getEnd()
}
