/** Renames parameters. A name that maps to `undefined` is removed. */
export function renameParams(
  params: Iterable<readonly [string, string]>,
  names: Readonly<Record<string, string | undefined>>,
): URLSearchParams {
  const renamed = new URLSearchParams()
  for (const [name, value] of params) {
    const other = name in names ? names[name] : name
    if (other !== undefined) renamed.append(other, value)
  }
  return renamed
}
