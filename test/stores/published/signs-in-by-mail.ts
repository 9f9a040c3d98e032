import { describe, expect, it } from 'vitest'
import type { Adapter } from '../../../src/model/adapter.js'
import type { SessionStrategy } from '../../../src/model/options.js'
import type { Browser } from '../../support/browser.js'
import { click, isSignedIn, mailTo, makeMailApp } from '../../support/apps/mail-app.js'
import { describeStore } from './describe-store.js'
import type { PublishedStore } from './store.js'

/** Lets a user sign up, sign in again and sign out by mail, with sessions of both kinds. */
export function signsInByMail(title: string, store: PublishedStore): void {
  describeStore(title, store, (adapter) => {
    describe.each(['database', 'jwt'] as const)('with sessions of the strategy %s', (strategy) => {
      mails(adapter, strategy)
    })
  })
}

function mails(adapter: () => Adapter, strategy: SessionStrategy): void {
  it('a mailed link signs a user up, and another signs the same user in', async () => {
    const app = makeMailApp({ adapter: adapter(), session: { strategy } })
    const email = `${crypto.randomUUID()}@example.test`
    for (const isNewUser of [true, false]) {
      const browser = app.browser()
      await click(browser, await mailTo(app, browser, email))
      expect((await browser.session())?.user).toMatchObject({ email })
      expect(app.told.at(-1)).toMatchObject({ name: 'signIn', message: { isNewUser } })
      await browser.signOut()
      expect(isSignedIn(browser)).toBe(false)
    }
    const users = new Set(app.told.map(({ message }) => String(message.user?.id)))
    expect(users.size).toBe(1)
    const stored = await adapter().getUserByEmail?.(email)
    expect(stored?.emailVerified).toBeInstanceOf(Date)
  })

  it('a user who signs in by mail keeps the name', async () => {
    const app = makeMailApp({ adapter: adapter(), session: { strategy } })
    const email = `${crypto.randomUUID()}@example.test`
    const fresh = { id: crypto.randomUUID(), name: 'Ada', email, emailVerified: new Date() }
    await adapter().createUser?.(fresh)
    const browser = app.browser()
    await click(browser, await mailTo(app, browser, email))
    expect((await browser.session())?.user).toMatchObject({ name: 'Ada', email })
  })

  it('a mailed link works once', async () => {
    const app = makeMailApp({ adapter: adapter(), session: { strategy } })
    const browser = app.browser()
    const link = await mailTo(app, browser, `${crypto.randomUUID()}@example.test`)
    const [first, second] = [app.browser(), app.browser()]
    await openLink(first, link)
    await openLink(second, link)
    expect([isSignedIn(first), isSignedIn(second)]).toEqual([true, false])
  })
}

/** Opens a link in a browser that did not ask for it, and presses the button if there is one. */
async function openLink(browser: Browser, link: string): Promise<void> {
  const page = await browser.fetchPage(link, { follow: false })
  if (page.forms.length > 0) await browser.postForm(page)
}
