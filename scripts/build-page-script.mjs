import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { root } from './run.mjs'

const entry = 'src/passkeys/page.ts'
const target = 'dist/passkeys/page-script.bundle.js'

/** The script has work of others in it: its licence goes along. */
const bundled = 'node_modules/@simplewebauthn/browser/LICENSE.md'
const licence = 'dist/passkeys/page-script.LICENSE.md'

/**
 * Bundles the script of the sign-in page into a module that exports it as text. This is a program of
 * its own: a build sets NODE_ENV, and what else the caller starts would inherit it.
 */
const result = await build({
  root,
  configFile: false,
  logLevel: 'warn',
  build: {
    write: false,
    target: 'es2022',
    minify: 'esbuild',
    modulePreload: false,
    rollupOptions: { input: join(root, entry), output: { format: 'es' } },
  },
})
const { output } = /** @type {import('vite').Rollup.RollupOutput} */ (result)
mkdirSync(join(root, 'dist/passkeys'), { recursive: true })
copyFileSync(join(root, bundled), join(root, licence))
writeFileSync(join(root, target), `export const pageScript = ${JSON.stringify(output[0].code)}\n`)
