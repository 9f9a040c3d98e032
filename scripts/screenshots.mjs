import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildDemo } from './build.mjs'
import { ensureChromium } from './chromium.mjs'
import { renderEveryPage } from './every-page.mjs'
import { freePort } from './free-port.mjs'
import { Stop, exitWith, root } from './run.mjs'
import { setUp } from './setup.mjs'

/** Two pixels of the picture for one of the page: people have sharp screens. */
const deviceScaleFactor = 2
const viewport = { width: 600, height: 920 }
const folder = join(root, 'docs', 'images')
/** Those of every page are for looking at, not for keeping. */
const everyPage = join(root, 'test-results', 'screenshots')
const widths = { narrow: 320, wide: 1280 }
const languages = ['en', 'de', 'ar', 'ja']

await exitWith(async () => {
  await setUp()
  const executablePath = await ensureChromium()
  await buildDemo()
  const data = mkdtempSync(join(tmpdir(), 'latchkey-screenshots-'))
  const port = await freePort()
  const demo = startDemo(port, data)
  try {
    await waitFor(`http://localhost:${port}/`)
    await takePictures(executablePath, `http://localhost:${port}/auth/signin`)
  } finally {
    demo.kill()
    rmSync(data, { recursive: true, force: true })
  }
  return 0
})

/**
 * The sign-in page asks nobody for anything, so those whom it leads to need not be there.
 *
 * @param {number} port
 * @param {string} data
 */
function startDemo(port, data) {
  return spawn(process.execPath, ['server/entry.node-server.js'], {
    cwd: join(root, 'demo'),
    stdio: 'inherit',
    env: {
      ...process.env,
      PORT: String(port),
      DATABASE_URL: `file:${join(data, 'demo.sqlite')}`,
      REDIS_URL: '',
      AUTH_SECRET: 'a secret of the screenshots, and of nothing else',
      AUTH_URL: 'https://app.example',
      AUTH_DEMO_SMTP: 'smtp://127.0.0.1:9',
      AUTH_DEMO_ISSUER: 'http://localhost:9',
      AUTH_DEMO_ID: 'latchkey-demo',
      AUTH_DEMO_SECRET: 'the secret of a client that asks nothing',
    },
  })
}

/**
 * @param {string} executablePath
 * @param {string} url
 */
async function takePictures(executablePath, url) {
  const { chromium } = createRequire(join(root, 'e2e', 'package.json'))('@playwright/test')
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  mkdirSync(folder, { recursive: true })
  mkdirSync(everyPage, { recursive: true })
  const everyLanguage = await renderEveryPage(languages)
  for (const colorScheme of /** @type {const} */ (['light', 'dark'])) {
    const page = await browser.newPage({ viewport, deviceScaleFactor, colorScheme, locale: 'en' })
    await page.goto(url)
    await page.screenshot({ path: join(folder, `sign-in-${colorScheme}.png`), fullPage: true })
    // A page that came from a site would keep its Content-Security-Policy.
    await page.goto('about:blank')
    for (const [language, pages] of everyLanguage) {
      await takeEveryPage(page, pages, `${language}-${colorScheme}`)
    }
  }
  await browser.close()
  console.log(`Those of every page are in ${everyPage}.`)
}

/**
 * @param {import('@playwright/test').Page} page
 * @param {Readonly<Record<string, string>>} pages
 * @param {string} look the language and the colour scheme
 */
async function takeEveryPage(page, pages, look) {
  for (const [name, html] of Object.entries(pages)) {
    for (const [size, width] of Object.entries(widths)) {
      await page.setViewportSize({ width, height: 800 })
      await page.setContent(html)
      const file = `${name}-${look}-${size}.png`
      await page.screenshot({ path: join(everyPage, file), fullPage: true })
    }
  }
}

/** @param {string} url */
async function waitFor(url) {
  for (let tries = 0; tries < 100; tries++) {
    if (await fetch(url).catch(() => undefined)) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Stop('The demo does not start.')
}
