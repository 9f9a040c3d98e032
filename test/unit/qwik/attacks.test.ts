import type { RequestEventBase } from '@builder.io/qwik-city'
import type { RenderToStreamOptions } from '@builder.io/qwik/server'
import type { ServerRenderOptions } from '@builder.io/qwik-city/middleware/request-handler'
import { describe } from 'vitest'
import { requireSession, type Provider } from '../../../src/qwik/index.js'
import { allCases } from '../../security/attacks/cases/all-cases.js'
import { qwikCases } from '../../security/attacks/cases/qwik-cases.js'
import { needsInside, type FixtureTarget } from '../../security/attacks/fixture-target.js'
import { openApplication } from '../../security/attacks/mounts/application.js'
import { standAttacks } from '../../security/attacks/stand-attacks.js'
import { auth } from './auth.js'
import { idOf, openSite, type RouteModule } from './site.js'

/** Only its guard matters: whatever is rendered here says that one is inside. */
const guardedPage: RouteModule = {
  onRequest: async (event: RequestEventBase) => void (await requireSession(event)),
  default: () => null,
}

const renderInside = (async ({ stream }: RenderToStreamOptions) => {
  stream.write('<!doctype html><title>Page</title><p>the inner room</p>')
  return {}
}) as unknown as ServerRenderOptions['render']

/** The binding, on Qwik City's own request handler. */
async function mountQwik(): Promise<FixtureTarget> {
  const { config: made, target } = await openApplication('database')
  const config = { ...made, providers: made.providers.map(atNewAddress) }
  const pages = { '/inner/': guardedPage }
  const open = { config: () => config, pages }
  const [site, guarded] = [openSite(open), openSite({ ...open, render: renderInside })]
  const signInAction = async (): Promise<string> => `/login/?qaction=${idOf(auth.useSignIn)}`
  return {
    ...target,
    reopen: mountQwik,
    qwik: { signInAction, guarded: '/inner/' },
    send: (request) => (request.url.includes('inner') ? guarded : site).serve(request),
  }
}

/**
 * All mounts share one instance, which remembers what it learned at the address of a service's
 * metadata. Each mount has services of its own, and so needs addresses of its own.
 */
function atNewAddress(provider: Provider): Provider {
  if (typeof provider === 'function' || provider.type !== 'oidc') return provider
  const place = `${provider.issuer}/.well-known/openid-configuration?${crypto.randomUUID()}`
  return { ...provider, wellKnown: provider.wellKnown ?? place }
}

describe('Qwik City', () => {
  // All others are tried on applications that run, in test/package/build.
  standAttacks([...allCases, ...qwikCases].filter(needsInside), mountQwik)
})
