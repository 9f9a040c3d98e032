const hiddenValues = new WeakMap<object, readonly string[]>()

/** Notes what the words of somebody else in an error may repeat and no log may show. */
export function hideInLogs<E extends Error>(error: E, values: readonly (string | undefined)[]): E {
  const known = hiddenValues.get(error) ?? []
  hiddenValues.set(error, [...known, ...values.filter((value) => value !== undefined)])
  return error
}

/** What a log must hide when it shows this error. */
export function hiddenInLogs(error: Error): readonly string[] {
  return hiddenValues.get(error) ?? []
}
