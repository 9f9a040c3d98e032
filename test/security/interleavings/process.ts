import { fileURLToPath } from 'node:url'
import { Script } from 'node:vm'
import { build, type Rollup } from 'vite'
import type * as Core from '../../../src/core.js'
import type { accountPage } from '../../../src/account.js'
import type { authenticatorApp } from '../../../src/factors.js'
import type Passkey from '../../../src/providers/passkey.js'
import type Password from '../../../src/providers/password.js'
import { outside, Scheduler, type Place } from './scheduler.js'
import { isDeep } from './settings.js'
import { timeGlobals } from './virtual-time.js'

/** The engine as one process has it. */
export interface EngineProcess extends Place {
  readonly engine: typeof Core
  /** Its flows must be those of the same process. */
  readonly Password: typeof Password
  readonly Passkey: typeof Passkey
  readonly authenticatorApp: typeof authenticatorApp
  readonly accountPage: typeof accountPage
}

type Exports = Record<string, unknown>
type Require = (name: string) => unknown
/** A built file as a function of all that it would find outside. */
type Chunk = (require: Require, exports: Exports, ...globals: readonly unknown[]) => void

const source = fileURLToPath(new URL('../../../src/', import.meta.url))
const globalNames = ['Date', 'setTimeout', 'clearTimeout', 'AbortSignal', 'crypto'] as const

/**
 * What processes share in a deep run: modules whose memory goes by objects that a process does not
 * share (its config, its `fetch`), or holds nothing but what keys and tokens decide.
 */
const sharedInDeepRun =
  /\/src\/(?:model|errors|crypto|http|oauth|webauthn|passwords|pages|config|context)\//

/**
 * Builds the engine once. Processes share its modules, because code that is loaded once is fast code.
 * What a process remembers is in its runtime: `process.test.ts` lists the variables of the modules. In a
 * deep run, which does not rely on the list, each process loads most modules for itself.
 */
export async function loadEngine(): Promise<(scheduler: Scheduler, name: string) => EngineProcess> {
  const files = new Map((await builtEngine()).map((file) => [`./${file.fileName}`, file]))
  const packages = new Map<string, unknown>()
  for (const { imports, dynamicImports } of files.values()) {
    const names = [...imports, ...dynamicImports]
    for (const name of names.filter((one) => !files.has(`./${one}`))) {
      packages.set(name, await import(name))
    }
  }
  const chunks = new Map([...files].map(([name, { code }]) => [name, compile(code)]))
  const shared = new Map<string, Exports>()
  countOutsideWork()

  let active = new Scheduler()
  const globals = {
    ...timeGlobals(() => active.time),
    crypto: cryptoOf(() => active.current?.place.name ?? ''),
  }

  return (scheduler, name) => {
    active = scheduler
    const own = new Map<string, Exports>()
    const find: Require = (wanted) => {
      const chunk = chunks.get(wanted)
      if (!chunk) return packages.get(wanted)
      const loaded = !isDeep || wanted === './shared.js' ? shared : own
      const known = loaded.get(wanted)
      if (known) return known
      const exports: Exports = {}
      loaded.set(wanted, exports)
      chunk(find, exports, ...globalNames.map((global) => globals[global]))
      return exports
    }
    globals.crypto.reset(name)
    return {
      name,
      isDead: false,
      tasks: 0,
      engine: find('./core.js') as typeof Core,
      Password: (find('./password.js') as { readonly default: typeof Password }).default,
      Passkey: (find('./passkey.js') as { readonly default: typeof Passkey }).default,
      ...(find('./factors.js') as Pick<EngineProcess, 'authenticatorApp'>),
      ...(find('./account.js') as Pick<EngineProcess, 'accountPage'>),
    }
  }
}

let built: Promise<readonly Rollup.OutputChunk[]> | undefined

/** The source files of the engine that processes are made of, such as `config/runtime.ts`. */
export async function listEngineFiles(): Promise<readonly string[]> {
  const modules = (await builtEngine()).flatMap(({ moduleIds }) => moduleIds)
  return modules.filter((id) => id.startsWith(source)).map((id) => id.slice(source.length))
}

/** The files of a worker share one build. */
function builtEngine(): Promise<readonly Rollup.OutputChunk[]> {
  built ??= buildEngine()
  return built
}

function compile(code: string): Chunk {
  const script = new Script(`(function (require, exports, ${globalNames.join(', ')}) {${code}\n})`)
  return script.runInThisContext() as Chunk
}

async function buildEngine(): Promise<readonly Rollup.OutputChunk[]> {
  const { output } = (await build({
    configFile: false,
    logLevel: 'silent',
    resolve: {
      alias: {
        '#key-derivation': fileURLToPath(new URL('key-derivation.ts', import.meta.url)),
        '#language-loaders': `${source}pages/language-loaders`,
        '#passkey-flows': `${source}flows/passkey/passkey-flows.ts`,
        '#primitives': `${source}crypto/primitives.node.ts`,
        '#page-script': `${source}passkeys/page-script.ts`,
      },
    },
    build: {
      write: false,
      ssr: true,
      minify: false,
      rollupOptions: {
        // Nothing reads the size of the engine, and finding out what it does not need takes seconds.
        treeshake: false,
        input: {
          core: `${source}core.ts`,
          passkey: `${source}providers/passkey.ts`,
          password: `${source}providers/password.ts`,
          factors: `${source}factors.ts`,
          account: `${source}account.ts`,
        },
        output: {
          format: 'cjs',
          exports: 'named',
          dynamicImportInCjs: false,
          entryFileNames: '[name].js',
          chunkFileNames: '[name].js',
          ...(isDeep && {
            manualChunks: (id) => (sharedInDeepRun.test(id) ? 'shared' : undefined),
          }),
        },
      },
    },
  })) as Rollup.RollupOutput
  return output.filter((file) => file.type === 'chunk')
}

/** Random values that are the same in each run of a schedule, and differ between processes. */
function cryptoOf(currentProcess: () => string) {
  const states = new Map<string, number>()
  const next = (): number => {
    const name = currentProcess()
    const state = (Math.imul(states.get(name) ?? 7, 1_664_525) + 1_013_904_223) >>> 0
    states.set(name, state)
    return state
  }
  return {
    subtle: crypto.subtle,
    getRandomValues: (array: Uint8Array): Uint8Array => {
      array.set(array.map(() => next() >>> 24))
      return array
    },
    randomUUID: (): string => `drawn-by-${currentProcess()}-${next().toString(16)}`,
    reset: (name: string): void => {
      const seed = [...name].reduce((sum, letter) => sum * 31 + letter.charCodeAt(0), 7)
      states.set(name, seed)
    },
  }
}

/** Cryptography on other threads is under way: tells the scheduler to wait for it. */
function countOutsideWork(): void {
  for (const name of ['digest', 'importKey', 'sign', 'verify'] as const) {
    const method = crypto.subtle[name].bind(crypto.subtle) as (
      ...args: unknown[]
    ) => Promise<unknown>
    Object.defineProperty(crypto.subtle, name, {
      configurable: true,
      value: async (...args: unknown[]) => {
        outside.pending += 1
        return method(...args).finally(() => void (outside.pending -= 1))
      },
    })
  }
}
