import { readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { instantiateProvider } from '../../../src/config/providers.js'
import type { HttpMailOptions } from '../../../src/mail/http-sender.js'
import type { EmailConfig } from '../../../src/model/email.js'
import CloudflareEmail from '../../../src/providers/cloudflare-email.js'
import Loops from '../../../src/providers/loops.js'
import Mailgun from '../../../src/providers/mailgun.js'
import Mailjet from '../../../src/providers/mailjet.js'
import Mailtrap from '../../../src/providers/mailtrap.js'
import Postmark from '../../../src/providers/postmark.js'
import Resend from '../../../src/providers/resend.js'
import Scaleway from '../../../src/providers/scaleway.js'
import SendGrid from '../../../src/providers/sendgrid.js'
import SES from '../../../src/providers/ses.js'
import SparkPost from '../../../src/providers/sparkpost.js'
import UnisenderGo from '../../../src/providers/unisender-go.js'
import ZeptoMail from '../../../src/providers/zeptomail.js'
import { errorOf, send, token } from './params.js'
import { apiKey, secretKey, services, type Answer } from './services.js'

it('every service has its test', () => {
  const folder = fileURLToPath(new URL('../../../src/providers', import.meta.url))
  const sources = readdirSync(folder).filter((file) => file.endsWith('.ts'))
  const files = sources.filter((file) =>
    readFileSync(`${folder}/${file}`, 'utf8').includes('sendByHttp('),
  )
  const tested = services.map((service) => `${service.id}.ts`)
  expect(tested.toSorted()).toEqual(files.toSorted())
})

describe.each(services)('$id', ({ id, provider, secrets, ...documented }) => {
  it('is asked as it documents', async () => {
    const { fetch, requests } = answering(documented.taken)
    await send(provider({ fetch }))
    expect(requests).toHaveLength(1)
    const [request] = requests
    expect(request?.method).toBe('POST')
    expect(request?.url).toBe(documented.url)
    expect(request?.redirect).toBe('manual')
    expect(request?.headers).toMatchObject({ accept: 'application/json', ...documented.headers })
    expect(request?.body).toEqual(documented.body)
  })

  it.each(documented.refused.map(([answer, ...said]) => ({ answer, said })))(
    'tells what it answers: $answer.status $said',
    async ({ answer, said }) => {
      const error = await errorOf(send(provider({ fetch: answering(answer).fetch })))
      expect(error.type).toBe('EmailSignInError')
      expect(error.message).toContain(`HTTP ${answer.status}`)
      for (const text of said) expect(error.message).toContain(text)
      expect(error.cause).toMatchObject({ status: answer.status })
    },
  )

  it('may answer with what it was sent, and no error repeats it', async () => {
    const fetch: typeof globalThis.fetch = async (_url, init) => {
      const sent = [...new Headers(init?.headers).values(), ...secrets, token].join(' ')
      return new Response(`You sent ${sent}`, { status: 400 })
    }
    const error = await errorOf(send(provider({ fetch })))
    const told = `${error.message} ${JSON.stringify(error.cause)}`
    expect(told).toContain('You sent')
    for (const secret of [...secrets, token]) {
      expect(told).not.toContain(secret)
      expect(told).not.toContain(btoa(secret).slice(0, 16))
    }
  })

  it.each(['ada@example.com,eve@evil.test', 'ada@example.com;eve@evil.test', 'Ada <a@b.test>'])(
    'is sent nothing for %j, which is not one address',
    async (identifier) => {
      const { fetch, requests } = answering(documented.taken)
      const error = await errorOf(send(provider({ fetch }), { identifier }))
      expect(error.type).toBe('EmailSignInError')
      expect(error.message).toContain('one e-mail address')
      expect(requests).toEqual([])
    },
  )

  it.each(['<!doctype html><title>Sign in to the network</title>', 'OK', '"OK"', '[', '0'])(
    'has taken no mail when its success comes with the body %j',
    async (body) => {
      const { status } = documented.taken
      const error = await errorOf(send(provider({ fetch: answering({ status, body }).fetch })))
      expect(error.type).toBe('EmailSignInError')
      expect(error.message).toContain(`HTTP ${status}`)
    },
  )

  it('has taken no mail when its success comes with a body that is too long to read', async () => {
    const answer = { status: documented.taken.status, body: 'x'.repeat(70_000) }
    const error = await errorOf(send(provider({ fetch: answering(answer).fetch })))
    expect(error.message).toContain('65536 bytes')
  })

  it('is named by its id, and can be given another', () => {
    expect(provider({})).toMatchObject({ id, type: 'email', name: expect.any(String) })
    expect(instantiateProvider(provider({ id: 'mail', name: 'Mail' }))).toMatchObject({
      id: 'mail',
      name: 'Mail',
    })
  })

  it('names the options that it requires, and sends nothing without one', async () => {
    const { fetch, requests } = answering(documented.taken)
    const { requires = [] } = provider({})
    expect(requires.length).toBeGreaterThan(1)
    for (const name of requires) {
      const error = await errorOf(send(provider({ fetch, [name]: '' })))
      expect(error.type).toBe('InvalidProviderConfig')
      expect(error.message).toContain(name)
    }
    expect(requests).toEqual([])
  })
})

describe('a mail service option', () => {
  const from = 'mail@acme.test'
  // prettier-ignore
  it.each<[string, (options: HttpMailOptions) => EmailConfig, string]>([
    ['sendgrid in Europe',   (o) => SendGrid({ ...o, region: 'eu' }),          'https://api.eu.sendgrid.com/v3/mail/send'],
    ['mailgun in Europe',    (o) => Mailgun({ ...o, region: 'EU' }),           'https://api.eu.mailgun.net/v3/acme.test/messages'],
    ['a domain of mailgun',  (o) => Mailgun({ ...o, domain: 'mg.acme.test' }), 'https://api.mailgun.net/v3/mg.acme.test/messages'],
    ['mailjet in the US',    (o) => Mailjet({ ...o, secretKey, region: 'us' }), 'https://api.us.mailjet.com/v3.1/send'],
    ['sparkpost in Europe',  (o) => SparkPost({ ...o, region: 'eu' }),         'https://api.eu.sparkpost.com/api/v1/transmissions'],
    ['a region of scaleway', (o) => Scaleway({ ...o, projectId: '1', region: 'nl-ams' }), 'https://api.scaleway.com/transactional-email/v1alpha1/regions/nl-ams/emails'],
    ['a sandbox of mailtrap', (o) => Mailtrap({ ...o, sandboxInboxId: 42 }),   'https://sandbox.api.mailtrap.io/api/send/42'],
    ['zeptomail in Europe',  (o) => ZeptoMail({ ...o, tld: 'eu' }),            'https://api.zeptomail.eu/v1.1/email'],
    ['a host of unisender',  (o) => UnisenderGo({ ...o, host: 'go2.unisender.ru' }), 'https://go2.unisender.ru/ru/transactional/api/v1/email/send.json'],
  ])('selects the endpoint: %s', async (_name, provider, url) => {
    const { fetch, requests } = answering({ status: 500 })
    await errorOf(send(provider({ apiKey, from, fetch })))
    expect(requests[0]?.url).toBe(url)
  })

  it('selects the message stream of postmark', async () => {
    const { fetch, requests } = answering({ status: 500 })
    await errorOf(send(Postmark({ apiKey, from, fetch, messageStream: 'sign-in' })))
    expect(requests[0]?.body).toMatchObject({ MessageStream: 'sign-in' })
  })

  it('may be a bare address for cloudflare', async () => {
    const { fetch, requests } = answering({ status: 500 })
    await errorOf(send(CloudflareEmail({ apiKey, from, fetch, accountId: '1' })))
    expect(requests[0]?.body).toMatchObject({ from })
  })

  it('adds the code to the template of loops', async () => {
    const { fetch, requests } = answering({ status: 200, body: { success: true } })
    await send(Loops({ apiKey, fetch, transactionalId: '1' }), { code: '123456' })
    expect(requests[0]?.body).toMatchObject({ dataVariables: { code: '123456' } })
  })

  it('may be temporary credentials for ses', async () => {
    const { fetch, requests } = answering({ status: 200, body: { MessageId: '1' } })
    const credentials = { accessKeyId: 'AKID', secretAccessKey: secretKey, sessionToken: 'session' }
    await send(SES({ ...credentials, region: 'eu-west-1', from, fetch }))
    expect(requests[0]?.headers).toMatchObject({
      'x-amz-security-token': 'session',
      authorization: expect.stringMatching(
        /^AWS4-HMAC-SHA256 Credential=AKID\/\d{8}\/eu-west-1\/ses\/aws4_request, SignedHeaders=host;x-amz-date;x-amz-security-token, Signature=[0-9a-f]{64}$/,
      ),
    })
  })

  it('has a default, so that a factory can be listed uncalled with only a key and a sender', async () => {
    const { fetch, requests } = answering({ status: 200, body: { id: '1' } })
    await send({ ...Resend({ fetch }), apiKey, from })
    expect(requests).toHaveLength(1)
    expect(instantiateProvider(Resend)).toMatchObject({
      id: 'resend',
      requires: ['apiKey', 'from'],
    })
  })
})

interface Sent {
  readonly url: string
  readonly method: string | undefined
  readonly redirect: string | undefined
  readonly headers: Record<string, string>
  readonly body: unknown
}

/** A `fetch` that answers this to everything. */
function answering({ status, body, headers }: Answer): { fetch: typeof fetch; requests: Sent[] } {
  const requests: Sent[] = []
  const answer = async (url: URL | RequestInfo, init?: RequestInit): Promise<Response> => {
    requests.push({
      url: new Request(url).url,
      method: init?.method,
      redirect: init?.redirect,
      headers: Object.fromEntries(new Headers(init?.headers)),
      body: parseBody(init?.body),
    })
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    return new Response(text ?? null, { status, headers: { ...headers } })
  }
  return { fetch: answer, requests }
}

function parseBody(body: unknown): unknown {
  if (body instanceof URLSearchParams) return Object.fromEntries(body)
  return JSON.parse(String(body))
}
