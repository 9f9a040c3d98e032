import { resolve } from 'node:path'
import type { AttackTarget } from '../testing/attack/target.js'
import type { Command, GivenOptions } from './command.js'
import { findSecrets } from './find-secrets.js'
import type { EnvEntry } from './parse-env.js'
import { Refusal } from './refusal.js'
import { searchBuild } from './search-build.js'
import type { Terminal } from './terminal.js'

const noSecrets =
  '✗ CF2: no published file contains a secret\n    Nothing was searched for, because neither the environment nor a .env file has a secret. Run the command in the folder of the app, with the variables of the build.'

/** `npx latchkey attack` */
export const attackCommand: Command = {
  name: 'attack',
  summary: 'Attacks an app that runs, and tells what it did not stand.',
  options: [
    { name: 'url', value: 'address', summary: 'where its routes are: http://localhost:3000/auth' },
    { name: 'user', value: 'name:password', summary: 'a user who may sign in' },
    { name: 'other', value: 'name:password', summary: 'another user who may sign in' },
    { name: 'fields', value: 'name,password', summary: 'what the fields of the form are called' },
    { name: 'adapter', summary: 'says that sessions are kept in a database' },
    { name: 'page', value: 'path', summary: 'a page with a form that signs in or out: /login' },
    {
      name: 'openid',
      value: 'id:port',
      summary: 'an OpenID provider of the app, which the command runs on that port',
    },
    {
      name: 'build',
      value: 'folder',
      summary: 'what the browser gets, searched for secrets: dist',
    },
  ],
  run: runAttack,
}

async function runAttack(
  { flags, values }: GivenOptions,
  folder: string,
  terminal: Terminal,
): Promise<number> {
  const url = values.get('url')
  if (url === undefined || !URL.canParse(url)) {
    throw new Refusal('Say where the routes are: --url http://localhost:3000/auth')
  }
  const fields = (values.get('fields') ?? 'username,password').split(',')
  const secrets = await findSecrets(folder, process.env)
  const page = values.get('page')
  const target = {
    url,
    user: toFields(values.get('user'), fields),
    otherUser: toFields(values.get('other'), fields),
    ...(flags.has('adapter') && { hasAdapter: true as const }),
    ...(page !== undefined && { page, secrets: secrets.map(({ value }) => value) }),
  }
  const isClean = await searchOutput(values.get('build'), folder, secrets, terminal)
  const services = await openService(values.get('openid'), terminal)
  try {
    // No other command needs it.
    const { runAttacks } = await import('../testing/attack/run-attacks.js')
    const print = (line: string): void => terminal.print(line)
    const results = await runAttacks({ ...target, ...services.given }, { print, wait })
    return isClean && results.every(({ outcome }) => outcome !== 'failed') ? 0 : 1
  } catch (error) {
    throw new Refusal(messageOf(error))
  } finally {
    await services.close()
  }
}

/** The services around the app that the command runs. */
interface Services {
  readonly given: Pick<AttackTarget, 'openIdProvider'>
  readonly close: () => Promise<void>
}

/** Runs the OpenID provider that the app has in its config, such as `op:4400`. */
async function openService(text: string | undefined, terminal: Terminal): Promise<Services> {
  if (text === undefined) return { given: {}, close: async () => {} }
  const [, id, port] = /^([^:]+):(\d{1,5})$/.exec(text) ?? []
  if (id === undefined) throw new Refusal('Expected the id of a provider, a colon and a port.')
  const { fakeProvider } = await import('../testing/provider/fake-provider.js')
  const service = fakeProvider()
  const { issuer, close } = await service.listen(Number(port)).catch((error: unknown) => {
    throw new Refusal(`The OpenID provider cannot listen on port ${port}: ${messageOf(error)}`)
  })
  const { clientId, clientSecret } = service.client
  terminal.print(
    `The provider "${id}" of the app must have the issuer ${issuer}, ` +
      `the client id "${clientId}" and the client secret "${clientSecret}".`,
  )
  return { given: { openIdProvider: { id, service } }, close }
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}

function wait(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000))
}

/** Searches what the app publishes; says nothing where no folder was named. */
async function searchOutput(
  build: string | undefined,
  folder: string,
  secrets: readonly EnvEntry[],
  terminal: Terminal,
): Promise<boolean> {
  if (build === undefined) return true
  const found = await searchBuild(resolve(folder, build), secrets).catch(() => {
    throw new Refusal(
      `Expected a folder with the files of the browser at ${build}. Build the app first.`,
    )
  })
  for (const { file, name } of found) {
    terminal.print(`✗ CF2: no published file contains a secret\n    ${file} contains ${name}`)
  }
  if (secrets.length === 0) {
    terminal.print(noSecrets)
    return false
  }
  if (found.length === 0) {
    terminal.print(`✓ CF2: no published file contains one of ${secrets.length} secrets`)
  }
  return found.length === 0
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
