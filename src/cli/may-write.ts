import type { GivenOptions } from './command.js'
import type { Terminal } from './terminal.js'

/** Asks whether to write the files that were shown, unless `--yes` says so. */
export async function mayWrite({ flags }: GivenOptions, terminal: Terminal): Promise<boolean> {
  if (flags.has('yes')) return true
  if (!terminal.isInteractive) {
    terminal.complain(
      'This terminal cannot answer questions. Run the command with --yes to write the files.',
    )
    return false
  }
  const answer = await terminal.ask('Write these files? (y/N) ')
  return /^y(?:es)?$/i.test(answer.trim())
}
