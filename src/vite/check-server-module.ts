import { mayCall, resolveOnly } from './app-module.js'
import { findConfigCalls, Unsafe } from './find-calls.js'
import { createMemory } from './memory.js'
import { parseModule } from './parse-module.js'
import { refuseBuild, type Ending } from './refuse-build.js'
import { refuseServerFunctions } from './refuse-server-functions.js'
import { createResolve } from './resolve-import.js'

/**
 * Refuses server functions that a config uses, although no component imports its module. The dev
 * server does not read the whole app first, as a build does.
 */
export async function checkServerModule(
  context: Ending & Parameters<typeof createResolve>[0],
  code: string,
  id: string,
): Promise<void> {
  if (!mayCall(code, id)) return
  // The server may resolve a package to another file than the browser does.
  const own = createMemory()
  const tracer = { ...own, resolve: resolveOnly(createResolve(context), true) }
  try {
    const module = await parseModule(code, id)
    // Other unsafe uses only matter in the browser's modules.
    const found = await findConfigCalls(module, id, tracer).catch(() => undefined)
    if (found) await refuseServerFunctions(module, found, id, tracer)
  } catch (error) {
    if (error instanceof Unsafe) refuseBuild(context, id, error)
  }
}
