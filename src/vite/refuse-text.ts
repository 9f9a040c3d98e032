import { dirname, resolve as resolvePath } from 'node:path'
import { isText, withoutQuery } from './app-module.js'
import { literalOf } from './dynamic-imports.js'
import { findConfigCalls, Unsafe } from './find-calls.js'
import { textOf, type Tracer } from './module-exports.js'
import type { Node, ParsedModule } from './parse-module.js'
import { walk } from './walk.js'

/**
 * Refuses `import text from './plugin@auth.ts?raw'` and the like. Vite publishes a file as it is if
 * a module imports its text or its address.
 */
export async function refuseText(id: string, tracer: Tracer): Promise<void> {
  const file = withoutQuery(id)
  if (!isText(id) || !(await callsInitializer(file, tracer))) return
  throw new Unsafe('A module imports the text of this file', 'Import its exports instead.')
}

/** Refuses `new URL('./plugin@auth.ts', import.meta.url)`, for which Vite publishes the file. */
export async function refuseAddresses(
  { statements }: ParsedModule,
  id: string,
  tracer: Tracer,
): Promise<void> {
  for (const address of statements.flatMap(addressesIn)) {
    const beside = resolvePath(dirname(id), address)
    const file = (await tracer.resolve(address, id)) ?? beside
    if (await callsInitializer(file, tracer)) {
      throw new Unsafe(`\`new URL('${address}', …)\` asks for the text of a file with a config`)
    }
  }
}

async function callsInitializer(file: string, tracer: Tracer): Promise<boolean> {
  const module = { code: '', statements: await tracer.read(file) }
  return (await findConfigCalls(module, file, tracer)).calls.length > 0
}

/** Returns the addresses that a node forms from the address of its module. */
function addressesIn(node: Node): readonly string[] {
  const addresses: string[] = []
  walk(node, ({ type, callee, arguments: given }) => {
    if (type !== 'NewExpression' || textOf(callee) !== 'URL') return
    const [address, base] = given as readonly (Node | undefined)[]
    const { type: owner } = (base?.['object'] ?? {}) as Partial<Node>
    const text = literalOf(address)
    if (owner === 'MetaProperty' && text !== undefined) addresses.push(text)
  })
  return addresses
}
