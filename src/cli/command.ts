import type { Terminal } from './terminal.js'

/** An option of a command, such as `--yes`. */
export interface CommandOption {
  readonly name: string
  /** One letter, for `-y`. */
  readonly short?: string
  /** The name of the option's value. Without it, the option is a flag. */
  readonly value?: string
  readonly summary: string
}

/** The options on the command line. */
export interface GivenOptions {
  readonly flags: ReadonlySet<string>
  readonly values: ReadonlyMap<string, string>
}

/** A command of `npx latchkey`. */
export interface Command {
  readonly name: string
  readonly summary: string
  readonly options: readonly CommandOption[]
  /** Runs the command in a folder and resolves with the exit code. */
  run(given: GivenOptions, folder: string, terminal: Terminal): Promise<number>
}
