const methods = ['log', 'info', 'warn', 'error', 'debug'] as const

/** Runs work while the console is silent, and returns the errors that were logged. */
export async function muteConsole<T>(
  work: () => Promise<T>,
): Promise<{ readonly value: T; readonly errors: readonly unknown[] }> {
  const kept = methods.map((name) => [name, console[name]] as const)
  const errors: unknown[] = []
  for (const name of methods) {
    console[name] = (...args: readonly unknown[]): void => {
      if (name === 'error') errors.push(...args)
    }
  }
  try {
    return { value: await work(), errors }
  } finally {
    for (const [name, method] of kept) console[name] = method
  }
}
