import type { AuthConfig } from '../../src/core.js'
import type { Adapter } from '../../src/model/adapter.js'
import { kinds, type Kind } from './adapters.js'
import type { EngineProcess } from './process.js'
import {
  address,
  askForLink,
  credential,
  formType,
  oldPassword,
  origin,
  pageOf,
  requestOf,
  userId,
  type Device,
  type Person,
  type Visit,
  type World,
} from './starting-states.js'

/** What a flow came to. */
export interface Outcome {
  readonly isDone: boolean
  /** The kind of error that the browser or the caller is told. */
  readonly error?: string | undefined
  /** Whether a session was read, by a flow that reads one. */
  readonly hasSession?: boolean | undefined
}

/** Where a flow runs. */
export interface Scene {
  readonly process: EngineProcess
  readonly config: AuthConfig
  /** The config of another tenant of the same process. */
  readonly otherConfig: AuthConfig
  readonly adapter: Adapter
  /** The links of the mails that were sent. */
  readonly mails: readonly string[]
}

/** A session, and where it comes from. */
export interface KnownSession {
  readonly token: string
  readonly userId: string
  readonly person: Person
  /** The account that it was signed in with. */
  readonly account: string
}

/** One flow of a schedule, and what is true when it was done. */
export interface Act {
  readonly name: FlowName
  readonly person: Person
  run(scene: Scene): Promise<Outcome>
  /** The second try of a person whose first one was cut short. */
  retry(scene: Scene): Promise<Outcome>
  /** The account that it signs in with. */
  readonly account?: string
  /** What works once. */
  readonly uses?: string
  /** Whether it proves that the address is Ada's. */
  readonly proves?: true
  /** Which sessions are over once it is done. */
  readonly ends?: (session: KnownSession) => boolean
  /** Whether it also ends sessions of sign-ins that began before it. */
  readonly beatsSignIns?: true
  /** Whether it counts as done although a call failed: the cookie is gone, and the log says so. */
  readonly isLenient?: true
  /** The event without which it found nothing to do. */
  readonly tells?: string
  /** The token of the session that it reads. */
  readonly reads?: string
  /** The password that it sets. */
  readonly sets?: string
  /** The password that it signs in with. */
  readonly knows?: string
  /** Whether it needs a mail that a revocation makes worthless. */
  readonly isMailed?: true
}

export const flowNames = [
  'first sign-in',
  'rival sign-in',
  'returning sign-in',
  'link',
  'unlink',
  'e-mail proof',
  'passkey registration',
  'session read',
  'session update',
  'sign-out',
  'sign-out everywhere',
  'back-channel logout',
  'token redemption',
  'deletion',
  'read at another tenant',
] as const

/** Flows of an app with passwords. */
export const passwordFlowNames = [
  'password sign-in',
  'password reset',
  'password reset by another mail',
  'password change',
  'password sign-up',
  'password sign-up by another mail',
] as const

export type PasswordFlowName = (typeof passwordFlowNames)[number]
export type FlowName = (typeof flowNames)[number] | PasswordFlowName

export function isPasswordFlow(name: FlowName): name is PasswordFlowName {
  return passwordFlowNames.some((one) => one === name)
}

const inEmptyWorld: ReadonlySet<FlowName> = new Set([
  'first sign-in',
  'rival sign-in',
  'e-mail proof',
  'passkey registration',
  'token redemption',
  'password sign-up',
  'password sign-up by another mail',
])

const onlyInEmptyWorld: ReadonlySet<FlowName> = new Set([
  'rival sign-in',
  'password sign-up',
  'password sign-up by another mail',
])

const usesMail: ReadonlySet<FlowName> = new Set([
  'e-mail proof',
  'token redemption',
  'password reset',
  'password reset by another mail',
  'password sign-up',
  'password sign-up by another mail',
])

/** The methods beyond those of Auth.js without which a flow is refused. */
const needs: Partial<Record<FlowName, readonly (keyof Adapter)[]>> = {
  unlink: ['listAccountsByUserId', 'deleteSessionsByUserId'],
  'sign-out everywhere': ['deleteSessionsByUserId'],
  'back-channel logout': ['deleteSessionsByProviderSession'],
  deletion: ['deleteUser'],
}

/** Whether a flow makes sense in a world, with an adapter of this kind. */
export function isPlayable(
  name: FlowName,
  world: Pick<World, 'name' | 'strategy'>,
  { lacks = [], refuses = [] }: Kind,
): boolean {
  if (refuses.length > 0 && usesMail.has(name)) return false
  if (world.name === 'empty' && !inEmptyWorld.has(name)) return false
  if (world.name !== 'empty' && onlyInEmptyWorld.has(name)) return false
  if (name === 'read at another tenant' && world.strategy !== 'jwt') return false
  return !needs[name]?.some((method) => lacks.includes(method))
}

