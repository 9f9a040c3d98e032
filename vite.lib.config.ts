import { qwikVite } from '@builder.io/qwik/optimizer'
import { dirname, isAbsolute, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'

const binding = fileURLToPath(new URL('src/qwik/', import.meta.url))

export default defineConfig({
  plugins: [keepOutside(), qwikVite()],
  build: {
    target: 'es2022',
    outDir: 'dist/qwik',
    emptyOutDir: false,
    lib: {
      entry: `${binding}index.ts`,
      formats: ['es'],
      fileName: (_format, name) => `${name}.qwik.mjs`,
    },
    rollupOptions: {
      output: { preserveModules: true, preserveModulesRoot: binding },
    },
  },
})

/**
 * Leaves every import that leads out of the binding as it is written: `dist/` has the shape of
 * `src/`. A plugin, because qwikVite() puts its own list in place of a function in `external`.
 */
function keepOutside(): Plugin {
  return {
    name: 'latchkey:keep-outside',
    enforce: 'pre',
    resolveId(id, importer) {
      if (importer === undefined || belongsToBinding(id, importer)) return null
      return { id: id.startsWith('.') ? resolve(dirname(importer), id) : id, external: 'relative' }
    },
  }
}

function belongsToBinding(id: string, importer: string): boolean {
  if (isAbsolute(id)) return id.startsWith(binding)
  return id.startsWith('.') && resolve(dirname(importer), id).startsWith(binding)
}
