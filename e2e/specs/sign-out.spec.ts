import { startSlowLine } from '../other-site'
import {
  cookieNames,
  enter,
  expect,
  expectSignedIn,
  expectSignedOut,
  failedRequest,
  goBack,
  lastSignInCookie,
  signIn,
  signOut,
  submitSignIn,
  test,
} from '../test'

test('signing out ends the session and leads home', async ({ page }) => {
  await signIn(page)
  await signOut(page)
  await expect(page).toHaveURL('/')
  expect(await cookieNames(page)).toEqual([lastSignInCookie])
  await page.reload()
  await expectSignedOut(page)
  await page.goto('/account/')
  await expect(page).toHaveURL(/\/login\//)
})

test('the button of a page signs out just as the one of the header', async ({ page }) => {
  await enter(page)
  await page.getByRole('main').getByRole('button', { name: 'Sign out', exact: true }).click()
  await expect(page).toHaveURL('/')
  await expectSignedOut(page)
})

test.describe('in the history', () => {
  // With JavaScript the router asks for the data of the page first, and is refused.
  test.use({ expectedComplaints: failedRequest(401) })

  test('Back after signing out shows no private page', async ({ page }) => {
    await signIn(page)
    // The router of Qwik 2 puts the next page in the place of this one.
    await page.goto('/account/?again')
    await signOut(page)
    await goBack(page)
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await expectSignedOut(page)
    await expect(page.getByText('ada@example.com')).toHaveCount(0)
    await submitSignIn(page)
    await expect(page).toHaveURL(/\/account\//)
    await expectSignedIn(page)
  })
})

test('Back after signing out on the built-in page shows no private page', async ({ page }) => {
  await enter(page)
  await page.goto('/auth/signout')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL('/')
  await page.goBack()
  // The built-in page is in a process of its own, to which the browser changes first.
  await expect(page).toHaveURL('/auth/signout')
  await expect(page.getByRole('heading')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/\/login\//)
  await expect(page.getByText('ada@example.com')).toHaveCount(0)
})

test('signing out in one tab signs out the others', async ({ page, context }) => {
  await enter(page)
  const other = await context.newPage()
  await other.goto('/account/')
  await signOut(page)
  await other.getByRole('navigation').getByRole('link', { name: 'About' }).click()
  await expect(other).toHaveURL('/about/')
  await expectSignedOut(other)
})

test.describe('with a page still on its way', () => {
  test.use({ otherOrigins: /^http:\/\/localhost:\d+$/ })

  test('signing out is final', async ({ page, context, origin }) => {
    await enter(page)
    // Cookies know no ports: to the browser this is the same site over a slow line.
    const line = await startSlowLine(origin, '/account/')
    const late = await context.newPage()
    const loaded = late.goto(`http://localhost:${line.port}/account/`)
    await line.answered
    await signOut(page)
    line.release()
    expect((await loaded)?.status()).toBe(200)
    await page.reload()
    await expectSignedOut(page)
    expect(await cookieNames(page)).toEqual([lastSignInCookie])
    await late.close()
    await line.close()
  })
})
