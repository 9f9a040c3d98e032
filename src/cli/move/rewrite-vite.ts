import type ts from 'typescript'
import { addVitePlugin, hasVitePlugin } from '../vite-config.js'
import { findPluginList } from '../vite-plugin-list.js'
import { commentsIn, endWithComments } from './comments.js'
import { isAuthJs } from './doors.js'
import { applyEdits, type Edit } from './edit.js'
import { nodesOf, parseFile, type ParsedFile, type TypeScript } from './parsed-file.js'

/** A Vite config, and what it needs to know about the app. */
export interface ViteFile {
  readonly path: string
  readonly before: string
  /** Where the app's auth routes are. */
  readonly basePath: string
  /** Packages of Auth.js that the app still imports. */
  readonly kept: ReadonlySet<string>
}

/**
 * Adds the plugin to a Vite config, and removes the packages of Auth.js that the app no longer has
 * from its lists of packages. Returns undefined if the plugin cannot be added.
 */
export function rewriteVite(
  typescript: TypeScript,
  { path, before, basePath, kept }: ViteFile,
): string | undefined {
  const text = removeListed(typescript, path, before, kept)
  const file = parseFile(typescript, path, text)
  if (hasVitePlugin(file)) return text
  const options = basePath === '/auth' ? '' : `{ basePath: ${JSON.stringify(basePath)} }`
  // The plugin is imported, which a config that uses `require` and `module.exports` cannot do.
  if (!typescript.isExternalModule(file.root)) return undefined
  const list = findQwikList(file) ?? findPluginList(file)
  return list && addVitePlugin(file, list, `latchkey(${options})`)
}

const qwikPlugins: ReadonlySet<string> = new Set(['qwikVite', 'qwikCity', 'qwikRouter'])

/** A config may have several lists of plugins. Latchkey belongs into the one with Qwik's. */
function findQwikList(file: ParsedFile): ts.ArrayLiteralExpression | undefined {
  const { ts } = file
  const lists = nodesOf(file)
    .filter(ts.isArrayLiteralExpression)
    .filter(({ elements }) => elements.some((one) => isQwikPlugin(file, one)))
  return lists.length === 1 ? lists[0] : undefined
}

function isQwikPlugin({ ts }: ParsedFile, node: ts.Expression): boolean {
  const callee = ts.isCallExpression(node) ? node.expression : undefined
  return callee !== undefined && ts.isIdentifier(callee) && qwikPlugins.has(callee.text)
}

/** Vite warns about a package in `optimizeDeps` that is not installed. */
function removeListed(
  typescript: TypeScript,
  path: string,
  text: string,
  kept: ReadonlySet<string>,
): string {
  const edits = findListed(parseFile(typescript, path, text), kept)
  return edits ? removeListed(typescript, path, applyEdits(text, edits), kept) : text
}

/** The options of Vite that list packages, by the path of their names. */
const packageLists = /(?:^|\.)(?:optimizeDeps\.(?:include|exclude)|ssr\.(?:external|noExternal))$/

function findListed(file: ParsedFile, kept: ReadonlySet<string>): readonly Edit[] | undefined {
  const { ts } = file
  const lists = nodesOf(file)
    .filter(ts.isArrayLiteralExpression)
    .filter((list) => packageLists.test(optionPath(file, list)))
  for (const { elements } of lists) {
    const at = elements.findIndex((one) => ts.isStringLiteral(one) && isGone(one.text, kept))
    const [previous, found] = [elements[at - 1], elements[at]]
    if (found) return removeItem(file, found, previous)
  }
  return undefined
}

/** Removes an item of a list, its comma, and the comment behind it. All other comments stay. */
function removeItem(
  file: ParsedFile,
  item: ts.Expression,
  previous: ts.Expression | undefined,
): readonly Edit[] {
  const { root, text } = file
  const [fullStart, itemEnd] = [item.getFullStart(), item.getEnd()]
  const start = commentsIn(file, fullStart, item.getStart(root)).at(-1)?.end ?? fullStart
  const comma = /^\s*,/.exec(text.slice(itemEnd))?.[0]
  const end = endWithComments(file, itemEnd + (comma?.length ?? 0))
  // The next item keeps the space that this one had.
  const space = /^\s/.test(text.slice(start)) ? 0 : (/^ */.exec(text.slice(end))?.[0].length ?? 0)
  const removal = { start, end: end + space, text: '' }
  if (comma !== undefined || !previous) return [removal]
  const last = text.indexOf(
    ',',
    commentsIn(file, previous.getEnd(), fullStart).at(-1)?.end ?? previous.getEnd(),
  )
  return [{ start: last, end: last + 1, text: '' }, removal]
}

function isGone(specifier: string, kept: ReadonlySet<string>): boolean {
  return isAuthJs(specifier) && ![...kept].some((name) => `${specifier}/`.startsWith(`${name}/`))
}

/** The names of the options around a node, such as `optimizeDeps.include`. */
function optionPath({ ts, root }: ParsedFile, node: ts.Node): string {
  const names: string[] = []
  for (let at = node.parent; at !== root; at = at.parent) {
    if (ts.isPropertyAssignment(at)) names.unshift(at.name.getText(root).replaceAll(/["']/g, ''))
  }
  return names.join('.')
}
