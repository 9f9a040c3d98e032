import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { constants } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The root of the repository, without a slash at the end. */
export const root = fileURLToPath(new URL('..', import.meta.url)).replace(/[\\/]$/, '')

/** A failure that the person at the keyboard can act on: its message is all they see. */
export class Stop extends Error {}

/**
 * Runs a program in the foreground and resolves with its exit code. A signal that reaches us is
 * passed on, and once the child is gone we end with the code that the signal stands for.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{
 *   cwd?: string,
 *   env?: Record<string, string | undefined>,
 *   quiet?: boolean,
 *   shell?: boolean,
 *   stopWith?: NodeJS.Signals,
 *   onExit?: () => void,
 * }} [options]
 * @returns {Promise<number>}
 */
export function run(
  command,
  args,
  { cwd = root, env = {}, quiet, shell = false, stopWith, onExit } = {},
) {
  const child = spawn(command, args, {
    cwd,
    shell,
    stdio: quiet ? 'ignore' : 'inherit',
    env: { ...process.env, ...env },
  })
  /** @type {NodeJS.Signals | undefined} */
  let received
  /** @param {NodeJS.Signals} signal */
  const forward = (signal) => {
    received ??= signal
    child.kill(stopWith ?? signal)
    setTimeout(() => child.kill('SIGKILL'), 5000).unref()
  }
  process.on('SIGINT', forward)
  process.on('SIGTERM', forward)
  const orphanWatch = whenOrphaned(() => forward('SIGTERM'))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? exitCodeOf(signal)))
  }).finally(() => {
    process.off('SIGINT', forward)
    process.off('SIGTERM', forward)
    clearInterval(orphanWatch)
    onExit?.()
    if (received) process.exit(exitCodeOf(received))
  })
}

/**
 * Runs the command line of an installed package with this very Node.
 *
 * @param {string} name of the package
 * @param {readonly string[]} args
 * @param {Parameters<typeof run>[2] & { bin?: string }} [options]
 */
export function runTool(name, args, { bin = name, ...options } = {}) {
  const folder = join(root, 'node_modules', name)
  const { bin: bins } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const path = typeof bins === 'string' ? bins : bins[bin]
  return run(process.execPath, [join(folder, path), ...args], options)
}

/**
 * @param {readonly string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export function runNpm(args, options) {
  const cli = process.env['npm_execpath']
  if (cli?.endsWith('npm-cli.js')) return run(process.execPath, [cli, ...args], options)
  return run('npm', args, { ...options, shell: process.platform === 'win32' })
}

/**
 * The `main` of a script: a {@link Stop} is shown without a stack.
 *
 * @param {() => Promise<number>} main
 */
export async function exitWith(main) {
  try {
    process.exitCode = await main()
  } catch (error) {
    console.error(error instanceof Stop ? `\n${error.message}` : error)
    process.exitCode = 1
  }
}

/**
 * npm passes a signal on to the shell between it and us, and the shell dies without telling us.
 *
 * @param {() => void} stop
 */
function whenOrphaned(stop) {
  if (!process.env['npm_lifecycle_event']) return undefined
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    stop()
  }, 250)
  return watch.unref()
}

/** @param {NodeJS.Signals | null} signal */
function exitCodeOf(signal) {
  return signal ? 128 + constants.signals[signal] : 1
}
