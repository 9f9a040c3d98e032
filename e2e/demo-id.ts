import type { Page } from '@playwright/test'
import { randomBytes } from 'node:crypto'
import { expect } from './test'

/** Where the identity provider of the demo is. */
export const issuer = `http://localhost:${process.env['LATCHKEY_ID_PORT']}`

/** A name that nobody has had at the identity provider. */
export function newName(): string {
  return `Person ${randomBytes(4).toString('hex')}`
}

/** Signs in under a name at the identity provider, and waits for the account page. */
export async function signInWithDemoId(page: Page, name: string): Promise<void> {
  await page.goto('/login/')
  await goToProvider(page)
  await answerProvider(page, name)
  await expect(page).toHaveURL('/account/')
  await expect(page.getByRole('heading', { name })).toBeVisible()
}

export async function goToProvider(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign in with Demo ID' }).click()
  await expectProvider(page)
}

export async function expectProvider(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Sign in to Demo ID' })).toBeVisible()
}

export async function answerProvider(page: Page, name: string): Promise<void> {
  await giveName(page, name)
  await page.getByRole('button', { name: 'Allow' }).click()
}

export async function giveName(page: Page, name: string): Promise<void> {
  await page.getByLabel('Your name').fill(name)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: `Continue as ${name}?` })).toBeVisible()
}
