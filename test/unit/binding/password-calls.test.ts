import { describe, expect, it } from 'vitest'
import { handleRequest } from '../../../src/binding/handle-request.js'
import {
  changeEmail,
  changePassword,
  describeMailedLink,
  removePassword,
  requestPasswordReset,
  resetPassword,
  signUp,
  verifyEmail,
} from '../../../src/binding/password-calls.js'
import { setPassword } from '../../../src/core.js'
import type { ActionEvent } from '../../../src/binding/event.js'
import type { Browser } from '../../support/browser.js'
import { makeMailingApp, openMail, type MailingApp } from '../../support/apps/mailing-app.js'
import { email, password } from '../../support/apps/password-app.js'
import { configOf, endOf, openEvent, type Ended, type TestEvent } from './event.js'

const newPassword = 'seven quiet harbours'
const grace = 'grace@example.test'

interface Run {
  readonly opened: TestEvent
  readonly works: readonly Promise<unknown>[]
  /** The result of the action, if the request was not redirected. */
  readonly result: unknown
  readonly ended: Ended | undefined
}

/** Runs a call in an action of the app, with the cookies of a browser. */
async function act(
  app: MailingApp,
  browser: Browser | undefined,
  call: (event: ActionEvent) => Promise<unknown>,
  form: Readonly<Record<string, string>> = {},
): Promise<Run> {
  const works: Promise<unknown>[] = []
  const headers = {
    cookie: browser?.cookieHeader() ?? '',
    origin: 'https://app.test',
    'sec-fetch-site': 'same-origin',
  }
  const platform = { ctx: { waitUntil: (work: Promise<unknown>) => void works.push(work) } }
  const opened = openEvent('/settings/', { method: 'POST', headers }, {}, platform)
  const data = new FormData()
  for (const [name, value] of Object.entries(form)) data.set(name, value)
  opened.sharedMap.set('@actionFormData', data)
  await handleRequest(
    opened.event,
    configOf(() => app.config),
  )
  let result: unknown
  const ended = await endOf(async () => {
    result = await call(opened.event)
  }).catch(() => undefined)
  return { opened, works, result, ended }
}

async function signedIn(app: MailingApp): Promise<Browser> {
  const browser = app.browser()
  await app.attempt({ email, password }, browser)
  return browser
}

async function isAccepted(app: MailingApp, secret: string, address = email): Promise<boolean> {
  const browser = app.browser()
  await app.attempt({ email: address, password: secret }, browser)
  return (await browser.session()) !== null
}

describe('the calls for passwords in an action', () => {
  it.each([
    ['signUp', signUp, grace],
    ['requestPasswordReset', requestPasswordReset, email],
  ] as const)('%s redirects, and sends the mail through `waitUntil`', async (_name, call, to) => {
    const app = await makeMailingApp()
    const { ended, works } = await act(app, undefined, (event) => call(event, { email: to }))
    expect(ended?.location).toContain('/auth/verify-request')
    expect(works).toHaveLength(1)
    await Promise.all(works)
    expect(app.sent).toMatchObject([{ identifier: to }])
  })

  it('an address that is not valid fails with a message for its field', async () => {
    const app = await makeMailingApp()
    const { result } = await act(app, undefined, (event) => signUp(event, { email: 'no address' }))
    expect(result).toMatchObject({ failed: true, fieldErrors: { email: [expect.any(String)] } })
  })

  it('resetPassword signs in the browser that opened the link', async () => {
    const app = await makeMailingApp()
    const browser = app.browser()
    await openMail(browser, await app.mailTo('signup', grace))
    let link: unknown
    await act(app, browser, async (event) => {
      const described = await describeMailedLink(event)
      expect(described).toMatchObject({ kind: 'first-password', email: grace, nameField: 'none' })
      link = described?.link
    })
    const short = await act(app, browser, (event) =>
      resetPassword(event, { password: 'short', link }),
    )
    expect(short.result).toMatchObject({ failed: true, fieldErrors: { password: [/15/] } })
    const { ended, opened } = await act(app, browser, (event) =>
      resetPassword(event, { password: newPassword, redirectTo: '/welcome/', link }),
    )
    expect(ended?.location).toContain('/welcome/')
    expect([...opened.cookies.keys()].join(' ')).toContain('session-token')
    expect(await isAccepted(app, newPassword, grace)).toBe(true)
  })

  it('changePassword needs the current password, and the page never shows it again', async () => {
    const app = await makeMailingApp()
    const browser = await signedIn(app)
    const form = { currentPassword: 'wrong horse', password: newPassword, email }
    const wrong = await act(app, browser, (event) => changePassword(event, form), form)
    expect(wrong.result).toMatchObject({
      failed: true,
      fieldErrors: { currentPassword: [expect.any(String)] },
    })
    const kept = wrong.opened.sharedMap.get('@actionFormData') as FormData
    expect([...kept.keys()]).toEqual(['email'])
    await act(app, browser, (event) =>
      changePassword(event, { currentPassword: password, password: newPassword }),
    )
    expect(await isAccepted(app, newPassword)).toBe(true)
  })

  it('changeEmail sends a mail, which verifyEmail confirms', async () => {
    const app = await makeMailingApp()
    const browser = await signedIn(app)
    const { works } = await act(app, browser, (event) =>
      changeEmail(event, { email: grace, currentPassword: password }),
    )
    await Promise.all(works)
    await openMail(
      browser,
      app.sent.find(({ purpose }) => purpose === 'newAddress'),
    )
    const { ended } = await act(app, browser, async (event) => {
      const described = await describeMailedLink(event, 'verifyEmail')
      return verifyEmail(event, { link: described?.link })
    })
    expect(ended?.location).toContain('done=address-changed')
    expect(await isAccepted(app, password, grace)).toBe(true)
  })

  it('removePassword refuses to remove the only way to sign in', async () => {
    const app = await makeMailingApp()
    const { result } = await act(app, await signedIn(app), (event) =>
      removePassword(event, { currentPassword: password }),
    )
    expect(result).toMatchObject({ failed: true })
    expect(await isAccepted(app, password)).toBe(true)
  })

  it('refuse a request that another site sent', async () => {
    const app = await makeMailingApp()
    await setPassword(app.config, app.user.id, password)
    const headers = { origin: 'https://evil.test', 'sec-fetch-site': 'cross-site' }
    const opened = openEvent('/settings/', { method: 'POST', headers })
    await handleRequest(
      opened.event,
      configOf(() => app.config),
    )
    expect(await signUp(opened.event, { email: grace })).toMatchObject({ failed: true })
    await app.settle()
    expect(app.sent).toEqual([])
  })
})
