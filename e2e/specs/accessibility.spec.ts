import type { BrowserContext, Page } from '@playwright/test'
import type axe from 'axe-core'
import { createRequire } from 'node:module'
import { expectProvider, issuer } from '../demo-id'
import { inbox, newAddress, openMail, readMail } from '../mail'
import { enter, expect, failedRequest, test } from '../test'

test.use({
  otherOrigins: new RegExp(`^(${inbox}|${issuer})$`),
  expectedComplaints: failedRequest(403),
})

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

const isWhole = Boolean(process.env['LATCHKEY_WHOLE_SUITE'])
const everyLanguage = 'ar de en es fr he it ja ko nl pl pt tr uk zh'.split(' ')

test.beforeEach(({ context }) => bringAxe(context))

/**
 * Half of the languages for each of two workers, in one page: to open one takes longer than to look.
 * The server sends the same pages in every language but for their words, and every-language.spec.ts
 * looks at these.
 */
const halves = isWhole ? [everyLanguage.slice(0, 8), everyLanguage.slice(8)] : [['en']]
for (const half of halves) {
  test(`the built-in pages have nothing that axe complains of in ${half.join(', ')}`, async ({
    page,
  }) => {
    const speak = await chooseLanguages(page)
    for (const language of half) {
      await speak(language)
      await test.step(language, () => expectPages(page, language))
    }
  })
}

test('the pages of the demo have nothing that axe complains of', async ({ page }) => {
  for (const path of ['/', '/about/', '/login/']) {
    await page.goto(path)
    await expectAccessible(page)
  }
  await enter(page)
  await expectAccessible(page)
  for (const path of ['/', '/login/']) {
    await page.goto(path)
    await expectAccessible(page)
  }
})

test('the pages of Demo ID and of the inbox have nothing that axe complains of', async ({
  page,
}) => {
  const address = newAddress()
  await page.goto('/login/')
  await page.getByLabel('E-mail', { exact: true }).fill(address)
  await page.getByRole('button', { name: 'Send me a link' }).click()
  await expect(page).toHaveURL(/\/auth\/verify-request/)
  await openMail(page, address)
  await expectAccessible(page)
  await page.goto(inbox)
  await expectAccessible(page)
  await page.goto(`${inbox}/?to=nobody@example.com`)
  await expectAccessible(page)
  await page.goto('/login/')
  await page.getByRole('button', { name: 'Sign in with Demo ID' }).click()
  await expectProvider(page)
  await expectAccessible(page)
  await page.getByLabel('Your name').fill('Grace Hopper')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Continue as Grace Hopper?' })).toBeVisible()
  await expectAccessible(page)
})

/** Looks at every built-in page in a language. */
async function expectPages(page: Page, language: string): Promise<void> {
  const address = newAddress()
  await page.context().clearCookies()
  await page.goto('/auth/signin')
  await expectAccessible(page, language)
  const mail = page.locator('details', { has: page.locator('form[action$=nodemailer]') })
  await mail.locator('summary').click()
  await expectAccessible(page, language)
  await page.locator('form[action$=nodemailer] input[name=email]').fill(address)
  await page.locator('form[action$=nodemailer] input[name=email]').press('Enter')
  await page.waitForURL('**/auth/verify-request?*')
  await expectAccessible(page, language)
  const { code, link } = await readMail(page, address)
  await page.locator('input[name=code]').fill(code === '000000' ? '111111' : '000000')
  await page.locator('input[name=code]').press('Enter')
  await page.waitForURL('**/auth/verify-request?*error=Verification')
  await expect(page.locator('input[name=code]')).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page, language)
  // Another browser opens it, so the page asks.
  await page.context().clearCookies()
  await page.goto(link)
  await expect(page.locator('input[name=token]')).toBeAttached()
  await expectAccessible(page, language)
  for (const path of [
    '/auth/signin?error=CredentialsSignin',
    '/auth/signin?error=InvalidEmailAddress',
    '/auth/error?error=AccessDenied',
    '/auth/signout',
  ]) {
    await page.goto(path)
    await expectAccessible(page, language)
  }
}

/** Makes the browser ask for another language, without a new page; as long as the page is open. */
async function chooseLanguages(page: Page): Promise<(language: string) => Promise<void>> {
  const userAgent = await page.evaluate(() => navigator.userAgent)
  const devtools = await page.context().newCDPSession(page)
  return async (acceptLanguage) => {
    await devtools.send('Emulation.setUserAgentOverride', { userAgent, acceptLanguage })
  }
}

/** Has axe in every page from the start, which is far quicker than to send it there each time. */
async function bringAxe(context: BrowserContext): Promise<void> {
  await context.addInitScript({ path: axePath })
  // Axe passes over icon fonts, which it tells by words that are narrower than their letters. So are
  // Arabic words, whose letters are joined. We have no icon fonts, so nothing is to be passed over.
  await context.addInitScript(() => {
    const measure = (text: string): { width: number } => ({ width: 30 * text.length })
    Object.assign(CanvasRenderingContext2D.prototype, { measureText: measure })
  })
}

/** Looks at the page in light and, for it differs in nothing else, at its colours in dark. */
async function expectAccessible(page: Page, language = 'en'): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const rules = colorScheme === 'light' ? {} : { runOnly: ['color-contrast'] }
    const { lang, complaints, hasSeenColors } = await page.evaluate(async (options) => {
      const { axe: here } = globalThis as unknown as { axe: typeof axe }
      const { violations, incomplete, passes } = await here.run(options)
      const undecided = incomplete.filter(({ id }) => id === 'color-contrast')
      return {
        lang: document.documentElement.lang,
        complaints: [...violations, ...undecided].flatMap(({ id, nodes }) =>
          nodes.map(({ html, failureSummary = '' }) => ({ id, html, failureSummary })),
        ),
        hasSeenColors: passes.some(({ id }) => id === 'color-contrast'),
      }
    }, rules)
    expect(lang).toBe(language)
    expect(complaints, `${page.url()} in ${language} and ${colorScheme}`).toEqual([])
    expect(hasSeenColors).toBe(true)
  }
}
