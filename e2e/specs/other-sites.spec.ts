import type { Page } from '@playwright/test'
import { startFormSite } from '../other-site'
import {
  cookieNames,
  engineOnly,
  enter,
  expect,
  expectSignedIn,
  expectSignedOut,
  failedRequest,
  sessionCookie,
  test,
} from '../test'

test.use({
  otherOrigins: /^http:\/\/(localhost|127\.0\.0\.1):\d+$/,
  expectedComplaints: failedRequest(403),
})

const credentials = { username: 'ada', password: 'lovelace', providerId: 'credentials' }

// A site on another host gets no cookies of ours; one on another port does, for cookies know no ports.
for (const host of ['127.0.0.1', 'localhost']) {
  test.describe(`a form on another site at ${host}`, () => {
    test(
      'does not sign the visitor in through the endpoint',
      engineOnly,
      async ({ page, origin }) => {
        await page.goto('/auth/signin')
        await sendFrom(page, host, `${origin}/auth/callback/credentials`, credentials)
        await expect(page.getByRole('heading', { name: 'Request blocked' })).toBeVisible()
        expect(await cookieNames(page)).not.toContain(sessionCookie)
      },
    )

    test("does not sign the visitor in through a page's action", async ({ page, origin }) => {
      await page.goto('/login/')
      const action = await page.getByRole('main').locator('form').first().getAttribute('action')
      await sendFrom(page, host, `${origin}/login/${action}`, credentials)
      expect(await cookieNames(page)).toEqual([])
      await page.goto('/')
      await expectSignedOut(page)
    })

    test(
      'does not sign the user out through the endpoint',
      engineOnly,
      async ({ page, origin }) => {
        await enter(page)
        await sendFrom(page, host, `${origin}/auth/signout`, {})
        await page.goto('/account/')
        await expectSignedIn(page)
      },
    )

    test("does not sign the user out through a page's action", async ({
      page,
      origin,
      refusesForeignForms,
    }) => {
      await enter(page)
      const action = await page.getByRole('main').locator('form').first().getAttribute('action')
      // Without a cookie, the guard of the page sees no session if it runs first.
      const status = refusesForeignForms || host === 'localhost' ? 403 : 302
      await sendFrom(page, host, `${origin}/account/${action}`, {}, status)
      await page.goto('/account/')
      await expectSignedIn(page)
    })
  })
}

/** Lures the visitor to another site that posts a form to ours, which must refuse it. */
async function sendFrom(
  page: Page,
  host: string,
  action: string,
  fields: Readonly<Record<string, string>>,
  status = 403,
): Promise<void> {
  const site = await startFormSite(action, fields)
  await page.goto(`http://${host}:${site.port}/`)
  const answered = page.waitForResponse(action)
  await page.getByRole('button').click()
  expect((await answered).status()).toBe(status)
  await page.waitForLoadState()
  await site.close()
}
