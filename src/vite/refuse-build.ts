import { Unsafe } from './find-calls.js'

/** What helps if an initializer cannot be followed. */
export const advice =
  'Import `routeAuth$`, `FrameworkAuth$` or `QwikAuth$` by name, and call it at the top level of the module that imports it.'

/** The part of a plugin's `this` that ends a build. */
export interface Ending {
  readonly meta: object
  error(given: string | { readonly message: string }): never
}

/** Ends the build with the reason for which a module is unsafe. */
export function refuseBuild(context: Ending, id: string, error: unknown): never {
  if (!(error instanceof Unsafe)) throw error
  // Rollup prints the id by itself.
  const place = 'rolldownVersion' in context.meta ? `${id}: ` : ''
  return context.error({
    message: `${place}${error.message}. ${error.harm} ${error.cure ?? advice}`,
    ...withoutSource,
    id,
  } as { readonly message: string })
}

/** Otherwise Vite's dev server adds the source to an error, and shows it to the browser. */
const withoutSource = { plugin: 'latchkey', pluginCode: 'refused' }
