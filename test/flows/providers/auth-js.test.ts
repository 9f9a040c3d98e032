import Apple from '@auth/core/providers/apple'
import Auth0 from '@auth/core/providers/auth0'
import Discord from '@auth/core/providers/discord'
import GitHub from '@auth/core/providers/github'
import GitLab from '@auth/core/providers/gitlab'
import Google from '@auth/core/providers/google'
import Keycloak from '@auth/core/providers/keycloak'
import LinkedIn from '@auth/core/providers/linkedin'
import Okta from '@auth/core/providers/okta'
import Reddit from '@auth/core/providers/reddit'
import Slack from '@auth/core/providers/slack'
import Twitch from '@auth/core/providers/twitch'
import { afterEach, expect, it, vi } from 'vitest'
import { customFetch } from '../../../src/core.js'
import { expectSignedIn } from '../../support/oauth/sign-in.js'
import { loadCatalogue } from './catalogue.js'
import type { ExpectedUser } from './fixture.js'
import { complete, signInAtService, type Factory } from './visit.js'

afterEach(() => {
  vi.unstubAllGlobals()
})

interface Case {
  readonly factory: unknown
  /** What differs from our user, and why. */
  readonly differs?: Partial<ExpectedUser>
}

const unverified = { verified: false }

const cases: Readonly<Record<string, Case>> = {
  // Takes the words "true" and "false" for no flag, and looks for the name in the claims, where the
  // engine of Auth.js puts it for this one provider.
  apple: { factory: Apple, differs: { ...unverified, name: 'ada@privaterelay.appleid.com' } },
  auth0: { factory: Auth0 },
  // Does not map the flag of the service.
  discord: { factory: Discord, differs: unverified },
  // Takes an address from the list without looking at its flag.
  github: { factory: GitHub, differs: unverified },
  // Does not map the flag of the service.
  gitlab: { factory: GitLab, differs: unverified },
  google: { factory: Google },
  keycloak: { factory: Keycloak },
  linkedin: { factory: LinkedIn },
  okta: { factory: Okta },
  // Has no mapping of its own, and the service's word for a picture is not the standard one.
  reddit: { factory: Reddit, differs: { image: '' } },
  slack: { factory: Slack },
  twitch: { factory: Twitch },
}

const catalogue = await loadCatalogue()

it.each(Object.entries(cases))(
  'the provider of Auth.js gives the same user as ours: %s',
  async (id, { factory, differs }) => {
    const fixture = catalogue.find((entry) => entry.id === id)?.fixture
    if (!fixture) throw new Error(`There is no fixture for ${id}.`)
    const make: Factory = (given) => {
      const fetch: unknown = Reflect.get(given, customFetch)
      // Some call the service by the global fetch.
      vi.stubGlobal('fetch', fetch)
      const provider = (factory as Factory)(given)
      return Object.assign(provider as object, { [customFetch]: fetch })
    }
    const { browser, response, user } = await signInAtService(make, fixture)
    expectSignedIn(browser, response)
    expect(user).toEqual({ ...complete(fixture.user), ...differs })
  },
)
