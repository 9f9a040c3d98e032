import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { setPassword } from '../../../src/core.js'
import {
  isBreachedPassword,
  pwnedPasswordsUrl,
  type RangeService,
} from '../../../src/passwords/breached.js'
import { makePasswordApp } from '../../support/apps/password-app.js'

const password = 'tide lantern gravel'
const digest = createHash('sha1').update(password).digest('hex').toUpperCase()
const [prefix, suffix] = [digest.slice(0, 5), digest.slice(5)]
const others = '0018A45C4D1DEF81644B54AB7F969B88D65:1\r\n00D4F6E8FA6EECAD2A3AA415EEC418D38EC:2'

describe('the check for leaked passwords', () => {
  it('sends five hex digits, asks for padding and follows no redirect (FP20)', async () => {
    const { service, requests } = rangeService(async () => new Response(others))
    expect(await isBreachedPassword(password, service)).toBe(false)
    const [[url, init] = []] = requests
    expect(url).toBe(pwnedPasswordsUrl + prefix)
    expect(new Headers(init?.headers).get('add-padding')).toBe('true')
    expect(init?.redirect).toBe('manual')
    expect(JSON.stringify([url, init])).not.toContain(suffix.slice(0, 5))
  })

  it.each([
    ['a count', `${others}\r\n${suffix}:42`, true],
    ['no count', `${others}\n${suffix}`, true],
    ['lower case', `${suffix.toLowerCase()}:3`, true],
    ['the count 0 of padding', `${others}\r\n${suffix}:0`, false],
    ['only a part of the suffix', `${others}\n${suffix.slice(1)}:5`, false],
  ])('understands a line with %s (FP20)', async (_name, body, expected) => {
    const { service } = rangeService(async () => new Response(body))
    expect(await isBreachedPassword(password, service)).toBe(expected)
  })

  it.each<readonly [string, typeof fetch]>([
    ['is down', () => Promise.reject(new TypeError(`fetch failed ${digest}`))],
    ['answers with an error', async () => new Response('busy', { status: 503 })],
    [
      'redirects',
      async () => new Response(null, { status: 302, headers: { location: 'https://evil.test' } }),
    ],
    ['sends ten megabytes', async () => new Response(`${suffix}:1\n`.repeat(250_000))],
    ['never answers', () => new Promise(() => {})],
    ['sends nothing', async () => new Response('')],
    ['is behind a proxy with a page of its own', async () => new Response('<p>Blocked</p>')],
  ])('cannot tell and reports if the service %s (FP20)', async (_name, fetch) => {
    const { service, failures } = rangeService(fetch)
    expect(await isBreachedPassword(password, service)).toBeUndefined()
    expect(failures).toHaveLength(1)
    expect(failures.join()).not.toContain(prefix)
  })

  it('asks once for a prefix, and again after a failure (FP20)', async () => {
    let isDown = true
    const { service, requests } = rangeService(async () =>
      isDown ? new Response('', { status: 500 }) : new Response(`${suffix}:1`),
    )
    expect(await isBreachedPassword(password, service)).toBeUndefined()
    isDown = false
    expect(await isBreachedPassword(password, service)).toBe(true)
    expect(await isBreachedPassword(password, service)).toBe(true)
    expect(requests).toHaveLength(2)
  })

  it('asks again for a prefix after six hours (FP20)', async () => {
    const { service, requests } = rangeService(async () => new Response(others))
    const now = Date.now()
    const hour = 60 * 60 * 1000
    for (const age of [0, 5 * hour, 6 * hour]) {
      await isBreachedPassword(password, { ...service, now: () => new Date(now + age) })
    }
    expect(requests).toHaveLength(2)
  })

  it('does not keep an answer that is not a list (FP20)', async () => {
    const bodies = ['<p>Blocked</p>', `${suffix}:1`]
    const { service } = rangeService(async () => new Response(bodies.shift() ?? ''))
    expect(await isBreachedPassword(password, service)).toBeUndefined()
    expect(await isBreachedPassword(password, service)).toBe(true)
  })

  it('accepts a new password if the service is down, and the log says so (FP20)', async () => {
    const fetch = () => Promise.reject(new TypeError('down'))
    const app = await makePasswordApp({ breached: { fetch } })
    expect(await setPassword(app.config, app.user.id, 'seven quiet harbours')).toEqual({ ok: true })
    expect(app.codes('warn')).toContain('breached-unavailable')
  })
})

function rangeService(fetch: typeof globalThis.fetch) {
  const requests: Parameters<typeof fetch>[] = []
  const failures: string[] = []
  const service: RangeService = {
    fetch: (...request) => {
      requests.push(request)
      return fetch(...request)
    },
    url: pwnedPasswordsUrl,
    cache: new Map(),
    now: () => new Date(),
    onFailure: (reason) => void failures.push(reason),
  }
  return { service, requests, failures }
}
