import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'esbuild'

/**
 * One minified file, by the bundler and for the platform of Cloudflare's own tools, and the file that
 * tells workerd about it.
 *
 * @param {URL} entry
 * @param {string} folder
 */
export async function buildWorker(entry, folder) {
  const worker = join(folder, 'worker.js')
  await build({
    entryPoints: [fileURLToPath(entry)],
    outfile: worker,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    conditions: ['workerd', 'worker', 'browser'],
    define: { 'process.env.NODE_ENV': '"production"' },
    external: ['node:*'],
    logLevel: 'error',
  })
  const config = join(folder, 'worker.capnp')
  writeFileSync(config, workerConfig)
  const code = readFileSync(worker)
  return { config, bytes: code.length, brotli: brotliCompressSync(code).length }
}

const workerConfig = `using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [(name = "worker", worker = .worker)],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "worker")],
);

const worker :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.js")],
  compatibilityDate = "2026-11-01",
);
`
