import { parseArgs } from 'node:util'
import type { Command, CommandOption, GivenOptions } from './command.js'
import { mayRepeat } from './may-repeat.js'
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
    const isAddress = args.some((arg) => /^\w+:/.test(arg)) && known.some(isUrl)
    const advice = isAddress ? 'Write --url before the address.' : ''
    throw new Refusal(
      [reasonOf(error, args), advice, `See npx latchkey ${name} --help.`].filter(Boolean).join(' '),
    )
  }
}

function isUrl({ name }: CommandOption): boolean {
  return name === 'url'
}

/** Node appends advice about dashes after the first sentence. */
function reasonOf(error: unknown, args: readonly string[]): string {
  const message = error instanceof Error ? error.message : ''
  const argument = args.find((arg) => !mayRepeat(arg) && message.includes(`'${arg}'`))
  if (argument !== undefined) return 'Unexpected argument.'
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
