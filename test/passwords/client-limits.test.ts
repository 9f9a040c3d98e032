import { expect, it } from 'vitest'
import { Auth } from '../../src/core.js'
import { Browser } from '../browser.js'
import { makeProvider, oidc, signIn } from '../oauth/sign-in.js'
import { makeMailingApp, type MailingApp } from './mailing-app.js'
import { email } from './password-app.js'

const client = { attempts: 2, seconds: 60 }

/** Opens browsers that all have one address. */
function behindOneAddress({ config }: MailingApp): () => Browser {
  const clientAddress = '203.0.113.7'
  return () => new Browser((request) => Auth(request, config, { clientAddress }))
}

async function statusesOf(times: number, post: () => Promise<Response>): Promise<number[]> {
  const statuses = []
  for (let count = 0; count < times; count += 1) statuses.push((await post()).status)
  return statuses
}

it('a client can choose a password with a link, but not without end', async () => {
  const identifier = { attempts: 100, seconds: 60 }
  const app = await makeMailingApp({ limits: { client, identifier } })
  const browser = behindOneAddress(app)()
  const mail = await app.mailTo('forgot-password', email)
  const page = await browser.fetchPage(mail?.url ?? '')
  const post = async () => (await browser.postForm(page, { password: 'short' })).response
  const statuses = await statusesOf(21, post)
  expect(statuses.indexOf(429)).toBe(20)
})

it('a client cannot try links for an address without end', async () => {
  const app = await makeMailingApp({ limits: { client } })
  const browser = behindOneAddress(app)()
  const csrfToken = await browser.csrfToken()
  const post = () => browser.postJson('/auth/verify-email', { csrfToken, link: 'a-link' })
  expect((await statusesOf(3, post)).indexOf(429)).toBe(2)
})

it('a user without a password cannot ask for a new address without end', async () => {
  const fake = await makeProvider()
  const app = await makeMailingApp({ limits: { client }, others: [oidc(fake)] })
  const browser = behindOneAddress(app)()
  await signIn(browser, fake, { person: { sub: '2', email: 'bob@example.test' } })
  const csrfToken = await browser.csrfToken()
  const fields = { csrfToken, email: 'new@example.test' }
  const post = () => browser.postJson('/auth/change-email', fields)
  expect((await statusesOf(4, post)).indexOf(429)).toBeGreaterThanOrEqual(0)
})
