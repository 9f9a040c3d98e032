import { fileURLToPath } from 'node:url'
import { Script } from 'node:vm'
import { build, type Rollup } from 'vite'
import type * as Core from '../../src/core.js'
import { outside, type Place, type Scheduler } from './scheduler.js'

/** The engine as one process has it: its module-level state is its own. */
export interface EngineProcess extends Place {
  readonly engine: typeof Core
}

type Exports = Record<string, unknown>
type Require = (name: string) => unknown
/** A built file as a function of all that it would find outside. */
type Chunk = (require: Require, exports: Exports, ...globals: readonly unknown[]) => void

const globalNames = ['Date', 'setTimeout', 'AbortSignal', 'crypto'] as const

/** Floors that are pure functions, or remember nothing but what keys and tokens decide. */
const sharedFloors = /\/src\/(?:model|errors|http|pages|crypto\/(?!random))/

/**
 * Builds the engine once, so that a process is a call of a function and takes under a millisecond.
 * All processes share the floors that cannot tell one process from another.
 */
export async function loadEngine(): Promise<(scheduler: Scheduler, name: string) => EngineProcess> {
  const files = new Map((await buildEngine()).map((file) => [`./${file.fileName}`, file]))
  const packages = new Map<string, unknown>()
  for (const { imports } of files.values()) {
    for (const name of imports.filter((one) => !files.has(`./${one}`))) {
      packages.set(name, await import(name))
    }
  }
  const chunks = new Map([...files].map(([name, { code }]) => [name, compile(code)]))
  const shared = new Map<string, Exports>()
  countOutsideWork()

  return (scheduler, name) => {
    const globals = { ...scheduler.time.globals, crypto: ownCrypto(name) }
    const own = new Map<string, Exports>()
    const require: Require = (wanted) => {
      const chunk = chunks.get(wanted)
      if (!chunk) return packages.get(wanted)
      const isShared = wanted === './shared.js'
      const loaded = isShared ? shared : own
      const known = loaded.get(wanted)
      if (known) return known
      const exports: Exports = {}
      loaded.set(wanted, exports)
      const given = isShared ? globalThis : globals
      chunk(require, exports, ...globalNames.map((global) => given[global]))
      return exports
    }
    const engine = require('./core.js') as typeof Core
    return { name, isDead: false, tasks: 0, engine }
  }
}

function compile(code: string): Chunk {
  const script = new Script(`(function (require, exports, ${globalNames.join(', ')}) {${code}\n})`)
  return script.runInThisContext() as Chunk
}

async function buildEngine(): Promise<readonly Rollup.OutputChunk[]> {
  const source = fileURLToPath(new URL('../../src/', import.meta.url))
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    resolve: {
      alias: {
        '#primitives': `${source}crypto/primitives.node.ts`,
        '#page-script': `${source}passkeys/page-script.ts`,
      },
    },
    build: {
      write: false,
      ssr: `${source}core.ts`,
      minify: false,
      rollupOptions: {
        output: {
          format: 'cjs',
          dynamicImportInCjs: false,
          entryFileNames: '[name].js',
          chunkFileNames: '[name].js',
          manualChunks: (id) => (sharedFloors.test(id) ? 'shared' : undefined),
        },
      },
    },
  })) as Rollup.RollupOutput
  return built.output.filter((file) => file.type === 'chunk')
}

/** Random values that are the same in each run of a schedule, and differ between processes. */
function ownCrypto(name: string): Pick<Crypto, 'subtle' | 'getRandomValues' | 'randomUUID'> {
  let drawn = 0
  let state = [...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7)
  const next = (): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) >>> 24
  return {
    subtle: crypto.subtle,
    getRandomValues: (array) => {
      if (array instanceof Uint8Array) for (const at of array.keys()) array[at] = next()
      return array
    },
    randomUUID: () => `drawn-by-${name}-${++drawn}-0`,
  }
}

/** Cryptography on other threads is under way: tells the scheduler to wait for it. */
function countOutsideWork(): void {
  for (const name of ['digest', 'importKey', 'sign', 'verify'] as const) {
    const method = crypto.subtle[name].bind(crypto.subtle) as (...args: unknown[]) => Promise<unknown>
    Object.defineProperty(crypto.subtle, name, {
      configurable: true,
      value: async (...args: unknown[]) => {
        outside.pending += 1
        return method(...args).finally(() => void (outside.pending -= 1))
      },
    })
  }
}
