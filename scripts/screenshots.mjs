import { createRequire } from 'node:module'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureChromium } from './chromium.mjs'
import { renderEveryPage } from './every-page.mjs'
import { Stop, exitWith, root } from './run.mjs'
import { shrinkPng } from './small-png.mjs'

/**
 * Takes pictures of every built-in page and mail. `npm run screenshots` writes those of the docs,
 * which are in the repository. `npm run screenshots -- --all` writes all of them, in more languages
 * and with errors, to `test-results/screenshots`, to look at. The beginning of a name after it, such as
 * `account`, takes those pages only.
 */
const [option, beginning = ''] = process.argv.slice(2)
const takesAll = option === '--all'
const docs = join(root, 'docs', 'images')
const folder = takesAll ? join(root, 'test-results', 'screenshots') : join(docs, 'pages')
const widths = { wide: 1280, narrow: 390 }
const colorSchemes = /** @type {const} */ (['light', 'dark'])
/** One that is written from right to left. */
const languages = takesAll ? ['en', 'de', 'ar', 'ja'] : ['en', 'ar']

await exitWith(async () => {
  const executablePath = await ensureChromium()
  const everyLanguage = await renderEveryPage(languages)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const { chromium } = createRequire(join(root, 'e2e', 'package.json'))('@playwright/test')
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    for (const colorScheme of colorSchemes) {
      const page = await browser.newPage({ colorScheme, locale: 'en' })
      for (const [language, pages] of everyLanguage) {
        const names = Object.keys(pages).filter((name) => isTaken(name, language))
        for (const name of names) await takePage(page, pages[name], [name, language, colorScheme])
      }
      await page.close()
      if (!takesAll) await takeReadmePicture(browser, everyLanguage.get('en'), colorScheme)
    }
  } finally {
    await browser.close()
  }
  console.log(`The pictures are in ${folder}.`)
  return 0
})

/**
 * Pages differ from language to language by their words only, and states differ little from the page,
 * so the docs have few of them.
 *
 * @param {string} name
 * @param {string} language
 */
function isTaken(name, language) {
  if (takesAll) return name.startsWith(beginning)
  return !name.includes('--') && (language === 'en' || ['sign-in-4', 'account'].includes(name))
}

/**
 * @param {import('@playwright/test').Page} page
 * @param {string | undefined} html
 * @param {readonly string[]} look
 */
async function takePage(page, html, look) {
  if (html === undefined) throw new Stop(`There is no page ${look[0]}.`)
  for (const [size, width] of Object.entries(widths)) {
    await page.setViewportSize({ width, height: size === 'wide' ? 720 : 780 })
    await page.setContent(html)
    // The script of the page shows them, and does not run here.
    await page
      .locator('form[data-passkey]')
      .evaluateAll((forms) => forms.forEach((form) => form.removeAttribute('hidden')))
    const needed = await page.evaluate(() => document.documentElement.scrollWidth)
    if (needed > width) throw new Stop(`${look.join('-')} is ${needed} px wide in ${width} px.`)
    await savePicture(page, join(folder, `${[...look, size].join('-')}.png`))
  }
}

/**
 * The picture of the README has two pixels for one of the page, because many screens are sharp.
 *
 * @param {import('@playwright/test').Browser} browser
 * @param {Readonly<Record<string, string>> | undefined} pages
 * @param {'light' | 'dark'} colorScheme
 */
async function takeReadmePicture(browser, pages, colorScheme) {
  const viewport = { width: 600, height: 780 }
  const page = await browser.newPage({ viewport, deviceScaleFactor: 2, colorScheme, locale: 'en' })
  await page.setContent(pages?.['sign-in-4'] ?? '')
  await savePicture(page, join(docs, `sign-in-${colorScheme}.png`))
  await page.close()
}

/**
 * @param {import('@playwright/test').Page} page
 * @param {string} path
 */
async function savePicture(page, path) {
  writeFileSync(path, await shrinkPng(page, await page.screenshot({ fullPage: true })))
}
