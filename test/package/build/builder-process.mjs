import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

// Builds one project after another. Prints what Vite's command line would print.

/** @typedef {{ cwd: string, config: import('vite').InlineConfig }} Order */

let printed = ''
for (const stream of [process.stdout, process.stderr]) {
  stream.write = (/** @type {string | Uint8Array} */ text) => {
    printed += typeof text === 'string' ? text : Buffer.from(text).toString()
    return true
  }
}

/**
 * @param {Order} order
 * @returns {Promise<number>} the exit code
 */
async function build({ cwd, config }) {
  const env = { ...process.env }
  process.chdir(cwd)
  // Qwik 1 keeps the manifest of the client here between the two builds of a project.
  Object.assign(process.env, { TMPDIR: cwd, TEMP: cwd })
  const manifest = createRequire(join(cwd, 'package.json')).resolve('vite/package.json')
  const { createBuilder } = await import(
    pathToFileURL(join(manifest, '../dist/node/index.js')).href
  )
  try {
    const vite = await createBuilder({ ...config, logLevel: 'error' }, null)
    await vite.buildApp()
    return 0
  } catch (error) {
    printed += `error during build:\n${error instanceof Error ? error.stack : String(error)}`
    return 1
  } finally {
    const added = Object.keys(process.env).filter((name) => !(name in env))
    for (const name of added) delete process.env[name]
    Object.assign(process.env, env)
  }
}

process.on('message', (/** @type {Order} */ order) => {
  printed = ''
  void build(order).then((code) => process.send?.({ code, output: printed }))
})
process.once('disconnect', () => process.exit())
