import { describe, expect, it } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { Auth, type AuthConfig } from '../../../src/core.js'
import type { Browser } from '../../support/browser.js'
import {
  startIdentityProvider,
  type IdentityProvider,
  type Metadata,
} from '../../support/oidc/identity-provider.js'
import { startSignIn, signInAtProvider, walk } from '../../support/oidc/visit.js'

const returnUri = 'https://app.test/auth/signout/op'
const logoutUri = 'https://app.test/auth/backchannel-logout/op'

describe('a sign-out that leads over the provider', () => {
  const metadata = { post_logout_redirect_uris: [returnUri] }

  it('ends the session there as well, and comes back', async () => {
    const provider = await startIdentityProvider(metadata, logoutFeatures)
    const { browser, person } = await signInAtProvider(provider, { endSession: true })
    expect(await isKnown(provider, browser, person)).toBe(true)

    const left = await browser.signOut()
    const back = await confirmSignOut(person, left.response.headers.get('location'))
    expect(`${back.origin}${back.pathname}`).toBe(returnUri)
    const end = await browser.fetchPage(back.href, { follow: false })
    expect(end.response.headers.get('location')).toBe('https://app.test/')
    expect(await browser.session()).toBeNull()
    expect(await isKnown(provider, browser, person)).toBe(false)
  })

  it('ends it here alone when that was not asked for', async () => {
    const provider = await startIdentityProvider(metadata, logoutFeatures)
    const { browser, person } = await signInAtProvider(provider)
    const left = await browser.signOut()
    expect(left.response.headers.get('location')).toBe('https://app.test/')
    expect(await isKnown(provider, browser, person)).toBe(true)
  })

  it('ends it here all the same when the person stays signed in there', async () => {
    const provider = await startIdentityProvider(metadata, logoutFeatures)
    const { browser, person } = await signInAtProvider(provider, { endSession: true })
    const left = await browser.signOut()
    const back = await confirmSignOut(person, left.response.headers.get('location'), {})
    expect(`${back.origin}${back.pathname}`).toBe(returnUri)
    expect(await browser.session()).toBeNull()
  })
})

describe('a sign-out at the provider', () => {
  const metadata = { backchannel_logout_uri: logoutUri, backchannel_logout_session_required: true }

  it.each(['database', 'jwt'] as const)(
    'ends the session here, which is kept by the strategy %s, and no other',
    async (strategy) => {
      const config: Partial<AuthConfig> = {
        adapter: memoryAdapter(),
        session: { strategy, recheckAge: 0 },
        callbacks: {},
      }
      const answers: number[] = []
      const apps: AuthConfig[] = []
      const provider = await startIdentityProvider(metadata, {
        ...logoutFeatures,
        fetch: async (url: string, init: RequestInit) => {
          const [app] = apps
          if (!app) throw new Error('No user has signed in.')
          const response = await Auth(new Request(url, init), app)
          answers.push(response.status)
          return response
        },
      })
      const first = await signInAtProvider(provider, {}, config)
      const other = await signInAtProvider(provider, {}, config)
      apps.push(first.app.config)
      expect(await first.browser.session()).not.toBeNull()

      await confirmSignOut(first.person, `${provider.issuer}/session/end`)
      expect(answers).toEqual([200])
      expect(await first.browser.session()).toBeNull()
      expect(await other.browser.session()).not.toBeNull()
    },
  )
})

const logoutFeatures: Metadata = {
  features: {
    devInteractions: { enabled: false },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: (context: { body: string }, form: string) => {
        context.body = form
      },
    },
    backchannelLogout: { enabled: true },
  },
}

/** Answers the question of the provider; gives the address that it sends the browser to. */
async function confirmSignOut(
  person: Browser,
  url: string | null,
  answer: Readonly<Record<string, string>> = { logout: 'yes' },
): Promise<URL> {
  const question = await person.fetchPage(url ?? '')
  const { response } = await person.postForm(question, answer)
  return new URL(response.headers.get('location') ?? '', person.origin)
}

/** Whether the provider knows who it is, and so does not ask. */
async function isKnown(
  provider: IdentityProvider,
  browser: Browser,
  person: Browser,
): Promise<boolean> {
  const before = provider.requests.length
  await walk(provider.issuer, await startSignIn(browser, '/wanted'), person)
  const asked = provider.requests.slice(before)
  return !asked.some(({ line }) => line.includes('/interaction/'))
}
