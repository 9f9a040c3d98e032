import { build } from 'vite'

/** Builds the authenticator of the tests into the folder that it is told. */
const [entry = '', folder = ''] = process.argv.slice(2)
await build({
  configFile: false,
  logLevel: 'error',
  build: {
    ssr: entry,
    outDir: folder,
    emptyOutDir: true,
    rollupOptions: { output: { entryFileNames: 'authenticator.mjs' } },
  },
})
