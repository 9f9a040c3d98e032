interface Options {
  readonly optimization?: object
}

/**
 * Turns off Rolldown's `inlineConst`. It copies a constant into the modules that import it, and the
 * constant's own module leaves the bundle, so the last check could not find it there.
 */
export function keepConstants<Given extends object>(options: Given, meta: object): Given | null {
  // Rollup has no such option, and warns of options that it does not know.
  if (!('rolldownVersion' in meta)) return null
  const { optimization } = options as Options
  return { ...options, optimization: { ...optimization, inlineConst: false } }
}
