import { chromium, type Browser, type Page } from '@playwright/test'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { build, type Rollup } from 'vite'
import { VirtualAuthenticator } from '../../e2e/virtual-authenticator.js'
import { ensureChromium } from '../../scripts/chromium.mjs'
import { Auth, listPasskeys, readSession, removePasskey } from '../../src/core.js'
import { memoryAdapter } from '../../src/adapters/memory.js'
import { isAuthError } from '../../src/errors.js'
import type * as Passkeys from '../../src/passkeys.js'
import { patient } from '../support/patient.js'
import { makePasskeyApp, type PasskeyApp } from '../support/apps/passkey-app.js'
import { describeStore } from './published/describe-store.js'
import { ownStores } from './published/own-stores.js'
import type { PublishedStore } from './published/store.js'
import { publishedStores } from './published/stores.js'

const stores: Readonly<Record<string, PublishedStore | undefined>> = {
  'the memory adapter': {
    prepare: async () => {},
    open: async () => ({ adapter: memoryAdapter(), close: async () => {} }),
  },
  'the Kysely adapter on PostgreSQL': ownStores['the Kysely adapter on PostgreSQL'],
  '@auth/drizzle-adapter on SQLite': publishedStores['@auth/drizzle-adapter on SQLite'],
}

/** What the browser has of `latchkey/passkeys`; the page calls it by this name. */
declare const passkeys: typeof Passkeys

let browser: Browser
let helper: string

beforeAll(async () => {
  const executablePath = await ensureChromium()
  const args = ['--no-sandbox', '--disable-gpu']
  browser = await chromium.launch({ executablePath, args, ...patient })
  helper = await bundleHelper()
})
afterAll(() => browser.close())

for (const [name, store] of Object.entries(stores)) {
  if (!store) throw new Error(`There is no store called ${name}.`)
  describeStore(`in Chromium, passkeys with ${name}`, store, (adapter) => {
    it.each(['jwt', 'database'] as const)('do all that they promise: %s', async (strategy) => {
      const app = makePasskeyApp({ adapter: adapter(), session: { strategy } })
      const { origin, server } = await serve(app)
      const page = await (await browser.newContext({ baseURL: origin })).newPage()
      page.setDefaultTimeout(patient.timeout)
      const phone = await VirtualAuthenticator.plugIn(page)
      const email = `${crypto.randomUUID()}@example.test`

      await page.goto('/auth/signup?callbackUrl=/inside')
      await page.getByLabel('E-mail').fill(email)
      await page.locator('button[value=register]').click()
      await expectInside(page, email)

      await signOut(page)
      await page.goto('/auth/signin?callbackUrl=/inside')
      // By autofill: the authenticator is touched as soon as it asks.
      await expectInside(page, email)

      await phone.unplug()
      const key = await VirtualAuthenticator.plugIn(page, { transport: 'usb' })
      // The page is inside already, so nothing would wait for a navigation that it begins itself.
      const url = await page.evaluate(async () => {
        return (await passkeys.registerPasskey({ redirectTo: '/inside' })).url
      })
      await page.goto(url)
      await expectInside(page, email)
      const removal = await page.evaluate(async () =>
        (await fetch('/remove', { method: 'POST' })).text(),
      )
      expect(removal).toBe(adapter().deleteAuthenticator ? 'removed' : 'MissingAdapterMethods')

      await signOut(page)
      await withoutAutofill(page)
      await pressSignIn(page)
      await expectInside(page, email)

      await signOut(page)
      await key.rewind()
      await pressSignIn(page)
      await page.getByRole('alert').filter({ hasText: 'could not verify your passkey' }).waitFor()

      await key.setVerified(false)
      await pressSignIn(page)
      await page.getByRole('alert').filter({ hasText: 'No passkey was used' }).waitFor()
      await page.goto('/inside')
      expect(await page.textContent('main')).toBe('nobody')

      await page.context().close()
      server.close()
      expect(app.codes('error')).toEqual([])
    })
  })
}

const isInside = ({ pathname }: URL): boolean => pathname === '/inside'

async function expectInside(page: Page, email: string): Promise<void> {
  await page.waitForURL(isInside)
  expect(await page.textContent('main')).toBe(email)
}

async function signOut(page: Page): Promise<void> {
  await page.goto('/auth/signout?callbackUrl=/inside')
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(isInside)
}

async function pressSignIn(page: Page): Promise<void> {
  await page.goto('/auth/signin?callbackUrl=/inside')
  await page.getByRole('button', { name: 'Use a passkey' }).click()
}

/** It would be faster than any button. */
async function withoutAutofill(page: Page): Promise<void> {
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = () => Promise.resolve(false)
  })
}

/** The application on a port of its own: the built-in pages, one page inside, and one call. */
async function serve({ config }: PasskeyApp): Promise<{ origin: string; server: Server }> {
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const response = await answer(await toRequest(incoming))
      outgoing.writeHead(response.status, [...response.headers].flat())
      outgoing.end(Buffer.from(await response.arrayBuffer()))
    })()
  })
  const answer = async (request: Request): Promise<Response> => {
    switch (new URL(request.url).pathname) {
      case '/inside': {
        const { data } = await readSession(request, config)
        const who = data?.user?.email ?? 'nobody'
        return page(`<main>${who}</main><script>${helper}</script>`)
      }
      case '/remove':
        return new Response(await removeOldest(request))
      case '/favicon.ico':
        return new Response(null, { status: 204 })
      default:
        return Auth(request, config)
    }
  }
  const removeOldest = async (request: Request): Promise<string> => {
    const oldest = (await listPasskeys(request, config)).at(-1)
    try {
      return (await removePasskey(request, config, oldest?.id ?? '')) ? 'removed' : 'unknown'
    } catch (error) {
      return isAuthError(error) ? error.type : String(error)
    }
  }
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  return { origin: `http://localhost:${(server.address() as AddressInfo).port}`, server }
}

function page(body: string): Response {
  return new Response(`<!doctype html><title>Inside</title>${body}`, {
    headers: { 'content-type': 'text/html' },
  })
}

async function toRequest(incoming: IncomingMessage): Promise<Request> {
  const { method = 'GET', url = '/', headers } = incoming
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const body = method === 'POST' ? Buffer.concat(chunks) : null
  return new Request(`http://${headers.host}${url}`, {
    method,
    headers: headers as Record<string, string>,
    body,
  })
}

/** The door for the browser as one script. */
async function bundleHelper(): Promise<string> {
  const built = (await build({
    configFile: false,
    logLevel: 'silent',
    build: { write: false, lib: { entry: 'src/passkeys.ts', formats: ['iife'], name: 'passkeys' } },
  })) as Rollup.RollupOutput[]
  return built[0]?.output[0].code ?? ''
}
