import { inspect } from 'node:util'

/** What the app's code did while it was loaded. */
export interface ContainedApp {
  /** The arguments of each call of `console.error`. */
  readonly logged: readonly (readonly unknown[])[]
  /** Errors that nothing in the app handled, such as those of a promise at module level. */
  readonly errors: readonly unknown[]
  /** A sentence for each call of `process.exit`. */
  readonly exits: readonly string[]
}

const methods = ['log', 'info', 'warn', 'error', 'debug'] as const
const events = ['unhandledRejection', 'uncaughtException'] as const

/**
 * Runs work that loads the app, with a silent console. An error that nothing handles and
 * `process.exit` would end the command before it has printed anything, and Node would print the
 * error with its secrets.
 */
export async function containApp<T>(work: (app: ContainedApp) => Promise<T>): Promise<T> {
  const app = { logged: [] as unknown[][], errors: [] as unknown[], exits: [] as string[] }
  const keep = (error: unknown): void => void app.errors.push(error)
  const kept = methods.map((name) => [name, console[name]] as const)
  const exit = process.exit.bind(process)
  for (const name of methods) {
    console[name] = (...args: unknown[]): void => {
      if (name === 'error') app.logged.push(args)
    }
  }
  for (const event of events) process.on(event, keep)
  // It returns, because an error would reach the app's own handlers, which may exit again.
  process.exit = ((code?: number) => {
    app.exits.push(describeExit(code, app.logged.at(-1)))
  }) as typeof process.exit
  try {
    return await work(app)
  } finally {
    process.exit = exit
    for (const event of events) process.off(event, keep)
    for (const [name, method] of kept) console[name] = method
  }
}

/** An app logs why it exits. */
function describeExit(code: number | undefined, logged: readonly unknown[] = []): string {
  const told = logged.map((part) => {
    if (part instanceof Error) return part.message
    return typeof part === 'string' ? part : inspect(part, { depth: 1 })
  })
  const call = `The app calls process.exit(${code ?? ''}) while it starts.`
  return told.length === 0 ? call : `${call} Before that, it logged: ${told.join(' ')}`
}
