import { attackCommand } from './attack.js'
import type { Command } from './command.js'
import { doctorCommand } from './doctor/doctor-command.js'
import { initCommand } from './init.js'
import { migrateCommand } from './migrate/migrate-command.js'
import { moveCommand } from './move/move.js'
import { mayRepeat } from './may-repeat.js'
import { nearest } from './nearest.js'
import { Refusal } from './refusal.js'
import { secretCommand } from './secret.js'

/** Every command of `npx latchkey`. */
export const commands: readonly Command[] = [
  initCommand,
  doctorCommand,
  migrateCommand,
  moveCommand,
  secretCommand,
  attackCommand,
]

/** Finds a command by its name. */
export function findCommand(name: string): Command {
  const found = commands.find((command) => command.name === name)
  if (found) return found
  if (!mayRepeat(name)) throw new Refusal('Unknown command. See npx latchkey --help.')
  if (name.startsWith('-')) throw new Refusal(`Unknown option "${name}". See npx latchkey --help.`)
  const names = commands.map((command) => command.name)
  const meant = nearest(name, names)
  const advice = meant === undefined ? 'See npx latchkey --help.' : `Did you mean "${meant}"?`
  throw new Refusal(`Unknown command "${name}". ${advice}`)
}
