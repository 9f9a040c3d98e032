import { answerProvider, expectProvider, issuer, newName } from '../demo-id'
import { startFormSite } from '../other-site'
import { cookieNames, expect, expectSignedOut, sessionCookie, test } from '../test'

test.use({ otherOrigins: /^http:\/\/(localhost|127\.0\.0\.1):\d+$/ })

test.describe('a service that posts its answer', () => {
  test('signs in', async ({ page, javaScriptEnabled }) => {
    const name = newName()
    await page.goto('/login/')
    await page.getByRole('button', { name: 'Sign in with Form ID' }).click()
    await expectProvider(page)
    expect(new URL(page.url()).origin).toBe(issuer)
    await answerProvider(page, name)
    // Without JavaScript the service asks for one more click.
    if (!javaScriptEnabled) await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page).toHaveURL('/account/')
    await expect(page.getByRole('heading', { name })).toBeVisible()
  })

  test('does not sign in a visitor who has not started a sign-in', async ({ page, origin }) => {
    const fields = { code: 'of-somebody-else', state: 'of-somebody-else' }
    const site = await startFormSite(`${origin}/auth/callback/demo-form`, fields)
    await page.goto(`http://127.0.0.1:${site.port}/`)
    await page.getByRole('button').click()
    await expect(page).toHaveURL(/\/auth\/signin\?error=OAuthAttemptLost/)
    expect(await cookieNames(page)).not.toContain(sessionCookie)
    await page.goto('/')
    await expectSignedOut(page)
    await site.close()
  })
})
