import type { Page } from '@playwright/test'
import { randomBytes } from 'node:crypto'
import { expect, postForm } from './test'

/** Where the identity provider of the demo is. */
export const issuer = `http://localhost:${process.env['LATCHKEY_ID_PORT']}`

/** A name that is new at the identity provider. */
export function newName(): string {
  return `Person ${randomBytes(4).toString('hex')}`
}

/** Is signed in under a name of the identity provider, without its pages, and on the account page. */
export async function enterWithDemoId(page: Page, name: string): Promise<void> {
  const question = await postForm(page, '/auth/signin/demo', {})
  await page.request.post(question.url(), { form: { name, answer: 'allow' } })
  await page.goto('/account/')
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

/** Answers for the person, and has the browser led back as the provider says. */
export async function returnFromProvider(page: Page, name: string): Promise<void> {
  const form = { name, answer: 'allow' }
  const answer = await page.request.post(page.url(), { form, maxRedirects: 0 })
  await page.goto(answer.headers()['location'] ?? '')
}

export async function giveName(page: Page, name: string): Promise<void> {
  await page.getByLabel('Your name').fill(name)
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: `Continue as ${name}?` })).toBeVisible()
}
