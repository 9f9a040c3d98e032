import { describe, expect, it } from 'vitest'
import { accountPage } from '../../../src/account.js'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { resolveConfig } from '../../../src/config/resolve.js'
import type { AuthConfig } from '../../../src/core.js'
import { makeApp, passwordProvider } from '../../support/apps/app.js'

/** The first mistake in the config of an app with this grace period. */
function mistakeOf(graceDays: unknown, more: Partial<AuthConfig> = {}): string | undefined {
  const account = accountPage({ graceDays: graceDays as number })
  const { config } = makeApp({
    providers: [passwordProvider],
    adapter: memoryAdapter(),
    session: { strategy: 'jwt' },
    account,
    ...more,
  })
  const { mistake } = resolveConfig(config)
  return mistake ? `${mistake.type}: ${mistake.message}` : undefined
}

describe('a grace period', () => {
  it.each([1, 14, 365])('may be of %o days', (days) => {
    expect(mistakeOf(days)).toBeUndefined()
  })

  it.each([0, -1, 1.5, 366, 1e9, Number.NaN, Number.POSITIVE_INFINITY, '14', null])(
    'of %o days is refused at the start',
    (days) => {
      expect(mistakeOf(days)).toMatch(/^InvalidGracePeriod: .* from 1 to 365, got /)
    },
  )

  it('is refused with sessions that cannot be revoked', () => {
    expect(mistakeOf(14, { session: { strategy: 'jwt', revocable: false } })).toContain(
      'session.revocable: false',
    )
  })

  it('is refused beside servers with Auth.js', () => {
    expect(mistakeOf(14, { compatibility: 'authjs' })).toContain('Remove `compatibility`')
  })

  it.each([
    'getUser',
    'deleteUser',
    'listFactorsByUserId',
    'useFactorStep',
    'deleteFactor',
    'replaceFactors',
    'listDueDeletions',
    'listSessionsByUserId',
    'deleteSessionsByUserId',
    'createSession',
  ] as const)('is refused with an adapter without %s', (name) => {
    const { [name]: _missing, ...adapter } = memoryAdapter()
    expect(mistakeOf(14, { adapter })).toMatch(new RegExp(`^MissingAdapterMethods: .*\`${name}\``))
  })
})
