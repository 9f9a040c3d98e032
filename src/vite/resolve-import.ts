import * as vite from 'vite'
import type { Resolve } from './module-exports.js'

/** The part of a plugin's `this` that resolves modules, in Rollup and in Rolldown. */
interface ResolveContext {
  readonly meta: object
  readonly environment: vite.Environment
  resolve(
    specifier: string,
    importer: string,
    options: { readonly skipSelf: boolean; readonly custom?: object },
  ): Promise<{ readonly id: string } | null>
}

/**
 * Resolves imports to files without waiting for any module to load.
 *
 * Under Rollup the usual method waits for the resolved module, so two modules that import each
 * other would wait forever. This function therefore asks Vite first. Then it asks the app's plugins
 * in the only way that loads no module.
 */
export function createResolve(context: ResolveContext): Resolve {
  const { environment, meta } = context
  // On the dev server the usual method leads to the bundle of a package, whose name may be an alias.
  if ('rolldownVersion' in meta && environment.mode !== 'dev') {
    return async (specifier, importer) =>
      (await context.resolve(specifier, importer, { skipSelf: true }))?.id
  }
  const askVite = vite.createIdResolver(environment.getTopLevelConfig())
  const options = { skipSelf: true, custom: { 'node-resolve': { isRequire: true } } }
  return async (specifier, importer) =>
    (await askVite(environment, specifier, importer)) ??
    (await context.resolve(specifier, importer, options))?.id
}
