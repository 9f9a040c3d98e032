import { describe, expect, it } from 'vitest'
import type { AuthConfig } from '../../../src/core.js'
import { listAccounts } from '../../../src/core.js'
import { encode } from '../../../src/jwt.js'
import Passkey from '../../../src/providers/passkey.js'
import type { Browser } from '../../support/browser.js'
import { secret, sessionCookie } from '../../support/apps/app.js'
import {
  confirm,
  isSignedIn,
  mailTo,
  makeMailApp,
  userOf,
  type MailApp,
} from '../../support/apps/mail-app.js'
import { comeBack, makeProvider, oidc, start } from '../../support/oauth/sign-in.js'
import type { FakeProvider } from '../../support/oauth/fake-provider.js'
import { authenticate, begin, end, optionsOf, register } from '../../support/apps/passkey-app.js'
import { SoftwareAuthenticator } from '../../support/passkeys/software-authenticator.js'
import { requestFrom } from '../../support/apps/accounts-app.js'

const session = { strategy: 'jwt', revocable: false } as const

interface Planted {
  readonly app: MailApp
  readonly op: FakeProvider
}

/** An application whose JWT sessions have no rows, and whose service vouches for no address. */
async function makeEvictionApp(options: Partial<AuthConfig> = {}): Promise<Planted> {
  const person = { sub: 'eve', name: 'Eve', email: 'ada@example.test', email_verified: false }
  const op = await makeProvider({ person })
  const others = [oidc(op), Passkey()]
  const experimental = { enableWebAuthn: true }
  const app = makeMailApp({ others, experimental, session, limits: false, ...options })
  return { app, op }
}

async function enter({ app, op }: Planted): Promise<Browser> {
  const browser = app.browser()
  await comeBack(browser, op.authorize(await start(browser)))
  expect(await browser.session()).not.toBeNull()
  return browser
}

async function proveAddress({ app }: Planted): Promise<Browser> {
  const browser = app.browser()
  await confirm(browser, await mailTo(app, app.browser()))
  expect(isSignedIn(browser)).toBe(true)
  return browser
}

describe('an evicted session without a row', () => {
  it('is dead if it began with an account on an address that was not proven', async () => {
    const planted = await makeEvictionApp()
    const eve = await enter(planted)
    const ada = await proveAddress(planted)
    expect(await eve.session()).toBeNull()
    expect(eve.cookie(sessionCookie)).toBeUndefined()
    expect(await ada.session()).not.toBeNull()
  })

  it('is dead if it began with a passkey on an address that was not proven', async () => {
    const planted = await makeEvictionApp()
    const eve = planted.app.browser()
    const authenticator = new SoftwareAuthenticator()
    expect((await register(eve, authenticator)).error).toBeUndefined()
    expect(await eve.session()).not.toBeNull()
    await proveAddress(planted)
    expect(await eve.session()).toBeNull()
  })

  it('is dead if its sign-in was under way during the eviction', async () => {
    const planted = await makeEvictionApp()
    await enter(planted)
    const eve = planted.app.browser()
    const { store } = planted.app
    store.before = async ({ name }) => {
      if (name !== 'updateAccount') return
      store.before = () => undefined
      await proveAddress(planted)
    }
    await comeBack(eve, planted.op.authorize(await start(eve)))
    expect(await eve.session()).toBeNull()
  })

  it('cannot register a passkey and come back', async () => {
    const planted = await makeEvictionApp()
    const eve = await enter(planted)
    const authenticator = new SoftwareAuthenticator()
    const options = await optionsOf<Parameters<SoftwareAuthenticator['create']>[0]>(
      await begin(eve, 'register'),
    )
    await proveAddress(planted)
    const { error } = await end(eve, 'register', authenticator.create(options))
    expect(error).toBe('AccountNotLinked')
    expect((await authenticate(planted.app.browser(), authenticator)).error).toBeDefined()
    const user = await userOf(planted.app)
    expect(await planted.app.store.adapter.listAccountsByUserId?.(user?.id ?? '')).toEqual([])
  })

  it('that does not say how it began cannot change accounts after the proof', async () => {
    const planted = await makeEvictionApp()
    await enter(planted)
    const { id: sub } = (await userOf(planted.app)) ?? {}
    const iat = Math.floor(Date.now() / 1000) - 100
    const token = { name: 'Eve', sub, session_started_at: iat }
    const eve = planted.app.browser()
    eve.plant(sessionCookie, await encode({ token, secret, salt: sessionCookie }))
    expect(await listAccounts(requestFrom(eve), planted.app.config)).toHaveLength(1)
    await proveAddress(planted)
    await expect(listAccounts(requestFrom(eve), planted.app.config)).rejects.toMatchObject({
      type: 'SessionRequired',
    })
  })
})

describe('a living session without a row', () => {
  it('asks for its account once in recheckAge while its address is not proven', async () => {
    const planted = await makeEvictionApp()
    const { store } = planted.app
    const eve = await enter(planted)
    store.take()
    await eve.session()
    expect(store.take()).toEqual([])
    const again = await makeEvictionApp({
      adapter: store.adapter,
      session: { ...session, recheckAge: 0 },
    })
    const copy = again.app.browser()
    copy.plant(sessionCookie, decodeURIComponent(eve.cookie(sessionCookie) ?? ''))
    again.app.store.take()
    expect(await copy.session()).not.toBeNull()
    expect(again.app.store.take()).toEqual(['getUserByAccount'])
  })

  it('asks the database nothing if its address is proven', async () => {
    const planted = await makeEvictionApp()
    const ada = await proveAddress(planted)
    planted.app.store.take()
    for (let read = 0; read < 3; read++) expect(await ada.session()).not.toBeNull()
    expect(planted.app.store.take()).toEqual([])
    expect(await listAccounts(requestFrom(ada), planted.app.config)).toEqual([])
  })

  it('keeps its evidence when it is renewed and when the client updates it', async () => {
    const callbacks: AuthConfig['callbacks'] = {
      jwt: ({ token, session: sent }) => Object.assign({}, token, sent),
    }
    const planted = await makeEvictionApp({ callbacks, session: { ...session, updateAge: 0 } })
    const eve = await enter(planted)
    const csrfToken = await eve.csrfToken()
    const forged = { session_evidence: null, sub: 'victim' }
    await eve.postJson('/auth/session', { csrfToken, data: forged })
    expect(await eve.session()).not.toBeNull()
    await proveAddress(planted)
    expect(await eve.session()).toBeNull()
  })
})
