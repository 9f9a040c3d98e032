import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { installFromDebian, report } from './debian.mjs'
import { Stop, root, run, runTool } from './run.mjs'

/**
 * Chromium without windows. It loads a page with the same code, in a quarter of the processor time,
 * because it does not draw a window around it.
 */
const headlessShell = '/usr/bin/chromium-headless-shell'

const systemPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The path of a Chromium that starts; one is installed if it is missing. */
export async function ensureChromium() {
  const asked = process.env['CHROMIUM_PATH']
  if (asked) {
    if (await starts(asked)) return asked
    throw new Stop(`CHROMIUM_PATH is ${asked}, but that does not start.`)
  }
  return (await ensureHeadlessShell()) ?? (await findChromium()) ?? (await installChromium())
}

/** It has a package in Debian. Elsewhere the Chromium with windows does. */
async function ensureHeadlessShell() {
  if (!(await starts(headlessShell)))
    await installFromDebian('Chromium without windows', ['chromium-headless-shell'])
  return (await starts(headlessShell)) ? headlessShell : undefined
}

async function findChromium() {
  for (const path of [...systemPaths, playwrightPath()]) if (await starts(path)) return path
  return undefined
}

async function installChromium() {
  const fromDebian = () => installFromDebian('Chromium', ['chromium'])
  for (const install of [fromDebian, installFromPlaywright]) {
    await install()
    const path = await findChromium()
    if (path) return path
  }
  throw new Stop(
    [
      'The browser tests need Chromium, and it could not be found or installed. Get it with one of',
      '  apt-get install chromium          (Debian, Ubuntu)',
      '  npx playwright install chromium   (anywhere)',
      'or say where it is: CHROMIUM_PATH=/path/to/chromium npm test',
    ].join('\n'),
  )
}

async function installFromPlaywright() {
  console.log('Installing Chromium with Playwright …')
  await runTool('playwright', ['install', 'chromium']).catch(report)
}

/** Where Playwright keeps the Chromium that belongs to its version, there or not. */
function playwrightPath() {
  const require = createRequire(join(root, 'e2e', 'package.json'))
  return require('@playwright/test').chromium.executablePath()
}

/**
 * A path alone proves nothing: Ubuntu's /usr/bin/chromium-browser may be a stub for a snap.
 *
 * @param {string} path
 */
async function starts(path) {
  if (!existsSync(path)) return false
  return (await run(path, ['--version'], { quiet: true }).catch(() => 1)) === 0
}
