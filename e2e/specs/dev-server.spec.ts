import {
  expect,
  expectSignedIn,
  expectSignedOut,
  failedRequest,
  signIn,
  signOut,
  submitSignIn,
  test,
} from '../test'

test.describe('on the development server', () => {
  test.use({ expectedComplaints: failedRequest(401) })

  test('one can sign in and out', async ({ page }) => {
    await page.goto('/login/')
    await submitSignIn(page, { password: 'byron' })
    await expect(page.getByRole('alert')).toBeVisible()
    await signIn(page)
    await page.reload()
    await expectSignedIn(page)
    await signOut(page)
    await page.goto('/')
    await expectSignedOut(page)
  })
})
