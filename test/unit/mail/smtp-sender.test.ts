import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { redact } from '../../../src/config/redact.js'
import Email from '../../../src/providers/email.js'
import Nodemailer from '../../../src/providers/nodemailer.js'
import { errorOf, send, token } from './params.js'
import { SmtpServer } from '../../support/smtp-server.js'

const from = 'Acme, Inc. <mail@acme.test>'
const password = 'p@ss word'
let smtp: SmtpServer

beforeEach(async () => {
  smtp = new SmtpServer()
  await smtp.open()
})

afterEach(() => {
  smtp.close()
  vi.restoreAllMocks()
})

describe('a mail by SMTP', () => {
  it('is handed over with the credentials of the URL', async () => {
    await send(Nodemailer({ server: serverUrl(), from }))
    const [mail] = smtp.mails
    expect(smtp.mails).toHaveLength(1)
    expect(mail?.login).toBe(`\u0000user\u0000${password}`)
    expect(mail?.sender).toContain('<mail@acme.test>')
    expect(mail?.recipients).toEqual(['RCPT TO:<ada@example.com>'])
    expect(mail?.data).toMatch(/^From: "Acme, Inc\." <mail@acme\.test>$/m)
    expect(mail?.data).toMatch(/^To: ada@example\.com$/m)
    expect(mail?.data).toMatch(/^Subject: Sign in$/m)
    expect(mail?.data).toMatch(/text\/plain[^]*text\/html/)
    expect(mail?.data.replaceAll('=\n', '')).toContain(token)
  })

  it('is handed over with the options of a transport', async () => {
    const auth = { user: 'user', pass: password }
    const server = { host: '127.0.0.1', port: smtp.port, auth }
    await send(Nodemailer({ server, from: 'mail@acme.test' }))
    expect(smtp.mails[0]?.login).toBe(`\u0000user\u0000${password}`)
    expect(smtp.mails[0]?.data).toMatch(/^From: mail@acme\.test$/m)
  })

  it.each([
    'ada@example.com,eve@evil.test',
    'ada@example.com\r\nBcc: eve@evil.test',
    'Ada <ada@example.com>, eve@evil.test',
    '"ada@example.com, eve@evil.test" <eve@evil.test>',
  ])('is not handed over for %j, which is not one address', async (identifier) => {
    const error = await errorOf(send(Nodemailer({ server: serverUrl(), from }), { identifier }))
    expect(error.type).toBe('EmailSignInError')
    expect(error.message).toContain('one e-mail address')
    expect(smtp.connections).toBe(0)
  })

  it('is sent by the provider that older configurations name', async () => {
    expect(Nodemailer()).toMatchObject({ id: 'nodemailer', requires: ['server', 'from'] })
    expect(Email()).toMatchObject({ id: 'email', requires: ['server', 'from'] })
    await send(Email({ server: serverUrl(), from }))
    expect(smtp.mails).toHaveLength(1)
  })
})

