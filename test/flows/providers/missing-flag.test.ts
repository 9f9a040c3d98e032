import { describe, expect, it } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import type { Adapter } from '../../../src/model/adapter.js'
import { expectSignedIn } from '../../support/oauth/sign-in.js'
import { loadCatalogue } from './catalogue.js'
import type { Fixture } from './fixture.js'
import { signInAtService, type Factory } from './visit.js'

/** Every name by which a service of the catalogue says that an address is verified. */
const flags = [
  'confirmed',
  'confirmed_at',
  'confirmed_email',
  'emailVerified',
  'email_verified',
  'is_confirmed',
  'is_email_valid',
  'is_email_verified',
  'verified',
  'xms_edov',
]

const catalogue = await loadCatalogue()
const flagged = catalogue.filter(({ fixture }) => isObject(fixture.unverified))

it('every service with a flag is tested', () => {
  expect(flagged.length).toBeGreaterThan(50)
})

describe.each(flagged)('$id', ({ factory, fixture }) => {
  const linking = (given: object): unknown =>
    factory({ ...given, allowDangerousEmailAccountLinking: true })

  it('links to a user who proved the address if the profile has no flag', async () => {
    const silent = withoutFlags(fixture) as Fixture
    expect([silent.profile, silent.others]).not.toEqual([fixture.profile, fixture.others])
    const adapter = await storeProvenUser(fixture)
    const { app, browser, response } = await signInAtService(linking, silent, { adapter })
    expectSignedIn(browser, response)
    expect(app.codes('warn')).not.toContain('account-not-linked')
  })

  it('does not prove an address if the profile has no flag', async () => {
    const trusted: Factory = (given) => factory({ ...given, vouchesForEmail: true })
    const { user } = await signInAtService(trusted, withoutFlags(fixture) as Fixture)
    expect(user).toMatchObject({ email: fixture.user.email, verified: false })
  })

  it('does not link if the flag says that the address is not verified', async () => {
    const adapter = await storeProvenUser(fixture)
    const { response } = await signInAtService(linking, fixture, {
      ...Object(fixture.unverified),
      adapter,
    })
    const location = new URL(response.headers.get('location') ?? '')
    expect(location.searchParams.get('error')).toBe('OAuthAccountNotLinked')
  })
})

async function storeProvenUser({ user: { email = '' } }: Fixture): Promise<Adapter> {
  const adapter = memoryAdapter()
  await adapter.createUser?.({ id: 'user-1', email, emailVerified: new Date(1) })
  return adapter
}

/** Removes the flags at every depth. */
function withoutFlags(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutFlags)
  if (!isObject(value)) return value
  const members = Object.entries(value).filter(([name]) => !flags.includes(name))
  return Object.fromEntries(members.map(([name, member]) => [name, withoutFlags(member)]))
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
