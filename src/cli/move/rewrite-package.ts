import type ts from 'typescript'
import { applyEdits, replaceContent, type Edit } from './edit.js'
import {
  groups,
  memberOf,
  nameOf,
  objectOf,
  offset,
  parsePackage,
  rootOf,
  type JsonObject,
} from './package-json.js'
import type { ParsedFile, TypeScript } from './parsed-file.js'
import { findRaised } from './raised-versions.js'

/** The packages that Latchkey replaces. */
const replaced = ['@auth/qwik', '@builder.io/qwik-auth', '@auth/core']

/** What decides how a `package.json` is moved. */
export interface PackageOptions {
  /** The version of Latchkey. */
  readonly version: string
  /** The versions of other packages that Latchkey works with. */
  readonly peers: ReadonlyMap<string, string>
  /** Packages that the app still imports. */
  readonly kept: ReadonlySet<string>
}

/**
 * Replaces the packages of Auth.js in a `package.json` with Latchkey, and raises the ranges that
 * allow no version that Latchkey works with. All other lines stay.
 */
export function rewritePackage(
  typescript: TypeScript,
  before: string,
  { version, peers, kept }: PackageOptions,
): string {
  const removed = replaced.filter((name) => !kept.has(name))
  let text = raise(typescript, before, peers)
  for (const name of removed) {
    for (const group of groups) text = edit(typescript, text, (file) => remove(file, group, name))
  }
  return edit(typescript, text, (file) => add(file, 'latchkey', `^${version}`))
}

function edit(
  typescript: TypeScript,
  text: string,
  change: (file: ParsedFile) => Edit | undefined,
): string {
  const found = change(parsePackage(typescript, text))
  return found ? applyEdits(text, [shift(found)]) : text
}

function raise(typescript: TypeScript, text: string, peers: ReadonlyMap<string, string>): string {
  const file = parsePackage(typescript, text)
  const edits = findRaised(file, peers).map(({ literal, to }) => replaceContent(file, literal, to))
  return applyEdits(text, edits.map(shift))
}

function shift({ start, end, text }: Edit): Edit {
  return { start: start - offset, end: end - offset, text }
}

function remove(file: ParsedFile, group: string, name: string): Edit | undefined {
  const packages = objectOf(file, memberOf(file, rootOf(file), group))
  const found = packages && memberOf(file, packages, name)
  if (!packages || !found) return undefined
  const [at, { properties }] = [packages.properties.indexOf(found), packages]
  const next = properties[at + 1]
  // From the comma before it to its own comma, or with the last comma if it is the last.
  if (next) return { start: found.getFullStart(), end: next.getFullStart(), text: '' }
  const previous = properties[at - 1]
  return previous
    ? { start: previous.getEnd(), end: found.getEnd(), text: '' }
    : { start: packages.getStart(file.root) + 1, end: packages.getEnd() - 1, text: '' }
}

function add(file: ParsedFile, name: string, version: string): Edit | undefined {
  const root = rootOf(file)
  if (!root) return undefined
  const lists = groups.map((group) => objectOf(file, memberOf(file, root, group)))
  if (lists.some((list) => list && memberOf(file, list, name))) return undefined
  const line = `${JSON.stringify(name)}: ${JSON.stringify(version)}`
  const [packages] = lists
  if (!packages) return addGroup(file, root, line)
  const next = packages.properties.find((one) => nameOf(file, one) > name)
  if (next) {
    const space = spaceBefore(file, next)
    return { start: next.getFullStart(), end: next.getFullStart(), text: `${space}${line},` }
  }
  const last = packages.properties.at(-1)
  if (last) {
    return { start: last.getEnd(), end: last.getEnd(), text: `,${spaceBefore(file, last)}${line}` }
  }
  const space = spaceBefore(file, packages.parent)
  const start = packages.getStart(file.root)
  return { start, end: packages.getEnd(), text: `{${deepen(space)}${line}${space}}` }
}

/** Puts `dependencies` before `devDependencies`, or at the end. */
function addGroup(file: ParsedFile, root: JsonObject, line: string): Edit | undefined {
  const next = memberOf(file, root, 'devDependencies')
  const beside = next ?? root.properties.at(-1)
  if (!beside) return undefined
  const space = spaceBefore(file, beside)
  const group = `"dependencies": {${deepen(space)}${line}${space}}`
  const at = next ? next.getFullStart() : beside.getEnd()
  return { start: at, end: at, text: next ? `${space}${group},` : `,${space}${group}` }
}

function spaceBefore(file: ParsedFile, node: ts.Node): string {
  return file.text.slice(node.getFullStart(), node.getStart(file.root))
}

function deepen(space: string): string {
  const indent = space.replace(/^.*\n/s, '')
  return space + (indent || '  ')
}