/** Makes a flow; `at` counts the flows of the same name before it. */
export function makeAct(world: World, name: FlowName, at: number): Act {
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
        uses: 'the mailed link',
        proves: true,
        ...(world.name === 'planted' && {
          ends: ({ person }: KnownSession) => person === 'Eve',
          beatsSignIns: true,
        }),
      })
    case 'token redemption':
      return visitor(name, 'Ada', world.mail[0], world.mail[1], {
        account: `mail:${address}`,
        uses: 'the mailed link',
        proves: true,
      })
    case 'passkey registration':
      return visitor(name, holder, ...world.passkey, {
        account: `passkey:${credential}`,
        uses: 'the challenge',
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
        uses: 'the logout token',
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
      return choice(world, name, at, 0)
    case 'password reset by another mail':
      return choice(world, name, at, 1)
    case 'password sign-up':
      return choice(world, name, at, 0)
    case 'password sign-up by another mail':
      return choice(world, name, at, 1)
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

const passwordAccount = `password:${userId}`

/** Ada chooses a password with a mail, of which each flow of the same name has the same. */
function choice(world: World, name: FlowName, at: number, mail: 0 | 1): Act {
  const password = newPasswordOf(name, at)
  const visit = formOf('reset-password', { password, ...world.passwordLinks?.[mail] })
  const isSignUp = world.name === 'empty'
  const act = visitor(name, 'Ada', visit, visit, {
    account: isSignUp ? `password:${address}` : passwordAccount,
    uses: `the mail ${mail}`,
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
    return send(scene, formOf('reset-password', { password, ...link }))
  }
  return { ...act, retry }
}

function canEndSessions({ kind }: World): boolean {
  return !kinds[kind].lacks?.includes('deleteSessionsByUserId')
}

function newPasswordOf(name: FlowName, at: number): string {
  return `chosen in ${name} ${at}`
}

function formOf(
  route: string,
  fields: Readonly<Record<string, string>>,
  { cookie }: Pick<Device, 'cookie'> = { cookie: '' },
): Visit {
  const body = String(new URLSearchParams(fields))
  return { url: `${origin}/auth/${route}`, cookie, body, type: formType }
}

type Facts = Omit<Act, 'name' | 'person' | 'run' | 'retry'>

function signIn(world: World, name: FlowName, person: Person, sub: string): Act {
  const [first, second] = [world.attempt(sub), world.attempt(sub)]
  return visitor(name, person, first, second, { account: `hub:${sub}` })
}

/** A flow that a browser takes through the front door. */
function visitor(name: FlowName, person: Person, first: Visit, second: Visit, facts: Facts): Act {
  const run = (scene: Scene) => send(scene, first)
  return { name, person, run, retry: (scene) => send(scene, second), ...facts }
}

async function send({ process, config }: Scene, visit: Visit): Promise<Outcome> {
  return outcomeOf(await process.engine.Auth(requestOf(visit), config))
}

/** A flow that the application takes by a call. */
function caller(name: FlowName, person: Person, call: Act['run'], facts: Facts): Act {
  const run: Act['run'] = (scene) =>
    call(scene).catch((thrown: unknown) => ({ isDone: false, error: typeOf(thrown) }))
  return { name, person, run, retry: run, ...facts }
}

async function outcomeOf(response: Response): Promise<Outcome> {
  const location = response.headers.get('location')
  if (location === null && response.status < 300) return readJson(response)
  const target = new URL(location ?? '/', 'https://app.test')
  const error = target.searchParams.get('error') ?? undefined
  // A mail that is on its way has changed nothing yet.
  if (target.pathname.endsWith('/verify-request')) return { isDone: false, error: 'a mail' }
  if (response.status >= 400) return { isDone: false, error: error ?? String(response.status) }
  return { isDone: error === undefined, error }
}

/** A program is answered in JSON. */
async function readJson(response: Response): Promise<Outcome> {
  const { url } = ((await response.json()) ?? {}) as { url?: string }
  const error = url === undefined ? undefined : new URL(url).searchParams.get('error')
  return { isDone: !error, error: error ?? undefined }
}

function typeOf(thrown: unknown): string {
  const { type } = thrown as { type?: unknown }
  return typeof type === 'string' ? type : String(thrown)
}
