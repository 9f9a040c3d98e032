import { describe, expect, it } from 'vitest'
import { recordingProvider } from '../../support/apps/mail-app.js'
import { makeMailingApp, type MailingApp } from '../../support/apps/mailing-app.js'
import { email, password } from '../../support/apps/password-app.js'

const dotted = 'ada.king@example.test'
const variants = ['adaking+0', 'ad.aking+1', 'adaking+2', 'a.daking', 'adaking+4', 'adaking+5'].map(
  (name) => `${name}@example.test`,
)

async function askAll(
  app: MailingApp,
  page: 'signup' | 'forgot-password',
  addresses: readonly string[],
): Promise<readonly number[]> {
  const statuses: number[] = []
  for (const address of addresses) statuses.push((await app.ask(page, address)).status)
  await app.settle()
  return statuses
}

function fill(address: string): readonly string[] {
  return Array.from({ length: 5 }, () => address)
}

describe('mails for other spellings of an address', () => {
  it.each(['signup', 'forgot-password'] as const)(
    'that strangers ask for at /%s do not keep its owner from a reset (FP23)',
    async (page) => {
      const app = await makeMailingApp({ limits: {} })
      const user = { id: 'user-2', email: dotted, emailVerified: new Date() }
      await app.adapter.createUser(user)
      await askAll(app, page, variants)
      expect(await app.mailTo('forgot-password', dotted)).toMatchObject({
        identifier: dotted,
        purpose: 'reset',
      })
    },
  )

  it('reach a mailbox five times, and all are answered alike', async () => {
    const app = await makeMailingApp({ limits: {} })
    const statuses = await askAll(app, 'signup', variants)
    expect(statuses).toEqual(variants.map(() => 302))
    expect(app.sent).toHaveLength(5)
    expect(app.codes('warn')).toContain('mail-limit-reached')
  })

  it('have links that no server refuses, whatever return address a stranger asks for (FP25)', async () => {
    const app = await makeMailingApp({ limits: {} })
    const stranger = app.browser()
    const page = await stranger.fetchPage('/auth/forgot-password')
    await stranger.postForm(page, { email, callbackUrl: `/${'"'.repeat(8000)}` })
    await app.settle()
    const { url } = app.sent[0] ?? expect.fail()
    expect(url.length).toBeLessThan(8000)
    const owner = app.browser()
    const done = await owner.postForm(await owner.fetchPage(url), { password: 'new tide lantern' })
    expect(done.response.headers.get('location') ?? done.url).toBe('https://app.test/')
    expect(await owner.session()).toMatchObject({ user: { email } })
  })

  it('do not keep a new user with the plain address from a sign-up', async () => {
    const app = await makeMailingApp({ limits: {} })
    await askAll(app, 'signup', variants)
    expect(await app.mailTo('signup', 'adaking@example.test')).toBeDefined()
  })

  it('reach a mailbox five times if the sign-up creates a user at once', async () => {
    const app = await makeMailingApp({ limits: {}, password: { requireVerifiedEmail: false } })
    for (const address of variants) await signUpAtOnce(app, address, password)
    expect(app.sent).toHaveLength(5)
    // The users are not proven, so resets for them reach a stranger too.
    await askAll(app, 'forgot-password', variants)
    expect(app.sent).toHaveLength(5)
  })

  it('reach a mailbox five times, the ones to a new address included', async () => {
    const app = await makeMailingApp({ limits: {} })
    await askAll(app, 'signup', variants)
    await askForAddress(app, dotted)
    expect(app.sent.filter(({ identifier }) => identifier === dotted)).toEqual([])
    await askForAddress(app, 'other@example.test')
    expect(app.sent.map(({ identifier }) => identifier)).toContain('other@example.test')
  })

  it('do not show at a sign-in by mail whether the address has a user', async () => {
    const statuses = []
    for (const emailVerified of [new Date(), undefined]) {
      const app = await makeMailingApp({
        limits: {},
        others: [recordingProvider([], { id: 'links' })],
      })
      const user = { id: 'user-2', email: dotted }
      if (emailVerified) await app.adapter.createUser({ ...user, emailVerified })
      await askAll(app, 'signup', fill(dotted))
      const browser = app.browser()
      const body = { csrfToken: await browser.csrfToken(), email: variants[0] }
      statuses.push((await browser.postJson('/auth/signin/links', body)).status)
    }
    expect(statuses).toEqual([302, 302])
  })
})

