import { describe, expect, it, vi } from 'vitest'
import type { Browser } from '../../support/browser.js'
import { patient } from '../../support/patient.js'
import { email, password } from '../../support/apps/password-app.js'
import {
  answer,
  makeFactorApp,
  readAuthenticator,
  setUp,
  useClock,
  type Enrolled,
} from '../../support/apps/factor-app.js'
import {
  endOthers,
  makeInterruptedApp,
  postAsScript,
  type InterruptedApp,
} from './interrupted-app.js'

const clock = useClock()

describe('the set-up of an authenticator app', () => {
  it('is over after five wrong codes', async () => {
    const app = await makeFactorApp()
    const browser = await app.begin()
    const page = await browser.fetchPage('/auth/add-factor')
    for (let at = 0; at < 5; at++) await browser.postForm(page, { code: '000000' })
    const code = await readAuthenticator(page).code()
    expect((await browser.postForm(page, { code })).status).toBe(429)
    expect(await app.adapter.listFactorsByUserId(app.user.id)).toEqual([])
  })

  it('is refused to a user who has five', async () => {
    const app = await makeFactorApp()
    const { browser } = await app.enrol()
    for (let at = 0; at < 5; at++) {
      await setUp(browser, await browser.fetchPage('/auth/add-factor'))
    }
    const rows = await app.adapter.listFactorsByUserId(app.user.id)
    expect(rows.filter(({ type }) => type === 'totp')).toHaveLength(5)
  })
})

describe('the set-up of an authenticator app whose answer was lost', () => {
  it('is completed by another code, and not by the one that was used (FM3)', async () => {
    const app = await makeFactorApp()
    const { browser } = await app.enrol()
    clock.advance(60)
    const page = await browser.fetchPage('/auth/add-factor')
    const { createFactor } = app.adapter
    app.adapter.createFactor = async (factor) => {
      await createFactor(factor)
      throw new Error('The database has stored the row, and the answer was lost.')
    }
    const authenticator = readAuthenticator(page)
    const code = await authenticator.code()
    await browser.postForm(page, { code })
    app.adapter.createFactor = createFactor
    const again = await browser.postForm(page, { code })
    expect(again.response.headers.get('location')).toContain('InvalidCode')
    clock.advance(30)
    const done = await browser.postForm(page, { code: await authenticator.code() })
    expect(done.response.headers.get('location')).toBe('https://app.test/auth/factors')
  })
})

describe('the set-up of the first authenticator app', () => {
  it('is told to the owner, also if its recovery codes cannot be stored', async () => {
    const app = await makeInterruptedApp()
    const browser = await app.begin()
    const page = await browser.fetchPage('/auth/add-factor')
    const fail = (): never => {
      throw new Error('The database is away.')
    }
    // The first call forgets the remembered browsers, and the second one stores the codes.
    app.before('replaceFactors', () => {
      app.before('replaceFactors', fail)
    })
    const { recoveryCodes } = await setUp(browser, page)
    expect(recoveryCodes).toEqual([])
    expect(await app.adapter.listFactorsByUserId(app.userId)).toHaveLength(1)
    expect(await app.mails()).toEqual(['factorAdded'])
    expect(app.audited).toContain('factor-added')
    expect((await postAsScript(browser, '/auth/recovery-codes', {})).recoveryCodes).toHaveLength(10)
  })
})

describe('the set-up of an authenticator app whose form is sent twice', () => {
  it('is refused the second time as a code that was used', async () => {
    const app = await makeInterruptedApp()
    const browser = await app.begin()
    const twin = browser.copy()
    const page = await browser.fetchPage('/auth/add-factor')
    plantSetUp(browser, twin)
    const code = await readAuthenticator(page).code()
    let first: unknown
    app.before('createFactor', async () => {
      first = await postAsScript(browser, '/auth/add-factor', { code })
    })
    const { error } = await postAsScript(twin, '/auth/add-factor', { code })
    expect(error).toBe('InvalidCode')
    expect(first).toMatchObject({ recoveryCodes: { length: 10 } })
    const rows = await app.adapter.listFactorsByUserId(app.userId)
    expect(rows.filter(({ type }) => type === 'totp')).toHaveLength(1)
  })
})