describe('a mail that the server does not take', () => {
  it.each([
    ['AUTH', '535 5.7.8 Wrong password', 'EAUTH', '535'],
    ['MAIL', '550 5.7.1 Sender refused', 'EENVELOPE', '550'],
    ['RCPT', '450 4.2.0 Greylisted', 'EENVELOPE', '450'],
    ['END', '554 5.7.1 Spam', 'EMESSAGE', '554'],
  ])('fails at %s with what it says', async (verb, reply, code, status) => {
    smtp.replies = { [verb]: `${reply} ${token} ${password}` }
    const error = await errorOf(send(Nodemailer({ server: serverUrl(), from })))
    expect(error.type).toBe('EmailSignInError')
    expect(error.message).toContain(code)
    expect(error.message).toContain(status)
    expect(error.message).toContain(reply)
    expect(error.message).not.toContain(token)
    expect(error.message).not.toContain(password)
    expect(error.cause).toBeInstanceOf(Error)
    expect(smtp.mails).toEqual([])
  })

  it('hides the password of transport options too', async () => {
    smtp.replies = { AUTH: `535 no ${password}` }
    const server = { host: '127.0.0.1', port: smtp.port, auth: { user: 'user', pass: password } }
    const error = await errorOf(send(Nodemailer({ server, from })))
    expect(error.message).toContain('535 no [redacted]')
  })

  it('fails when no server listens', async () => {
    const server = serverUrl()
    smtp.close()
    const error = await errorOf(send(Nodemailer({ server, from })))
    expect(error).toMatchObject({ type: 'EmailSignInError' })
    expect(error.message).toContain('ECONNREFUSED')
  })

  it('fails with a hint if the port belongs to the other scheme', async () => {
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => AbortSignal.abort())
    const error = await errorOf(send(Nodemailer({ server: 'smtp://a:b@localhost:465', from })))
    expect(error.message).toContain(
      '`server` has smtp: and the port 465, which expects smtps:. Write smtps: in the URL.',
    )
  })

  it.each([{ rejected: ['ada@example.com'] }, { pending: [{ address: 'ada@example.com' }] }])(
    'fails when the transport says %j',
    async (sent) => {
      const error = await errorOf(send(Nodemailer({ server: pluginFor(sent), from })))
      expect(error.type).toBe('EmailSignInError')
    },
  )

  it('is given up after twenty seconds', async () => {
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    const limits = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout(10))
    const server = { name: 'stuck', version: '1', send: () => {} }
    const error = await errorOf(send(Nodemailer({ server, from })))
    expect(error.cause).toMatchObject({ name: 'TimeoutError' })
    expect(limits).toHaveBeenCalledWith(20_000)
  })
})

describe('a connection without TLS', () => {
  // Linux takes this address to this machine, but the sender cannot know that.
  const remote = '0.0.0.0'

  it.each([
    ['a URL', (at: string) => `smtp://user:secret@${at}`],
    ['a URL in capitals', (at: string) => `SMTP://user:secret@${at}`],
    ['a URL with a fragment', (at: string) => `smtp://user:secret@${at}/#x`],
    ['a URL with options', (at: string) => `smtp://user:secret@${at}?pool=true`],
    ['options', (at: string) => ({ ...hostAndPort(at), auth: { user: 'user', pass: 'secret' } })],
    ['options with a URL', (at: string) => ({ url: `smtp://user:secret@${at}` })],
  ])('to another machine gets neither password nor link: %s', async (_, serverAt) => {
    smtp.replies = { STARTTLS: '502 5.5.1 Not here' }
    const server = serverAt(`${remote}:${smtp.port}`)
    const error = await errorOf(send(Nodemailer({ server, from })))
    expect(error.type).toBe('EmailSignInError')
    expect(error.message).toMatch(/ETLS.*`requireTLS: false`/)
    expect(smtp.heard.filter((line) => /^(?:AUTH|MAIL|RCPT|DATA)/i.test(line))).toEqual([])
    expect(smtp.mails).toEqual([])
  })

  it.each([
    ['an option', (at: string) => ({ ...hostAndPort(at), requireTLS: false })],
    ['another option', (at: string) => ({ ...hostAndPort(at), ignoreTLS: true })],
    ['a URL', (at: string) => `smtp://${at}?requireTLS=false`],
  ])('to another machine is used when the application says so by %s', async (_, serverAt) => {
    await send(Nodemailer({ server: serverAt(`${remote}:${smtp.port}`), from }))
    expect(smtp.mails).toHaveLength(1)
  })

  it.each(['127.0.0.1', 'localhost'])('to this machine is used: %s', async (host) => {
    await send(Nodemailer({ server: `smtp://${host}:${smtp.port}`, from }))
    await send(Nodemailer({ server: { host, port: smtp.port }, from }))
    expect(smtp.mails).toHaveLength(2)
  })
})

