import type ts from 'typescript'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { applyEdits, type Edit } from './move/edit.js'
import { findTypeScript } from './move/load-typescript.js'
import { nodesOf, parseFile, type ParsedFile } from './move/parsed-file.js'
import { stripComments } from '../vite/strip-comments.js'
import { readIfThere } from './read-file.js'
import { findImportedName, findPluginList, isCalled } from './vite-plugin-list.js'

/** The file names that Vite looks for, in its order. It reads only the first one that exists. */
export const viteConfigs: readonly string[] = [
  'vite.config.js',
  'vite.config.mjs',
  'vite.config.ts',
  'vite.config.cjs',
  'vite.config.mts',
  'vite.config.cts',
]

/** Names the file that Vite reads, or the usual one if the app has no such file. */
export function nameViteConfig(folder: string): string {
  return viteConfigs.find((name) => existsSync(join(folder, name))) ?? 'vite.config.ts'
}

const specifier = 'latchkey/vite'

/** The line with which a Vite config imports the plugin. */
export const importLine: string = `import { latchkey } from "${specifier}";`

/** What `init` does with the app's Vite config. */
export type VitePlan =
  | { readonly kind: 'present' | 'missing' }
  | { readonly kind: 'edit'; readonly path: string; readonly before: string; readonly text: string }
  | { readonly kind: 'unclear'; readonly path: string; readonly reason: string }

/**
 * Plans to add the plugin to the app's Vite config. If the place of the plugin is unclear, only the
 * author of the config knows where it belongs.
 */
export async function planVitePlugin(folder: string): Promise<VitePlan> {
  for (const path of viteConfigs) {
    const before = await readIfThere(join(folder, path))
    if (before !== undefined) return planFile(folder, path, before)
  }
  return { kind: 'missing' }
}

function planFile(folder: string, path: string, before: string): VitePlan {
  const typescript = findTypeScript(folder)
  if (!typescript) {
    return importsPlugin(before)
      ? { kind: 'present' }
      : { kind: 'unclear', path, reason: 'init found no TypeScript in the app to parse it with' }
  }
  const file = parseFile(typescript, path, before)
  if (hasSyntaxError(file)) return { kind: 'unclear', path, reason: 'it has a syntax error' }
  if (hasVitePlugin(file)) return { kind: 'present' }
  const list = findPluginList(file)
  const text = list && addVitePlugin(file, list)
  return text === undefined
    ? { kind: 'unclear', path, reason: 'it does not show which list of plugins Vite reads' }
    : { kind: 'edit', path, before, text }
}

/** Searches the text of a config that cannot be parsed. An import in a comment or text is skipped. */
function importsPlugin(text: string): boolean {
  const code = stripComments(text).replaceAll(stringLiteral, (literal) =>
    literal.slice(1, -1) === specifier ? literal : '""',
  )
  return /\b(?:from|import\s*\()\s*["']latchkey\/vite["']/.test(code)
}

const stringLiteral = /(["'`])(?:\\[^]|(?!\1)[^\\])*\1/g

/** TypeScript recovers from a syntax error, and the recovered tree may have another meaning. */
function hasSyntaxError({ ts, path, text }: ParsedFile): boolean {
  const options = { fileName: path, reportDiagnostics: true }
  const { diagnostics = [] } = ts.transpileModule(text, options)
  return diagnostics.some(({ file }) => file !== undefined)
}

/** Whether a Vite config uses the plugin. A comment, a text or an unused import does not count. */
export function hasVitePlugin(file: ParsedFile): boolean {
  const name = findImportedName(file, [specifier], 'latchkey')
  if (name !== undefined) return isCalled(file, name, findPluginList(file))
  return nodesOf(file).some((node) => isDynamicImport(file, node))
}

function isDynamicImport({ ts }: ParsedFile, node: ts.Node): boolean {
  if (!ts.isCallExpression(node)) return false
  const [from] = node.arguments
  const isImport = node.expression.kind === ts.SyntaxKind.ImportKeyword
  return isImport && from !== undefined && ts.isStringLiteral(from) && from.text === specifier
}

/**
 * Returns the config with the plugin at the start of a list. Returns undefined if the config uses
 * the plugin's name for something else.
 *
 * @param call - the plugin with its options
 */
export function addVitePlugin(
  file: ParsedFile,
  list: ts.ArrayLiteralExpression,
  call = 'latchkey()',
): string | undefined {
  const name = findImportedName(file, [specifier], 'latchkey')
  if (name !== undefined) {
    return applyEdits(file.text, [startList(file, list, call.replace('latchkey', name))])
  }
  const { ts } = file
  const isTaken = nodesOf(file).some((node) => ts.isIdentifier(node) && node.text === 'latchkey')
  return isTaken ? undefined : applyEdits(file.text, [startList(file, list, call), addImport(file)])
}

function startList(
  { root, text }: ParsedFile,
  list: ts.ArrayLiteralExpression,
  call: string,
): Edit {
  const [first] = list.elements
  const inside = list.getStart(root) + 1
  if (!first) return { start: inside, end: inside, text: call }
  const start = first.getStart(root)
  const space = text.slice(inside, start)
  const isOnOwnLine = /^\s*\n\s*$/.test(space)
  return { start, end: start, text: isOnOwnLine ? `${call},${space}` : `${call}, ` }
}

/** After the last import, and the comment behind it. */
function addImport({ ts, root, text }: ParsedFile): Edit {
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const imports = root.statements.filter(ts.isImportDeclaration)
  const last = imports.at(-1)
  if (!last) return { start: 0, end: 0, text: `${importLine}${newline}` }
  const end = last.getEnd()
  const at = ts.getTrailingCommentRanges(text, end)?.at(-1)?.end ?? end
  return { start: at, end: at, text: `${newline}${importLine}` }
}