describe('the set-up of another authenticator app', () => {
  it('comes with recovery codes if the first one is removed meanwhile', async () => {
    const app = await makeInterruptedApp()
    const { browser } = await enrolIn(app)
    clock.advance(60)
    const page = await browser.fetchPage('/auth/add-factor')
    app.before('createFactor', async () => {
      for (const { id } of await app.adapter.listFactorsByUserId(app.userId)) {
        await app.adapter.deleteFactor(id)
      }
    })
    const { recoveryCodes } = await setUp(browser, page)
    expect(recoveryCodes).toHaveLength(10)
    expect(await app.adapter.listFactorsByUserId(app.userId)).toHaveLength(11)
  })

  it('replaces the recovery codes if the removal of the first one has not come to them', async () => {
    const app = await makeInterruptedApp()
    const { browser } = await enrolIn(app)
    clock.advance(60)
    const page = await browser.fetchPage('/auth/add-factor')
    app.before('createFactor', async () => {
      const rows = await app.adapter.listFactorsByUserId(app.userId)
      await app.adapter.deleteFactor(rows.find(({ type }) => type === 'totp')?.id ?? '')
    })
    expect((await setUp(browser, page)).recoveryCodes).toHaveLength(10)
  })

  it('keeps the recovery codes otherwise', async () => {
    const app = await makeInterruptedApp()
    const { browser } = await enrolIn(app)
    clock.advance(60)
    const added = await setUp(browser, await browser.fetchPage('/auth/add-factor'))
    expect(added.recoveryCodes).toEqual([])
    expect(await app.adapter.listFactorsByUserId(app.userId)).toHaveLength(12)
  })
})

async function enrolIn(app: InterruptedApp): Promise<Enrolled> {
  const browser = await app.begin()
  return setUp(browser, await browser.fetchPage('/auth/add-factor'))
}

describe('the set-up of an authenticator app in a session that ends meanwhile', () => {
  it('leaves no app and no mail', async () => {
    const app = await makeInterruptedApp()
    const [owner, browser] = [await app.begin(), await app.begin()]
    const page = await browser.fetchPage('/auth/add-factor')
    app.before('createFactor', () => endOthers(app, owner))
    await setUp(browser, page)
    expect(await app.adapter.listFactorsByUserId(app.userId)).toEqual([])
    expect(await app.mails()).toEqual([])
  })

  it('is told to the owner if the app cannot be removed again', async () => {
    const app = await makeInterruptedApp()
    const [owner, browser] = [await app.begin(), await app.begin()]
    const page = await browser.fetchPage('/auth/add-factor')
    app.before('createFactor', async () => {
      await endOthers(app, owner)
      app.before('deleteFactor', () => {
        throw new Error('The database is away.')
      })
    })
    await setUp(browser, page)
    expect(await app.adapter.listFactorsByUserId(app.userId)).toHaveLength(1)
    expect(await app.mails()).toEqual(['factorAdded'])
    expect(app.codes('error')).toContain('AdapterError')
  })
})

describe('the set-up of an authenticator app whose cookie was copied', () => {
  it('is not finished in another session of the same user', async () => {
    const app = await makeFactorApp()
    const first = await app.begin()
    const page = await first.fetchPage('/auth/add-factor')
    const second = await app.begin()
    plantSetUp(first, second)
    await second.postForm(page, {
      csrfToken: await second.csrfToken(),
      code: await readAuthenticator(page).code(),
    })
    expect(await app.adapter.listFactorsByUserId(app.user.id)).toEqual([])
  })
})

/** Copies the cookie of a set-up into another browser. */
function plantSetUp(from: Browser, to: Browser): void {
  const cookie = from.cookies.find(({ name }) => name.includes('factor-set-up'))
  if (!cookie) throw new Error('No set-up was begun.')
  to.plant(cookie.name, cookie.value)
}

describe('the removal of an authenticator app', () => {
  it('ends the other sessions of the user', async () => {
    const app = await makeFactorApp()
    const { browser, authenticator } = await app.enrol()
    clock.advance(60)
    const other = await app.begin()
    await answer(other, { code: await authenticator.code() })
    expect(await other.session()).not.toBeNull()
    const page = await browser.fetchPage('/auth/factors')
    const form = page.forms.findIndex(({ action }) => action.endsWith('/remove-factor'))
    await browser.postForm(page, {}, { form })
    expect(await browser.session()).not.toBeNull()
    expect(await other.session()).toBeNull()
    await vi.waitFor(() => {
      const told = app.sent.find(({ purpose }) => purpose === 'factorsSwitchedOff')
      expect(told?.mail.text.split('\n')).toContain('Authenticator app')
    }, patient)
  })
})

describe('a remembered browser', () => {
  it('is asked again after the address has changed (FM12)', async () => {
    const app = await makeFactorApp({ secondFactor: { rememberDevice: true } })
    const { authenticator } = await app.enrol()
    clock.advance(60)
    const browser = await app.begin()
    await answer(browser, { code: await authenticator.code(), rememberDevice: 'on' })
    await browser.signOut()
    await app.attempt({ email, password }, browser)
    expect(await browser.session()).not.toBeNull()
    await browser.signOut()
    const other = 'ada@new.example'
    await app.adapter.updateUser({ id: app.user.id, email: other })
    await app.attempt({ email: other, password }, browser)
    expect(await browser.session()).toBeNull()
  })
})
