import type { QRL } from '@builder.io/qwik'
import type { RequestEventBase } from '@builder.io/qwik-city'
import { mayCarrySession, prepareConfig, readSession, type AuthConfig } from '../core.js'
import { InvalidConfig } from '../errors/config-errors.js'
import type { FrameworkAuthConfig } from '../model/config.js'
import type { DefaultSession, Session } from '../model/records.js'
import { setCookies } from './event-cookies.js'
import { keepPrivate } from './keep-private.js'

/** The config function of the application, as Qwik hands it over. */
export type ConfigQrl<S extends DefaultSession> = QRL<
  (event: RequestEventBase) => FrameworkAuthConfig<S> | Promise<FrameworkAuthConfig<S>>
>

/** The key under which code written for other libraries looks for the session. */
const sessionKey = 'session'
const speakerKey = '@latchkey speaker'
const configKey = '@latchkey config'

/** The config of this request; the application's function is called once a request. */
export function loadConfig<S extends DefaultSession>(
  event: RequestEventBase,
  configQrl: ConfigQrl<S>,
): Promise<AuthConfig<S>> {
  const config = once(event, `config ${configQrl.getHash()}`, () =>
    prepareConfig(() => configQrl(event), event.env, configQrl),
  )
  // With several instances in one app, the first one speaks for the application.
  if (!event.sharedMap.has(configKey)) event.sharedMap.set(configKey, config)
  return config
}

/**
 * The config of this request, with the defaults of the environment: what the calls of
 * `latchkey/core` want beside `event.request`. For loaders, actions and endpoints; with several
 * instances in one app it is that of the first.
 *
 * What is made with it depends on who asks, so the answer is kept out of every cache.
 */
export async function findAuthConfig<S extends DefaultSession = Session>(
  event: RequestEventBase,
): Promise<AuthConfig<S>> {
  const config = event.sharedMap.get(configKey) as Promise<AuthConfig<S>> | undefined
  if (!config) {
    throw new InvalidConfig(
      'This request has no config: `onRequest` of `serverAuth$` has not run, or the page is static.',
    )
  }
  keepPrivate(event)
  return config
}

/** The session of this request, read once, and not at all without a session cookie. */
export function loadSession<S extends DefaultSession>(
  event: RequestEventBase,
  configQrl: ConfigQrl<S>,
): Promise<S | null> {
  return once(event, sessionName(configQrl), async () => {
    const config = await loadConfig(event, configQrl)
    if (!mayCarrySession(event.request, config)) return null
    keepPrivate(event)
    const { data, cookies } = await readSession(event.request, config)
    setCookies(event, cookies)
    return data
  })
}

/** Puts the session where loaders and the application find it; after an action, the new one. */
export function shareSession<S extends DefaultSession>(
  event: RequestEventBase,
  configQrl: ConfigQrl<S>,
  session: S | null,
): void {
  event.sharedMap.set(sessionName(configQrl), Promise.resolve(session))
  const speaker: unknown = event.sharedMap.get(speakerKey) ?? configQrl.getHash()
  if (speaker !== configQrl.getHash()) return
  event.sharedMap.set(speakerKey, speaker)
  event.sharedMap.set(sessionKey, session)
}

function sessionName<S extends DefaultSession>(configQrl: ConfigQrl<S>): string {
  return `@latchkey session ${configQrl.getHash()}`
}

function once<T>(event: RequestEventBase, name: string, make: () => Promise<T>): Promise<T> {
  const known = event.sharedMap.get(name) as Promise<T> | undefined
  if (known) return known
  const made = make()
  event.sharedMap.set(name, made)
  return made
}
