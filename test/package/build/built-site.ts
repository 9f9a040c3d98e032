import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { buildProject } from './builder.js'
import { makeFolder, runBuild } from './folder.js'

/** A project that was built as its author would do it. */
export interface BuiltSite {
  /** The folder of the project. */
  readonly path: string
  remove(): void
}

/** Writes a project for one version of Qwik, and builds its two halves. Its server config sets `ssg: null`. */
export async function buildSite(
  version: 1 | 2,
  files: Readonly<Record<string, string>>,
): Promise<BuiltSite> {
  const site = writeSite(version, files)
  for (const config of [{}, { configFile: 'vite.server.config.mjs' }]) {
    const built = await buildProject(site.path, config)
    if (built.code !== 0) throw new Error(built.output)
  }
  return site
}

/** Does the same with Vite's command line, as the project's author would. */
export async function buildSiteOnCommandLine(
  version: 1 | 2,
  files: Readonly<Record<string, string>>,
): Promise<BuiltSite> {
  const site = writeSite(version, files)
  const vite = join(site.path, '../node_modules/vite/bin/vite.js')
  for (const args of [[], ['-c', 'vite.server.config.mjs']]) {
    const built = await runBuild(vite, args, site.path)
    if (built.code !== 0) throw new Error(built.output)
  }
  return site
}

function writeSite(version: 1 | 2, files: Readonly<Record<string, string>>): BuiltSite {
  const folder = makeFolder(version)
  folder.write('site', files)
  return { path: join(folder.path, 'site'), remove: () => folder.remove() }
}

/** The server of a project, in a process of its own. */
export interface Running {
  readonly child: ChildProcess
  readonly port: number
  readonly log: () => string
}

/** Resolves when the server says where it listens. */
export async function startSite(
  { path }: BuiltSite,
  env: Readonly<Record<string, string>> = {},
): Promise<Running> {
  const child = spawn(process.execPath, ['server/entry.node-server.js'], {
    cwd: path,
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
