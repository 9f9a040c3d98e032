import type { Terminal } from './terminal.js'

/** An option of a command, such as `--yes`. */
export interface CommandOption {
  readonly name: string
  /** One letter, for `-y`. */
  readonly short?: string
  /** What its value is called; without one the option is a flag. */
  readonly value?: string
  readonly summary: string
}

/** The options that a command line holds. */
export interface GivenOptions {
  readonly flags: ReadonlySet<string>
  readonly values: ReadonlyMap<string, string>
}

/** Something that `npx latchkey` can do. */
export interface Command {
  readonly name: string
  readonly summary: string
  readonly options: readonly CommandOption[]
  /** Does it in a folder, and resolves with the exit code. */
  run(given: GivenOptions, folder: string, terminal: Terminal): Promise<number>
}
