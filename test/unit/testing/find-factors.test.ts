import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { Auth, createRuntime, withRuntime } from '../../../src/core.js'
import { authenticatorApp, passkey } from '../../../src/factors.js'
import Passkey from '../../../src/providers/passkey.js'
import Password from '../../../src/providers/password.js'
import { fakeProvider, inbox, runAttacks } from '../../../src/testing.js'
import { findFactors } from '../../../src/testing/attack/find-factors.js'
import { findProviders } from '../../../src/testing/attack/find-providers.js'
import { factorCases } from '../../../src/testing/attack/factor-cases.js'
import type { AttackTarget } from '../../../src/testing/attack/target.js'
import { logText } from '../../support/apps/accounts-app.js'
import { makeApp } from '../../support/apps/app.js'
import { cheap } from '../../support/apps/password-app.js'

const mails = inbox()
const [openId, oauth] = [fakeProvider(), fakeProvider({ issuer: 'https://oauth.test' })]

/** The provider as a plain OAuth server, which is not asked for `openid`. */
const oauthProvider = {
  ...oauth.client,
  id: 'oauth',
  name: 'OAuth',
  type: 'oauth',
  authorization: { url: oauth.endpoint('authorization'), params: { scope: 'profile' } },
  token: oauth.endpoint('token'),
  userinfo: oauth.endpoint('userinfo'),
} as const

function targetOf({
  hasFactors,
}: {
  readonly hasFactors: boolean
}): AttackTarget & { readonly send: (request: Request) => Promise<Response> } {
  const adapter = memoryAdapter()
  const { config, logs } = makeApp({
    adapter,
    limits: false,
    providers: [
      Password({ hasher: cheap }),
      Passkey(),
      mails.provider(),
      openId.provider(),
      oauthProvider,
    ],
    experimental: { enableWebAuthn: true },
    ...(hasFactors && { secondFactor: { methods: [authenticatorApp(), passkey()] } }),
  })
  const send = (request: Request): Promise<Response> => Auth(request, config)
  const readMails: AttackTarget['readMails'] = async (address) =>
    mails.mails.filter(({ to }) => to === address)
  const second = withRuntime(config, createRuntime())
  const url = 'https://app.test/auth'
  return {
    url,
    send,
    readMails,
    hasAdapter: true,
    openIdProvider: { id: 'fake', service: openId },
    oauthProvider: { id: 'oauth', service: oauth },
    secondProcess: { url, send: (request) => Auth(request, second) },
    adapter,
    readLog: async () => logText({ logs }),
  }
}

describe('whether an app has second factors', () => {
  it.each([
    ['has them', true, true],
    ['has none', false, undefined],
  ])('is found by asking an app that %s', async (_name, hasFactors, expected) => {
    const { hasSecondFactors } = await findFactors(targetOf({ hasFactors }))
    expect(hasSecondFactors).toBe(expected)
  })

  it('is not mistaken for a page of the app at the same path', async () => {
    const target = targetOf({ hasFactors: false })
    const send = (request: Request): Promise<Response> =>
      request.url.includes('second-factor')
        ? Promise.resolve(new Response('<form></form>'))
        : target.send(request)
    expect((await findFactors({ ...target, send })).hasSecondFactors).toBeUndefined()
  })
})

describe('whether users sign in with mailed links and passkeys', () => {
  it('is found by asking, unless the target says so', async () => {
    const asked = await findProviders(targetOf({ hasFactors: true }))
    expect(asked).toMatchObject({ hasMailedLinks: true, hasPasskeys: true })
    const { config } = makeApp()
    const send = (request: Request): Promise<Response> => Auth(request, config)
    const target: AttackTarget = { url: 'https://app.test/auth', send }
    const none = await findProviders(target)
    expect([none.hasMailedLinks, none.hasPasskeys]).toEqual([undefined, undefined])
    const told = await findProviders({ ...target, hasPasskeys: true })
    expect(told.hasPasskeys).toBe(true)
  })
})

describe('runAttacks', () => {
  it('leaves out attacks on second factors of an app that has none', async () => {
    const results = await runAttacks(targetOf({ hasFactors: false }), { cases: factorCases })
    expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['left out']))
  })

  it.each(['openIdProvider', 'oauthProvider', 'secondProcess', 'adapter', 'readLog', 'moveClock'])(
    'leaves out attacks on second factors that need %s if the target has none',
    async (member) => {
      const target = { ...targetOf({ hasFactors: true }), [member]: undefined }
      const cases = factorCases.filter(({ needs }) => needs.some((name) => name === member))
      const results = await runAttacks(target, { cases })
      expect(results.length).toBeGreaterThan(0)
      expect(results.every(({ outcome }) => outcome === 'left out')).toBe(true)
      expect(results.every(({ reason }) => reason.includes(member))).toBe(true)
    },
  )

  it('attacks an app that remembers no browsers and has no limits', async () => {
    const realNow = Date.now.bind(Date)
    let offset = 0
    onTestFinished(() => void vi.restoreAllMocks())
    vi.spyOn(Date, 'now').mockImplementation(() => realNow() + offset)
    const moveClock = async (seconds: number): Promise<void> => {
      offset += seconds * 1000
    }
    const attacked = targetOf({ hasFactors: true })
    // A revocation refuses a sign-in of the same millisecond, and these requests need no network.
    const send = (request: Request): Promise<Response> => {
      offset += 1
      return attacked.send(request)
    }
    const target = { ...attacked, send, moveClock }
    const results = await runAttacks(target, { cases: factorCases })
    expect(results.filter(({ outcome }) => outcome !== 'passed')).toEqual([])
  })
})
