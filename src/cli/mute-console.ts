const methods = ['log', 'info', 'warn', 'error', 'debug'] as const

/** Runs work while the console is silent. */
export async function muteConsole<T>(work: () => Promise<T>): Promise<T> {
  const kept = methods.map((name) => [name, console[name]] as const)
  for (const name of methods) console[name] = () => undefined
  try {
    return await work()
  } finally {
    for (const [name, method] of kept) console[name] = method
  }
}
