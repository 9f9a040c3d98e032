import { join } from 'node:path'
import { buildDemo } from '../scripts/build.mjs'
import { ensureChromium } from '../scripts/chromium.mjs'
import { exitWith, root, runTool } from '../scripts/run.mjs'
import { setUp } from '../scripts/setup.mjs'

// On the dev servers too, with JavaScript and without. Arguments are those of Playwright.
await exitWith(async () => {
  await setUp()
  const CHROMIUM_PATH = await ensureChromium()
  await buildDemo({ everyVersion: true })
  return runTool('@playwright/test', ['test', ...process.argv.slice(2)], {
    bin: 'playwright',
    cwd: join(root, 'e2e'),
    // At anything else Playwright leaves its servers behind.
    stopWith: 'SIGINT',
    env: { CHROMIUM_PATH, LATCHKEY_WHOLE_SUITE: 'yes' },
  })
})
