import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { root } from './run.mjs'

const entry = 'src/passkeys/page.ts'
const target = 'dist/passkeys/page-script.bundle.js'

/**
 * What the components load for a ceremony. It contains its package, because Vite cannot build an app
 * that imports a component and lacks the package, even if the app has no passkeys.
 */
const ceremonies = 'src/passkeys/ceremonies.ts'
const ceremoniesTarget = 'dist/passkeys/ceremonies.js'

/** The scripts have work of others in them: its licence goes along. */
const bundled = 'node_modules/@simplewebauthn/browser/LICENSE.md'
const licence = 'dist/passkeys/page-script.LICENSE.md'

mkdirSync(join(root, 'dist/passkeys'), { recursive: true })
copyFileSync(join(root, bundled), join(root, licence))
const pageScript = await bundle(entry, { minify: 'esbuild' })
writeFileSync(join(root, target), `export const pageScript = ${JSON.stringify(pageScript)}\n`)
// The app's own build makes this one smaller.
writeFileSync(join(root, ceremoniesTarget), await bundle(ceremonies, { minify: false }))

/**
 * Bundles a module with all of its imports. This is a program of its own: a build sets NODE_ENV, and
 * what else the caller starts would inherit it.
 *
 * @param {string} input
 * @param {{ readonly minify: 'esbuild' | false }} options
 * @returns {Promise<string>}
 */
async function bundle(input, { minify }) {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      minify,
      modulePreload: false,
      rollupOptions: {
        input: join(root, input),
        output: { format: 'es' },
        preserveEntrySignatures: 'exports-only',
      },
    },
  })
  const { output } = /** @type {import('vite').Rollup.RollupOutput} */ (result)
  return output[0].code
}
