import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { startKeeper, type Keeper } from '../../support/servers/start-keeper.js'

export interface RunningServer {
  /** Where it is, such as `http://127.0.0.1:40123`. */
  readonly origin: string
  /** All that it has printed. */
  log(): string
  end(): Promise<void>
}

const patience = 120_000

/** Starts a server with nothing but these variables in its environment, and waits for its answer. */
export async function startServer(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<RunningServer> {
  const keeper = startKeeper()
  try {
    const folder = await keeper.order({
      open: { prefix: join(tmpdir(), 'latchkey-server-'), owner: undefined },
    })
    const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`)
    // Deno keeps its caches at home.
    const clean = ['-i', `HOME=${folder}`, ...variables, command, ...args]
    await keeper.order({
      serve: { command: '/usr/bin/env', args: clean, owner: undefined, endWith: 'SIGKILL' },
    })
    const log = (): string => readFileSync(join(folder, 'log'), 'utf8')
    const origin = `http://127.0.0.1:${await untilReady(keeper, log)}`
    return { origin, log, end: () => keeper.end() }
  } catch (error) {
    await keeper.end()
    throw error
  }
}

/** The port that the system gave it, once it answers there. */
async function untilReady(keeper: Keeper, log: () => string): Promise<number> {
  const deadline = Date.now() + patience
  for (;;) {
    const port = Number(/(?:on port |"port":\s*)(\d+)/.exec(log())?.[1] ?? 0)
    if (port > 0 && (await answers(port))) return port
    const how = keeper.ended()
    if (how !== undefined) throw new Error(`The server has ended. ${how}\n${log()}`)
    if (Date.now() > deadline) throw new Error(`The server does not answer.\n${log()}`)
    await wait(25)
  }
}

async function answers(port: number): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/auth/csrf`)).ok
  } catch {
    return false
  }
}
