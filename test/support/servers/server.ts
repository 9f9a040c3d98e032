import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { findOwner, findPort, temporaryFolder } from './places.js'
import { startKeeper, type Keeper } from './start-keeper.js'

/** A database server of its own, on this machine: gone with the process that started it. */
export interface Server {
  /** For a user who may do everything; the password is in it. */
  readonly url: string
  /** The URL of an empty database that no other test uses; `name` is for people. */
  createDatabase(name: string): Promise<string>
  /** An outage: connections break, the port refuses new ones, the data stay on disk. */
  stop(): Promise<void>
  /** The same without notice: what the server has not written or sent is lost. A signal may be named. */
  kill(signal?: NodeJS.Signals): Promise<void>
  /** The end of an outage: the same port, the same data. Resolves when the server answers. */
  start(): Promise<void>
  /** The end: no process, no folder. */
  remove(): Promise<void>
}

/** What the servers do differently. */
export interface Recipe {
  readonly name: string
  /** Whom to run it as instead of root, the first that there is. */
  readonly users: readonly string[]
  /** Clean, so that the data are on disk. */
  readonly stopWith: NodeJS.Signals
  /** At once, but leaving no process behind. */
  readonly endWith: NodeJS.Signals
  /** Writes what the server needs into its folder, and names the program that does the rest. */
  prepare(folder: string): Promise<Command | undefined>
  serve(folder: string, port: number): Command
  url(port: number): string
  /** Throws while the server does not answer. */
  ask(url: string): Promise<void>
  createDatabase(url: string, name: string): Promise<string>
}

export type Command = readonly [command: string, ...args: string[]]

export async function startServer(recipe: Recipe): Promise<Server> {
  const keeper = startKeeper()
  try {
    return await openServer(recipe, keeper)
  } catch (error) {
    await keeper.end()
    throw error
  }
}

/** New at every call, and a word that needs no quotes. */
export function databaseName(name: string): string {
  const words = name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')
  return `db_${words.slice(0, 40)}_${randomBytes(6).toString('hex')}`
}

async function openServer(recipe: Recipe, keeper: Keeper): Promise<Server> {
  const owner = findOwner(recipe.users)
  const prefix = join(temporaryFolder(owner), `latchkey-${recipe.name.toLowerCase()}-`)
  const folder = await keeper.order({ open: { prefix, owner } })
  await prepare()
  let port = await findPort()
  await start().catch(async (error: unknown) => {
    // Another process that looked for a free port at that moment may have been faster.
    if (!String(error).includes('Address already in use')) throw error
    port = await findPort()
    await start()
  })
  const url = recipe.url(port)
  return {
    url,
    createDatabase: (name) => recipe.createDatabase(url, name),
    async stop() {
      await keeper.order({ stop: recipe.stopWith })
    },
    async kill(signal = recipe.endWith) {
      await keeper.order({ stop: signal })
    },
    start,
    remove: () => keeper.end(),
  }

  async function prepare(): Promise<void> {
    const [command, ...args] = (await recipe.prepare(folder)) ?? []
    if (command) refuse(await keeper.order({ run: { command, args, owner } }))
  }

  async function start(): Promise<void> {
    const [command, ...args] = recipe.serve(folder, port)
    await keeper.order({ serve: { command, args, owner, endWith: recipe.endWith } })
    await untilReady(recipe, recipe.url(port), () => {
      const how = keeper.ended()
      if (how !== undefined) refuse(how || 'It ended at once.')
    })
  }

  function refuse(problem: string): void {
    if (problem) throw new Error(`${recipe.name} does not start. ${problem}\n${logIn(folder)}`)
  }
}

async function untilReady(recipe: Recipe, url: string, check: () => void): Promise<void> {
  const deadline = Date.now() + 60_000
  for (;;) {
    check()
    try {
      await recipe.ask(url)
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
    }
    await wait(50)
  }
}

function logIn(folder: string): string {
  const log = join(folder, 'log')
  return existsSync(log) ? readFileSync(log, 'utf8').split('\n').slice(-20).join('\n') : ''
}
