import type ts from 'typescript'
import { followImport } from './follow-name.js'
import type { FindModule } from './modules.js'
import { nodesOf, type ParsedFile } from './parsed-file.js'
import { traceConfig, type ConfigObject, type TracedConfig } from './trace-config.js'

/** A call of an initializer, and the configs that its function returns. */
export interface ConfigCall extends TracedConfig {
  readonly call: ts.CallExpression
  /** The name of the initializer in its own package. */
  readonly initializer: string
  /** The package that the initializer comes from. */
  readonly specifier: string
}

/** Finds the calls of initializers that a file imports. */
export function findConfigCalls(
  file: ParsedFile,
  isInitializer: (name: string, specifier: string) => boolean,
  findModule: FindModule,
): readonly ConfigCall[] {
  const { ts } = file
  const names = importedNames(file, isInitializer, findModule)
  return nodesOf(file)
    .filter(ts.isCallExpression)
    .flatMap((call) => {
      const callee = ts.isIdentifier(call.expression) ? call.expression.text : ''
      const imported = names.get(callee)
      const [given] = call.arguments
      if (!imported) return []
      const traced = given ? traceConfig({ file, node: given }, findModule) : nothing
      return [{ call, ...imported, ...traced }]
    })
}

const nothing: TracedConfig = { configs: [], hidden: [] }

/** Lists every object that brings options into the configs of a call. */
export function objectsOf({ configs }: TracedConfig): readonly ConfigObject[] {
  return [...new Map(configs.flat().map((one) => [one.object, one])).values()]
}

/** Maps local names to the initializers that a file imports under them. */
function importedNames(
  file: ParsedFile,
  isWanted: (name: string, specifier: string) => boolean,
  findModule: FindModule,
): ReadonlyMap<string, Pick<ConfigCall, 'initializer' | 'specifier'>> {
  const { ts, root } = file
  const found = new Map<string, Pick<ConfigCall, 'initializer' | 'specifier'>>()
  for (const node of root.statements.filter(ts.isImportDeclaration)) {
    const bindings = node.importClause?.namedBindings
    if (!bindings || !ts.isNamedImports(bindings)) continue
    for (const { name } of bindings.elements) {
      const origin = followImport(file, name.text, findModule)
      if (origin && isWanted(origin.name, origin.specifier)) {
        found.set(name.text, { initializer: origin.name, specifier: origin.specifier })
      }
    }
  }
  return found
}

/** Finds an option of a config. */
export function findOption(
  { ts }: ParsedFile,
  { properties }: ts.ObjectLiteralExpression,
  name: string,
): ts.ObjectLiteralElementLike | undefined {
  return properties.find(
    (one) =>
      one.name &&
      (ts.isIdentifier(one.name) || ts.isStringLiteral(one.name)) &&
      one.name.text === name,
  )
}
