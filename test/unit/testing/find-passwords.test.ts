import { describe, expect, it } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { Auth, type AuthConfig } from '../../../src/core.js'
import Password from '../../../src/providers/password.js'
import { inbox, runAttacks } from '../../../src/testing.js'
import { attack } from '../../../src/testing/attack/attack-case.js'
import { findPasswords } from '../../../src/testing/attack/find-passwords.js'
import type { AttackTarget } from '../../../src/testing/attack/target.js'
import { makeApp } from '../../support/apps/app.js'
import { cheap } from '../../support/apps/password-app.js'

const mails = inbox()
const mail = mails.provider({ signIn: false })

function targetOf(
  overrides: Partial<AuthConfig>,
): AttackTarget & { readonly send: (request: Request) => Promise<Response> } {
  const { config } = makeApp({ adapter: memoryAdapter(), ...overrides })
  const send = (request: Request): Promise<Response> => Auth(request, config)
  return { url: 'https://app.test/auth', send }
}

const passwords = [Password({ hasher: cheap }), mail]

describe('what an app offers with passwords', () => {
  it.each<[string, Partial<AuthConfig>, Partial<AttackTarget>]>([
    ['without a provider that stores them', {}, {}],
    ['with sign-up', { providers: passwords }, { hasPasswords: true, hasSignUp: true }],
    [
      'with pages of the app',
      { providers: passwords, pages: { signUp: '/join', forgotPassword: '/forgot' } },
      { hasPasswords: true, hasSignUp: true },
    ],
    ['without mails', { providers: [Password()] }, { hasPasswords: true }],
    ['without sign-up', { providers: [Password({ signUp: false }), mail] }, { hasPasswords: true }],
  ])('is found by asking: %s', async (_name, overrides, expected) => {
    const { hasPasswords, hasSignUp } = await findPasswords(targetOf(overrides))
    expect({ hasPasswords, hasSignUp }).toEqual({ ...expected })
  })

  it('is not mistaken for a page of the app at the same path', async () => {
    const target = targetOf({})
    const send = (request: Request): Promise<Response> =>
      /signup|password/.test(request.url)
        ? Promise.resolve(new Response('<form></form>'))
        : target.send(request)
    const { hasPasswords, hasSignUp } = await findPasswords({ ...target, send })
    expect([hasPasswords, hasSignUp]).toEqual([undefined, undefined])
  })

  it('is what the target says, whatever the app answers', async () => {
    const said = { hasPasswords: true, hasSignUp: true } as const
    expect(await findPasswords({ ...targetOf({}), ...said })).toMatchObject(said)
  })
})

describe('runAttacks', () => {
  const cases = [
    attack('X1', 'needs passwords', ['hasPasswords'], async () => {}),
    attack('X2', 'needs users', ['hasSignUp', 'readMails'], async () => {}),
  ]
  const readMails: AttackTarget['readMails'] = async (address) =>
    mails.mails.filter(({ to }) => to === address)

  it('names what an app without passwords lacks', async () => {
    expect(await runAttacks(targetOf({}), { cases })).toMatchObject([
      { outcome: 'left out', reason: 'needs hasPasswords' },
      { outcome: 'left out', reason: 'needs hasSignUp, readMails' },
    ])
  })

  it('names what an app with passwords lacks', async () => {
    expect(await runAttacks(targetOf({ providers: passwords }), { cases })).toMatchObject([
      { outcome: 'passed' },
      { outcome: 'left out', reason: 'needs readMails' },
    ])
  })

  it('attacks an app with passwords and an inbox', async () => {
    const target = { ...targetOf({ providers: passwords }), readMails, hasAdapter: true as const }
    const results = await runAttacks(target)
    expect(results.filter(({ outcome }) => outcome === 'failed')).toEqual([])
    const tried = results.filter(
      ({ name, outcome }) => name.startsWith('FP') && outcome === 'passed',
    )
    expect(new Set(tried.map(({ name }) => name.split(/[,:]/)[0])).size).toBe(20)
  })
})
