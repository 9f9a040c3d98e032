import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { initiatorOf, resolveOrigin } from '../../../src/http/origin.js'

const origin = 'https://app.test'
const words = fc.oneof(
  fc.constantFrom(
    'app.test',
    'evil.test',
    'https',
    'http',
    ',',
    ' ',
    ':443',
    ':0',
    '@',
    '/',
    '[::1]',
  ),
  fc.stringMatching(/^[!-~]{0,6}$/),
)
const texts = fc.array(words, { maxLength: 5 }).map((parts) => parts.join(''))
const names = fc.constantFrom(
  'x-forwarded-host',
  'x-forwarded-proto',
  'forwarded',
  'host',
  'x-host',
  'x-original-host',
)
const headers = fc.array(fc.tuple(names, texts), { maxLength: 5 })

function requestWith(given: [string, string][], url = `${origin}/auth/signin`): Request {
  return new Request(url, { headers: given })
}

describe('headers that name a host', () => {
  it('change nothing where the config names the origin, believed or not', () => {
    fc.assert(
      fc.property(headers, fc.boolean(), (given, trustForwardedHeaders) => {
        const policy = { origins: [origin], trustHost: undefined, trustForwardedHeaders }
        const seen = resolveOrigin(requestWith(given, 'http://10.0.0.7:3000/auth'), policy)
        expect(seen).toEqual({ origin, trusted: true })
      }),
    )
  })

  it('change nothing where they are not believed', () => {
    fc.assert(
      fc.property(headers, (given) => {
        const policy = { origins: [], trustHost: true, trustForwardedHeaders: false }
        expect(resolveOrigin(requestWith(given), policy)).toEqual({ origin, trusted: true })
      }),
    )
  })

  it('lead to an origin of the list, or to no trust', () => {
    const origins = [origin, 'https://two.test']
    fc.assert(
      fc.property(headers, (given) => {
        const policy = { origins, trustHost: true, trustForwardedHeaders: true }
        const seen = resolveOrigin(requestWith(given), policy)
        expect(seen.trusted).toBe(origins.includes(seen.origin))
      }),
    )
  })
})

describe('headers that say who made the browser ask', () => {
  const claims = fc.option(
    fc.oneof(fc.constantFrom(origin, 'null', 'https://evil.test', `${origin}:443`), texts),
    { nil: undefined },
  )
  const sites = fc.option(
    fc.oneof(fc.constantFrom('same-origin', 'same-site', 'cross-site', 'none'), texts),
    { nil: undefined },
  )

  it('vouch for this site only where nothing speaks against it', () => {
    fc.assert(
      fc.property(claims, sites, (claimed, site) => {
        const said = new Headers()
        if (claimed !== undefined) said.set('origin', claimed)
        if (site !== undefined) said.set('sec-fetch-site', site)
        const initiator = initiatorOf(said, origin)
        // What a header holds has no blanks around it.
        const [from, fetched] = [said.get('origin'), said.get('sec-fetch-site')]
        if (from !== null && from !== origin && from !== 'null') expect(initiator).toBe('foreign')
        if (fetched === 'cross-site' || fetched === 'same-site') expect(initiator).toBe('foreign')
        if (initiator === 'foreign') return
        expect([null, 'none', 'same-origin']).toContain(fetched)
        const isVouchedFor = fetched === 'same-origin' || from === origin
        expect(initiator).toBe(isVouchedFor ? 'same' : 'unknown')
      }),
      { numRuns: 1000 },
    )
  })
})
