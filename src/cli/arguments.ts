import { parseArgs } from 'node:util'
import type { Command, CommandOption, GivenOptions } from './command.js'
import { Refusal } from './refusal.js'

/** The option that every command has. */
export const helpOption: CommandOption = { name: 'help', short: 'h', summary: 'shows this' }

/** Parses the options of a command. Throws for an option that the command does not have. */
export function parseArguments(
  args: readonly string[],
  { name, options }: Pick<Command, 'name' | 'options'>,
): GivenOptions {
  const known = [...options, helpOption]
  try {
    const { values } = parseArgs({
      args: [...args],
      options: Object.fromEntries(known.map((option) => [option.name, typeOf(option)])),
      allowPositionals: false,
    })
    const given = Object.entries(values)
    return {
      flags: new Set(given.flatMap(([key, value]) => (value === true ? key : []))),
      values: new Map(given.flatMap(([key, value]) => (isText(value) ? [[key, value]] : []))),
    }
  } catch (error) {
    const isAddress = !args.includes('--url') && args.some((arg) => /^\w+:/.test(arg))
    const advice = isAddress && known.some(isUrl) ? 'Write --url before the address.' : ''
    throw new Refusal(
      [reasonOf(error), advice, `See npx latchkey ${name} --help.`].filter(Boolean).join(' '),
    )
  }
}

function isUrl({ name }: CommandOption): boolean {
  return name === 'url'
}

/** Node repeats the argument, which may be a secret, and appends advice about dashes. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : ''
  if (message.startsWith('Unexpected argument')) return 'Unexpected argument.'
  const [, option = ''] = /^Unknown option '(.*?)'/.exec(message) ?? []
  if (option !== '' && !/^--?[a-z]+(?:-[a-z]+)*$/.test(option)) return 'Unknown option.'
  return `${message.split(/\.(?:\s|$)/)[0]}.`
}

function typeOf({ short, value }: CommandOption): {
  type: 'string' | 'boolean'
  short?: string
} {
  const type = value === undefined ? 'boolean' : 'string'
  return short === undefined ? { type } : { type, short }
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
