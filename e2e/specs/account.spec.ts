import type { Page } from '@playwright/test'
import { answerProvider, enterWithDemoId, expectProvider, issuer, newName } from '../demo-id'
import { expect, failedRequest, goBack, submitSignIn, test as base } from '../test'

interface Fixtures {
  /** A page in another browser. */
  otherPage: Page
}

const test = base.extend<Fixtures>({
  otherPage: async ({ browser, origin, javaScriptEnabled }, use) => {
    const context = await browser.newContext({ baseURL: origin, javaScriptEnabled })
    await use(await context.newPage())
    await context.close()
  },
})

test.use({ otherOrigins: new RegExp(`^${issuer}$`) })

test('the account page tells this device and this method', async ({ page }) => {
  const name = newName()
  await enterWithDemoId(page, name)
  const device = devices(page).getByRole('listitem')
  await expect(device).toHaveCount(1)
  await expect(device).toContainText(/Chrome on \w+/)
  await expect(device).toContainText('this device')
  await expect(device).toContainText(/Since .* UTC · Demo ID/)
  await expect(device.getByRole('button')).toHaveCount(0)
  await expect(methods(page).getByRole('listitem').last()).toContainText('Demo ID')
})

test('ending another device signs it out, and no other', async ({ page, otherPage }) => {
  const name = newName()
  await enterWithDemoId(page, name)
  await enterWithDemoId(otherPage, name)
  await page.reload()
  await expect(devices(page).getByRole('listitem')).toHaveCount(2)
  await devices(page).getByRole('button', { name: 'End' }).click()
  await expect(devices(page).getByRole('listitem')).toHaveCount(1)
  await expect(page).toHaveURL('/account/')
  await expect(devices(page)).toContainText('this device')
  await otherPage.reload()
  await expect(otherPage).toHaveURL(/\/login\//)
  await expect(otherPage.getByText(name)).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('heading', { name })).toBeVisible()
})

test.describe('on all devices', () => {
  // With JavaScript the router asks for the data of the page first, and is refused.
  test.use({ expectedComplaints: failedRequest(401) })

  test('signing out everywhere signs out all devices', async ({ page, otherPage }) => {
    const name = newName()
    await enterWithDemoId(page, name)
    await enterWithDemoId(otherPage, name)
    await page.goto('/account/?again')
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.getByText(name)).toHaveCount(0)
    await otherPage.goto('/account/')
    await expect(otherPage).toHaveURL(/\/login\//)
    await goBack(page)
    await expect(page.getByRole('heading', { name: 'Sign in', exact: true })).toBeVisible()
    await expect(page.getByText(name)).toHaveCount(0)
  })
})

test('another account can be added, signs in as the same person, and can be removed', async ({
  page,
  otherPage,
}) => {
  const [name, otherName] = [newName(), newName()]
  await enterWithDemoId(page, name)
  await addAccount(page, otherName)
  await expect(methods(page)).toContainText(accountOf(name))
  await expect(methods(page)).toContainText(accountOf(otherName))
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

  await otherPage.goto('/login/')
  await otherPage.getByRole('button', { name: 'Sign in with Demo ID' }).click()
  await expectProvider(otherPage)
  await answerProvider(otherPage, otherName)
  await expect(otherPage.getByRole('heading', { level: 1, name })).toBeVisible()

  await methods(page)
    .getByRole('button', { name: `Remove Demo ID, ${accountOf(otherName)}` })
    .click()
  await expect(methods(page)).not.toContainText(accountOf(otherName))
  await expect(methods(page)).toContainText(accountOf(name))
  await otherPage.reload()
  await expect(otherPage).toHaveURL(/\/login\//)
})

test("another user's account cannot be added", async ({ page, otherPage }) => {
  const [name, otherName] = [newName(), newName()]
  await enterWithDemoId(otherPage, otherName)
  await enterWithDemoId(page, name)
  await startAdding(page)
  await answerProvider(page, otherName)
  await expect(page.getByRole('alert')).toContainText('Sign in the way you did the first time')
  await page.goto('/account/')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(methods(page)).not.toContainText(accountOf(otherName))
})

test.describe('the last account', () => {
  test.use({ expectedComplaints: failedRequest(409) })

  test('is not removed, and the page says why', async ({ page, javaScriptEnabled }) => {
    // The tests with and without JavaScript run at the same time.
    const person = javaScriptEnabled
      ? { username: 'charles', password: 'babbage' }
      : { username: 'mary', password: 'somerville' }
    const name = newName()
    await page.goto('/login/')
    await submitSignIn(page, person)
    await expect(page).toHaveURL('/account/')
    await expect(methods(page)).toContainText('Password')
    await addAccount(page, name)
    await methods(page)
      .getByRole('button', { name: accountOf(name) })
      .click()
    await expect(methods(page).getByRole('alert')).toContainText('Add another way to sign in')
    await page.goto('/account/')
    await expect(methods(page)).toContainText(accountOf(name))
  })
})

function devices(page: Page): ReturnType<Page['getByRole']> {
  return page.getByRole('region', { name: 'Where you are signed in' })
}

function methods(page: Page): ReturnType<Page['getByRole']> {
  return page.getByRole('region', { name: 'How you can sign in' })
}

/** What the identity provider calls the account of a name. */
function accountOf(name: string): string {
  return name.toLowerCase().replaceAll(' ', '.')
}

async function startAdding(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add an account of Demo ID' }).click()
  await expectProvider(page)
}

async function addAccount(page: Page, name: string): Promise<void> {
  await startAdding(page)
  await answerProvider(page, name)
  await expect(page).toHaveURL('/account/')
  await expect(methods(page)).toContainText(accountOf(name))
}

test('the account page lists what happened to the account', async ({ page }) => {
  await enterWithDemoId(page, newName())
  const events = page.getByRole('region', { name: 'Recent activity' }).getByRole('listitem')
  await expect(events).toHaveCount(3)
  await expect(events.first()).toContainText(/Signed in.*UTC · Demo ID · Chrome on \w+/)
  await expect(events.last()).toContainText('Signed up')
})
