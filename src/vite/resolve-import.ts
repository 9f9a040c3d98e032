import * as vite from 'vite'
import type { Resolve } from './module-exports.js'

/** The part of a plugin's `this` that finds modules, in Rollup and in Rolldown. */
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
 * Finds the files that imports lead to, without waiting for any module to be loaded.
 *
 * Under Rollup the usual way waits for the module that it finds, and two modules that import each
 * other would wait for ever. So Vite itself is asked first, and then the plugins of the app, in the
 * one way on which nothing is loaded.
 */
export function createResolve(context: ResolveContext): Resolve {
  const { environment, meta } = context
  if ('rolldownVersion' in meta) {
    return async (specifier, importer) =>
      (await context.resolve(specifier, importer, { skipSelf: true }))?.id
  }
  const askVite = vite.createIdResolver(environment.getTopLevelConfig())
  const options = { skipSelf: true, custom: { 'node-resolve': { isRequire: true } } }
  return async (specifier, importer) =>
    (await askVite(environment, specifier, importer)) ??
    (await context.resolve(specifier, importer, options))?.id
}
