import { describe, expect, it } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import Nodemailer from '../../../src/providers/nodemailer.js'
import Resend from '../../../src/providers/resend.js'
import { inbox, type Inbox } from '../../../src/testing.js'
import type { EmailConfig } from '../../../src/model/email.js'
import { makeApp } from '../../support/apps/app.js'

const address = 'ada@example.test'

async function askForMail(provider: EmailConfig): Promise<ReturnType<typeof openApp>> {
  const opened = openApp(provider)
  const page = await opened.browser.fetchPage(`/auth/signin/${provider.id}`)
  await opened.browser.postForm(page, { email: address })
  return opened
}

function openApp(provider: EmailConfig) {
  const app = makeApp({ adapter: memoryAdapter(), providers: [provider] })
  return { app, browser: app.browser() }
}

const ways: readonly [string, (mails: Inbox) => EmailConfig][] = [
  ['its own provider', (mails) => mails.provider({ codeLength: 6 })],
  [
    'a provider with `sendVerificationRequest`',
    ({ sendVerificationRequest }) =>
      Resend({ apiKey: 'key', from: 'a@b.test', codeLength: 6, sendVerificationRequest }),
  ],
  [
    'Nodemailer with `server`',
    ({ server }) => Nodemailer({ server, from: 'a@b.test', codeLength: 6 }),
  ],
]

describe.each(ways)('an inbox behind %s', (_name, provide) => {
  it('receives a mail whose link signs the user in', async () => {
    const mails = inbox()
    const { browser } = await askForMail(provide(mails))
    const { link, to, subject, text, html, code } = await mails.next(address)
    expect(to).toBe(address)
    expect(subject).toContain('app.test')
    expect(text).toContain(link)
    expect(html).toContain('<html')
    expect(text).toContain(code)
    await browser.postForm(await browser.fetchPage(link))
    expect(await browser.session()).toMatchObject({ user: { email: address } })
  })

  it('receives a mail whose code signs the user in', async () => {
    const mails = inbox()
    const provider = provide(mails)
    const { browser } = await askForMail(provider)
    const { code = '' } = await mails.next(address)
    const page = await browser.fetchPage(`/auth/verify-request?provider=${provider.id}&type=email`)
    await browser.postForm(page, { code })
    expect(await browser.session()).toMatchObject({ user: { email: address } })
  })

  it('can make sending fail', async () => {
    const mails = inbox()
    mails.fail(new Error('The mail service is down.'))
    const { app } = await askForMail(provide(mails))
    expect(app.codes('error')).toEqual(['EmailSignInError'])
    expect(mails.mails).toEqual([])
  })
})

describe('an inbox behind a transport of the app', () => {
  const send = (mails: Inbox, text: string): unknown =>
    new Promise((resolve) => {
      mails.server.send({ data: { to: address, subject: 'News', text } }, resolve)
    })

  it.each([
    ['no link', 'Your password was changed.', '', undefined],
    ['a code', 'Your code is 123456.', '', '123456'],
    [
      'a page',
      'See https://app.test/auth/factors for more.',
      'https://app.test/auth/factors',
      undefined,
    ],
    [
      'two links',
      'https://app.test/ https://app.test/auth/callback/email?token=1234567 12345678',
      'https://app.test/auth/callback/email?token=1234567',
      '12345678',
    ],
  ])('receives a mail with %s', async (_what, text, link, code) => {
    const mails = inbox()
    expect(await send(mails, text)).toBeNull()
    expect(await mails.next(address)).toEqual({
      to: address,
      subject: 'News',
      text,
      html: '',
      link,
      code,
    })
  })
})

describe('the mails of an inbox', () => {
  it('are returned in their order, each once, whatever the case of the address', async () => {
    const mails = inbox()
    receive(mails, 'first', 'second')
    expect((await mails.next('ADA@example.test')).link).toContain('first')
    expect((await mails.next(address)).link).toContain('second')
    expect(mails.mails).toHaveLength(2)
  })

  it('can be awaited before they are sent', async () => {
    const mails = inbox()
    const other = mails.next('other@example.test', { timeout: 0 })
    const next = mails.next(address)
    receive(mails, 'late')
    expect((await next).link).toContain('late')
    await expect(other).rejects.toThrow(
      'No new mail to other@example.test arrived within 0 ms. The inbox has mails to: ada@example.test.',
    )
  })

  it('can be deleted', async () => {
    const mails = inbox()
    receive(mails, 'one')
    mails.clear()
    await expect(mails.next(address, { timeout: 0 })).rejects.toThrow('mails to: no address')
  })
})

function receive(mails: Inbox, ...tokens: readonly string[]): void {
  for (const token of tokens) {
    const text = `https://app.test/auth/callback/email?token=${token}`
    mails.server.send({ data: { to: { name: '', address }, text } }, () => {})
  }
}
