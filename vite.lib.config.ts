import { qwikVite } from '@builder.io/qwik/optimizer'
import { dirname, isAbsolute, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'

const source = fileURLToPath(new URL('src/', import.meta.url))
/** One for each version of Qwik. */
const faces = [`${source}qwik/`, `${source}qwik2/`]
/** The components. `scripts/build-second-ui.mjs` makes those for Qwik 2 from their files. */
const components = `${source}qwik/ui/`

export default defineConfig({
  plugins: [keepOutside(), qwikVite()],
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: false,
    lib: {
      entry: [...faces, components].map((folder) => `${folder}index.ts`),
      formats: ['es'],
      fileName: (_format, name) => `${name}.qwik.mjs`,
    },
    rollupOptions: {
      output: { preserveModules: true, preserveModulesRoot: source },
    },
  },
})

/**
 * Leaves every import that leads out of a face as it is written: `dist/` has the shape of
 * `src/`. A plugin, because qwikVite() puts its own list in place of a function in `external`.
 */
function keepOutside(): Plugin {
  return {
    name: 'latchkey:keep-outside',
    enforce: 'pre',
    resolveId(id, importer) {
      if (importer === undefined || belongsToFace(id, importer)) return null
      return { id: id.startsWith('.') ? resolve(dirname(importer), id) : id, external: 'relative' }
    },
  }
}

function belongsToFace(id: string, importer: string): boolean {
  const path = id.startsWith('.') ? resolve(dirname(importer), id) : id
  return isAbsolute(path) && faces.some((face) => path.startsWith(face))
}
