import type { AuthConfig } from '../../../src/core.js'
import type { Adapter } from '../../../src/model/adapter.js'
import type { FlowName } from './flow-names.js'
import type { EngineProcess } from './process.js'
import {
  formType,
  origin,
  requestOf,
  sessionCookie,
  type Person,
  type Visit,
} from './starting-states.js'

/** What a flow came to. */
export interface Outcome {
  readonly isDone: boolean
  /** The kind of error that the browser or the caller is told. */
  readonly error?: string | undefined
  /** Whether a session was read, by a flow that reads one. */
  readonly hasSession?: boolean | undefined
  /** Whether the browser was sent the token of a session. Undefined if that was not looked at. */
  readonly sendsSession?: boolean | undefined
}

/** An instance of the app, in which a flow runs. */
export interface AppInstance {
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
  run(instance: AppInstance): Promise<Outcome>
  /** The second try of a person whose first one was cut short. */
  retry(instance: AppInstance): Promise<Outcome>
  /** The account that it signs in with. */
  readonly account?: string
  /** What works once. */
  readonly uses?: readonly string[]
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
  /** The token of the session that it replaces, because the user proves their identity again. */
  readonly replaces?: string
  /** The token of the session that it reads. */
  readonly reads?: string
  /** The password that it sets. */
  readonly sets?: string
  /** The password that it sets if it creates the user. Its answer does not tell. */
  readonly plants?: string
  /** The user name that it takes. */
  readonly names?: string
  /** The password that it removes. */
  readonly removes?: string
  /** The password that it signs in with. */
  readonly knows?: string
  /** Whether its user has proven a second factor. */
  readonly provesFactor?: true
  /** Whether it removes authenticator apps. */
  readonly removesApps?: true
  /** Whether the sign-in began before the schedule, and waits for a second factor since. */
  readonly isPending?: true
  /** The set of recovery codes that it uses, or makes worthless. */
  readonly recoveryCodes?: 'uses' | 'replaces'
  /** Whether it needs a mail that a revocation makes worthless. */
  readonly isMailed?: true
  /** The address that the user has once it is done. */
  readonly moves?: string
}

/** A form that a browser posts. */
export function formOf(
  route: string,
  fields: Readonly<Record<string, string>>,
  { cookie, body: shown = '' }: Pick<Visit, 'cookie' | 'body'> = { cookie: '' },
): Visit {
  const body = String(
    new URLSearchParams([...new URLSearchParams(shown), ...Object.entries(fields)]),
  )
  return { url: `${origin}/auth/${route}`, cookie, body, type: formType }
}

/** The password that a flow chooses; `at` counts the flows of the same name before it. */
export function newPasswordOf(name: FlowName, at: number): string {
  return `chosen in ${name} ${at}`
}

/** What is true of a flow. */
export type Facts = Omit<Act, 'name' | 'person' | 'run' | 'retry'>

/** A flow that a browser takes through the front door. */
export function visitor(
  name: FlowName,
  person: Person,
  first: Visit,
  second: Visit,
  facts: Facts,
): Act {
  const run = (instance: AppInstance) => send(instance, first)
  return { name, person, run, retry: (instance) => send(instance, second), ...facts }
}

export async function send({ process, config }: AppInstance, visit: Visit): Promise<Outcome> {
  const response = await process.engine.Auth(requestOf(visit), config)
  const setsSession = new RegExp(`^${sessionCookie}[^=]*=[^;]`)
  const sendsSession = response.headers.getSetCookie().some((line) => setsSession.test(line))
  return { ...(await outcomeOf(response)), sendsSession }
}

/** Sends a visit, and waits for the work that its answer does not wait for. */
export async function sendAndWait(
  { process, config }: AppInstance,
  visit: Visit,
): Promise<Outcome> {
  const later: Promise<unknown>[] = []
  const waitUntil = (work: Promise<unknown>): void => void later.push(work)
  const response = await process.engine.Auth(requestOf(visit), config, { waitUntil })
  await Promise.all(later)
  const { error } = await outcomeOf(response)
  return error === 'a mail' ? { isDone: true } : { isDone: false, error }
}

/** A flow that the application takes by a call. */
export function caller(name: FlowName, person: Person, call: Act['run'], facts: Facts): Act {
  const run: Act['run'] = (instance) =>
    call(instance).catch((thrown: unknown) => ({ isDone: false, error: typeOf(thrown) }))
  return { name, person, run, retry: run, ...facts }
}

async function outcomeOf(response: Response): Promise<Outcome> {
  const location = response.headers.get('location')
  if (location === null && response.status < 300) return readJson(response)
  const target = new URL(location ?? '/', 'https://app.test')
  const error = target.searchParams.get('error') ?? undefined
  // Nothing happens before the user proves a second factor, or proves one again.
  if (/\/(?:second-factor|add-factor|confirm)$/.test(target.pathname)) {
    return { isDone: false, error: error ?? 'a proof' }
  }
  // Nor before the user decides whether to keep the account.
  if (target.pathname.endsWith('/keep-account')) {
    return { isDone: false, error: error ?? 'a decision' }
  }
  // A mail that is on its way has changed nothing yet.
  if (target.pathname.endsWith('/reset-password')) {
    return { isDone: false, error: error ?? 'a new password' }
  }
  if (target.pathname.endsWith('/verify-request')) return { isDone: false, error: 'a mail' }
  // Neither has a visitor who must sign in first.
  if (target.pathname.endsWith('/signin')) return { isDone: false, error: error ?? 'a sign-in' }
  if (response.status >= 400) return { isDone: false, error: error ?? String(response.status) }
  return { isDone: error === undefined, error }
}

/** A program is answered in JSON. A person may be shown a page. */
async function readJson(response: Response): Promise<Outcome> {
  if (response.headers.get('content-type')?.includes('html')) return { isDone: true }
  const { url } = ((await response.json()) ?? {}) as { url?: string }
  const error = url === undefined ? undefined : new URL(url).searchParams.get('error')
  return { isDone: !error, error: error ?? undefined }
}

function typeOf(thrown: unknown): string {
  const { type } = thrown as { type?: unknown }
  return typeof type === 'string' ? type : String(thrown)
}
