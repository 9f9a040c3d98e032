import { helpOption } from './arguments.js'
import type { Command, CommandOption } from './command.js'

/** Renders the list of commands and their options. */
export function renderHelp(commands: readonly Command[]): string {
  return commands.map(renderCommand).join('\n\n')
}

function renderCommand({ name, summary, options }: Command): string {
  const rows = [...options, helpOption].map((option) => [spell(option), option.summary] as const)
  const width = Math.max(...rows.map(([spelling]) => spelling.length))
  return [
    `npx latchkey ${name}`,
    `  ${summary}`,
    '',
    ...rows.map(([spelling, text]) => `  ${spelling.padEnd(width)}  ${text}`),
  ].join('\n')
}

function spell({ name, short, value }: CommandOption): string {
  const long = value === undefined ? `--${name}` : `--${name} <${value}>`
  return short === undefined ? long : `-${short}, ${long}`
}
