const hiddenValues = new WeakMap<object, readonly string[]>()

/** Records values that the error's text may repeat and that a log must not show. */
export function hideInLogs<E extends Error>(error: E, values: readonly (string | undefined)[]): E {
  const known = hiddenValues.get(error) ?? []
  hiddenValues.set(error, [...known, ...values.filter((value) => value !== undefined)])
  return error
}

/** Returns the values that a log must hide when it shows this error. */
export function hiddenInLogs(error: Error): readonly string[] {
  return hiddenValues.get(error) ?? []
}
