/**
 * Builds a part of the application: `node build.mjs client`, or the name of a server. One process
 * each, because Qwik's adapters end theirs.
 */
import { bunServerAdapter } from '@builder.io/qwik-city/adapters/bun-server/vite'
import { cloudflarePagesAdapter } from '@builder.io/qwik-city/adapters/cloudflare-pages/vite'
import { denoServerAdapter } from '@builder.io/qwik-city/adapters/deno-server/vite'
import { netlifyEdgeAdapter } from '@builder.io/qwik-city/adapters/netlify-edge/vite'
import { nodeServerAdapter } from '@builder.io/qwik-city/adapters/node-server/vite'
import { vercelEdgeAdapter } from '@builder.io/qwik-city/adapters/vercel-edge/vite'
import { qwikCity } from '@builder.io/qwik-city/vite'
import { qwikVite } from '@builder.io/qwik/optimizer'
import { latchkey } from 'latchkey/vite'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/**
 * `ssg: null` leaves out what is done to files for an upload.
 *
 * @type {Readonly<Record<string, { adapter: import('vite').Plugin, entries: readonly string[] }>>}
 */
const servers = {
  node: { adapter: nodeServerAdapter(), entries: ['node-server', 'express', 'fastify'] },
  bun: { adapter: bunServerAdapter(), entries: ['bun'] },
  deno: { adapter: denoServerAdapter(), entries: ['deno'] },
  netlify: { adapter: netlifyEdgeAdapter({ ssg: null }), entries: ['netlify-edge'] },
  vercel: { adapter: vercelEdgeAdapter({ ssg: null }), entries: ['vercel-edge'] },
  cloudflare: { adapter: cloudflarePagesAdapter(), entries: ['cloudflare-pages'] },
}

const part = process.argv[2] ?? ''
const server = servers[part]
const outDir = fileURLToPath(new URL('../dist/site/', import.meta.url))
const entries = server?.entries.map((entry) => `src/entry.${entry}.ts`)

await build({
  root: fileURLToPath(new URL('.', import.meta.url)),
  configFile: false,
  logLevel: 'error',
  plugins: [
    latchkey(),
    qwikCity(),
    qwikVite({ client: { outDir: `${outDir}dist` } }),
    server?.adapter,
  ],
  build: {
    outDir: outDir + (server ? `server-${part}` : 'dist'),
    emptyOutDir: true,
    ...(entries && { ssr: true, rollupOptions: { input: [...entries, '@qwik-city-plan'] } }),
  },
})
