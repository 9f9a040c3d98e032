import type { Page } from '@playwright/test'
import { answerProvider, giveName, goToProvider, issuer, returnFromProvider } from '../demo-id'
import {
  cookieNames,
  engineOnly,
  expect,
  lastSignInCookie,
  sessionCookie,
  test,
  leave,
} from '../test'

test.use({ otherOrigins: new RegExp(`^${issuer}$`) })

test('the form of the application leads through the provider to the page that was wanted', async ({
  page,
}) => {
  await page.goto('/account/')
  await expect(page).toHaveURL(/\/login\//)
  await goToProvider(page)
  await answerProvider(page, 'Grace Hopper')
  await expect(page).toHaveURL('/account/')
  await expect(page.getByRole('heading', { name: 'Grace Hopper' })).toBeVisible()
  const facts = page.getByRole('main')
  await expect(facts).toContainText('grace.hopper@demo-id.example')
  await expect(facts).toContainText('member')
  await page.reload()
  await expect(page.getByRole('banner')).toContainText('Grace Hopper')
})

test(
  'the built-in page leads through the provider to the page that was wanted',
  engineOnly,
  async ({ page }) => {
    await page.goto('/auth/signin?redirectTo=/about/')
    await goToProvider(page)
    await answerProvider(page, 'Grace Hopper')
    await expect(page).toHaveURL('/about/')
    await expect(page.getByRole('banner')).toContainText('Grace Hopper')
  },
)

test('nothing of the sign-in is left over but the session', engineOnly, async ({ page }) => {
  await page.goto('/login/')
  await goToProvider(page)
  expect(await ownCookies(page)).toEqual([expect.not.stringContaining(sessionCookie)])
  await answerProvider(page, 'Grace Hopper')
  await expect(page).toHaveURL('/account/')
  expect(await ownCookies(page)).toEqual([sessionCookie, lastSignInCookie])
  expect(page.url()).not.toContain('code=')
})

for (const from of ['/login/?redirectTo=/about/', '/auth/signin?redirectTo=/about/']) {
  test(
    `cancelling at the provider, from ${from}, is told on the sign-in page`,
    engineOnly,
    async ({ page }) => {
      await page.goto(from)
      await goToProvider(page)
      await page.getByRole('button', { name: 'Cancel' }).click()
      await expect(page).toHaveURL(/\/auth\/signin\?error=OAuthCallbackError&code=access_denied/)
      await expect(page.getByRole('alert')).toContainText('cancelled')
      expect(await ownCookies(page)).not.toContain(sessionCookie)
      await goToProvider(page)
      await answerProvider(page, 'Grace Hopper')
      await expect(page).toHaveURL('/about/')
      await expect(page.getByRole('banner')).toContainText('Grace Hopper')
    },
  )
}

test(
  'keeping the profile back at the provider is told on the sign-in page',
  engineOnly,
  async ({ page }) => {
    await page.goto('/login/')
    await goToProvider(page)
    await giveName(page, 'Grace Hopper')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect(page).toHaveURL(/\/auth\/signin\?error=OAuthCallbackError&code=access_denied/)
    await expect(page.getByRole('alert')).toContainText('cancelled')
  },
)

test('signing out ends the session, and another user can sign in', async ({ page }) => {
  await page.goto('/login/')
  await goToProvider(page)
  await answerProvider(page, 'Grace Hopper')
  await leave(page)
  await expect(page).toHaveURL('/')
  await expect(page.getByText('Grace Hopper')).toHaveCount(0)
  expect(await ownCookies(page)).toEqual([lastSignInCookie])
  await page.goto('/login/')
  await goToProvider(page)
  await answerProvider(page, 'Alan Turing')
  await expect(page.getByRole('heading', { name: 'Alan Turing' })).toBeVisible()
})

test(
  'ten tabs sign in at once, and each ends where it was to end',
  engineOnly,
  async ({ context }) => {
    test.slow()
    const tabs: Page[] = []
    for (let number = 0; number < 10; number++) {
      const tab = await context.newPage()
      await tab.goto(`/login/?redirectTo=/about/?tab=${number}`)
      await goToProvider(tab)
      tabs.push(tab)
    }
    // The last one to begin is the first to come back.
    for (const [number, tab] of [...tabs.entries()].reverse()) {
      await returnFromProvider(tab, `Person ${number}`)
      await expect(tab).toHaveURL(`/about/?tab=${number}`)
      await expect(tab.getByRole('banner')).toContainText(`Person ${number}`)
      await tab.close()
    }
  },
)

test(
  'a callback URL that is opened again does not sign the user in',
  engineOnly,
  async ({ page }) => {
    const answers: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/auth/callback/demo')) answers.push(request.url())
    })
    await page.goto('/login/')
    await goToProvider(page)
    await answerProvider(page, 'Grace Hopper')
    await expect(page).toHaveURL('/account/')
    await page.context().clearCookies()
    await page.goto(answers[0] ?? '')
    await expect(page).toHaveURL(/\/auth\/signin\?error=OAuthAttemptLost/)
    expect(await ownCookies(page)).not.toContain(sessionCookie)
  },
)

test('the pages of the provider work by keyboard alone', engineOnly, async ({ page }) => {
  await page.goto('/login/')
  await goToProvider(page)
  await page.getByLabel('Your name').focus()
  await page.keyboard.type('Grace Hopper')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Continue as Grace Hopper?' })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Allow' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/account/')
})

/** Cookies know no ports, so those of the provider are among them. */
async function ownCookies(page: Page): Promise<string[]> {
  return (await cookieNames(page)).filter((name) => !name.startsWith('demo-id.'))
}
