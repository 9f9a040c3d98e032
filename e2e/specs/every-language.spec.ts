import type axe from 'axe-core'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { renderEveryPage } from '../../scripts/every-page.mjs'
import { expect, test } from '../test'

const axeSource = readFileSync(
  createRequire(import.meta.url).resolve('axe-core/axe.min.js'),
  'utf8',
)

const everyLanguage = 'ar de en es fr he it ja ko nl pl pt tr uk zh'.split(' ')
/** Right to left, the longest words, the ones that the texts were written in, and another script. */
const isWhole = Boolean(process.env['LATCHKEY_WHOLE_SUITE'])
const languages = isWhole ? everyLanguage : ['ar', 'de', 'en', 'ja']
/** The colours are the same in every language, and are most of the work. */
const schemesOf = (language: string): readonly ('light' | 'dark')[] =>
  isWhole || language === 'en' ? ['light', 'dark'] : ['light']

test.describe.configure({ timeout: 900_000 })

/** The script of the pages with passkeys, and the app that the last page of a sign-in opens. */
test.use({
  otherOrigins: /^(?:https:\/\/app\.example|null)$/,
  expectedComplaints: /^Not allowed to launch 'myapp:/,
})

for (const language of languages) {
  test(`axe finds nothing on any built-in page in ${language}, which fits 320 pixels`, async ({
    page,
  }) => {
    const pages = (await renderEveryPage([language])).get(language) ?? {}
    await page.route('https://app.example/script.js', (route) =>
      route.fulfill({ contentType: 'text/javascript', body: '' }),
    )
    const names = Object.keys(pages).filter((name) => !name.startsWith('mail-'))
    expect(names.length).toBeGreaterThan(25)
    await page.evaluate(axeSource)
    // Axe skips icon fonts, which it recognises by narrow words. Joined Arabic letters look the same to it.
    await page.evaluate(() => {
      const measure = (text: string): { width: number } => ({ width: 30 * text.length })
      Object.assign(CanvasRenderingContext2D.prototype, { measureText: measure })
    })
    for (const name of names) {
      await page.setContent(pages[name] ?? '')
      await page.evaluate(() => {
        for (const details of document.querySelectorAll('details')) details.open = true
      })
      for (const colorScheme of schemesOf(language)) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        const rules = colorScheme === 'light' ? {} : { runOnly: ['color-contrast'] }
        const { complaints, seen } = await page.evaluate(async (options) => {
          const { axe: here } = globalThis as unknown as { axe: typeof axe }
          const { violations, incomplete, passes } = await here.run(options)
          const undecided = incomplete.filter(({ id }) => id === 'color-contrast')
          return {
            seen: passes.some(({ id }) => id === 'color-contrast'),
            complaints: [...violations, ...undecided].flatMap(({ id, nodes }) =>
              nodes.map(({ html, failureSummary = '' }) => ({ id, html, failureSummary })),
            ),
          }
        }, rules)
        expect(complaints, `${name} in ${language} and ${colorScheme}`).toEqual([])
        expect(seen).toBe(true)
      }
      await page.setViewportSize({ width: 320, height: 640 })
      const needed = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(needed, `${name} in ${language}`).toBeLessThanOrEqual(320)
      await page.setViewportSize({ width: 1280, height: 720 })
    }
  })
}
