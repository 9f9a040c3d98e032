import type { QRL } from '@builder.io/qwik'
import type { RequestEventBase } from '@builder.io/qwik-city'
import { mayCarrySession, prepareConfig, readSession, type AuthConfig } from '../core.js'
import type { FrameworkAuthConfig } from '../model/config.js'
import type { DefaultSession } from '../model/records.js'
import { setCookies } from './event-cookies.js'
import { keepPrivate } from './keep-private.js'

/** The config function of the application, as Qwik hands it over. */
export type ConfigQrl<S extends DefaultSession> = QRL<
  (event: RequestEventBase) => FrameworkAuthConfig<S> | Promise<FrameworkAuthConfig<S>>
>

/** The key under which code written for other libraries looks for the session. */
const sessionKey = 'session'
const speakerKey = '@latchkey speaker'

/** The config of this request; the application's function is called once a request. */
export function loadConfig<S extends DefaultSession>(
  event: RequestEventBase,
  configQrl: ConfigQrl<S>,
): Promise<AuthConfig<S>> {
  return once(event, `config ${configQrl.getHash()}`, () =>
    prepareConfig(() => configQrl(event), event.env, configQrl),
  )
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
  // With several instances in one app, the first one speaks for the application.
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
