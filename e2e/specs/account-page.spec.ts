import { readFile } from 'node:fs/promises'
import { inbox } from '../mail'
import { signInWithPassword, signUp } from '../password-account'
import { expect, test } from '../test'

test.use({ otherOrigins: new RegExp(`^${inbox}$`) })

test('a user ends the session of another browser, downloads the data and deletes the account', async ({
  page,
  browser,
  javaScriptEnabled,
  origin,
}) => {
  const address = await signUp(page)
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
  expect(data).toMatchObject({ user: { email: address } })

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
})
