import type { Adapter } from '../../../src/model/adapter.js'
import {
  caller,
  formOf,
  newPasswordOf,
  send,
  sendAndWait,
  visitor,
  type Act,
  type KnownSession,
  type Outcome,
  type AppInstance,
} from './act.js'
import { kinds, type Kind } from './adapters.js'
import { makeFactorAct } from './factor-flows.js'
import {
  isFactorFlow,
  isGraceFlow,
  isHeldPasswordFlow,
  isRemovalFlow,
  type FlowName,
} from './flow-names.js'
import { makeGraceAct } from './grace-flows.js'
import { makeRemovalAct } from './removal-flows.js'
import {
  address,
  askForLink,
  credential,
  formerAddress,
  nextAddress,
  oldPassword,
  origin,
  pageOf,
  passwordAccount,
  userId,
  type Person,
  type Visit,
  type StartingState,
} from './starting-states.js'

const inEmptyState: ReadonlySet<FlowName> = new Set([
  'first sign-in',
  'rival sign-in',
  'e-mail proof',
  'passkey registration',
  'token redemption',
  'password sign-up',
  'password sign-up by another mail',
  'sign-up at once',
  'sign-up with a name',
])

const onlyInEmptyState: ReadonlySet<FlowName> = new Set([
  'rival sign-in',
  'password sign-up',
  'password sign-up by another mail',
  'sign-up at once',
  'sign-up with a name',
])

const usesMail: ReadonlySet<FlowName> = new Set([
  'e-mail proof',
  'token redemption',
  'password reset',
  'password reset by another mail',
  'password sign-up',
  'password sign-up by another mail',
  'sign-up with a name',
  'first password',
])

const aboutAddress: ReadonlySet<FlowName> = new Set(['address change', 'address undo'])

const forGrace = ['deleteUser', 'listSessionsByUserId', 'deleteSessionsByUserId'] as const

/** The methods beyond those of Auth.js without which a flow is refused. */
const needs: Partial<Record<FlowName, readonly (keyof Adapter)[]>> = {
  unlink: ['listAccountsByUserId', 'deleteSessionsByUserId'],
  'sign-up with a name': ['listAccountsByUserId', 'deleteSessionsByUserId'],
  'password removal': ['listAccountsByUserId', 'deleteSessionsByUserId'],
  'passkey removal': ['listAccountsByUserId', 'deleteSessionsByUserId'],
  'sign-out everywhere': ['deleteSessionsByUserId'],
  'revocation of one session': ['listSessionsByUserId'],
  'back-channel logout': ['deleteSessionsByProviderSession'],
  deletion: ['deleteUser'],
  'deletion request': forGrace,
  keeping: forGrace,
  'keeping in another browser': forGrace,
  'due deletion': forGrace,
  'token refresh': ['listAccountsByUserId', 'updateAccount'],
}

/** Whether a flow makes sense in a starting state, with an adapter of this kind. */
export function isPlayable(
  name: FlowName,
  start: Pick<StartingState, 'name' | 'strategy'>,
  { lacks = [], refuses = [] }: Kind,
): boolean {
  if (refuses.length > 0 && usesMail.has(name)) return false
  if (start.name !== 'settled' && (isFactorFlow(name) || isGraceFlow(name))) return false
  if (start.name === 'empty' && !inEmptyState.has(name)) return false
  if (start.name !== 'empty' && onlyInEmptyState.has(name)) return false
  if (start.name !== 'settled' && aboutAddress.has(name)) return false
  if (start.name === 'planted' && isHeldPasswordFlow(name)) return false
  // Without transactions, an address is not compared and replaced in one step.
  if (aboutAddress.has(name) && lacks.length > 0) return false
  if (name === 'read at another tenant' && start.strategy !== 'jwt') return false
  return !needs[name]?.some((method) => lacks.includes(method))
}

