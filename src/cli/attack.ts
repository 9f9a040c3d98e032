import { resolve } from 'node:path'
import type { AttackTarget } from '../testing/attack/target.js'
import type { Command, GivenOptions } from './command.js'
import { findSecrets, findShortSecrets } from './find-secrets.js'
import type { EnvEntry } from './parse-env.js'
import { Refusal } from './refusal.js'
import { searchBuild, type BuildSearch } from './search-build.js'
import type { Terminal } from './terminal.js'

const title = 'CF2: no published file contains a secret'
const leftOut = `– ${title}\n    needs --build, the folder of the browser's files`
const noSecrets = `✗ ${title}\n    Nothing was searched for, because neither the environment nor a .env file has a secret. Run the command in the folder of the app, with the variables of the build.`

/** `npx latchkey attack` */
export const attackCommand: Command = {
  name: 'attack',
  summary: 'Attacks a running app, and lists the attacks that succeed.',
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
  if (!/^https?:$/.test(new URL(url).protocol)) {
    throw new Refusal(
      `Expected --url to start with http:// or https://, got ${url}. Write --url http://${url.replace(/^.*:\/\//, '')}`,
    )
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
  const build = values.get('build')
  if (build === undefined) terminal.print(leftOut)
  const isClean = build === undefined || (await searchOutput(build, folder, secrets, terminal))
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

function wait(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000))
}

/** Searches what the app publishes, prints the result, and returns whether no secret is in it. */
async function searchOutput(
  build: string,
  folder: string,
  secrets: readonly EnvEntry[],
  terminal: Terminal,
): Promise<boolean> {
  const { fileCount, found, unreadable } = await searchFolder(build, folder, secrets)
  const short = await findShortSecrets(folder, process.env)
  if (short.length > 0) {
    terminal.print(
      `– ${title}: ${short.join(', ')}\n    A value of fewer than 8 characters is not searched for, because it stands in many files by chance.`,
    )
  }
  if (secrets.length === 0) {
    terminal.print(noSecrets)
    return false
  }
  const problems = [
    ...found.map(({ file, name }) => `${file} contains ${name}`),
    ...unreadable.map((file) => `${file} cannot be unpacked, so it was not searched`),
  ]
  for (const problem of problems) terminal.print(`✗ ${title}\n    ${problem}`)
  if (problems.length > 0) return false
  const names = [...new Set(secrets.map(({ name }) => name))]
  terminal.print(`✓ ${title}\n    ${countFiles(fileCount)} searched for ${names.join(', ')}`)
  return true
}

async function searchFolder(
  build: string,
  folder: string,
  secrets: readonly EnvEntry[],
): Promise<BuildSearch> {
  const search = await searchBuild(resolve(folder, build), secrets).catch((error: unknown) => {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    const problem = isMissing ? 'does not exist' : `cannot be searched: ${messageOf(error)}`
    throw new Refusal(`The folder ${build} ${problem}. ${buildFirst}`)
  })
  if (search.fileCount > 0) return search
  throw new Refusal(`The folder ${build} has no files to search. ${buildFirst}`)
}

const buildFirst = "Build the app first, and pass the folder of the browser's files."

function countFiles(count: number): string {
  return count === 1 ? '1 file was' : `${count} files were`
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
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
