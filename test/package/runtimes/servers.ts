import { fileURLToPath } from 'node:url'
import type { Program } from './programs.mjs'

/** A server that the suite visits. */
export interface ServerKind {
  readonly name: string
  readonly program: Program
  /** What the program is started with. */
  readonly args: readonly string[]
  /** Whether it is the Qwik application, or a bare handler. */
  readonly isSite: boolean
}

/** Only what a server needs. It may neither ask nor fetch what is not installed. */
const deno = ['run', '--no-prompt', '--cached-only', '--allow-net', '--allow-env', '--allow-read']
/** Qwik's middleware imports a file of Deno's standard library from the network. */
const standardLibrary = [`--import-map=${here('site/import-map.json')}`]
/** The port is told on the standard output. */
const workerd = ['serve', '--control-fd=1']

export const servers: readonly ServerKind[] = [
  core('node', [here('core/node.mjs')]),
  listener('node', [here('core/node-listener.mjs')]),
  listener('node22', [here('core/node-listener.mjs')]),
  listener('node24', [here('core/node-listener.mjs')]),
  core('bun', [here('core/bun.mjs')]),
  core('deno', [...deno, here('core/deno.mjs')]),
  core('workerd', [...workerd, here('core/worker.capnp')]),
  site('node-server', 'node', [here('dist/site/server-node/entry.node-server.js')]),
  site('node-server', 'node22', [here('dist/site/server-node/entry.node-server.js')]),
  site('node-server', 'node24', [here('dist/site/server-node/entry.node-server.js')]),
  site('Express', 'node', [here('dist/site/server-node/entry.express.js')]),
  site('Fastify', 'node', [here('dist/site/server-node/entry.fastify.js')]),
  site('bun-server', 'bun', [here('dist/site/server-bun/entry.bun.js')]),
  site('deno-server', 'deno', [
    ...deno,
    ...standardLibrary,
    here('dist/site/server-deno/entry.deno.js'),
  ]),
  site('netlify-edge', 'deno', [...deno, here('site/netlify-host.mjs')]),
  site('vercel-edge', 'node', [here('site/vercel-host.mjs')]),
  site('cloudflare-pages', 'workerd', [...workerd, here('site/worker.capnp')]),
]

function core(program: Program, args: readonly string[]): ServerKind {
  return { name: 'latchkey/core', program, args, isSite: false }
}

function listener(program: Program, args: readonly string[]): ServerKind {
  return { name: 'latchkey/node', program, args, isSite: false }
}

function site(adapter: string, program: Program, args: readonly string[]): ServerKind {
  return { name: `Qwik City, ${adapter},`, program, args, isSite: true }
}

function here(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url))
}
