import { expect, it, vi } from 'vitest'
import { Auth } from '../../../src/core.js'
import { Browser } from '../../support/browser.js'
import { makeProvider, oidc, signIn } from '../../support/oauth/sign-in.js'
import { patient } from '../../support/patient.js'
import { makeMailingApp, shownLink, type MailingApp } from '../../support/apps/mailing-app.js'
import { email, password } from '../../support/apps/password-app.js'

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

it('a client cannot try a link for an address without end', async () => {
  const app = await makeMailingApp({ limits: { client } })
  const open = behindOneAddress(app)
  const owner = open()
  await app.attempt({ email, password }, owner)
  const fields = { currentPassword: password, email: 'new@example.test' }
  await owner.postJson('/auth/change-email', { csrfToken: await owner.csrfToken(), ...fields })
  await vi.waitFor(() => expect(linkTo(app, fields.email)).toBeDefined(), patient)
  const reader = open()
  await reader.fetchPage(linkTo(app, fields.email) ?? '')
  const link = await shownLink(app, reader, 'verifyEmail')
  const csrfToken = await reader.csrfToken()
  const post = () => reader.postJson('/auth/verify-email', { csrfToken, link })
  expect((await statusesOf(11, post)).indexOf(429)).toBe(10)
})

function linkTo({ sent }: MailingApp, address: string): string | undefined {
  return sent.find(({ identifier }) => identifier === address)?.url
}

it('a user without a password cannot ask for a new address without end', async () => {
  const fake = await makeProvider()
  const mail = { attempts: 100, seconds: 60 }
  const app = await makeMailingApp({ limits: { client, mail }, others: [oidc(fake)] })
  const browser = behindOneAddress(app)()
  await signIn(browser, fake, { person: { sub: '2', email: 'bob@example.test' } })
  const csrfToken = await browser.csrfToken()
  const fields = { csrfToken, email: 'new@example.test' }
  const post = () => browser.postJson('/auth/change-email', fields)
  expect((await statusesOf(11, post)).indexOf(429)).toBe(10)
})
