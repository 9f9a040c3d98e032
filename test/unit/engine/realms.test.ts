import { expect, it } from 'vitest'
import { Auth, type AuthConfig } from '../../../src/core.js'
import { Browser } from '../../support/browser.js'
import { login, makeApp, passwordProvider } from '../../support/apps/app.js'

/** An instance of `latchkey/core` is a function, so a factory can make any number of them. */
function makeAuth(realm: string): (request: Request) => Promise<Response> {
  // Each request has a config object of its own, as it has in Qwik.
  const configOf = (): AuthConfig => ({
    ...makeApp().config,
    secret: `${realm}-0123456789-abcdefghij-0123456789`,
    providers: [{ ...passwordProvider, authorize: () => ({ id: '1', name: `Ada of ${realm}` }) }],
  })
  return (request) => Auth(request, configOf())
}

it('two realms that one factory makes never cross in a thousand interleaved requests', async () => {
  const [customers, staff] = [makeAuth('customers'), makeAuth('staff')]
  const [ada, grace] = [new Browser(customers), new Browser(staff)]
  for (const browser of [ada, grace]) await browser.signIn(login)
  const visits = [
    [customers, ada, 'Ada of customers'],
    [staff, grace, 'Ada of staff'],
    [staff, ada, undefined],
    [customers, grace, undefined],
  ] as const
  for (let round = 0; round < 50; round++) {
    const now = Array.from({ length: 5 }, () => visits).flat()
    const seen = await Promise.all(now.map(([serve, browser]) => nameAt(serve, browser)))
    expect(seen).toEqual(now.map(([, , name]) => name))
  }
})

/** The user whom an instance sees in a browser's cookies. */
async function nameAt(
  serve: (request: Request) => Promise<Response>,
  browser: Browser,
): Promise<string | undefined> {
  const url = new URL('/auth/session', browser.origin)
  const response = await serve(
    new Request(url, { headers: { cookie: browser.cookieHeader(url), origin: browser.origin } }),
  )
  const session = (await response.json()) as { user?: { name?: string } } | null
  return session?.user?.name
}
