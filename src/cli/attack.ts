import type { Command, GivenOptions } from './command.js'
import { Refusal } from './refusal.js'
import type { Terminal } from './terminal.js'

/** `npx latchkey attack` */
export const attackCommand: Command = {
  name: 'attack',
  summary: 'Attacks an app that runs, and tells what it did not stand.',
  options: [
    { name: 'url', value: 'address', summary: 'where its routes are: http://localhost:3000/auth' },
    { name: 'user', value: 'name:password', summary: 'someone who may sign in' },
    { name: 'other', value: 'name:password', summary: 'somebody else who may' },
    { name: 'fields', value: 'name,password', summary: 'what the fields of the form are called' },
    { name: 'adapter', summary: 'says that sessions are kept in a database' },
  ],
  run: runAttack,
}

async function runAttack(
  { flags, values }: GivenOptions,
  _folder: string,
  terminal: Terminal,
): Promise<number> {
  const url = values.get('url')
  if (url === undefined || !URL.canParse(url)) {
    throw new Refusal('Say where the routes are: --url http://localhost:3000/auth')
  }
  const fields = (values.get('fields') ?? 'username,password').split(',')
  const target = {
    url,
    user: toFields(values.get('user'), fields),
    otherUser: toFields(values.get('other'), fields),
    ...(flags.has('adapter') && { hasAdapter: true as const }),
  }
  // No other command needs it.
  const { runAttacks } = await import('../testing/attack/run-attacks.js')
  const print = (line: string): void => terminal.print(line)
  const results = await runAttacks(target, { print }).catch((error: unknown) => {
    throw new Refusal(error instanceof Error ? error.message : String(error))
  })
  return results.some(({ outcome }) => outcome === 'failed') ? 1 : 0
}

/** What someone types, by the names of the fields. A password may have colons. */
function toFields(
  text: string | undefined,
  [name = '', password = '']: readonly string[],
): Record<string, string> | undefined {
  if (text === undefined) return undefined
  const colon = text.indexOf(':')
  if (colon === -1) throw new Refusal('Expected a name, a colon and a password.')
  return { [name]: text.slice(0, colon), [password]: text.slice(colon + 1) }
}
