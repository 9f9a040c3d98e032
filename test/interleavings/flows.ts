import type { Adapter } from '../../src/model/adapter.js'
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
  type Scene,
} from './act.js'
import { kinds, type Kind } from './adapters.js'
import { makeFactorAct } from './factor-flows.js'
import { isFactorFlow, isHeldPasswordFlow, isRemovalFlow, type FlowName } from './flow-names.js'
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
  type World,
} from './starting-states.js'

const inEmptyWorld: ReadonlySet<FlowName> = new Set([
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

const onlyInEmptyWorld: ReadonlySet<FlowName> = new Set([
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
  'first password',
])

const aboutAddress: ReadonlySet<FlowName> = new Set(['address change', 'address undo'])

/** The methods beyond those of Auth.js without which a flow is refused. */
const needs: Partial<Record<FlowName, readonly (keyof Adapter)[]>> = {
  unlink: ['listAccountsByUserId', 'deleteSessionsByUserId'],
  'password removal': ['listAccountsByUserId', 'deleteSessionsByUserId'],
  'passkey removal': ['listAccountsByUserId', 'deleteSessionsByUserId'],
  'sign-out everywhere': ['deleteSessionsByUserId'],
  'revocation of one session': ['listSessionsByUserId'],
  'back-channel logout': ['deleteSessionsByProviderSession'],
  deletion: ['deleteUser'],
  'token refresh': ['listAccountsByUserId', 'updateAccount'],
}

/** Whether a flow makes sense in a world, with an adapter of this kind. */
export function isPlayable(
  name: FlowName,
  world: Pick<World, 'name' | 'strategy'>,
  { lacks = [], refuses = [] }: Kind,
): boolean {
  if (refuses.length > 0 && usesMail.has(name)) return false
  if (world.name !== 'settled' && isFactorFlow(name)) return false
  if (world.name === 'empty' && !inEmptyWorld.has(name)) return false
  if (world.name !== 'empty' && onlyInEmptyWorld.has(name)) return false
  if (world.name !== 'settled' && aboutAddress.has(name)) return false
  if (world.name === 'planted' && isHeldPasswordFlow(name)) return false
  // Without transactions, an address is not compared and replaced in one step.
  if (aboutAddress.has(name) && lacks.length > 0) return false
  if (name === 'read at another tenant' && world.strategy !== 'jwt') return false
  return !needs[name]?.some((method) => lacks.includes(method))
}

/** Makes a flow; `at` counts the flows of the same name before it. */
export function makeAct(world: World, name: FlowName, at: number): Act {
  if (isFactorFlow(name)) return makeFactorAct(world, name, at)
  if (isRemovalFlow(name)) return makeRemovalAct(world, name, at)
  const { holder, subject, laptop, phone } = world
  const newcomer = world.name === 'settled' || world.name === 'empty' ? 'Eve' : 'Ada'
  switch (name) {
    case 'first sign-in':
      return signIn(world, name, newcomer, newcomer.toLowerCase())
    case 'rival sign-in':
      return signIn(world, name, 'Ada', 'ada')
    case 'returning sign-in':
      return signIn(world, name, holder, subject)
    case 'link': {
      const from = at === 0 ? phone : laptop
      const sub = `${subject}-2`
      const [first, second] = [world.attempt(sub, from), world.attempt(sub, from)]
      return visitor(name, holder, first, second, { account: `hub:${sub}` })
    }
    case 'unlink': {
      const [from, provider] = at === 0 ? ([laptop, 'hub'] as const) : ([phone, 'idp'] as const)
      const account = { provider, providerAccountId: subject }
      return caller(
        name,
        holder,
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
      return visitor(name, 'Ada', world.mail[0], world.mail[1], {
        account: `mail:${address}`,
        uses: ['the mailed link'],
        proves: true,
        ...(world.name === 'planted' && {
          ends: ({ person }: KnownSession) => person === 'Eve',
          beatsSignIns: true,
        }),
      })
    case 'token redemption':
      return visitor(name, 'Ada', world.mail[0], world.mail[1], {
        account: `mail:${address}`,
        uses: ['the mailed link'],
        proves: true,
      })
    case 'passkey registration':
      return visitor(name, holder, ...world.passkey, {
        account: `passkey:${credential}`,
        uses: ['the challenge'],
      })
    case 'session read':
      return caller(
        name,
        holder,
        async ({ process, config }) => {
          const { data } = await process.engine.readSession(pageOf(laptop), config)
          return { isDone: true, hasSession: data !== null }
        },
        { reads: laptop.token },
      )
    case 'session update':
      return caller(
        name,
        holder,
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
        holder,
        async ({ process, config }) => {
          const { data } = await process.engine.signOut(pageOf(laptop), config)
          return { isDone: data.ok, error: data.ok ? undefined : data.error.type }
        },
        { ends: ({ token }) => token === laptop.token, isLenient: true },
      )
    case 'revocation of one session':
      return caller(
        name,
        holder,
        async ({ process, config }) => {
          const isDone = await process.engine.revokeSession(pageOf(phone), config, world.laptopId)
          return { isDone, error: isDone ? undefined : 'no such session' }
        },
        { ends: ({ token }) => token === laptop.token },
      )
    case 'sign-out everywhere':
      return caller(
        name,
        holder,
        async ({ process, config }) => {
          const { data } = await process.engine.signOut(pageOf(phone), config, { everywhere: true })
          return { isDone: data.ok, error: data.ok ? undefined : data.error.type }
        },
        {
          ends: (session) => session.userId === userId && session.person === holder,
          beatsSignIns: true,
          tells: 'signOut',
        },
      )
    case 'back-channel logout':
      return visitor(name, holder, world.logout, world.logout, {
        uses: ['the logout token'],
        ends: ({ token }) => token === laptop.token,
      })
    case 'deletion':
      return caller(
        name,
        holder,
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
        holder,
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
        holder,
        async ({ process, otherConfig }) => {
          const { data } = await process.engine.readSession(pageOf(laptop), otherConfig)
          return { isDone: true, hasSession: data !== null }
        },
        {},
      )
    case 'password sign-in': {
      const visit = formOf('callback/password', { email: address, password: oldPassword })
      return visitor(name, holder, visit, visit, { account: passwordAccount, knows: oldPassword })
    }
    case 'password reset':
    case 'first password':
      return choice(world, name, at, 0)
    case 'password reset by another mail':
      return choice(world, name, at, 1)
    case 'password sign-up':
      return choice(world, name, at, 0)
    case 'password sign-up by another mail':
      return choice(world, name, at, 1)
    case 'sign-up at once': {
      const plants = newPasswordOf(name, at)
      const visit = formOf('signup', { email: address, password: plants })
      const run = (scene: Scene): Promise<Outcome> => sendAndWait(scene, visit)
      return { name, person: at === 0 ? 'Ada' : 'Eve', run, retry: run, plants }
    }
    case 'sign-up with a name': {
      const password = newPasswordOf(name, at)
      const link = world.nameLinks?.[at] ?? { email: address, cookie: '' }
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
      const visit = formOf('reset-password', { password }, world.heldForm)
      return visitor(name, holder, visit, visit, {
        account: passwordAccount,
        sets: password,
        isMailed: true,
        ...(canEndSessions(world) && {
          ends: (session: KnownSession) => session.userId === userId,
          beatsSignIns: true,
        }),
      })
    }
    case 'address proof': {
      const form = world.heldForm ?? nothing
      return visitor(name, holder, form, form, {
        account: passwordAccount,
        uses: ['the proof'],
        knows: oldPassword,
        isPending: true,
      })
    }
    case 'address change': {
      const form = world.addressForms?.change ?? nothing
      return visitor(name, holder, form, form, { uses: ['the new address'], moves: nextAddress })
    }
    case 'address undo': {
      const form = world.addressForms?.undo ?? nothing
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
      return visitor(name, holder, visit, visit, {
        account: passwordAccount,
        sets: newPassword,
        ...(canEndSessions(world) && {
          ends: (session) => session.userId === userId && session.person === holder,
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
function choice(world: World, name: FlowName, at: number, mail: 0 | 1): Act {
  const password = newPasswordOf(name, at)
  const visit = formOf('reset-password', { password }, world.passwordLinks?.[mail])
  const isSignUp = world.name === 'empty'
  const act = visitor(name, 'Ada', visit, visit, {
    account: isSignUp ? `password:${address}` : passwordAccount,
    uses: [`the mail ${mail}`],
    proves: true,
    sets: password,
    isMailed: true,
    ...(!isSignUp &&
      canEndSessions(world) && {
        ends: (session) => session.userId === userId,
        beatsSignIns: true,
      }),
  })
  // What the first try has changed may have made the other mail worthless, too.
  const retry = async (scene: Scene): Promise<Outcome> => {
    const link = await askForLink(scene, world.name)
    return send(scene, formOf('reset-password', { password }, link))
  }
  return { ...act, retry }
}

function canEndSessions({ kind }: World): boolean {
  return !kinds[kind].lacks?.includes('deleteSessionsByUserId')
}

function signIn(world: World, name: FlowName, person: Person, sub: string): Act {
  const [first, second] = [world.attempt(sub), world.attempt(sub)]
  return visitor(name, person, first, second, { account: `hub:${sub}` })
}
