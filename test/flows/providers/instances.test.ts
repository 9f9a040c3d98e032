import { describe, expect, it } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { expectSignedIn } from '../../support/oauth/sign-in.js'
import { loadCatalogue } from './catalogue.js'
import type { Fixture } from './fixture.js'
import { enterprise } from './fixtures/github.js'
import { signInAtService } from './visit.js'

/** Services that many operators run, and the option that picks the server. */
const many = [
  'adfs',
  'authelia',
  'authentik',
  'casdoor',
  'fusionauth',
  'gitea',
  'github',
  'gitlab',
  'hydra',
  'kanidm',
  'keycloak',
  'logto',
  'mastodon',
  'mattermost',
  'nextcloud',
  'osso',
  'pocket-id',
  'wikimedia',
  'zendesk',
  'zitadel',
]

const catalogue = await loadCatalogue()
const servers = catalogue
  .filter(({ id }) => many.includes(id))
  .map(({ id, factory, fixture }) => ({
    id,
    factory,
    fixture: id === 'github' ? enterprise : fixture,
  }))

describe.each(servers)('$id', ({ factory, fixture }) => {
  const here = new URL(fixture.token.url).hostname
  const elsewhere = moveTo(fixture, here, here.replace(/^[^.]+/, 'elsewhere'))

  it('keeps the server in the account, so that an id of another server is another person', async () => {
    const adapter = memoryAdapter()
    const first = await signInAtService(factory, fixture, { adapter })
    expectSignedIn(first.browser, first.response)
    const other = await signInAtService(factory, elsewhere, { adapter })
    const location = new URL(other.response.headers.get('location') ?? '')
    expect(location.searchParams.get('error')).toBe('AccountNotLinked')
    expect(await other.browser.session()).toBeNull()
  })

  it('signs the same person in again at the same server', async () => {
    const adapter = memoryAdapter()
    await signInAtService(factory, fixture, { adapter })
    const again = await signInAtService(factory, fixture, { adapter })
    expectSignedIn(again.browser, again.response)
  })
})

it('every service that many operators run is in the catalogue', () => {
  const ids = catalogue.map(({ id }) => id)
  expect(many.filter((id) => !ids.includes(id))).toEqual([])
})

/** The same service at another host: its texts name the other one. */
function moveTo(fixture: Fixture, from: string, to: string): Fixture {
  const [label = ''] = from.split('.')
  const [otherLabel = ''] = to.split('.')
  const move = (value: unknown): unknown => {
    if (typeof value === 'string') {
      return value === label ? otherLabel : value.replaceAll(from, to)
    }
    if (Array.isArray(value)) return value.map(move)
    if (typeof value !== 'object' || value === null) return value
    const members = Object.entries(value).map(([name, member]) => [
      name.replaceAll(from, to),
      move(member),
    ])
    return Object.fromEntries(members)
  }
  return move(fixture) as Fixture
}
