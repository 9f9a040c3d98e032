import { fileURLToPath } from 'node:url'
import { runnerImport } from 'vite'

/** @param {string} path */
const at = (path) => fileURLToPath(new URL(path, import.meta.url))

/** @type {{ module: typeof import('./published/ask-for-tokens.js') }} */
const { module } = await runnerImport(at('published/ask-for-tokens.ts'), {
  configFile: false,
  root: at('../..'),
  logLevel: 'error',
  resolve: { alias: { '#primitives': at('../../src/crypto/primitives.node.ts') } },
})
module.serveParent()
