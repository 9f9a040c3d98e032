import type { Locator, Page } from '@playwright/test'
import { askForMail, inbox, newAddress, openMail, readMail } from '../mail'
import { expect, expectSignedOut, failedRequest, test } from '../test'

test.use({ otherOrigins: new RegExp(`^${inbox}$`) })

test('a click on the link signs in at once in the browser that asked', async ({ page }) => {
  const address = newAddress()
  await askForMail(page, address)
  await expect(page.getByRole('main')).toContainText(address)
  await openMail(page, address)
  const letter = page.frameLocator('iframe')
  const opened = page.waitForEvent('popup')
  await letter.getByRole('link', { name: 'Sign in', exact: true }).click()
  const signedIn = await opened
  await expect(signedIn).toHaveURL('/account/')
  await expect(signedIn.getByRole('heading', { level: 1, name: address })).toBeVisible()
})

test('a mail shows its text with a link that works, too', async ({ page }) => {
  const address = newAddress()
  await askForMail(page, address)
  await openLink(page, address)
  await expect(page).toHaveURL('/account/')
  await expect(page.getByRole('heading', { level: 1, name: address })).toBeVisible()
})

test('another browser is asked first, and it signs in there alone', async ({
  page,
  browser,
  javaScriptEnabled,
  origin,
}) => {
  const address = newAddress()
  await askForMail(page, address)
  const context = await browser.newContext({ baseURL: origin, javaScriptEnabled })
  const other = await context.newPage()
  await openLink(other, address)
  await expect(other.getByRole('heading', { name: 'Finish signing in' })).toBeVisible()
  await expect(other.getByRole('main')).toContainText(address)
  await other.getByRole('button', { name: 'Sign in' }).click()
  await expect(other).toHaveURL('/account/')
  await expect(other.getByRole('heading', { level: 1, name: address })).toBeVisible()
  await page.goto('/')
  await expectSignedOut(page)
  await context.close()
})

test('the built-in page sends a mail that leads to the page that was wanted', async ({ page }) => {
  const address = newAddress()
  await page.goto('/auth/signin?redirectTo=/about/')
  const form = await openMailForm(page)
  await form.getByLabel('E-mail').fill(address)
  await form.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible()
  await typeCode(page, (await readMail(page, address)).code)
  await expect(page).toHaveURL('/about/')
  await expect(page.getByRole('banner')).toContainText(address)
})

test('the code from the mail signs in where it was asked for', async ({ page }) => {
  const address = newAddress()
  await askForMail(page, address)
  await typeCode(page, (await readMail(page, address)).code)
  await expect(page).toHaveURL('/account/')
  await expect(page.getByRole('heading', { level: 1, name: address })).toBeVisible()
})

test('a wrong code says so, and the right one still works', async ({ page }) => {
  const address = newAddress()
  await askForMail(page, address)
  const { code } = await readMail(page, address)
  await typeCode(page, code === '000000' ? '111111' : '000000')
  await expect(page.getByRole('alert')).toContainText('That code is wrong')
  await page.goto('/')
  await expectSignedOut(page)
  await page.goBack()
  await typeCode(page, `${code.slice(0, 3)} ${code.slice(3)}`)
  await expect(page).toHaveURL('/account/')
})

test.describe('with too many guesses', () => {
  test.use({ expectedComplaints: failedRequest(429) })

  test('not even the right code works', async ({ page }) => {
    const address = newAddress()
    await askForMail(page, address)
    const { code } = await readMail(page, address)
    for (let guess = 0; guess < 5; guess++) {
      await typeCode(page, code === '000000' ? '111111' : '000000')
      await expect(page.getByRole('alert')).toBeVisible()
    }
    const verifyUrl = page.url()
    await typeCode(page, code)
    await expect(page.getByText('Too many attempts')).toBeVisible()
    await page.goto(verifyUrl)
    await page.goto('/')
    await expectSignedOut(page)
  })
})

test.describe('a link that was used', () => {
  test.use({ expectedComplaints: failedRequest(403) })

  for (const way of ['by itself', 'by its code'] as const) {
    test(`${way} does not sign the user in again`, async ({ page }) => {
      const address = newAddress()
      await askForMail(page, address)
      const { link, code } = await readMail(page, address)
      if (way === 'by its code') await typeCode(page, code)
      else await openLink(page, address)
      await expect(page).toHaveURL('/account/')
      await page.context().clearCookies()
      await page.goto(link)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByRole('alert')).toContainText('was used already')
      await page.goto('/')
      await expectSignedOut(page)
    })
  }
})

test('programs that look at a link use nothing up', async ({ page, playwright }) => {
  const address = newAddress()
  await askForMail(page, address)
  const { link } = await readMail(page, address)
  const scanner = await playwright.request.newContext()
  const asked = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }
  const prefetched = { ...asked, 'sec-fetch-user': '?1', 'sec-purpose': 'prefetch;prerender' }
  for (const looker of [scanner, page.request]) {
    for (const headers of [{}, asked, prefetched]) {
      expect((await looker.head(link, { headers, maxRedirects: 0 })).status()).toBe(200)
      const answer = await looker.get(link, { headers, maxRedirects: 0 })
      expect(answer.status()).toBe(200)
      expect(await answer.text()).toContain('Finish signing in')
      expect(answer.headers()['set-cookie'] ?? '').not.toContain('session-token')
    }
  }
  await scanner.dispose()
  await openLink(page, address)
  await expect(page).toHaveURL('/account/')
})

test('the address is one person, whichever way they come', async ({ page }) => {
  const address = newAddress()
  const ids: (string | null)[] = []
  for (let time = 0; time < 2; time++) {
    await askForMail(page, address)
    await typeCode(page, (await readMail(page, address)).code)
    await expect(page).toHaveURL('/account/')
    ids.push(await page.locator('dl code').textContent())
    await page.context().clearCookies()
  }
  expect(ids[0]).toMatch(/\S/)
  expect(ids[0]).toBe(ids[1])
})

test.describe('what is no address', () => {
  test.use({ expectedComplaints: failedRequest(400) })

  test('is refused by the page of the app', async ({ page }) => {
    await page.goto('/login/')
    await sendNoAddress(page, page.getByRole('main'), 'Send me a link')
  })

  test('is refused by the built-in page, whose form stays open', async ({ page }) => {
    await page.goto('/auth/signin')
    await sendNoAddress(page, await openMailForm(page), 'Continue')
    await expect(page.getByLabel('E-mail')).toBeVisible()
  })
})

async function sendNoAddress(page: Page, form: Locator, button: string): Promise<void> {
  // The browser itself would refuse it, too.
  await form
    .getByLabel('E-mail', { exact: true })
    .evaluate((field) => field.setAttribute('type', 'text'))
  await form.getByLabel('E-mail', { exact: true }).fill('a@example.com, b@example.com')
  await form.getByRole('button', { name: button }).click()
  await expect(page.getByRole('alert')).toContainText(/not an e-?mail address/)
}

/** Opens the form for an address on the built-in page. */
async function openMailForm(page: Page): Promise<Locator> {
  await page.getByText('Sign in with e-mail').click()
  return page.locator('details[open]')
}

/** Clicks on the link in the text of the last mail. */
async function openLink(page: Page, address: string): Promise<void> {
  await openMail(page, address)
  await page.locator('pre').getByRole('link').click()
}

async function typeCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Code from the e-mail').fill(code)
  await page.getByRole('button', { name: 'Continue' }).click()
}
