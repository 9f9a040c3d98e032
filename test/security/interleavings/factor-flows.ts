import { caller, formOf, visitor, type Act, type Facts } from './act.js'
import type { FactorFlowName } from './flow-names.js'
import {
  address,
  oldPassword,
  passwordAccount,
  userId,
  type FactorParts,
  type StartingState,
} from './starting-states.js'

/** Makes a flow of an app with second factors. */
export function makeFactorAct(start: StartingState, name: FactorFlowName, at: number): Act {
  const { laptop, phone } = start
  const parts = factorsOf(start)
  const device = at === 0 ? laptop : phone
  switch (name) {
    case 'sign-in by code':
      return complete(parts, name, at, { code: parts.code }, ['the code'])
    case 'sign-in with pending tokens': {
      const visit = formOf('second-factor', { code: parts.code }, { cookie: parts.pendingAtHub })
      return visitor(name, 'Ada', visit, visit, {
        account: `hub:${start.subject}`,
        uses: ['the code', 'the sign-in at hub'],
        provesFactor: true,
        isPending: true,
      })
    }
    case 'sign-in by recovery code': {
      const [recoveryCode = ''] = parts.recoveryCodes
      const act = complete(parts, name, 2 + at, { recoveryCode }, ['the recovery code'])
      return { ...act, recoveryCodes: 'uses' }
    }
    case 'sign-in that is remembered': {
      const [, recoveryCode = ''] = parts.recoveryCodes
      const fields = { recoveryCode, rememberDevice: 'on' }
      // The same sign-in as that by a code, so that it can be completed once only.
      return { ...complete(parts, name, at, fields, []), recoveryCodes: 'uses' }
    }
    case 'sign-in of a remembered browser': {
      const fields = { email: address, password: oldPassword }
      const visit = formOf('callback/password', fields, { cookie: parts.device })
      return visitor(name, 'Ada', visit, visit, {
        account: passwordAccount,
        uses: ['the cookie of the browser'],
        knows: oldPassword,
        provesFactor: true,
      })
    }
    case 'confirmation': {
      const visit = formOf('confirm', { code: parts.code }, device)
      return visitor(name, 'Ada', visit, visit, {
        uses: ['the code'],
        ends: ({ token }) => token === device.token,
        replaces: device.token,
        provesFactor: true,
      })
    }
    case 'mailed confirmation': {
      // The code belongs to the session of the laptop, so both of two flows use the same one.
      const { code, cookie } = parts.mailedCode ?? { code: '', cookie: '' }
      const visit = formOf('confirm', { code }, { cookie })
      return visitor(name, 'Ada', visit, visit, {
        uses: ['the mailed code'],
        ends: ({ token }) => token === laptop.token,
        replaces: laptop.token,
      })
    }
    case 'first set-up':
    case 'set-up of another app': {
      const { cookie, code } = parts.setUps[at] ?? { cookie: '', code: '' }
      const visit = formOf('add-factor', { code }, { cookie })
      return visitor(name, 'Ada', visit, visit, { ...endingAll, provesFactor: true })
    }
    case 'set-up in a sign-in by mail': {
      const { cookie, code } = parts.mailedSetUps[at] ?? { cookie: '', code: '' }
      const visit = formOf('add-factor', { code }, { cookie })
      return visitor(name, 'Ada', visit, visit, {
        ...endingAll,
        account: `mail:${address}`,
        uses: [`the mailed sign-in ${at}`],
        provesFactor: true,
        isPending: true,
      })
    }
    case 'set-up in a sign-in': {
      const { cookie, code } = parts.setUps[at] ?? { cookie: '', code: '' }
      const visit = formOf('add-factor', { code }, { cookie })
      return visitor(name, 'Ada', visit, visit, {
        ...endingAll,
        account: passwordAccount,
        uses: [`the sign-in ${at}`],
        knows: oldPassword,
        provesFactor: true,
        isPending: true,
      })
    }
    case 'removal of the app': {
      const visit = formOf('remove-factor', { factor: parts.appId }, device)
      return visitor(name, 'Ada', visit, visit, {
        // Its own session stays if the user has got another app in the meantime.
        ends: (session) => session.userId === userId && session.token !== device.token,
        beatsSignIns: true,
        removesApps: true,
      })
    }
    case 'new recovery codes': {
      const visit = formOf('recovery-codes', {}, device)
      return visitor(name, 'Ada', visit, visit, { recoveryCodes: 'replaces' })
    }
    case 'reset of factors':
      return caller(
        name,
        'Ada',
        async ({ process, config }) => {
          await process.engine.resetFactors(config, userId)
          return { isDone: true }
        },
        { ...endingAll, removesApps: true },
      )
  }
}

const endingAll: Facts = { ends: (session) => session.userId === userId, beatsSignIns: true }

/** Completes a sign-in that waits for a second factor. */
function complete(
  { pending }: FactorParts,
  name: FactorFlowName,
  at: number,
  fields: Readonly<Record<string, string>>,
  uses: readonly string[],
): Act {
  const visit = formOf('second-factor', fields, { cookie: pending[at] ?? '' })
  return visitor(name, 'Ada', visit, visit, {
    account: passwordAccount,
    uses: [...uses, `the sign-in ${at}`],
    knows: oldPassword,
    provesFactor: true,
    isPending: true,
  })
}

function factorsOf({ factors }: StartingState): FactorParts {
  if (!factors) throw new Error('The starting state has no second factors.')
  return factors
}
