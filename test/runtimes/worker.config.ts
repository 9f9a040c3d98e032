import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/** What becomes a worker: the bare handler, and what Qwik's adapter has made of the application. */
const entries: Readonly<Record<string, string>> = {
  core: 'core/worker.mjs',
  site: 'dist/site/dist/_worker.js',
}

/** One file for workerd, resolved as Cloudflare's own tools resolve. The mode says which. */
export default defineConfig(({ mode }) => ({
  root: fileURLToPath(new URL('.', import.meta.url)),
  ssr: {
    target: 'webworker',
    noExternal: true,
    external: ['node:async_hooks'],
    resolve: { conditions: ['workerd', 'worker', 'browser'] },
  },
  build: {
    ssr: entries[mode] ?? '',
    outDir: `dist/worker-${mode}`,
    rollupOptions: { output: { entryFileNames: 'worker.js', inlineDynamicImports: true } },
  },
}))
