import {
  mayCarrySession,
  prepareConfig,
  readSession,
  updateSession,
  type AuthConfig,
  type CallResult,
} from '../core.js'
import { InvalidConfig } from '../errors/config-errors.js'
import type { DefaultSession, Session } from '../model/records.js'
import type { AuthEvent, ConfigQrl } from './event.js'
import { requestAfter, setCookies } from './event-cookies.js'
import { keepPrivate } from './keep-private.js'

/** The key under which code written for other libraries looks for the session. */
const sessionKey = 'session'
const speakerKey = '@latchkey speaker'

/** Lets an instance speak for the application: with several in one app, the first one does. */
export function introduce<S extends DefaultSession>(
  event: AuthEvent,
  configQrl: ConfigQrl<S>,
): void {
  if (!event.sharedMap.has(speakerKey)) event.sharedMap.set(speakerKey, configQrl)
}

/** The instance that speaks for the application; undefined before `onRequest` has run. */
export function speakerOf<S extends DefaultSession>(event: AuthEvent): ConfigQrl<S> | undefined {
  return event.sharedMap.get(speakerKey) as ConfigQrl<S> | undefined
}

/** The config of this request; the application's function is called once a request. */
export function loadConfig<S extends DefaultSession>(
  event: AuthEvent,
  configQrl: ConfigQrl<S>,
): Promise<AuthConfig<S>> {
  return once(event, `@latchkey config ${configQrl.getHash()}`, () =>
    prepareConfig(() => configQrl(event), event.env, configQrl),
  )
}

/**
 * The config of this request, with the defaults of the environment: what the calls of
 * `latchkey/core` want beside `event.request`. For loaders, actions and endpoints; with several
 * instances in one app it is that of the first.
 *
 * What is made with it depends on who asks, so the answer is kept out of every cache.
 */
export async function findAuthConfig<S extends DefaultSession = Session>(
  event: AuthEvent,
): Promise<AuthConfig<S>> {
  const speaker = speakerOf<S>(event)
  if (!speaker || isStatic(event)) {
    throw new InvalidConfig(
      'This request has no config: the page is static, or `onRequest` of `serverAuth$` has not run. Export it from a file such as src/routes/plugin@auth.ts.',
    )
  }
  keepPrivate(event)
  return loadConfig(event, speaker)
}

/** The session of this request, read once, and not at all without a session cookie. */
export function loadSession<S extends DefaultSession>(
  event: AuthEvent,
  configQrl: ConfigQrl<S>,
): Promise<S | null> {
  return once(event, sessionName(configQrl), () =>
    visit(event, configQrl, (config) => readSession(event.request, config)),
  )
}

/** Puts `data` to the callbacks; whoever asks for the session from now on gets the changed one. */
export function changeSession<S extends DefaultSession>(
  event: AuthEvent,
  configQrl: ConfigQrl<S>,
  data: unknown,
): Promise<S | null> {
  const name = sessionName(configQrl)
  const before = event.sharedMap.get(name) as Promise<S | null> | undefined
  const change = async (): Promise<S | null> => {
    // One after the other: a change builds upon the cookies of the one before.
    await before
    const session = await visit(event, configQrl, (config) =>
      updateSession(requestAfter(event), config, data),
    )
    if (speaks(event, configQrl)) event.sharedMap.set(sessionKey, session)
    return session
  }
  const after = change()
  event.sharedMap.set(name, after)
  return after
}

/** Puts the session where loaders and the application find it; after an action, the new one. */
export function shareSession<S extends DefaultSession>(
  event: AuthEvent,
  configQrl: ConfigQrl<S>,
  session: S | null,
): void {
  introduce(event, configQrl)
  event.sharedMap.set(sessionName(configQrl), Promise.resolve(session))
  if (speaks(event, configQrl)) event.sharedMap.set(sessionKey, session)
}

/** Static pages are made at build time, for everyone: nobody is signed in there. */
export function isStatic({ platform }: AuthEvent): boolean {
  return typeof platform === 'object' && platform !== null && 'static' in platform
}

async function visit<S extends DefaultSession>(
  event: AuthEvent,
  configQrl: ConfigQrl<S>,
  ask: (config: AuthConfig<S>) => Promise<CallResult<S | null>>,
): Promise<S | null> {
  const config = await loadConfig(event, configQrl)
  if (!mayCarrySession(requestAfter(event), config)) return null
  keepPrivate(event)
  const { data, cookies } = await ask(config)
  setCookies(event, cookies)
  return data
}

function speaks<S extends DefaultSession>(event: AuthEvent, configQrl: ConfigQrl<S>): boolean {
  return speakerOf(event)?.getHash() === configQrl.getHash()
}

function sessionName<S extends DefaultSession>(configQrl: ConfigQrl<S>): string {
  return `@latchkey session ${configQrl.getHash()}`
}

function once<T>(event: AuthEvent, name: string, make: () => Promise<T>): Promise<T> {
  const known = event.sharedMap.get(name) as Promise<T> | undefined
  if (known) return known
  const made = make()
  event.sharedMap.set(name, made)
  return made
}
