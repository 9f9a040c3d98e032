import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/** The modes: the bare handler, and what Qwik's adapters have made of the application. */
const entries: Readonly<Record<string, string>> = {
  core: 'core/worker.mjs',
  cloudflare: 'dist/site/dist/_worker.js',
  vercel: 'dist/site/server-vercel/entry.vercel-edge.js',
}

/** Vercel's runtime wants a script that listens, instead of a module. */
const script = {
  format: 'iife',
  name: 'site',
  exports: 'named',
  footer: "addEventListener('fetch', (event) => event.respondWith(site.default(event.request)))",
} as const

/** One file each, resolved as Cloudflare's own tools resolve. */
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
    rollupOptions: {
      output: {
        ...(mode === 'vercel' && script),
        entryFileNames: 'worker.js',
        inlineDynamicImports: true,
      },
    },
  },
}))
