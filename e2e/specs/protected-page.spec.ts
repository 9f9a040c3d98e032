import {
  enter,
  expect,
  expectSignedIn,
  expectSignedOut,
  failedRequest,
  scripted,
  submitSignIn,
  test,
} from '../test'

const login = '/login/?callbackUrl=%2Faccount%2F'

test('a protected page asks for a sign-in, which leads back to it', async ({ page }) => {
  await page.goto('/account/')
  await expect(page).toHaveURL(login)
  await expectSignedOut(page)
  await submitSignIn(page)
  await expect(page).toHaveURL('/account/')
  await expect(page.getByRole('heading', { name: 'Ada Lovelace' })).toBeVisible()
})

test.describe('a link', () => {
  // The router asks for the data of the page first, and is refused.
  test.use({ expectedComplaints: failedRequest(401) })

  test('to a protected page asks for a sign-in, which leads back to it', async ({ page }) => {
    await page.goto('/')
    await page.getByRole('navigation').getByRole('link', { name: 'Account' }).click()
    await expect(page).toHaveURL(login)
    await submitSignIn(page)
    await expect(page).toHaveURL('/account/')
    await expectSignedIn(page)
  })
})

test('a protected page tells a stranger nothing', async ({ page }) => {
  const refusal = '{"error":"SessionRequired","message":"Sign in first."}'
  const requests = [
    { path: '/account/', accept: 'text/html', status: 302, text: '' },
    { path: '/account/', accept: '*/*', status: 401, text: refusal },
  ]
  for (const { path, accept, status, text } of requests) {
    const answer = await page.request.get(path, { headers: { accept }, maxRedirects: 0 })
    expect(answer.status()).toBe(status)
    expect(answer.headers()['set-cookie']).toBeUndefined()
    expect(answer.headers()['cache-control']).toBe('private, no-store')
    expect(await answer.text()).toBe(text)
  }
})

test('what the router asks for tells a stranger nothing', scripted, async ({ page }) => {
  await enter(page)
  await page.goto('/')
  const asked: string[] = []
  page.on('request', (request) => {
    if (/\/account\/q-(?:data|loader)/.test(request.url())) asked.push(request.url())
  })
  await page.getByRole('navigation').getByRole('link', { name: 'Account' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Ada Lovelace' })).toBeVisible()
  expect(asked).not.toEqual([])
  for (const url of asked) {
    const { 'cache-control': caching } = (await page.request.get(url)).headers()
    expect(caching, url).toBe('private, no-store')
  }
  await page.context().clearCookies()
  for (const url of asked) {
    const answer = await page.request.get(url, { maxRedirects: 0 })
    const text = await answer.text()
    // A refusal in the first version of Qwik, the way to the sign-in in the second.
    expect(text).toMatch(/SessionRequired|\/login\//)
    expect(text).not.toContain('Chrome')
    expect(answer.headers()['cache-control']).toBe('private, no-store')
  }
})
