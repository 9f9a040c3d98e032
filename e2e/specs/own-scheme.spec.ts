import type { Page } from '@playwright/test'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toNodeListener } from 'latchkey/node'
import { engineOnly, expect, test } from '../test'

type Options = Parameters<typeof toNodeListener>[0]
type Callbacks = NonNullable<Options['callbacks']>

const followAll: Callbacks = { redirect: ({ url, baseUrl }) => (url === baseUrl ? '/' : url) }
const answerWithUrl: Callbacks = { signIn: () => 'myapp://denied' }

// A URL with a scheme of its own has the origin `null`. The browser requests it, and then looks for
// a program. If a policy blocks the redirect, there is no request, and the console says so.
test.use({ otherOrigins: /^(?:http:\/\/localhost:\d+|null)$/ })

for (const javaScriptEnabled of [true, false]) {
  test.describe(`with JavaScript: ${javaScriptEnabled}, a browser opens the app's own scheme`, () => {
    test.use({ javaScriptEnabled })

    test('after a sign-in, when `redirect` returns it', engineOnly, async ({ page }) => {
      await withApp(followAll, async (url) => {
        const opened = page.waitForRequest('myapp://done')
        await page.goto(`${url}/auth/signin?callbackUrl=myapp%3A%2F%2Fdone`)
        await signIn(page)
        await opened
      })
    })

    test('after a sign-out, when `redirect` returns it', engineOnly, async ({ page }) => {
      await withApp(followAll, async (url) => {
        await page.goto(`${url}/auth/signin`)
        await signIn(page)
        await expect(page).toHaveURL(`${url}/`)
        const opened = page.waitForRequest('myapp://bye')
        await page.goto(`${url}/auth/signout?callbackUrl=myapp%3A%2F%2Fbye`)
        await page.getByRole('button', { name: 'Sign out' }).click()
        await opened
      })
    })

    test('when the `signIn` callback returns it', engineOnly, async ({ page }) => {
      await withApp(answerWithUrl, async (url) => {
        const opened = page.waitForRequest('myapp://denied')
        await page.goto(`${url}/auth/signin`)
        await signIn(page)
        await opened
        await expect(page.getByRole('link', { name: 'Continue' })).toHaveAttribute(
          'href',
          'myapp://denied',
        )
      })
    })
  })
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('User name').fill('ada')
  await page.getByRole('button', { name: 'Continue' }).click()
}

/** Serves an app with these callbacks while the test runs. */
async function withApp(callbacks: Callbacks, run: (url: string) => Promise<void>): Promise<void> {
  const listener = toNodeListener({
    secret: 'the-Secret/of+an=app_that.has-its:own;scheme',
    trustHost: true,
    callbacks,
    providers: [
      {
        id: 'credentials',
        name: 'Password',
        type: 'credentials',
        credentials: { username: { label: 'User name' } },
        authorize: ({ username }) => ({ id: '1', name: String(username) }),
      },
    ],
  })
  const home = '<!doctype html><title>Home</title><link rel="icon" href="data:,">'
  const server = createServer((incoming, outgoing) => {
    listener(incoming, outgoing, () => {
      outgoing.writeHead(200, { 'content-type': 'text/html' }).end(home)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  const { port } = server.address() as AddressInfo
  try {
    await run(`http://localhost:${port}`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}
