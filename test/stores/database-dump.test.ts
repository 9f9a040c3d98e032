import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AuthConfig } from '../../src/core.js'
import { openBrowser, type Browser } from '../support/browser.js'
import { describeWith } from '../support/servers/describe-with.js'
import { ada, bob, carl, makeVictims, signIn, type Victims } from './dump-victims.js'
import { openMemory, openRedis, openSql, type DumpedStore } from './dumped-store.js'
import { openSqlite } from './kysely-databases.js'

const realNow = Date.now.bind(Date)
/** Never goes back, because all tests of a store share its users. */
let offset = 0
const advance = (): void => void (offset += 60_000)
beforeEach(() => void vi.spyOn(Date, 'now').mockImplementation(() => realNow() + offset))
afterEach(() => void vi.restoreAllMocks())

const timeout = 600_000
const sessionCookies = [
  '__Host-authjs.session-token',
  '__Secure-authjs.session-token',
  'authjs.session-token',
]

describe('a dump of the memory store', () => {
  keepsStrangersOut(async () => openMemory())
})

describe('a dump of SQLite', () => {
  keepsStrangersOut(() => openSql(openSqlite()))
})

describeWith('redis', 'a dump of Redis', (server) => {
  keepsStrangersOut(async () => openRedis(await server.createDatabase('dump of ways in')))
})

function keepsStrangersOut(open: () => Promise<DumpedStore>): void {
  let opening: Promise<{ store: DumpedStore; victims: Victims; texts: readonly string[] }>
  const openDump = () =>
    (opening ??= open().then(async (store) => {
      const victims = await makeVictims(store.adapter, advance)
      return { store, victims, texts: textsOf(JSON.parse(await store.dump())) }
    }))
  afterAll(async () => (await opening).store.close())

  it('opens no session as a session cookie', { timeout }, async () => {
    const { victims, texts } = await openDump()
    for (const config of [victims.config, victims.jwtConfig]) {
      for (const text of texts) {
        for (const name of sessionCookies) {
          const session = await sessionWith(config, { name, value: text })
          expect([text, name, session]).toEqual([text, name, null])
        }
      }
    }
  })

  it('is no password, no code and no recovery code', { timeout }, async () => {
    const { victims, texts, store } = await openDump()
    const before = await rowsOf(store)
    const visitor = openBrowser(victims.config)
    const pending = await signIn(victims.config, ada)
    const tokens = { visitor: await visitor.csrfToken(), pending: await pending.csrfToken() }
    for (const text of texts) {
      const csrfToken = tokens.pending
      for (const fields of [{ code: text }, { recoveryCode: text }])
        await pending.copy().postJson('/auth/second-factor', { csrfToken, ...fields })
      for (const email of [ada, 'moved@example.test', carl]) {
        const fields = { csrfToken: tokens.visitor, email, password: text }
        await visitor.copy().postJson('/auth/callback/password', fields)
      }
    }
    expect(await rowsOf(store)).toEqual(before)
    advance()
    const code = await victims.authenticator.code()
    await pending.postJson('/auth/second-factor', { csrfToken: tokens.pending, code })
    expect(await pending.session()).not.toBeNull()
  })

  it('is no token of any mailed link', { timeout }, async () => {
    const { victims, texts, store } = await openDump()
    const before = await rowsOf(store)
    const links = victims.mails.filter(({ url }) => url.includes('token='))
    expect(new Set(links.map(({ purpose }) => purpose)).size).toBeGreaterThan(4)
    for (const { url } of links) {
      for (const text of texts) await openLink(victims.config, forge(url, text))
    }
    expect(await rowsOf(store)).toEqual(before)
  })

  it('is no other cookie, beside the right password', { timeout }, async () => {
    const { victims, texts, store } = await openDump()
    const before = await rowsOf(store)
    const names = victims.browsers.flatMap(({ cookies }) => cookies.map(({ name }) => name))
    const others = [...new Set(names)].filter((name) => !/session-token|csrf/.test(name))
    expect(others.some((name) => name.includes('-device-'))).toBe(true)
    for (const text of texts) {
      for (const name of others) {
        const browser = openBrowser(victims.config)
        browser.plant(name, text)
        // Only a remembered browser is asked for no code.
        if (name.includes('-device-')) await signIn(victims.config, ada, browser)
        await openLink(victims.config, '/auth/reset-password', browser)
        await openLink(victims.config, '/auth/verify-email', browser)
      }
    }
    expect(await rowsOf(store)).toEqual(before)
  })

  // Otherwise, all that is above might fail for another reason.
  it('is of no use, but what the users have works', { timeout }, async () => {
    const { victims, store } = await openDump()
    const [remembered, withToken] = victims.browsers
    expect(await remembered?.session()).toMatchObject({ user: { email: ada } })
    expect(await withToken?.session()).not.toBeNull()
    const device = remembered?.cookies.find(({ name }) => name.includes('-device-'))
    const copy = openBrowser(victims.config)
    copy.plant(device?.name ?? '', device?.value ?? '')
    await signIn(victims.config, ada, copy)
    expect(await copy.session()).toMatchObject({ user: { email: ada } })
    const reset = victims.mails.find(({ purpose }) => purpose === 'reset')
    const before = await rowsOf(store)
    await openLink(victims.config, reset?.url ?? '')
    const undo = victims.mails.find(({ purpose }) => purpose === 'oldAddress')
    await openLink(victims.config, undo?.url ?? '')
    expect(await rowsOf(store)).not.toEqual(before)
    expect(await store.adapter.getUserByEmail?.(bob)).not.toBeNull()
  })
}

