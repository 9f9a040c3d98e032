import type ts from 'typescript'
import { findConfigCalls } from './config-calls.js'
import { initializers, isAuthJs } from './doors.js'
import { formerHooks } from './hook-makers.js'
import type { FindModule } from './modules.js'
import { nodesOf, unwrap, type ParsedFile } from './parsed-file.js'

/** Which fields an action of Auth.js took: `callbackUrl` everywhere, or only in its `options`. */
export type ActionStyle = 'anywhere' | 'options'

/** The hooks of `@builder.io/qwik-auth` and of `@auth/qwik`. */
const styles: ReadonlyMap<string, ActionStyle> = new Map([
  ...[...formerHooks.keys()].map((name) => [name, 'anywhere'] as const),
  ['useSignIn', 'options'],
  ['useSignOut', 'options'],
])

/** Whether an app has an instance of Auth.js. */
export function hasAuthJsInstance(files: readonly ParsedFile[], findModule: FindModule): boolean {
  return files.some((file) => findConfigCalls(file, isFormer, findModule).length > 0)
}

function isFormer(name: string, from: string): boolean {
  return initializers.has(name) && isAuthJs(from)
}

/** Finds out whether an expression is an action, and which fields it took. */
export type FindStyle = (action: ts.Node) => ActionStyle | undefined

/** Prepares to recognise the actions of a file, such as `const signIn = useAuthSignin()`. */
export function findActions(file: ParsedFile): FindStyle {
  const { ts } = file
  const hooks = findHooks(file)
  const styleOfCall = (node: ts.Node): ActionStyle | undefined => {
    if (!ts.isCallExpression(node)) return undefined
    const hook = ts.isPropertyAccessExpression(node.expression)
      ? node.expression.name
      : node.expression
    return ts.isIdentifier(hook) ? hooks.get(hook.text) : undefined
  }
  const variables = new Map<string, ActionStyle>()
  for (const { name, initializer } of nodesOf(file).filter(ts.isVariableDeclaration)) {
    const style = initializer && styleOfCall(unwrap(file, initializer))
    if (style && ts.isIdentifier(name)) variables.set(name.text, style)
  }
  return (action) => {
    const node = unwrap(file, action)
    return ts.isIdentifier(node) ? variables.get(node.text) : styleOfCall(node)
  }
}

/** The hooks, by the names that they have in the file. */
function findHooks(file: ParsedFile): ReadonlyMap<string, ActionStyle> {
  const aliases = nodesOf(file)
    .filter(file.ts.isImportSpecifier)
    .flatMap(({ name, propertyName }) => {
      const style = propertyName && styles.get(propertyName.text)
      return style ? [[name.text, style] as const] : []
    })
  return new Map([...styles, ...aliases])
}
