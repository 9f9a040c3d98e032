import PostalMime, { type Email } from 'postal-mime'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SignInMail } from '../../../src/model/email.js'
import type { FactorMailKind } from '../../../src/model/factor-texts.js'
import type { Theme } from '../../../src/model/options.js'
import type { PasswordMailKind } from '../../../src/model/password-texts.js'
import { renderAccountMail } from '../../../src/pages/account-mail.js'
import { renderFactorMail } from '../../../src/pages/factor-mail.js'
import { findAccountTexts } from '../../../src/pages/find-account-texts.js'
import { findFactorTexts } from '../../../src/pages/find-factor-texts.js'
import { findLanguage, languageCodes } from '../../../src/pages/find-language.js'
import { findPasswordTexts } from '../../../src/pages/find-password-texts.js'
import { renderPasswordMail } from '../../../src/pages/password-mail.js'
import { renderSignInMail } from '../../../src/pages/sign-in-mail.js'
import Nodemailer from '../../../src/providers/nodemailer.js'
import { send } from './params.js'
import { SmtpServer } from '../../support/smtp-server.js'

const smtp = new SmtpServer()
const link = 'https://app.test/auth/callback/email?token=0123456789abcdef&email=ada%40example.com'

beforeAll(() => smtp.open())
afterAll(() => smtp.close())

const passwordKinds: readonly PasswordMailKind[] = [
  'signUp',
  'alreadyRegistered',
  'reset',
  'changed',
  'verify',
  'newAddress',
  'addressRequested',
  'oldAddress',
  'methodAdded',
]
const factorKinds: readonly FactorMailKind[] = [
  'added',
  'removed',
  'switchedOff',
  'recoveryCodeUsed',
  'recoveryCodesMade',
  'guessed',
  'locked',
]
const codeKinds: readonly FactorMailKind[] = ['signInCode', 'confirmCode']

/** Every mail that the library sends, in one language. */
async function renderMails(code: string, theme: Theme = {}): Promise<Record<string, SignInMail>> {
  const language = await findLanguage({ preferred: code })
  const mail = { url: link, host: 'app.test', theme, minutes: 10, language }
  const [password, factor, account] = await Promise.all([
    findPasswordTexts(code),
    findFactorTexts(code),
    findAccountTexts(code),
  ])
  const date = new Date('2026-05-04T09:30:00Z')
  const factorMail = { ...mail, count: 3, date, userAgent: null, texts: factor }
  const mailedCode = { value: '042517', minutes: 10 }
  return Object.fromEntries([
    ['signIn', renderSignInMail({ ...mail, code: '123456' })],
    ...passwordKinds.map((kind) => [kind, renderPasswordMail({ ...mail, kind, texts: password })]),
    ...factorKinds.map((kind) => [kind, renderFactorMail({ ...factorMail, kind })]),
    ...codeKinds.map((kind) => [kind, renderFactorMail({ ...factorMail, kind, code: mailedCode })]),
    ['deleted', renderAccountMail({ ...mail, texts: account, news: { kind: 'deleted' } })],
    [
      'pending deletion',
      renderAccountMail({ ...mail, texts: account, news: { kind: 'pending', deletesAt: date } }),
    ],
  ])
}

/** A mail of the library, and what a mail program reads of it. */
interface Delivery {
  readonly kind: string
  readonly to: string
  readonly mail: SignInMail
  readonly read: Email
}

/** Sends mails over SMTP, all at once, and reads them as a mail program does. */
async function deliverAll(mails: Readonly<Record<string, SignInMail>>): Promise<Delivery[]> {
  const server = `smtp://user:pass@127.0.0.1:${smtp.port}`
  return Promise.all(
    Object.entries(mails).map(async ([kind, mail]) => {
      const to = `ada-${crypto.randomUUID()}@example.com`
      await send(Nodemailer({ server, from: 'Acme <mail@acme.test>' }), { mail, identifier: to })
      const received = smtp.mails.filter(({ recipients }) => recipients.join().includes(to))
      expect(received, kind).toHaveLength(1)
      return { kind, to, mail, read: await PostalMime.parse(received[0]?.data ?? '') }
    }),
  )
}

const lines = (text = ''): string => text.replaceAll('\r\n', '\n').trim()

describe.each(languageCodes)('a mail program reads every mail in %s', (code) => {
  let deliveries: readonly Delivery[]
  beforeAll(async () => {
    deliveries = await deliverAll(await renderMails(code))
    expect(deliveries.length).toBeGreaterThan(20)
  })

  it('with the subject, the text and the HTML that were written', () => {
    for (const { kind, to, mail, read } of deliveries) {
      expect(read.subject, kind).toBe(mail.subject)
      expect(lines(read.text), kind).toBe(lines(mail.text))
      expect(lines(read.html), kind).toBe(lines(mail.html))
      expect(read.to).toMatchObject([{ address: to }])
      expect(read.attachments).toEqual([])
    }
  })

  it('with the link in both parts, in the language and direction of the user, and loads nothing', async () => {
    const { direction } = await findLanguage({ preferred: code })
    for (const { kind, read } of deliveries) {
      const { text = '', html = '' } = read
      expect(text, kind).toContain(link)
      expect(html, kind).toContain(`href="${link.replaceAll('&', '&amp;')}"`)
      expect(html, kind).toContain(`<html lang="${code}" dir="${direction}">`)
      expect(html, kind).not.toMatch(/<(?:img|link|script|iframe|video|object)\b|url\(|@import/i)
    }
  })
})

describe('a mail on a dark screen', () => {
  it('announces both schemes, and has a dark colour for every light one', async () => {
    for (const { kind, read } of await deliverAll(await renderMails('en'))) {
      const { html = '' } = read
      expect(html, kind).toContain('<meta name="color-scheme" content="light dark" />')
      expect(html, kind).toContain('<meta name="supported-color-schemes" content="light dark" />')
      const [, dark = ''] = html.split('@media (prefers-color-scheme:dark){')
      const used = [...html.matchAll(/class="([a-z ]+)"/g)].flatMap(([, name = '']) =>
        name.split(' '),
      )
      expect(used.includes('button'), kind).toBe(!codeKinds.some((known) => known === kind))
      for (const name of new Set(used)) expect(dark, kind).toContain(`.${name}{`)
    }
  })

  it('is light if the theme is', async () => {
    const { signIn } = await renderMails('en', { colorScheme: 'light' })
    expect(signIn?.html).toContain('content="light"')
    expect(signIn?.html).not.toContain('prefers-color-scheme')
  })
})