describe('the limit for all addresses', () => {
  const all = 4
  const limits = { allMails: { attempts: all, seconds: 600 } }

  function ownAddresses(count: number): readonly string[] {
    return Array.from({ length: count }, (_, at) => `mallory-${at}@attacker.test`)
  }

  it.each(['signup', 'forgot-password'] as const)(
    'does not show at a sign-in by mail whether /%s sent a mail (FP10)',
    async (page) => {
      const statuses = []
      for (const target of [email, 'nobody@example.test']) {
        const app = await makeMailingApp({
          limits,
          others: [recordingProvider([], { id: 'links' })],
        })
        const signIn = async (address: string | undefined): Promise<number> => {
          const browser = app.browser()
          const body = { csrfToken: await browser.csrfToken(), email: address }
          return (await browser.postJson('/auth/signin/links', body)).status
        }
        const [last, ...others] = ownAddresses(all)
        for (const address of others) await signIn(address)
        await askAll(app, page, [target])
        statuses.push(await signIn(last))
      }
      expect(statuses).toEqual([302, 302])
    },
  )

  it('does not show at a sign-up of the attacker whether a reset was mailed (FP10)', async () => {
    const counts = []
    for (const target of [email, 'nobody@example.test']) {
      const app = await makeMailingApp({ limits })
      const [last = '', ...others] = ownAddresses(all)
      await askAll(app, 'signup', others)
      await askAll(app, 'forgot-password', [target])
      await askAll(app, 'signup', [last])
      counts.push(app.sent.filter(({ identifier }) => identifier === last).length)
    }
    expect(counts).toEqual([1, 1])
  })

  it('counts a sign-up at once alike for an address that has a user (FP10)', async () => {
    const counts = []
    for (const target of [email, 'nobody@example.test']) {
      const app = await makeMailingApp({ limits, password: { requireVerifiedEmail: false } })
      const [last = '', ...others] = ownAddresses(all)
      for (const address of [...others, target, last]) await signUpAtOnce(app, address, password)
      counts.push(app.sent.filter(({ identifier }) => identifier === last).length)
    }
    expect(counts).toEqual([0, 0])
  })
})

describe('the limit for one address', () => {
  it('of resets, which send nothing without a user, does not hold up a sign-up', async () => {
    const app = await makeMailingApp({ limits: {} })
    await askAll(app, 'forgot-password', fill('grace@example.test'))
    expect(await app.mailTo('signup', 'grace@example.test')).toBeDefined()
  })

  it('of sign-ups at once does not count passwords that are refused', async () => {
    const app = await makeMailingApp({ limits: {}, password: { requireVerifiedEmail: false } })
    const address = 'grace@example.test'
    for (let count = 0; count < 6; count += 1) await signUpAtOnce(app, address, 'short')
    expect(app.sent).toEqual([])
    await signUpAtOnce(app, address, password)
    expect(app.sent).toMatchObject([{ identifier: address, purpose: 'verify' }])
  })

  it('of sign-ups at once does not count those that a busy server refuses', async () => {
    const app = await makeMailingApp({
      limits: {},
      password: { requireVerifiedEmail: false, hashesAtOnce: 1, hashesWaiting: 0 },
    })
    const address = 'grace@example.test'
    const flood = Array.from({ length: 8 }, () => signUpAtOnce(app, address, password))
    const statuses = await Promise.all(flood)
    expect(statuses).toContain(503)
    expect(statuses).not.toContain(429)
    const sent = statuses.filter((status) => status === 302).length
    for (let count = sent; count < 5; count += 1) {
      expect(await signUpAtOnce(app, address, password)).toBe(302)
    }
    expect(await signUpAtOnce(app, address, password)).toBe(429)
  })

  it('of new addresses, whose mails reset nothing, does not hold up a reset', async () => {
    const app = await makeMailingApp({ limits: {} })
    const owner = { id: 'user-2', email: dotted, emailVerified: new Date() }
    await app.adapter.createUser(owner)
    for (let count = 0; count < 5; count += 1) await askForAddress(app, dotted)
    expect(await app.mailTo('forgot-password', dotted)).toMatchObject({ purpose: 'reset' })
  })
})

/** Signs up with a password at once. Returns the status of the answer. */
async function signUpAtOnce(app: MailingApp, address: string, chosen: string): Promise<number> {
  const browser = app.browser()
  const csrfToken = await browser.csrfToken()
  const fields = { csrfToken, email: address, password: chosen }
  const { status } = await browser.postJson('/auth/signup', fields)
  await app.settle()
  return status
}

/** Asks for another address as the user of the app. */
async function askForAddress(app: MailingApp, address: string): Promise<void> {
  const browser = app.browser()
  await app.attempt({ email, password }, browser)
  const fields = { csrfToken: await browser.csrfToken(), email: address, currentPassword: password }
  await browser.postJson('/auth/change-email', fields)
  await app.settle()
}
