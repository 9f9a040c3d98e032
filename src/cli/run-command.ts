import { parseArguments } from './arguments.js'
import { commands, findCommand } from './commands.js'
import { renderHelp } from './help.js'
import { readVersion } from './version.js'
import { findPackageManager, spellCommands, type PackageManager } from './package-manager.js'
import { Refusal } from './refusal.js'
import type { Terminal } from './terminal.js'

/** Runs a command line in a folder and resolves with the exit code. */
export async function runCommand(
  args: readonly string[],
  folder: string,
  terminal: Terminal,
): Promise<number> {
  const spelling = withCommandsOf(await findPackageManager(folder), terminal)
  try {
    return await dispatch(args, folder, spelling)
  } catch (error) {
    spelling.complain(messageOf(error))
    return 1
  }
}

/** The commands in our sentences are those of npm, unless the app has another package manager. */
function withCommandsOf(manager: PackageManager, terminal: Terminal): Terminal {
  return {
    ...terminal,
    print: (text) => terminal.print(spellCommands(text, manager)),
    complain: (text) => terminal.complain(spellCommands(text, manager)),
    ask: (question) => terminal.ask(spellCommands(question, manager)),
  }
}

async function dispatch(
  [name, ...rest]: readonly string[],
  folder: string,
  terminal: Terminal,
): Promise<number> {
  if (name === undefined || name === '--help' || name === '-h') {
    terminal.print(renderHelp(commands))
    return 0
  }
  if (name === '--version' || name === '-v') {
    terminal.print(await readVersion())
    return 0
  }
  const command = findCommand(name)
  const options = parseArguments(rest, command)
  if (options.flags.has('help')) {
    terminal.print(renderHelp([command]))
    return 0
  }
  return command.run(options, folder, terminal)
}

/** Always one line, because a stack does not help the user of the command. */
function messageOf(error: unknown): string {
  if (error instanceof Refusal) return error.message
  return `latchkey: ${error instanceof Error ? error.message : String(error)}`
}
