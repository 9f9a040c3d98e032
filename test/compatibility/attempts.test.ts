import { expect, it } from 'vitest'
import { comeBack } from '../oauth/sign-in.js'
import { openSite, type Site } from './side-by-side.js'

it('a response without a state is refused if the attempt had one', async () => {
  const site = await openSite()
  const sent = await startAt(site, 'new')
  sent.params.delete('state')
  expect(await finish(site, sent)).toContain('error=OAuthAttemptLost')
})

it('a response with a foreign state is refused while another attempt is open', async () => {
  const site = await openSite()
  const sent = await startAt(site, 'old')
  sent.params.set('state', 'planted')
  expect(await finish(site, sent)).toContain('error=OAuthAttemptLost')
})

it('a response is refused in a browser that has started no sign-in', async () => {
  const site = await openSite()
  const sent = await startAt(site, 'old')
  for (const { name } of site.browser.cookies) site.browser.forget(name)
  expect(await finish(site, sent)).toContain('error=OAuthAttemptLost')
})

it('an attempt of Auth.js works once', async () => {
  const site = await openSite()
  const sent = await startAt(site, 'old')
  expect(await finish(site, sent)).toBe('https://app.test/welcome')
  expect(await finish(site, sent)).toContain('error=OAuthAttemptLost')
})

it('an attempt of Auth.js is refused without the option', async () => {
  const site = await openSite({ ours: { compatibility: undefined } })
  const sent = await startAt(site, 'old')
  expect(await finish(site, sent)).toContain('error=OAuthAttemptLost')
})

type Sent = ReturnType<Site['fake']['authorize']>

async function startAt(site: Site, server: 'old' | 'new'): Promise<Sent> {
  site.turnTo(server)
  const csrfToken = await site.browser.csrfToken()
  const body = new URLSearchParams({ csrfToken, callbackUrl: '/welcome' })
  const started = await site.browser.fetch('/auth/signin/op', { method: 'POST', body })
  return site.fake.authorize(started.headers.get('location') ?? '')
}

async function finish(site: Site, sent: Sent): Promise<string> {
  site.turnTo('new')
  return (await comeBack(site.browser, sent)).headers.get('location') ?? ''
}
