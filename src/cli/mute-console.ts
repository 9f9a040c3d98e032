const methods = ['log', 'info', 'warn', 'error', 'debug'] as const

/** Runs work while the console is silent. The work gets the list of what is logged as an error. */
export async function muteConsole<T>(work: (logged: readonly unknown[]) => Promise<T>): Promise<T> {
  const kept = methods.map((name) => [name, console[name]] as const)
  const errors: unknown[] = []
  for (const name of methods) {
    console[name] = (...args: readonly unknown[]): void => {
      if (name === 'error') errors.push(...args)
    }
  }
  try {
    return await work(errors)
  } finally {
    for (const [name, method] of kept) console[name] = method
  }
}
