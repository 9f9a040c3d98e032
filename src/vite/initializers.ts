/** The initializers of both bindings, under the name that Qwik's optimizer looks at. */
export const initializers: readonly string[] = ['FrameworkAuth$', 'routeAuth$']

/** The same after the optimizer has taken their argument out. */
export const initializerQrls: readonly string[] = initializers.map((name) =>
  name.replace('$', 'Qrl'),
)

/** The one whose argument Qwik keeps on the server. */
export const keptInitializer = 'routeAuth$'

/** The door of the binding that a resolved module is; undefined for all other modules. */
export function doorOf(id: string): string | undefined {
  const [, folder] = /[\\/](qwik2?)[\\/]index\.qwik\.mjs$/.exec(id.replace(/[?#].*$/, '')) ?? []
  if (folder === undefined || !/[\\/](?:latchkey[\\/])?dist[\\/]qwik2?[\\/]/.test(id))
    return undefined
  return folder === 'qwik2' ? 'latchkey/qwik2' : 'latchkey'
}
