import { describe, expect, it } from 'vitest'
import { Auth, setPassword } from '../../../src/core.js'
import { Browser } from '../../support/browser.js'
import { makeMailingApp, type MailingApp } from '../../support/apps/mailing-app.js'
import { email, password } from '../../support/apps/password-app.js'

const guess = { email, password: 'wrong horse battery' }

/** Opens browsers that all have one address, as the users of an office do. */
function behindOneAddress({ config }: MailingApp): () => Browser {
  const clientAddress = '203.0.113.7'
  return () => new Browser((request) => Auth(request, config, { clientAddress }))
}

async function addUser({ adapter, config }: MailingApp, name: string): Promise<string> {
  const address = `${name}@example.test`
  await adapter.createUser({ id: name, email: address, emailVerified: new Date() })
  expect(await setPassword(config, name, password)).toEqual({ ok: true })
  return address
}

describe('a right password', () => {
  it('uses up no attempt of the client, so that many users behind one address sign in', async () => {
    const app = await makeMailingApp({ limits: { client: { attempts: 3, seconds: 60 } } })
    const open = behindOneAddress(app)
    for (let count = 0; count < 6; count += 1) {
      const browser = open()
      await app.attempt({ email: await addUser(app, `office-${count}`), password }, browser)
      expect(await browser.session()).not.toBeNull()
    }
  })

  it('uses up no attempt at the name', async () => {
    const app = await makeMailingApp({ limits: { identifier: { attempts: 2, seconds: 60 } } })
    for (let count = 0; count < 4; count += 1) {
      const browser = app.browser()
      await app.attempt({ email, password }, browser)
      expect(await browser.session()).not.toBeNull()
    }
    const statuses = []
    for (let count = 0; count < 3; count += 1) statuses.push((await app.attempt(guess)).status)
    expect(statuses).toEqual([302, 302, 429])
  })

  it('gives no guess back to the client of an attacker, whatever names they are for (FP24)', async () => {
    const app = await makeMailingApp({ limits: { client: { attempts: 3, seconds: 60 } } })
    const own = await addUser(app, 'mallory')
    const browser = behindOneAddress(app)()
    const statuses = []
    for (let count = 0; count < 4; count += 1) {
      await app.attempt({ email: own, password }, browser)
      const fields = { ...guess, email: `user-${count}@example.test` }
      statuses.push((await app.attempt(fields, browser)).status)
    }
    expect(statuses).toEqual([302, 302, 302, 429])
    expect((await app.attempt({ email: own, password }, behindOneAddress(app)())).status).toBe(429)
  })

  it('signs in a known browser, though a stranger behind the same address guesses (FP23)', async () => {
    const app = await makeMailingApp({ limits: { client: { attempts: 3, seconds: 60 } } })
    const open = behindOneAddress(app)
    const known = open()
    await app.attempt({ email, password }, known)
    await known.signOut()
    const guessFor = (name: string) => ({ ...guess, email: `${name}@example.test` })
    const statuses = []
    for (let count = 0; count < 4; count += 1)
      statuses.push((await app.attempt(guessFor(`user-${count}`), open())).status)
    expect(statuses.at(-1)).toBe(429)
    await app.attempt({ email, password }, known)
    expect(await known.session()).not.toBeNull()
    // A browser is known for its own name only.
    expect((await app.attempt(guessFor('other'), known)).status).toBe(429)
  })

  it('signs in a known browser, though a user behind the same address guesses without end (FP23)', async () => {
    const app = await makeMailingApp({ limits: { client: { attempts: 3, seconds: 60 } } })
    const open = behindOneAddress(app)
    const known = open()
    await app.attempt({ email, password }, known)
    await known.signOut()
    const own = await addUser(app, 'mallory')
    const mallory = open()
    await app.attempt({ email: own, password }, mallory)
    const statuses = []
    for (let count = 0; count < 40; count += 1)
      statuses.push((await app.attempt({ ...guess, email: own }, mallory)).status)
    expect(statuses.at(-1)).toBe(429)
    await app.attempt({ email, password }, known)
    expect(await known.session()).not.toBeNull()
  })

  it('signs in a known browser, though a reader of another mail there posts without end (FP23)', async () => {
    const app = await makeMailingApp({ limits: { client: { attempts: 3, seconds: 60 } } })
    const open = behindOneAddress(app)
    const known = open()
    await app.attempt({ email, password }, known)
    await known.signOut()
    const mallory = open()
    const mail = await app.mailTo('signup', 'mallory@example.test')
    const page = await mallory.fetchPage(mail?.url ?? '')
    const statuses = []
    for (let count = 0; count < 40; count += 1)
      statuses.push((await mallory.postForm(page, { password: 'short' })).status)
    expect(statuses.at(-1)).toBe(429)
    await app.attempt({ email, password }, known)
    expect(await known.session()).not.toBeNull()
  })

  it('does not make the attempts of known browsers endless', async () => {
    const limits = {
      client: { attempts: 1, seconds: 60 },
      identifier: { attempts: 100, seconds: 60 },
    }
    const app = await makeMailingApp({ limits })
    const known = behindOneAddress(app)()
    await app.attempt({ email, password }, known)
    const statuses = []
    for (let count = 0; count < 11; count += 1)
      statuses.push((await app.attempt(guess, known)).status)
    expect(statuses.indexOf(429)).toBe(10)
  })

  it('makes a limit ten times as high at most, because it is hashed all the same', async () => {
    const app = await makeMailingApp({ limits: { client: { attempts: 1, seconds: 60 } } })
    const open = behindOneAddress(app)
    const statuses = []
    for (let count = 0; count < 11; count += 1)
      statuses.push((await app.attempt({ email, password }, open())).status)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 302), 429])
  })
})
