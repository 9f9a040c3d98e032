import { defineConfig } from 'vite'

/** One file for workerd, resolved as Cloudflare's own tools resolve. */
export default defineConfig({
  ssr: {
    target: 'webworker',
    noExternal: true,
    resolve: { conditions: ['workerd', 'worker', 'browser'] },
  },
  build: {
    ssr: 'worker.mjs',
    outDir: '../dist/core',
    emptyOutDir: true,
    rollupOptions: { output: { inlineDynamicImports: true } },
  },
})
