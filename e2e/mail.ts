import type { Page } from '@playwright/test'
import { randomBytes } from 'node:crypto'
import { expect } from './test'

/** Where the mails of the demo are delivered. */
export const inbox = `http://localhost:${process.env['LATCHKEY_INBOX_PORT']}`

/** A new address. */
export function newAddress(): string {
  return `person-${randomBytes(4).toString('hex')}@example.com`
}

/** Asks for a mail on the page of the application. */
export async function askForMail(page: Page, address: string): Promise<void> {
  await page.goto('/login/')
  const button = page.getByRole('button', { name: 'Send me a link' })
  // The form for passwords may ask for an address, too.
  await page.locator('form').filter({ has: button }).getByLabel('E-mail').fill(address)
  await button.click()
  await expect(page).toHaveURL(/\/auth\/verify-request/)
  await expect(page.getByRole('heading', { name: 'Check your e-mail' })).toBeVisible()
}

/** Opens the last mail to an address. */
export async function openMail(page: Page, address: string): Promise<void> {
  await page.goto(`${inbox}/?to=${encodeURIComponent(address)}`)
  await page
    .getByRole('link', { name: `to ${address}` })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: /^Sign in to/ })).toBeVisible()
}

/** The link and the code of the last mail to an address, in whatever language it is. */
export async function readMail(
  page: Page,
  address: string,
): Promise<{ readonly link: string; readonly code: string }> {
  const list = await (await page.request.get(`${inbox}/?to=${encodeURIComponent(address)}`)).text()
  const [path = ''] = /\/mails\/[\w-]+/.exec(list) ?? []
  const mail = await (await page.request.get(`${inbox}${path}`)).text()
  const [, text = ''] = /<pre[^>]*>(.*)<\/pre>/s.exec(mail) ?? []
  const [, link = ''] = /<a href="([^"]*)"/.exec(text) ?? []
  const [code = ''] = /\b\d{3} ?\d{3}\b/.exec(text.replace(/<a .*<\/a>/s, '')) ?? []
  return { link: link.replaceAll('&#38;', '&'), code }
}
