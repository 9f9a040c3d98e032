import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import Nodemailer from '../../../src/providers/nodemailer.js'
import { watch } from '../../support/adapters/watched-adapter.js'
import type { Browser } from '../../support/browser.js'
import { makeApp, sessionCookie, type App } from '../../support/apps/app.js'
import { SmtpServer } from '../../support/smtp-server.js'
import { acceptedAddresses, hostileAddresses } from '../../support/addresses.js'
import { address, click, confirm, errorOf, plenty, typeCode } from '../../support/apps/mail-app.js'

let smtp: SmtpServer
beforeEach(async () => {
  smtp = new SmtpServer()
  await smtp.open()
})
afterEach(() => smtp.close())

function makeSmtpApp(): App & { readonly store: ReturnType<typeof watch> } {
  const store = watch(memoryAdapter())
  const server = { host: '127.0.0.1', port: smtp.port, pool: true, maxConnections: 1 }
  const provider = Nodemailer({ server, from: 'App <mail@app.test>', codeLength: 6 })
  return {
    ...makeApp({ providers: [provider], adapter: store.adapter, limits: plenty }),
    store,
  }
}

async function requestMail(browser: Browser, email: string): Promise<Response> {
  const body = new URLSearchParams({ csrfToken: await browser.csrfToken(), email })
  return browser.fetch('/auth/signin/nodemailer', { method: 'POST', body })
}

/** The plain text of a mail that is encoded as quoted-printable. */
function textOf(data: string): string {
  return data
    .replaceAll('=\n', '')
    .replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

describe('a sign-in by SMTP', () => {
  it('goes from the form to the mailbox and back by the link', async () => {
    const app = makeSmtpApp()
    const browser = app.browser()
    await requestMail(browser, 'Ada@Example.TEST')
    expect(smtp.mails).toHaveLength(1)
    expect(smtp.mails[0]?.recipients).toEqual([`RCPT TO:<${address}>`])
    expect(smtp.mails[0]?.data).toMatch(/^To: ada@example\.test$/m)
    const [link = ''] =
      /https:\/\/app\.test\/auth\/callback\S+/.exec(textOf(smtp.mails[0]?.data ?? '')) ?? []
    const other = app.browser()
    await confirm(other, link)
    expect((await other.session())?.user?.email).toBe(address)
    expect(errorOf((await confirm(app.browser(), link)).response)).toBe('Verification')
  })

  it('goes straight on in the browser that asked, and by the code', async () => {
    const app = makeSmtpApp()
    const one = app.browser()
    await requestMail(one, address)
    const text = textOf(smtp.mails[0]?.data ?? '')
    const [link = ''] = /https:\/\/app\.test\/auth\/callback\S+/.exec(text) ?? []
    await click(one, link)
    expect(one.cookie(sessionCookie)).toBeDefined()
    const two = app.browser()
    await requestMail(two, address)
    const [code = ''] = /^\d{6}$/m.exec(textOf(smtp.mails[1]?.data ?? '')) ?? []
    await typeCode(two, code, 'nodemailer')
    expect(two.cookie(sessionCookie)).toBeDefined()
  })

  it('EM1: is sent to exactly the stored address, or not at all', async () => {
    const app = makeSmtpApp()
    const browser = app.browser()
    const typed = [...hostileAddresses, ...acceptedAddresses.map(([text]) => text)]
    for (const text of typed) {
      smtp.mails.length = 0
      app.store.calls.splice(0)
      const response = await requestMail(browser, text)
      const rows = app.store.calls.filter(({ name }) => name === 'createVerificationToken')
      const stored = rows.map(({ args: [row] }) => (row as { identifier: string }).identifier)
      const recipients = smtp.mails.flatMap((mail) => mail.recipients)
      if (errorOf(response) === '') {
        expect([text, recipients]).toEqual([text, [`RCPT TO:<${stored[0]}>`]])
        expect(new Set(stored).size).toBe(1)
        const headers = smtp.mails[0]?.data.split('\n\n')[0] ?? ''
        expect(headers.match(/^(?:To|Cc|Bcc):.*$/gim)).toEqual([`To: ${stored[0]}`])
      } else {
        expect([text, errorOf(response), recipients, stored]).toEqual([
          text,
          'InvalidEmailAddress',
          [],
          [],
        ])
      }
    }
  })

  it('that the server refuses ends with a clear error and no live token', async () => {
    const app = makeSmtpApp()
    smtp.replies = { RCPT: '550 5.1.1 No such user' }
    const browser = app.browser()
    expect(errorOf(await requestMail(browser, address))).toBe('EmailSignInError')
    const stored = app.store.count('createVerificationToken')
    expect(stored).toBeGreaterThan(0)
    expect(app.store.count('useVerificationToken')).toBe(stored)
    expect(browser.cookies.some(({ name }) => name.endsWith('-mail'))).toBe(false)
    expect(app.codes('error')).toEqual(['EmailSignInError'])
  })
})