async function sessionWith(
  config: AuthConfig,
  { name, value }: { readonly name: string; readonly value: string },
): Promise<unknown> {
  const browser = openBrowser(config)
  browser.plant(name, value)
  return browser.session()
}

function forge(url: string, token: string): string {
  const forged = new URL(url)
  forged.searchParams.set('token', token)
  return forged.href
}

/** Opens a link, and submits the form of the page behind it. */
async function openLink(
  config: AuthConfig,
  url: string,
  browser: Browser = openBrowser(config),
): Promise<void> {
  const page = await browser.fetchPage(url)
  const form = page.forms.findIndex(({ hidden }) => 'link' in hidden || 'token' in hidden)
  if (form !== -1) await browser.postForm(page, { password: 'seven quiet harbours' }, { form })
}

/** Whether a text can be in a cookie or a form, and is neither a short name nor a time nor an address. */
function isMaterial(text: string): boolean {
  return /^[\x21-\x7e]{10,}$/.test(text) && !/^\d{4}-\d\d-\d\dT|^[^:]+@/.test(text)
}

/** Every text of a dump that may be of use, and its parts. */
function textsOf(dump: unknown): readonly string[] {
  const found = new Set<string>()
  const add = (text: string): void => {
    const parts = [text, text.slice(text.indexOf(':') + 1), text.slice(text.lastIndexOf(':') + 1)]
    for (const part of parts) if (isMaterial(part)) found.add(part)
  }
  const walk = (value: unknown): void => {
    if (typeof value === 'string') {
      add(value)
      if (/^[[{]/.test(value)) walk(JSON.parse(value))
    } else if (typeof value === 'object' && value !== null) Object.values(value).forEach(walk)
  }
  walk(dump)
  return [...found]
}

/** What must not change: all but counts of attempts and what was used up. */
async function rowsOf({ adapter }: DumpedStore): Promise<unknown> {
  const ids = [ada, bob, carl, 'dora@example.test'].map((email) => `user of ${email}`)
  return Promise.all(
    ids.map(async (id) => [
      await adapter.getUser?.(id),
      await adapter.getPassword?.(id),
      await adapter.listAccountsByUserId?.(id),
      await adapter.listSessionsByUserId?.(id),
      await adapter.listFactorsByUserId?.(id),
      await adapter.listAuthenticatorsByUserId?.(id),
    ]),
  )
}