/** Makes a flow; `at` counts the flows of the same name before it. */
export function makeAct(start: StartingState, name: FlowName, at: number): Act {
  if (isFactorFlow(name)) return makeFactorAct(start, name, at)
  if (isGraceFlow(name)) return makeGraceAct(start, name, at)
  if (isRemovalFlow(name)) return makeRemovalAct(start, name, at)
  const { accountOwner, subject, laptop, phone } = start
  const newcomer = start.name === 'settled' || start.name === 'empty' ? 'Eve' : 'Ada'
  switch (name) {
    case 'first sign-in':
      return signIn(start, name, newcomer, newcomer.toLowerCase())
    case 'rival sign-in':
      return signIn(start, name, 'Ada', 'ada')
    case 'returning sign-in':
      return signIn(start, name, accountOwner, subject)
    case 'sign-in without a refresh token': {
      const [first, second] = [start.attemptOnline(subject), start.attemptOnline(subject)]
      return visitor(name, accountOwner, first, second, { account: `hub:${subject}` })
    }
    case 'link': {
      const from = at === 0 ? phone : laptop
      const sub = `${subject}-2`
      const [first, second] = [start.attempt(sub, from), start.attempt(sub, from)]
      return visitor(name, accountOwner, first, second, { account: `hub:${sub}` })
    }
    case 'unlink': {
      const [from, provider] = at === 0 ? ([laptop, 'hub'] as const) : ([phone, 'idp'] as const)
      const account = { provider, providerAccountId: subject }
      return caller(
        name,
        accountOwner,
        async ({ process, config }) => {
          const isDone = await process.engine.unlinkAccount(pageOf(from), config, account)
          return { isDone }
        },
        {
          ends: (session) =>
            session.account === `${provider}:${subject}` && session.token !== from.token,
        },
      )
    }
    case 'e-mail proof':
      return visitor(name, 'Ada', start.mail[0], start.mail[1], {
        account: `mail:${address}`,
        uses: ['the mailed link'],
        proves: true,
        ...(start.name === 'planted' && {
          ends: ({ person }: KnownSession) => person === 'Eve',
          beatsSignIns: true,
        }),
      })
    case 'token redemption':
      return visitor(name, 'Ada', start.mail[0], start.mail[1], {
        account: `mail:${address}`,
        uses: ['the mailed link'],
        proves: true,
      })
    case 'passkey registration':
      return visitor(name, accountOwner, ...start.passkey, {
        account: `passkey:${credential}`,
        uses: ['the challenge'],
      })
    case 'session read':
      return caller(
        name,
        accountOwner,
        async ({ process, config }) => {
          const { data } = await process.engine.readSession(pageOf(laptop), config)
          return { isDone: true, hasSession: data !== null }
        },
        { reads: laptop.token },
      )
    case 'session update':
      return caller(
        name,
        accountOwner,
        async ({ process, config }) => {
          const { data } = await process.engine.updateSession(pageOf(laptop), config, {
            name: 'new',
          })
          return { isDone: true, hasSession: data !== null }
        },
        { reads: laptop.token },
      )
    case 'sign-out':
      return caller(
        name,
        accountOwner,
        async ({ process, config }) => {
          const { data } = await process.engine.signOut(pageOf(laptop), config)
          return { isDone: data.ok, error: data.ok ? undefined : data.error.type }
        },
        { ends: ({ token }) => token === laptop.token, isLenient: true },
      )
    case 'revocation of one session':
      return caller(
        name,
        accountOwner,
        async ({ process, config }) => {
          const isDone = await process.engine.revokeSession(pageOf(phone), config, start.laptopId)
          return { isDone, error: isDone ? undefined : 'no such session' }
        },
        { ends: ({ token }) => token === laptop.token },
      )
    case 'sign-out everywhere':
      return caller(
        name,
        accountOwner,
        async ({ process, config }) => {
          const { data } = await process.engine.signOut(pageOf(phone), config, { everywhere: true })
          return { isDone: data.ok, error: data.ok ? undefined : data.error.type }
        },
        {
          ends: (session) => session.userId === userId && session.person === accountOwner,
          beatsSignIns: true,
          tells: 'signOut',
        },
      )
    case 'back-channel logout':
      return visitor(name, accountOwner, start.logout, start.logout, {
        uses: ['the logout token'],
        ends: ({ token }) => token === laptop.token,
      })
    case 'deletion':
      return caller(
        name,
        accountOwner,
        async ({ adapter, process, config }) => {
          await adapter.deleteUser?.(userId)
          if (adapter.deleteSessionsByUserId)
            await process.engine.revokeSessionsOfUser(config, userId)
          return { isDone: true }
        },
        { ends: (session) => session.userId === userId, beatsSignIns: true },
      )
    case 'token refresh': {
      const from = at === 0 ? laptop : phone
      return caller(
        name,
        accountOwner,
        async ({ process, config }) => {
          await process.engine.getAccessToken(pageOf(from), config, { provider: 'hub' })
          return { isDone: true, hasSession: true }
        },
        { reads: from.token },
      )
    }
    case 'read at another tenant':
      return caller(
        name,
        accountOwner,
        async ({ process, otherConfig }) => {
          const { data } = await process.engine.readSession(pageOf(laptop), otherConfig)
          return { isDone: true, hasSession: data !== null }
        },
        {},
      )
    case 'password sign-in': {
      const visit = formOf('callback/password', { email: address, password: oldPassword })
      return visitor(name, accountOwner, visit, visit, {
        account: passwordAccount,
        knows: oldPassword,
      })
    }
    case 'password reset':
    case 'first password':
      return choice(start, name, at, 0)
    case 'password reset by another mail':
      return choice(start, name, at, 1)
    case 'password sign-up':
      return choice(start, name, at, 0)
    case 'password sign-up by another mail':
      return choice(start, name, at, 1)
    case 'sign-up at once': {
      const plants = newPasswordOf(name, at)
      const visit = formOf('signup', { email: address, password: plants })
      const run = (instance: AppInstance): Promise<Outcome> => sendAndWait(instance, visit)
      return { name, person: at === 0 ? 'Ada' : 'Eve', run, retry: run, plants }
    }
    case 'sign-up with a name': {
      const password = newPasswordOf(name, at)
      const link = start.nameLinks?.[at] ?? { email: address, cookie: '' }
      const visit = formOf('reset-password', { password, username: wantedName }, link)
      return visitor(name, at === 0 ? 'Ada' : 'Eve', visit, visit, {
        account: `password:${link.email}`,
        uses: [`the mail to ${link.email}`],
        sets: password,
        names: wantedName,
      })
    }
    case 'forced change': {
      const password = newPasswordOf(name, at)
      const visit = formOf('reset-password', { password }, start.heldForm)
      return visitor(name, accountOwner, visit, visit, {
        account: passwordAccount,
        sets: password,
        isMailed: true,
        ...(canEndSessions(start) && {
          ends: (session: KnownSession) => session.userId === userId,
          beatsSignIns: true,
        }),
      })
    }
    case 'address proof': {
      const form = start.heldForm ?? nothing
      return visitor(name, accountOwner, form, form, {
        account: passwordAccount,
        uses: ['the proof'],
        knows: oldPassword,
        isPending: true,
      })
    }
    case 'address change': {
      const form = start.addressForms?.change ?? nothing
      return visitor(name, accountOwner, form, form, {
        uses: ['the new address'],
        moves: nextAddress,
      })
    }
    case 'address undo': {
      const form = start.addressForms?.undo ?? nothing
      return visitor(name, 'Ada', form, form, {
        uses: ['the undo'],
        moves: formerAddress,
        ends: (session) => session.userId === userId,
        beatsSignIns: true,
      })
    }
    case 'password change': {
      const newPassword = newPasswordOf(name, at)
      const fields = { currentPassword: oldPassword, newPassword, password: newPassword }
      const visit = formOf('change-password', fields, at === 0 ? laptop : phone)
      return visitor(name, accountOwner, visit, visit, {
        account: passwordAccount,
        sets: newPassword,
        ...(canEndSessions(start) && {
          ends: (session) => session.userId === userId && session.person === accountOwner,
          beatsSignIns: true,
        }),
      })
    }
  }
}

