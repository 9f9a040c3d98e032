import type { Page } from '@playwright/test'
import { enter, expect, test } from '../test'

const pages = [
  { path: '/', visitor: 'anyone' },
  { path: '/about/', visitor: 'anyone' },
  { path: '/login/', visitor: 'anyone' },
  { path: '/auth/signin', visitor: 'anyone' },
  { path: '/auth/signin?error=CredentialsSignin', visitor: 'anyone' },
  { path: '/auth/signout', visitor: 'anyone' },
  { path: '/', visitor: 'Ada' },
  { path: '/account/', visitor: 'Ada' },
  { path: '/bookings/', visitor: 'Ada' },
  { path: '/harbour/', visitor: 'Ada' },
  { path: '/login/', visitor: 'Ada' },
]

for (const { path, visitor } of pages) {
  test(`${path} is well formed for ${visitor}`, async ({ page }) => {
    if (visitor === 'Ada') await enter(page)
    await page.goto(path)
    await expectOutline(page)
    await expectNames(page)
    await expectFit(page, 320)
  })
}

async function expectOutline(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await expect(page).toHaveTitle(/\S/)
  await expect(page.getByRole('main')).toHaveCount(1)
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1)
}

/** Everything that one can use has a name for those who cannot see it. */
async function expectNames(page: Page): Promise<void> {
  await expect(page.locator('img:not([alt])')).toHaveCount(0)
  // What is folded has no name until it is open.
  const folded = page.locator('details:not([open]) > summary')
  while ((await folded.count()) > 0) await folded.first().click()
  const controls = page.locator('a[href], button, input:not([type=hidden])')
  for (const control of await controls.all()) await expect(control).toHaveAccessibleName(/\S/)
}

/** A screen this narrow has to be scrolled in one direction only. */
async function expectFit(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: 640 })
  const needed = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(needed).toBeLessThanOrEqual(width)
}
