import { fileURLToPath } from 'node:url'
import type { Program } from './programs.mjs'

/** A server that the suite visits. */
export interface ServerKind {
  readonly name: string
  readonly program: Program
  /** What the program is started with. */
  readonly args: readonly string[]
  /** Whether it is the Qwik application, or the bare handler of `latchkey/core`. */
  readonly isSite: boolean
}

/** Only what a server needs. It may neither ask nor fetch what is not installed. */
const deno = ['run', '--no-prompt', '--cached-only', '--allow-net', '--allow-env', '--allow-read']
/** The port is told on the standard output. */
const workerd = ['serve', '--control-fd=1']

export const servers: readonly ServerKind[] = [
  core('node', [here('core/node.mjs')]),
  core('node22', [here('core/node.mjs')]),
  core('node24', [here('core/node.mjs')]),
  core('bun', [here('core/bun.mjs')]),
  core('deno', [...deno, here('core/deno.mjs')]),
  core('workerd', [...workerd, here('core/worker.capnp')]),
]

function core(program: Program, args: readonly string[]): ServerKind {
  return { name: 'latchkey/core', program, args, isSite: false }
}

function here(path: string): string {
  return fileURLToPath(new URL(path, import.meta.url))
}
