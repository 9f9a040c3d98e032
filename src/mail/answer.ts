/** Returns the member of a parsed response at a path such as `errors.0.code`, or undefined. */
export function memberAt(answer: unknown, path: string): unknown {
  return path.split('.').reduce(memberOf, answer)
}

/** Returns the first of these members that is a string or a number, as a string. */
export function textAt(answer: unknown, paths: readonly string[]): string | undefined {
  const found = paths.map((path) => memberAt(answer, path)).find(isScalar)
  return found === undefined ? undefined : String(found)
}

function memberOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return Reflect.get(value, name)
}

function isScalar(value: unknown): value is string | number {
  return typeof value === 'number' || (typeof value === 'string' && value !== '')
}
