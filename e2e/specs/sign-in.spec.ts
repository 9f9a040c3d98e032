import {
  cookieNames,
  enter,
  expect,
  expectSignedIn,
  expectSignedOut,
  failedRequest,
  lastSignInCookie,
  sessionCookie,
  signIn,
  submitSignIn,
  test,
} from '../test'

test.describe('a refused sign-in', () => {
  test.use({ expectedComplaints: failedRequest(401) })

  test('says that the details are wrong, on the same page', async ({ page }) => {
    await page.goto('/login/')
    await submitSignIn(page, { password: 'byron' })
    await expect(page.getByRole('alert')).toHaveText(/details do not match/)
    await expect(page).toHaveURL(/\/login\//)
    await expectSignedOut(page)
    expect(await cookieNames(page)).toEqual([])
  })

  test('shows the same message for an unknown user name', async ({ page }) => {
    await page.goto('/login/')
    await submitSignIn(page, { username: 'nobody' })
    await expect(page.getByRole('alert')).toHaveText(/details do not match/)
  })

  test("shows the application's own message", async ({ page }) => {
    await page.goto('/login/')
    await submitSignIn(page, { username: 'locked' })
    await expect(page.getByRole('alert')).toHaveText(/account is locked/)
    await expectSignedOut(page)
  })

  test('keeps the user name and the way back for the next attempt', async ({ page }) => {
    await page.goto('/login/?redirectTo=/about/')
    await submitSignIn(page, { password: 'byron' })
    await expect(page.getByRole('alert')).toBeVisible()
    await expect(page.getByLabel('User name')).toHaveValue('ada')
    await page.getByLabel('Password', { exact: true }).fill('lovelace')
    await page.getByLabel('Password', { exact: true }).press('Enter')
    await expect(page).toHaveURL('/about/')
    await expectSignedIn(page)
  })
})

test.describe('a sign-in', () => {
  test('shows the session with what the callbacks put into it', async ({ page }) => {
    await signIn(page)
    await expectSignedIn(page)
    const facts = page.getByRole('main')
    await expect(facts).toContainText('ada@example.com')
    await expect(facts).toContainText('admin')
    await expect(facts).toContainText('person-1815')
    const expiry = await page.locator('dl').getByRole('time').getAttribute('datetime')
    const days = (Date.parse(expiry ?? '') - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(29)
    expect(days).toBeLessThanOrEqual(30)
  })

  test('survives a reload', async ({ page }) => {
    await enter(page)
    await page.reload()
    await expectSignedIn(page)
    await expect(page.getByRole('heading', { name: 'Ada Lovelace' })).toBeVisible()
  })

  test('is known on every page that a link leads to', async ({ page, javaScriptEnabled }) => {
    await enter(page)
    const documents: string[] = []
    page.on('request', (request) => {
      if (request.isNavigationRequest()) documents.push(request.url())
    })
    const links = page.getByRole('navigation').getByRole('link')
    await links.filter({ hasText: 'About' }).click()
    await expect(page).toHaveURL('/about/')
    await expectSignedIn(page)
    await links.filter({ hasText: 'Home' }).click()
    await expect(page.getByRole('heading', { name: 'You are signed in' })).toBeVisible()
    // The account page is left out: Qwik 2 may compute its parts before all of its loaders have answered.
    expect(documents).toHaveLength(javaScriptEnabled ? 0 : 2)
  })

  test('is offered no second time', async ({ page }) => {
    await enter(page)
    await page.goto('/login/')
    await expect(page.getByRole('heading', { name: 'You are signed in' })).toBeVisible()
    await expect(page.getByLabel('Password', { exact: true })).toHaveCount(0)
  })

  test('sets two cookies, out of reach of scripts and of other sites', async ({ page }) => {
    await signIn(page)
    expect(await cookieNames(page)).toEqual([sessionCookie, lastSignInCookie])
    for (const cookie of await page.context().cookies()) {
      expect(cookie).toMatchObject({ path: '/', httpOnly: true, sameSite: 'Lax' })
    }
  })

  test('puts neither name nor password into an address', async ({ page }) => {
    const urls: string[] = []
    page.on('request', (request) => urls.push(request.url()))
    await signIn(page)
    expect(urls.filter((url) => /lovelace|username/.test(url))).toEqual([])
  })
})
