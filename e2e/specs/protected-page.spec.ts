import { expect, expectSignedIn, expectSignedOut, submitSignIn, test } from '../test'

const login = '/login/?redirectTo=%2Faccount%2F'

test('a protected page asks for a sign-in, which leads back to it', async ({ page }) => {
  await page.goto('/account/')
  await expect(page).toHaveURL(login)
  await expectSignedOut(page)
  await submitSignIn(page)
  await expect(page).toHaveURL('/account/')
  await expect(page.getByRole('heading', { name: 'Ada Lovelace' })).toBeVisible()
})

test('a link to a protected page asks for a sign-in, which leads back to it', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('navigation').getByRole('link', { name: 'Account' }).click()
  await expect(page).toHaveURL(login)
  await submitSignIn(page)
  await expect(page).toHaveURL('/account/')
  await expectSignedIn(page)
})

test('a protected page tells a stranger nothing', async ({ page }) => {
  for (const path of ['/account/', '/account/q-data.json']) {
    const answer = await page.request.get(path, { maxRedirects: 0 })
    expect(answer.status()).toBe(302)
    expect(answer.headers()['set-cookie']).toBeUndefined()
    expect(await answer.text()).toBe('')
  }
})
