import type ts from 'typescript'
import { parseFile, type ParsedFile, type TypeScript } from './parsed-file.js'

/** The groups of packages that an app installs. */
export const groups = ['dependencies', 'devDependencies'] as const

/** An object in a `package.json`. */
export type JsonObject = ts.ObjectLiteralExpression

/** A package that `package.json` names. */
export interface NamedPackage {
  readonly name: string
  readonly range: string
  /** The range with its quotes. */
  readonly literal: ts.StringLiteral
}

/** How far a position in the parsed file is behind the same one in the text. */
export const offset = 1

/** Parses a `package.json`. TypeScript's grammar includes that of JSON if an expression comes first. */
export function parsePackage(typescript: TypeScript, text: string): ParsedFile {
  return parseFile(typescript, 'package.ts', `(${text})`)
}

/** Lists the packages that an app installs, in the order of the text. */
export function listPackages(file: ParsedFile): readonly NamedPackage[] {
  return groups.flatMap((group) => listMembers(file, objectIn(file, rootOf(file), group)))
}

/**
 * Lists the versions that npm, Yarn or pnpm has to install, whatever other packages ask for. Those
 * for the dependencies of a single package are left out.
 */
export function listOverrides(file: ParsedFile): readonly NamedPackage[] {
  const root = rootOf(file)
  const lists = [
    objectIn(file, root, 'overrides'),
    objectIn(file, root, 'resolutions'),
    objectIn(file, objectIn(file, root, 'pnpm'), 'overrides'),
  ]
  return lists.flatMap((list) => listMembers(file, list).concat(listOwn(file, list)))
}

/** npm writes `{ "vite": { ".": "5" } }` if the dependencies of a package have overrides, too. */
function listOwn(file: ParsedFile, list: JsonObject | undefined): readonly NamedPackage[] {
  return (list?.properties ?? []).flatMap((member) => {
    const own = listMembers(file, objectOf(file, member)).find(({ name }) => name === '.')
    return own ? [{ name: nameOf(file, member), range: own.range, literal: own.literal }] : []
  })
}

function listMembers(file: ParsedFile, object: JsonObject | undefined): readonly NamedPackage[] {
  const { ts } = file
  return (object?.properties ?? []).flatMap((member) => {
    const literal = ts.isPropertyAssignment(member) ? member.initializer : undefined
    if (!literal || !ts.isStringLiteral(literal)) return []
    return [{ name: nameOf(file, member), range: literal.text, literal }]
  })
}

function objectIn(
  file: ParsedFile,
  object: JsonObject | undefined,
  name: string,
): JsonObject | undefined {
  return objectOf(file, memberOf(file, object, name))
}

/** Returns the object that a `package.json` consists of. */
export function rootOf({ ts, root }: ParsedFile): JsonObject | undefined {
  const [statement] = root.statements
  const outer = statement && ts.isExpressionStatement(statement) ? statement.expression : undefined
  const inner = outer && ts.isParenthesizedExpression(outer) ? outer.expression : undefined
  return inner && ts.isObjectLiteralExpression(inner) ? inner : undefined
}

/** Returns a member's value if it is an object. */
export function objectOf(
  { ts }: ParsedFile,
  member: ts.ObjectLiteralElementLike | undefined,
): JsonObject | undefined {
  const value = member && ts.isPropertyAssignment(member) ? member.initializer : undefined
  return value && ts.isObjectLiteralExpression(value) ? value : undefined
}

/** Finds a member of an object by its name. */
export function memberOf(
  file: ParsedFile,
  object: JsonObject | undefined,
  name: string,
): ts.ObjectLiteralElementLike | undefined {
  return object?.properties.find((one) => nameOf(file, one) === name)
}

/** Returns the name of a member. */
export function nameOf({ ts }: ParsedFile, { name }: ts.ObjectLiteralElementLike): string {
  return name && ts.isStringLiteral(name) ? name.text : ''
}