describe('a server that repeats what it was sent', () => {
  const plain = btoa(`\u0000user\u0000${password}`)

  it.each([
    ['the whole line', `535 5.7.8 Refused: AUTH PLAIN ${plain}`],
    ['a part of the line', `535 5.7.8 Refused: AUTH PLAIN ${plain.slice(0, 14)}...`],
    ['the line in capitals', `535 5.7.8 Refused: AUTH PLAIN ${plain.toUpperCase()}`],
    ['the password of a LOGIN', `535 5.7.8 Refused: ${btoa(password)}`],
    ['the password', `535 5.7.8 Refused: ${password}`],
    ['the password of the URL', `535 5.7.8 Refused: ${encodeURIComponent(password)}`],
  ])('puts no password into the error: %s', async (_, reply) => {
    smtp.replies = { AUTH: reply }
    const error = await errorOf(send(Nodemailer({ server: serverUrl(), from })))
    const told = inspect(redact(error, []), { depth: 20, showHidden: true })
    expect(told).toContain('535 5.7.8 Refused')
    expect(told).toContain('EAUTH')
    const secrets = [password, encodeURIComponent(password), btoa(password), plain.slice(0, 14)]
    for (const secret of secrets) expect(told.toLowerCase()).not.toContain(secret.toLowerCase())
  })

  it('puts no access token into the error', async () => {
    const auth = {
      type: 'OAuth2',
      method: 'XOAUTH2',
      user: 'user',
      accessToken: 'ya29.access-token',
    }
    const server = { host: '127.0.0.1', port: smtp.port, auth }
    const line = btoa('user=user\u0001auth=Bearer ya29.access-token\u0001\u0001')
    smtp.replies = { AUTH: `535 Refused: ${line} ya29.access-token` }
    const error = await errorOf(send(Nodemailer({ server, from })))
    const told = inspect(redact(error, []), { depth: 20, showHidden: true })
    expect(told).toContain('535 Refused')
    expect(told).not.toContain('ya29.access-token')
    expect(told).not.toContain(line.slice(0, 20))
  })
})

describe('a server that cannot be used', () => {
  it.each([undefined, ''])('is a mistake in the config: %j', async (server) => {
    const error = await errorOf(send(Nodemailer({ server, from })))
    expect(error.type).toBe('InvalidProviderConfig')
    expect(error.message).toContain('to have the option `server`')
  })

  it.each(['smtp://user:50%@host', 'smtp://user:50%25@a host', { SES: { ses: {}, aws: {} } }])(
    'is a mistake in the config when it cannot be understood: %j',
    async (server) => {
      const error = await errorOf(send(Nodemailer({ server, from })))
      expect(error.type).toBe('InvalidProviderConfig')
      expect(error.message).toContain('`server`')
      expect(inspect(error)).not.toContain('50%')
    },
  )

  it('is told from a sender that cannot be used', async () => {
    const error = await errorOf(send(Nodemailer({ server: serverUrl(), from: 'Acme' })))
    expect(error.type).toBe('InvalidProviderConfig')
    expect(error.message).toContain('`from`')
  })
})

it('an error says how to install nodemailer when it is missing', async () => {
  vi.resetModules()
  vi.doMock('nodemailer', () => {
    throw new Error("Cannot find package 'nodemailer'")
  })
  const { default: Fresh } = await import('../../../src/providers/nodemailer.js')
  const error = await errorOf(send(Fresh({ server: serverUrl(), from })))
  vi.doUnmock('nodemailer')
  expect(error.type).toBe('InvalidProviderConfig')
  expect(error.message).toContain('npm install nodemailer')
})

describe('connections', () => {
  it('of a pool are kept from one config to the next', async () => {
    const pool = (): object => ({
      host: '127.0.0.1',
      port: smtp.port,
      pool: true,
      maxConnections: 1,
    })
    await send(Nodemailer({ server: pool(), from }))
    await send(Nodemailer({ server: pool(), from }))
    expect(smtp.mails).toHaveLength(2)
    expect(smtp.connections).toBe(1)
  })
})

function serverUrl(): string {
  return `smtp://user:${encodeURIComponent(password)}@127.0.0.1:${smtp.port}`
}

function hostAndPort(at: string): { readonly host: string; readonly port: number } {
  const [host = '', port] = at.split(':')
  return { host, port: Number(port) }
}

/** A transport of Nodemailer that is a plugin: it ends with this. */
function pluginFor(sent: object): object {
  return {
    name: 'plugin',
    version: '1',
    send: (_mail: unknown, done: (error: null, sent: object) => void) => done(null, sent),
  }
}
