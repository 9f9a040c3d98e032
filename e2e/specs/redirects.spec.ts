import { expect, expectSignedIn, submitSignIn, test } from '../test'

const elsewhere = [
  '//evil.test',
  'https://evil.test/',
  '/\\evil.test',
  'https://localhost@evil.test/',
  'javascript:alert(1)',
]

for (const form of ['/login/', '/auth/signin']) {
  test(`the form at ${form} leads to no other site`, async ({ page, context, origin }) => {
    for (const target of elsewhere) {
      await page.goto(`${form}?${new URLSearchParams({ redirectTo: target }).toString()}`)
      await submitSignIn(page)
      await expectSignedIn(page)
      expect(new URL(page.url()).origin, target).toBe(origin)
      await context.clearCookies()
    }
  })
}
