import type { Node } from './parse-module.js'
import { walk } from './walk.js'

const declaration = /\b(?:const\s+)?enum(\s+)([\w$]+)(?=\s*\{)/g
/** `export { … }` without `from`. Esbuild drops a name from it that the module does not declare. */
const exportList = /\bexport\s*\{[^}]*\}(?!\s*from\b)/g
/** A prefix that no author would write. */
const mark = '__latchkey_enum'

/** Returns the names of a module's enums. A text or a comment may look like an enum, too. */
export function enumNames(code: string): readonly string[] {
  return [...code.matchAll(declaration)].map(([, , name = '']) => name)
}

/**
 * Gives the declarations of enums other names. Removing types turns the members of an enum into
 * constants, but not those of an enum that the module does not declare. A last statement reads the
 * enums, because one that nothing reads may be removed.
 */
export function renameEnums(code: string): string {
  const names = enumNames(code).map((name) => name + mark)
  if (names.length === 0) return code
  const listed = new RegExp(
    String.raw`(?<!\bas\s+|[\w$])(${enumNames(code)
      .join('|')
      .replaceAll('$', String.raw`\$`)})(?![\w$])(\s+as\b)?`,
    'g',
  )
  const renamed = code.replace(declaration, `enum$1$2${mark}`).replaceAll(exportList, (list) => {
    return list.replaceAll(
      listed,
      (_, name: string, as?: string) => `${name}${mark}${as ?? ` as ${name}`}`,
    )
  })
  return `${renamed}\n;[${names.join()}]`
}

/** Gives the declarations of enums their own names again, once types are removed. */
export function restoreEnums(code: string, parsed: readonly Node[]): readonly Node[] {
  if (enumNames(code).length === 0) return parsed
  const statements = parsed.slice(0, -1)
  for (const statement of statements) {
    walk(statement, (node) => {
      restore(node, node.type === 'Identifier' ? 'name' : 'value')
      if (node.type === 'TemplateElement') restore(node['value'] as object, 'cooked')
    })
  }
  return statements
}

function restore(owner: object, member: string): void {
  const text: unknown = Reflect.get(owner, member)
  if (typeof text === 'string') Reflect.set(owner, member, text.replaceAll(mark, ''))
}
