import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { Auth } from '../../../src/core.js'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { explainSmtpPort, explainSmtpUrl } from '../../../src/mail/explain-smtp-url.js'
import { requireTls } from '../../../src/mail/require-tls.js'
import Email from '../../../src/providers/email.js'
import Nodemailer from '../../../src/providers/nodemailer.js'
import { makeApp } from '../../support/apps/app.js'

interface Shared {
  parseConnectionUrl(url: string): {
    readonly host?: string
    readonly auth?: { readonly user: string; readonly pass: string }
  }
}

const nodemailer = createRequire(import.meta.url)('nodemailer/lib/shared/index.js') as Shared

const scheme = 'does not start with smtps:// or smtp://'
const unescaped = 'has a character in its user name or password that is not escaped'
const port = 'has a port that is not a number up to 65535'

describe('an SMTP URL', () => {
  it.each([
    ['smtp.example.com', scheme],
    ['smtp.example.com:587', scheme],
    ['ada:hunter2@smtp.example.com', scheme],
    ['https://smtp.example.com', scheme],
    ['smtp:smtp.example.com', scheme],
    ['smtp://', 'has no host'],
    ['smtp://ada:hunter2@', 'is not a valid URL'],
    ['smtp://smtp. example.com', 'has a space in its host'],
    ['smtp://ada:hunter2@smtp.example.com:abc', port],
    ['smtp://ada:hunter2@smtp.example.com:99999', port],
    ['smtp://ada:hunter', port],
    ['smtp://ada:hunter/2@smtp.example.com', unescaped],
    ['smtp://ada:hunter#2@smtp.example.com', unescaped],
    ['smtp://ada:hunter?2@smtp.example.com', unescaped],
    ['smtp://ada:12/34@smtp.example.com', unescaped],
    ['smtp://ada:12#34@smtp.example.com', unescaped],
    ['smtp://ada:12?34@smtp.example.com', unescaped],
    ['smtp://ada:100%@smtp.example.com', unescaped],
  ])('%s: the problem is named', (url, problem) => {
    expect(explainSmtpUrl(url)?.problem).toBe(problem)
  })

  it('is cut by a # in an env file, which the cure says', () => {
    expect(explainSmtpUrl('smtp://ada:hunter')?.cure).toContain('# as %23')
  })

  it.each([
    ['smtps://smtp.example.com', undefined],
    ['smtp://localhost:1025', undefined],
    ['SMTP://ada:hunter2@smtp.example.com:587', 'hunter2'],
    ['smtps://ada@example.com:hunter2@smtp.example.com', 'hunter2'],
    ['smtp://ada:hunt@er2@smtp.example.com', 'hunt@er2'],
    ['smtps://ada:hunt@er2@smtp.example.com:465', 'hunt@er2'],
    ['smtps://ada:abcd efgh@smtp.example.com', 'abcd efgh'],
    ['smtp://ada:a%2Fb%23c%25@smtp.example.com?requireTLS=false', 'a/b#c%'],
    ['smtp://[::1]:1025', undefined],
    ['smtps://smtp.example.com?name=a@b.example', undefined],
  ])('%s is accepted, and Nodemailer reads the same host and password', (url, password) => {
    expect(explainSmtpUrl(url)).toBeUndefined()
    const required = requireTls(url)
    const { host, auth } = nodemailer.parseConnectionUrl(
      typeof required === 'string' ? required : '',
    )
    expect(host).toBe(new URL(url).hostname.replaceAll(/[[\]]/g, ''))
    expect(auth?.pass).toBe(password)
  })

  it.each([
    ['smtp://smtp.example.com:465', 'Write smtps: in the URL.'],
    [
      'smtps://smtp.example.com:587',
      'Write smtp: in the URL. The connection is encrypted by STARTTLS.',
    ],
    ['smtps://smtp.example.com:465', undefined],
    ['smtp://smtp.example.com:587', undefined],
    ['not a url', undefined],
  ])('%s: a port that belongs to the other scheme is named', (url, cure) => {
    expect(explainSmtpPort(url)?.cure).toBe(cure)
  })
})

describe('a provider with a wrong SMTP URL', () => {
  const open = async (provider: ReturnType<typeof Nodemailer>) => {
    const app = makeApp({ adapter: memoryAdapter(), providers: [provider] })
    const request = new Request('https://app.test/auth/signin', {
      headers: { accept: 'text/html' },
    })
    const page = await (await Auth(request, app.config)).text()
    const lines = app.logs.map(({ message: [first] }) =>
      first instanceof Error ? first.message : String(first),
    )
    return { page, lines }
  }

  it.each([
    ['a text', 'smtp.example.com:hunter2'],
    ['options', { url: 'smtp.example.com:hunter2' }],
  ])('is disabled with one line that has no part of the URL: %s', async (_how, server) => {
    const { page, lines } = await open(Email({ server, from: 'app@example.com' }))
    expect(lines).toEqual([
      'The provider "email" is disabled, because its `server` does not start with smtps:// or smtp://. Write it such as smtps://name:password@smtp.example.com.',
    ])
    expect(page).not.toContain('action="/auth/signin/email')
  })

  it('is not judged if the app sends the mails itself, or uses a transport', async () => {
    const from = 'app@example.com'
    const own = Nodemailer({ server: 'queue-1', from, sendVerificationRequest: () => {} })
    expect((await open(own)).lines).toEqual([])
    const transport = Nodemailer({ server: { host: 'smtp.example.com', port: 465 }, from })
    expect((await open(transport)).lines).toEqual([])
  })
})
