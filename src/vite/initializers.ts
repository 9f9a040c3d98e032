/** The initializers of both bindings, by the name that Qwik's optimizer recognizes. */
export const initializers: readonly string[] = ['FrameworkAuth$', 'QwikAuth$', 'routeAuth$']

/** The names of the same initializers after the optimizer has extracted their argument. */
export const initializerQrls: readonly string[] = initializers.map((name) =>
  name.replace('$', 'Qrl'),
)

/** The initializer whose argument Qwik keeps on the server. */
export const keptInitializer = 'routeAuth$'

/** Returns the package entry that a resolved module is, or undefined for all other modules. */
export function packageEntryOf(id: string): string | undefined {
  const [, folder] = /[\\/](qwik2?)[\\/]index\.qwik\.mjs$/.exec(id.replace(/[?#].*$/, '')) ?? []
  if (folder === undefined || !/[\\/](?:latchkey[\\/])?dist[\\/]qwik2?[\\/]/.test(id))
    return undefined
  return folder === 'qwik2' ? 'latchkey/qwik2' : 'latchkey'
}
