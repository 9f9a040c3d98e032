import { raise } from '../subject.mjs'
import { origin } from '../visitor.mjs'
import { click, cookiesOf, formPost } from './browser.mjs'

/**
 * Start and callback of a sign-in at another service.
 *
 * @param {import('./browser.mjs').Handle} handle
 * @param {string} provider
 */
export async function walkThroughService(handle, provider) {
  const started = await handle(formPost(`/auth/signin/${provider}`, { callbackUrl: '/account' }))
  const target = new URL(started.headers.get('location') ?? raise('No redirect.'))
  // Not every library sends a state to every service.
  const state = target.searchParams.get('state')
  const query = new URLSearchParams({ code: 'abc', ...(state && { state }) })
  return handle(click(`${origin}/auth/callback/${provider}?${query}`, cookiesOf(started)))
}
