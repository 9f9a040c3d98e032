import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { dayOf } from '../day-of'
import { tabTo, tabToElement } from '../keyboard'
import { inbox } from '../mail'
import { enterNewAccount, firstPassword, signInWithPassword, signUp } from '../password-account'
import { engineOnly, expect, test } from '../test'

test.use({ otherOrigins: new RegExp(`^${inbox}$`) })

test('a user ends the session of another browser, downloads the data and deletes the account', async ({
  page,
  browser,
  javaScriptEnabled,
  origin,
}) => {
  const address = await signUp(page)
  const day = dayOf(test.info().project.name, javaScriptEnabled)
  await bookSwift(page, day)
  await page.goto('/account/')
  const context = await browser.newContext({ baseURL: origin, javaScriptEnabled })
  const other = await context.newPage()
  await signInWithPassword(other, address)
  await expect(other).toHaveURL('/account/')

  await page.getByRole('link', { name: 'Manage your account' }).click()
  await expect(page).toHaveURL('/auth/account')
  await expect(page.getByText(address)).toBeVisible()
  await page.getByRole('button', { name: 'End all other sessions' }).click()
  await expect(page.getByRole('button', { name: 'End all other sessions' })).toBeHidden()
  await other.goto('/account/')
  await expect(other).not.toHaveURL('/account/')
  await context.close()

  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download your data' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('account.json')
  const data: unknown = JSON.parse(await readFile(await download.path(), 'utf8'))
  const bookings = [{ boat: { id: 'swift' }, day }]
  expect(data).toMatchObject({ user: { email: address }, app: { bookings } })

  await page.getByRole('link', { name: 'Delete account' }).click()
  await page.getByRole('textbox').fill('someone@example.com')
  await page.getByRole('button', { name: 'Delete account' }).click()
  await expect(page.getByText('That is not the address of this account.')).toBeVisible()
  await page.getByRole('textbox').fill(address)
  await page.getByRole('button', { name: 'Delete account' }).click()
  await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeVisible()

  await page.goto('/account/')
  await expect(page).not.toHaveURL('/account/')
  await signInWithPassword(page, address)
  await expect(page.getByRole('alert')).toBeVisible()

  // The booking went with the account, so another member can have the boat.
  await enterNewAccount(page)
  await bookSwift(page, day)
  await page.getByRole('button', { name: /^Cancel Swift/ }).click()
  await expect(page.getByText('No boat is booked.')).toBeVisible()
})

async function bookSwift(page: Page, day: string): Promise<void> {
  await page.goto('/bookings/')
  await page.getByLabel('Boat', { exact: true }).selectOption('swift')
  await page.getByLabel('Day', { exact: true }).fill(day)
  await page.getByRole('button', { name: 'Book', exact: true }).click()
  await expect(page.getByRole('button', { name: /^Cancel Swift/ })).toBeVisible()
}

test('a user changes the name, and an invalid name is refused', async ({ page }) => {
  await enterNewAccount(page)
  await page.goto('/auth/account')
  await page.getByText('Change profile').click()
  await page.getByLabel('Name', { exact: true }).fill('x'.repeat(101))
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Use at most 100 characters')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('Grace Hopper')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Grace Hopper')).toBeVisible()
  await expect(page.getByRole('status')).toHaveText('Saved')
  await page.goto('/account/')
  await expect(page.getByRole('heading', { level: 1, name: 'Grace Hopper' })).toBeVisible()
})

test('the keyboard alone leads from the sign-in to the deleted account', async ({ page }) => {
  const address = await enterNewAccount(page)
  await page.context().clearCookies()
  await page.goto('/auth/signin/password?callbackUrl=/auth/account')
  await tabTo(page, 'E-mail')
  await page.keyboard.type(address)
  await tabTo(page, 'Password')
  await page.keyboard.type(firstPassword)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/auth/account')

  await tabToElement(page, page.locator('summary', { hasText: 'Change profile' }))
  await page.keyboard.press('Enter')
  await tabTo(page, 'Name')
  await page.keyboard.type('Ada King')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Ada King')).toBeVisible()

  await tabToElement(page, page.getByRole('link', { name: 'Delete account' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/auth/delete-account')
  await tabToElement(page, page.getByRole('textbox'))
  await page.keyboard.type(address)
  await tabToElement(page, page.getByRole('button', { name: 'Delete account' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Your account is deleted' })).toBeVisible()
})

test(
  'the pages of an account fit a narrow screen and a zoom of 200 %',
  engineOnly,
  async ({ page }) => {
    await enterNewAccount(page)
    for (const path of pagesOfAnAccount) {
      await page.goto(path)
      await unfold(page)
      // A zoom of 200 % leaves a window of 1280 pixels with 640.
      for (const width of [320, 640]) {
        await page.setViewportSize({ width, height: 640 })
        const needed = await page.evaluate(() => document.documentElement.scrollWidth)
        expect(needed, `${path} in ${width} pixels`).toBeLessThanOrEqual(width)
      }
    }
  },
)

test(
  'the pages of an account keep their outlines with forced colours, and do not move if motion is reduced',
  engineOnly,
  async ({ page }) => {
    await enterNewAccount(page)
    await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
    for (const path of pagesOfAnAccount) {
      await page.goto(path)
      await unfold(page)
      const { controls, edgeless, moving } = await page.evaluate(() => {
        const all = [
          ...document.querySelectorAll('button, .button, .small, input:not([type=hidden])'),
        ]
        const seen = all.filter((one) => one.checkVisibility())
        const styles = seen.map((one) => ({ name: one.outerHTML, style: getComputedStyle(one) }))
        const isReveal = (name: string): boolean => name.includes('aria-pressed')
        return {
          controls: styles.length,
          edgeless: styles
            .filter(({ name, style }) => style.borderTopWidth === '0px' && !isReveal(name))
            .map(({ name }) => name),
          moving: styles
            .filter(({ style }) => !/^0s(, 0s)*$/.test(style.transitionDuration))
            .map(({ name }) => name),
        }
      })
      expect(controls, path).toBeGreaterThan(0)
      expect(edgeless, path).toEqual([])
      expect(moving, path).toEqual([])
    }
  },
)

const pagesOfAnAccount = [
  '/auth/account',
  '/auth/account?error=InvalidName',
  '/auth/change-password',
  '/auth/factors',
  '/auth/add-factor',
  '/auth/delete-account',
  '/auth/signin?error=CredentialsSignin',
]

async function unfold(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true
  })
}
