import { expect, expectSignedIn, expectSignedOut, failedRequest, scripted, test } from '../test'

test('a plain form signs in and out, and loads documents', async ({ page }) => {
  await page.goto('/ways/')
  await page.getByRole('button', { name: 'Enter as Ada' }).click()
  await expect(page).toHaveURL('/ways/?by=form')
  await expectSignedIn(page)
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  await expectSignedOut(page)
  await expect(page).toHaveURL('/ways/')
})

test('a link of the router leads to the built-in page, and Back leads back', async ({ page }) => {
  await page.goto('/ways/')
  await page.getByRole('link', { name: 'The standard sign-in page' }).click()
  await expect(page.getByRole('button', { name: 'Continue' }).first()).toBeVisible()
  await expect(page).toHaveURL(/\/auth\/signin\/?$/)
  await page.goBack()
  await expect(page.getByRole('link', { name: 'The standard sign-in page' })).toBeVisible()
})

test.describe('from code', () => {
  test.use({ expectedComplaints: failedRequest(401) })

  test('one can sign in and out, and is told what is wrong', scripted, async ({ page }) => {
    await page.goto('/ways/')
    const documents: string[] = []
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents.push(request.url())
    })
    await page.getByRole('button', { name: 'Call with a wrong password' }).click()
    await expect(page.getByRole('alert')).toHaveText(/details do not match/)
    await page.getByRole('button', { name: 'Call with the right one' }).click()
    await expect(page).toHaveURL('/about/')
    await expectSignedIn(page)
    expect(documents).toEqual([])
    await page.goto('/ways/')
    await page.getByRole('button', { name: 'Call to leave' }).click()
    await expectSignedOut(page)
    await expect(page.getByText('Nobody is signed in')).toBeVisible()
  })
})
