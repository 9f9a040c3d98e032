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
  let resolver: ReturnType<typeof vite.createIdResolver> | undefined
  const askVite: Resolve = (specifier, importer) => {
    resolver ??= vite.createIdResolver(environment.getTopLevelConfig())
    return resolver(environment, specifier, importer)
  }
  if ('rolldownVersion' in meta) {
    return async (specifier, importer) => {
      const id = (await context.resolve(specifier, importer, { skipSelf: true }))?.id
      // The dev server bundles packages, and names a bundle after an alias if the app uses one.
      return id !== undefined && bundledPackage.test(id) ? askVite(specifier, importer) : id
    }
  }
  const options = { skipSelf: true, custom: { 'node-resolve': { isRequire: true } } }
  return async (specifier, importer) =>
    (await askVite(specifier, importer)) ??
    (await context.resolve(specifier, importer, options))?.id
}

const bundledPackage = /[\\/]\.vite[\\/]deps/
