import { expect, it } from 'vitest'
import { keepAttempt } from '../../../src/context/attempt-cookie.js'
import { keepCeremony } from '../../../src/context/ceremony-cookie.js'
import type { Context } from '../../../src/context/context.js'
import { csrfToken } from '../../../src/context/csrf.js'
import { keepLastSignIn } from '../../../src/context/last-sign-in.js'
import { sealedCookie } from '../../../src/context/sealed-cookie.js'
import { pendingSignIn } from '../../../src/context/waiting-sign-in.js'
import type { CookieAttributes } from '../../../src/http/cookie.js'
import type { Attempt } from '../../../src/oauth/attempt.js'
import type { Ceremony } from '../../../src/webauthn/ceremony.js'
import { openTestContext } from '../../support/open-test-context.js'

const attempt = { id: 'an-id', providerId: 'op', startedAt: 0 } as Attempt
const ceremony = { kind: 'authenticate', challenge: 'a-challenge' } as Ceremony
const account = { provider: 'op', providerAccountId: '1', type: 'oidc' } as const
const pending = { id: 'an-id', userId: '1', waitsSince: 0, amr: [], mustSetUp: false }
const start = { at: 0, provedAddress: false }

const cookies: readonly (readonly [string, (ctx: Context) => Promise<unknown>])[] = [
  ['a sign-in', (ctx) => keepAttempt(ctx, attempt, { posted: false })],
  ['a ceremony', (ctx) => keepCeremony(ctx, { ...ceremony, expires: ctx.now + 300 })],
  ['a page', (ctx) => csrfToken(ctx)],
  ['the last sign-in', (ctx) => keepLastSignIn(ctx, 'op', undefined)],
  [
    'a sign-in that waits',
    (ctx) => pendingSignIn.keep(ctx, { ...pending, account, isNewUser: false, start }),
  ],
  ['one purpose', (ctx) => sealedCookie<string>('test').keep(ctx, 'value', 60)],
]

it.each(cookies)('the cookie of %s lasts as long as the app says', async (_, keep) => {
  const expires = new Date(Date.UTC(2099, 0, 1))
  for (const options of [{ maxAge: 7 }, { expires }] as readonly CookieAttributes[]) {
    const keys = ['attempt', 'csrfToken', 'lastSignIn', 'webauthnChallenge']
    const given = Object.fromEntries(keys.map((key) => [key, { options }]))
    const { ctx } = openTestContext({ config: { cookies: given } })
    await keep(ctx)
    const kept = ctx.jar.changes()
    expect(kept.length).toBeGreaterThan(0)
    const wanted = [options.maxAge, options.expires]
    for (const { attributes } of kept) {
      expect([attributes.maxAge, attributes.expires]).toEqual(wanted)
    }
  }
})

it.each(cookies)('the cookie of %s ends by itself if the app says nothing', async (_, keep) => {
  const { ctx } = openTestContext()
  await keep(ctx)
  expect(ctx.jar.changes().at(-1)?.attributes.maxAge).toBeGreaterThan(0)
})
