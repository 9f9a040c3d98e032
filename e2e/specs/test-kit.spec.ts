import { signIn, type AuthConfig } from 'latchkey/core'
import { fakeProvider, inbox, type FakeProviderListener } from 'latchkey/testing'
import { AUTH_SECRET } from '../deployment'
import { newAddress } from '../mail'
import { withStore } from '../open-store'
import { expect, expectSignedOut, test } from '../test'

const fake = fakeProvider({
  users: [
    { sub: '1815', name: 'Ada King', email: 'ada.king@fake.example' },
    { sub: '1906', name: 'Grace Hopper', email: 'grace.hopper@fake.example' },
  ],
})
const fakePort = Number(process.env['LATCHKEY_FAKE_PORT'])
const withDemoId = { name: 'Sign in with Demo ID' }

// One port, so one worker at a time.
test.describe.configure({ mode: 'serial' })
test.use({ otherOrigins: new RegExp(`^http://localhost:${fakePort}$`) })

test.describe('with `fakeProvider` of the test kit', () => {
  let listener: FakeProviderListener | undefined

  test.beforeAll(async () => {
    listener = await fake.listen(fakePort)
    fake.chooseUser(null)
  })
  test.afterEach(() => fake.recover())
  test.afterAll(async () => listener?.close())

  test('the user that is chosen at the provider is signed in', async ({ page }) => {
    await page.goto('/login/')
    await page.getByRole('button', withDemoId).click()
    await page.getByRole('button', { name: 'Grace Hopper' }).click()
    await expect(page).toHaveURL('/account/')
    await expect(page.getByRole('heading', { name: 'Grace Hopper' })).toBeVisible()
    const endpoints = fake.requests.map(({ endpoint }) => endpoint)
    expect(endpoints).toContain('token')
  })

  test('a token endpoint that fails does not sign the user in, and the next try works', async ({
    page,
  }) => {
    fake.failNext('token', { error: 'invalid_grant' })
    await page.goto('/login/')
    await page.getByRole('button', withDemoId).click()
    await page.getByRole('button', { name: 'Ada King' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await page.goto('/')
    await expectSignedOut(page)
    await page.goto('/login/')
    await page.getByRole('button', withDemoId).click()
    await page.getByRole('button', { name: 'Ada King' }).click()
    await expect(page.getByRole('heading', { name: 'Ada King' })).toBeVisible()
  })
})

test.describe('with `inbox` of the test kit', () => {
  test('the link in the mail signs in after a click in another browser', async ({
    page,
    origin,
  }) => {
    const address = newAddress()
    const mails = inbox()
    await withStore(origin, async (adapter) => {
      const config: AuthConfig = {
        adapter,
        secret: AUTH_SECRET,
        providers: [mails.provider({ id: 'nodemailer' })],
      }
      const form = new Request(`${origin}/login/`, { headers: { 'sec-fetch-site': 'same-origin' } })
      const fields = { email: address }
      const { data } = await signIn(form, config, {
        providerId: 'nodemailer',
        fields,
        redirectTo: '/account/',
      })
      expect(data.ok).toBe(true)
    })
    const { link, subject } = await mails.next(address)
    expect(subject).toContain(new URL(origin).host)
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Finish signing in' })).toBeVisible()
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page).toHaveURL('/account/')
    await expect(page.getByRole('heading', { level: 1, name: address })).toBeVisible()
  })
})
