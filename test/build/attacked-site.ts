import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { visit } from '../../src/testing/attack/target.js'
import type { CaughtMail, FixtureTarget } from '../attacks/fixture-target.js'
import { people } from '../attacks/mounts/application.js'
import type { FakeProvider } from '../oauth/fake-provider.js'
import { clientSecret, makeProvider } from '../oauth/sign-in.js'
import { attackedFiles } from './attacked-files.js'
import { makeFolder, runNode } from './folder.js'
import { serveFetch, type Served } from './serve-fetch.js'

/** A built application that runs in a process of its own, with the services around it. */
export interface AttackedSite {
  readonly target: FixtureTarget
  close(): void
}

/** Builds a project as its author would, and starts its server. */
export async function openAttackedSite(version: 1 | 2): Promise<AttackedSite> {
  const folder = makeFolder(version)
  folder.write('site', attackedFiles[version])
  const site = join(folder.path, 'site')
  const vite = join(folder.path, 'node_modules/vite/bin/vite.js')
  for (const args of [[], ['-c', 'vite.server.config.mjs']]) {
    const built = await runNode([vite, 'build', '--logLevel', 'error', ...args], site)
    if (built.code !== 0) throw new Error(built.output)
  }
  const services = await openServices()
  const running = await start(site, services.env)
  const url = `http://localhost:${running.port}/auth`
  const { op, two, plain, inbox } = services
  const target: FixtureTarget = {
    ...people,
    url,
    hasAdapter: true,
    passkeys: true,
    op,
    two,
    plain,
    inbox,
    log: running.log,
    qwik: { signInAction: () => findAction({ url }), guarded: '/inner/' },
  }
  const close = (): void => {
    running.child.kill()
    services.close()
    folder.remove()
  }
  return { target, close }
}

interface Services {
  readonly op: FakeProvider
  readonly two: FakeProvider
  readonly plain: FakeProvider
  readonly inbox: readonly CaughtMail[]
  readonly env: Readonly<Record<string, string>>
  close(): void
}

async function openServices(): Promise<Services> {
  const inbox: CaughtMail[] = []
  const mail = await serveFetch(async (request) => {
    inbox.push((await request.json()) as CaughtMail)
    return new Response(null, { status: 204 })
  })
  const [op, two, plain] = [await serveProvider(), await serveProvider(), await servePlain()]
  const env = {
    OP: op.served.origin,
    TWO: two.served.origin,
    PLAIN: plain.served.origin,
    INBOX: mail.origin,
    CLIENT_SECRET: clientSecret,
  }
  const close = (): void => {
    for (const served of [mail, op.served, two.served, plain.served]) served.close()
  }
  return { op: op.fake, two: two.fake, plain: plain.fake, inbox, env, close }
}

interface ServedProvider {
  readonly fake: FakeProvider
  readonly served: Served
}

const servePlain = (): Promise<ServedProvider> => serveProvider({ openid: false })

/** Its name is its address, which is known once it is served. */
async function serveProvider(options: { openid?: boolean } = {}): Promise<ServedProvider> {
  const made: { fake?: FakeProvider } = {}
  const served = await serveFetch(async (request) => {
    return made.fake ? made.fake.fetch(request) : new Response(null, { status: 503 })
  })
  const fake = await makeProvider({ ...options, issuer: served.origin })
  made.fake = fake
  return { fake, served }
}

interface Running {
  readonly child: ChildProcess
  readonly port: number
  readonly log: () => string
}

/** Resolves when the server says where it listens. */
async function start(site: string, env: Readonly<Record<string, string>>): Promise<Running> {
  const child = spawn(process.execPath, ['server/entry.node-server.js'], {
    cwd: site,
    env: { PATH: process.env['PATH'], NODE_ENV: 'production', ...env },
  })
  let output = ''
  const port = await new Promise<number>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`The server has ended.\n${output}`)))
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (text: Buffer) => {
        output += text.toString()
        const listening = /listening on (\d+)/.exec(output)?.[1]
        if (listening !== undefined) resolve(Number(listening))
      })
    }
  })
  return { child, port, log: () => output }
}

/** The page says where its form is posted to. */
async function findAction(target: FixtureTarget): Promise<string> {
  const { forms } = await visit(target).fetchPage('/')
  const action = forms[0]?.action
  if (action === undefined) throw new Error('The page has no form.')
  return action
}
