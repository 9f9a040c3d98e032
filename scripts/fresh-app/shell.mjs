import { spawn } from 'node:child_process'
import { Stop } from '../run.mjs'

/** What `npm run` tells its children is about this package, and would mislead npm in another. */
const misleading = /^npm_(?!config_|execpath$)|^npm_config_(?:local_)?prefix$|^INIT_CWD$|^NODE_ENV$/

/** The environment of a terminal that was just opened. */
export const environment = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !misleading.test(name)),
)

/**
 * Runs npm in a folder, says how long it took, and gives what was printed.
 *
 * @param {string} title
 * @param {string} folder
 * @param {readonly string[]} args
 */
export async function npm(title, folder, args) {
  const cli = process.env['npm_execpath']
  const [command, first] = cli ? [process.execPath, [cli]] : ['npm', []]
  const start = performance.now()
  const { code, output } = await capture(command, [...first, ...args], folder)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  console.log(`${code === 0 ? '✓' : '✗'} ${seconds.padStart(6)} s  ${title}`)
  if (code !== 0) throw new Stop(`npm ${args.join(' ')} failed in ${folder}:\n${output}`)
  return output
}

/**
 * @param {string} command
 * @param {readonly string[]} args
 * @param {string} cwd
 * @returns {Promise<{ code: number, output: string }>}
 */
function capture(command, args, cwd) {
  const child = spawn(command, args, { cwd, env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (/** @type {Buffer} */ text) => (output += text.toString()))
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve({ code: code ?? 1, output }))
  })
}
