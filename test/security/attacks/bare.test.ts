import { describe } from 'vitest'
import { authenticatorApp, passkey } from '../../../src/factors.js'
import { allCases } from './cases/all-cases.js'
import { needsPage } from './fixture-target.js'
import { mountBare } from './mounts/bare.js'
import { standAttacks } from './stand-attacks.js'
import { withUnverifiedPasskeys } from './unverified-passkeys.js'

const cases = allCases.filter((one) => !needsPage(one))

describe('the engine alone, with sessions in a database', () => {
  standAttacks(cases, () => mountBare('database'))
})

describe('the engine alone, with sessions in cookies', () => {
  // Without a sign-in there is no session, wherever it would be.
  const withSessions = cases.filter(({ needs }) => needs.length > 0)
  standAttacks(withSessions, () => mountBare('jwt'))
})

describe('the engine alone, if everybody must have a second factor', () => {
  const setUps = cases.filter(({ name }) => name.endsWith('sets up no second factor'))
  const secondFactor = { methods: [authenticatorApp(), passkey()], required: () => true }
  standAttacks(setUps, () => mountBare('database', (config) => ({ ...config, secondFactor })))
})

describe('the engine alone, if the adapter does not say which session it has deleted', () => {
  // Then the session alone does not tell that a code was used.
  const codes = cases.filter(({ name }) => name.startsWith('FM3: a mailed code'))
  standAttacks(codes, () =>
    mountBare('database', (config) => {
      const { adapter } = config
      const deleteSession = async (token: string): Promise<void> =>
        void (await adapter?.deleteSession?.(token))
      return { ...config, adapter: { ...adapter, deleteSession } }
    }),
  )
})

describe('the engine alone, if a passkey only needs a touch', () => {
  const touched = cases.filter(({ name }) => /^FM(?:6: the finder|14:)/.test(name))
  const secondFactor = { methods: [authenticatorApp(), passkey()] }
  standAttacks(touched, () =>
    mountBare('database', (config) => withUnverifiedPasskeys({ ...config, secondFactor })),
  )
})
