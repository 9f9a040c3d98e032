import { readdirSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'

/** Where `tsc` leaves the modules of `src/`, one by one and with their comments. */
const modules = fileURLToPath(new URL('dist/.modules/', import.meta.url))

/** What package.json lets applications import. */
const doors = [
  'adapters',
  'audit',
  'cli',
  'core',
  'errors',
  'account',
  'factors',
  'jwt',
  'node',
  'otel',
  'passkeys',
  'providers',
  'testing',
  'types',
  'vite',
]
  .concat(modulesIn('adapters'))
  .concat(modulesIn('languages'))
  .concat(modulesIn('providers'))

/** What is asked for by its place: by the faces for Qwik, which are built apart, and by `#primitives`. */
const inner = [
  'binding/prevent-serialization',
  'binding/expect-private-config',
  'binding/explain-hooks',
  'binding/find-config',
  'binding/handle-request',
  'binding/index',
  'binding/instances',
  'binding/keep-private',
  'binding/kept-loader',
  'binding/load-session-for-page',
  'binding/open-instance',
  'binding/run-action',
  'binding/validate-input',
  'crypto/primitives.node',
  'crypto/primitives.web',
  'flows/passkey/no-passkey-flows',
  'flows/passkey/passkey-flows',
  'pages/language-loaders/account',
  'pages/language-loaders/factor',
  'pages/language-loaders/none',
  'pages/language-loaders/page',
  'pages/language-loaders/password',
  'passwords/key-derivation.node',
  'passwords/key-derivation.web',
  'testing/platform.node',
  'testing/platform.web',
]

/**
 * The engine in few files, for loading them one by one is most of what an import takes. They are
 * there to be read: nothing is made shorter, and the names stay.
 */
export default defineConfig({
  // There is nothing left to translate, and it would drop the comments.
  esbuild: false,
  build: {
    outDir: 'dist',
    emptyOutDir: false,
    minify: false,
    lib: {
      entry: Object.fromEntries([...doors, ...inner].map((name) => [name, `${modules}${name}.js`])),
      formats: ['es'],
      fileName: (_format, name) => `${name}.js`,
    },
    rollupOptions: {
      // Packages, and what package.json maps: `#primitives`, `#key-derivation`, `#page-script`,
      // `#language-loaders/…`, `#passkey-flows`, `#testing-platform`.
      external: /^[^./]/,
      output: {
        chunkFileNames: 'chunks/[name].js',
        minifyInternalExports: false,
        // Every door to the engine loads all of it, so one file is enough for what they share.
        // Nearly every door needs some of the errors, each another set. Without this, every set
        // would be a file, and all of them are loaded with the engine.
        // The engine loads the flows, too. Those of OAuth, with tokens, passkeys, passwords and second factors come later, and share them.
        manualChunks: (id) => {
          const path = id.slice(modules.length)
          if (path.startsWith('errors/')) return 'errors'
          // Small modules that many doors need. Each would be a file of its own.
          if (/^http\/(?:parse-url|read-capped|unless-aborted)\.js$/.test(path)) return 'http'
          if (path === 'model/webauthn.js') return 'http'
          if (/^crypto\/(?:and-then|equal|digest|hex)\.js$/.test(path)) return 'crypto'
          const isLater =
            /^flows\/(?:oauth|passkey|tokens|password|second-factor|confirm|account)\//.test(path)
          return /^(?:engine|flows)\//.test(path) && !isLater ? 'engine' : undefined
        },
        onlyExplicitManualChunks: true,
      },
    },
  },
})

function modulesIn(folder: string): string[] {
  const files = readdirSync(`${modules}${folder}`).filter((file) => file.endsWith('.js'))
  return files.map((file) => `${folder}/${basename(file, '.js')}`)
}
