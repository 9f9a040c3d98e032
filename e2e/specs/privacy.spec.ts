import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { cookieNames, enter, engineOnly, expect, expectSignedOut, test } from '../test'

test('a visitor who does not sign in gets no cookie', async ({ page }) => {
  for (const path of ['/', '/about/', '/login/']) {
    const answer = await page.goto(path)
    expect(await answer?.headerValue('set-cookie')).toBeNull()
    await expectSignedOut(page)
  }
  expect(await cookieNames(page)).toEqual([])
})

test('what a session has touched is kept by no cache', async ({ page, pageCaching }) => {
  await enter(page)
  for (const path of ['/', '/about/', '/account/', '/auth/session']) {
    const headers = (await page.request.get(path)).headers()
    const caching = path === '/auth/session' ? 'private, no-store' : pageCaching
    expect(headers['cache-control'], path).toBe(caching)
    expect(headers['vary'], path).toMatch(/cookie/i)
  }
})

test('the built-in pages are never cached and never framed', engineOnly, async ({ page }) => {
  for (const path of ['/auth/signin', '/auth/signout', '/auth/error?error=AccessDenied']) {
    const headers = (await page.request.get(path)).headers()
    expect(headers['cache-control'], path).toBe('private, no-store')
    expect(headers['x-frame-options'], path).toBe('DENY')
    expect(headers['content-security-policy'], path).toContain("frame-ancestors 'none'")
    expect(headers['content-security-policy'], path).toContain("default-src 'none'")
  }
})

test('a session cookie that was tampered with is ignored, and the page still works', async ({
  page,
  origin,
}) => {
  await page
    .context()
    .addCookies([{ name: 'authjs.session-token', value: 'eyJhbGciOiJkaXIifQ..a.b.c', url: origin }])
  const answer = await page.goto('/')
  expect(answer?.status()).toBe(200)
  await expectSignedOut(page)
  await page.goto('/account/')
  await expect(page).toHaveURL(/\/login\//)
})

test('nothing of the config function is in the files of the browser', () => {
  const folder = fileURLToPath(new URL('../../demo/dist', import.meta.url))
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'))
  expect(files.length).toBeGreaterThan(10)
  for (const word of ['latchkey-demo-canary', 'passwordHash', 'DATABASE_URL', 'sendMail']) {
    expect(files.filter((text) => text.includes(word))).toEqual([])
  }
})