/** The name that two users want. */
const wantedName = 'ada.l'
const nothing: Visit = { url: `${origin}/auth/verify-email`, cookie: '' }

/** Ada chooses a password with a mail, of which each flow of the same name has the same. */
function choice(start: StartingState, name: FlowName, at: number, mail: 0 | 1): Act {
  const password = newPasswordOf(name, at)
  const visit = formOf('reset-password', { password }, start.passwordLinks?.[mail])
  const isSignUp = start.name === 'empty'
  const act = visitor(name, 'Ada', visit, visit, {
    account: isSignUp ? `password:${address}` : passwordAccount,
    uses: [`the mail ${mail}`],
    proves: true,
    sets: password,
    isMailed: true,
    ...(!isSignUp &&
      canEndSessions(start) && {
        ends: (session) => session.userId === userId,
        beatsSignIns: true,
      }),
  })
  // What the first try has changed may have made the other mail worthless, too.
  const retry = async (instance: AppInstance): Promise<Outcome> => {
    const link = await askForLink(instance, start.name)
    return send(instance, formOf('reset-password', { password }, link))
  }
  return { ...act, retry }
}

function canEndSessions({ kind }: StartingState): boolean {
  return !kinds[kind].lacks?.includes('deleteSessionsByUserId')
}

function signIn(start: StartingState, name: FlowName, person: Person, sub: string): Act {
  const [first, second] = [start.attempt(sub), start.attempt(sub)]
  return visitor(name, person, first, second, { account: `hub:${sub}` })
}
