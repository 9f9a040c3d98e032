/**
 * The name of an export, or a file and the name of its export. `import` stands for what a file does
 * when it is loaded. Every file may do something and have a `default`, so these names alone would allow
 * too much.
 */
const publicValue = /^(?:[^#]*[^#/]#|(?!(?:default|import)$))[\p{ID_Start}$_][\p{ID_Continue}$]*$/u

/** Explains a mistake in the options of the plugin. Returns undefined if they are valid. */
export function explainOptions(options: {
  readonly basePath: unknown
  readonly publicValues: unknown
}): string | undefined {
  const { basePath, publicValues } = options
  if (typeof basePath !== 'string' || !basePath.startsWith('/')) {
    return `\`basePath\` must be a path that starts with a slash, such as '/auth', but it is ${show(basePath)}.`
  }
  if (!Array.isArray(publicValues)) {
    return `\`publicValues\` must be a list of names, such as ['siteName'], but it is ${show(publicValues)}.`
  }
  const wrong: unknown = publicValues.find(
    (value) => typeof value !== 'string' || !publicValue.test(value),
  )
  if (wrong === undefined) return undefined
  if (wrong === 'default') {
    return `\`publicValues\` contains 'default', which would allow the default export of every file. Name the file, as in 'src/file.ts#default'.`
  }
  return `\`publicValues\` contains ${show(wrong)}. Write each value as 'name' or as 'src/file.ts#name'. There is no pattern for several values.`
}

function show(value: unknown): string {
  return typeof value === 'string' ? `'${value}'` : (JSON.stringify(value) ?? typeof value)
}
