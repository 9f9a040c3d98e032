import { enter, expect, failedRequest, submitSignIn, test } from '../test'

test.use({ expectedComplaints: failedRequest(401) })

test('a refused password is not written into the page', async ({ page }) => {
  await page.goto('/login/')
  await submitSignIn(page, { password: 'a wrong one' })
  await expect(page.getByRole('alert')).toBeVisible()
  expect(await page.content()).not.toContain('a wrong one')
})

test('a refused form is kept by no cache, with and without a session', async ({
  page,
  origin,
  pageCaching,
}) => {
  await page.goto('/login/')
  const action = await page.getByRole('main').locator('form').first().getAttribute('action')
  const form = { providerId: 'credentials', username: 'ada', password: 'a wrong one' }
  const send = () => page.request.post(`/about/${action}`, { form, headers: { origin } })
  for (const arrive of [async () => {}, () => enter(page)]) {
    await arrive()
    const answer = await send()
    expect(answer.status()).toBe(401)
    expect(answer.headers()['cache-control']).toBe(pageCaching)
  }
})
