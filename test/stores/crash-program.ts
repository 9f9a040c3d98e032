import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import type { Order } from './crash-child.js'

/** A program that obeys orders, each in a process of its own. */
export interface Program {
  run(order: Order): Promise<Ending>
  remove(): Promise<void>
}

/** How a process ended. */
export interface Ending {
  /** Whether it was killed, as it was told to be. */
  readonly died: boolean
  /** The moments that it came to; at the last of them it died, if it did. */
  readonly moments: readonly string[]
}

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Makes the program, from source, for plain Node. */
export async function buildProgram(): Promise<Program> {
  // Where it can find the packages that it needs.
  const cache = join(root, 'node_modules/.cache')
  await mkdir(cache, { recursive: true })
  const outDir = await mkdtemp(join(cache, 'latchkey-crash-'))
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    resolve: { alias: { '#primitives': join(root, 'src/crypto/primitives.node.ts') } },
    ssr: { external: true },
    build: {
      ssr: join(root, 'test/stores/crash-child.ts'),
      outDir,
      emptyOutDir: false,
      target: 'node20',
    },
  })
  const file = join(outDir, 'crash-child.js')
  return {
    run: (order) => runUntilItEnds(file, order),
    remove: () => rm(outDir, { recursive: true, force: true }),
  }
}

function runUntilItEnds(file: string, order: Order): Promise<Ending> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [file, JSON.stringify(order)], {
      env: { ...process.env, NODE_OPTIONS: '', NODE_V8_COVERAGE: '' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let said = ''
    let complaint = ''
    child.stdout.on('data', (chunk) => (said += String(chunk)))
    child.stderr.on('data', (chunk) => (complaint += String(chunk)))
    child.once('error', reject)
    child.once('close', (code, signal) => {
      const moments = said.split('\n').filter(Boolean)
      if (code === 0 || signal === 'SIGKILL') resolve({ died: code !== 0, moments })
      else reject(new Error(`The process ended with ${code ?? signal}.\n${complaint}`))
    })
  })
}
