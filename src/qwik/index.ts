import {
  getPlatform,
  implicit$FirstArg,
  isDev,
  isServer,
  noSerialize,
  type QRL,
} from '@builder.io/qwik'
import {
  globalAction$,
  routeLoader$,
  validator$,
  type Action,
  type Loader,
  type RequestEventBase,
  type RequestEventCommon,
} from '@builder.io/qwik-city'
import { preventSerialization } from '../binding/prevent-serialization.js'
import type { AuthEvent, ConfigQrl as SharedConfigQrl } from '../binding/event.js'
import { loadSession } from '../binding/event-state.js'
import type { Exposed } from '../binding/exposed.js'
import { expectUnpublished } from '../binding/expect-private-config.js'
import { findConfig } from '../binding/find-config.js'
import { handleRequest } from '../binding/handle-request.js'
import { rememberInstance, type SessionSource } from '../binding/instances.js'
import { openInstance, requireVitePlugin, twoCures } from '../binding/open-instance.js'
import { runSignIn, runSignOut } from '../binding/run-action.js'
import { validateSignIn, validateSignOut } from '../binding/validate-input.js'
import type { AuthConfig, FrameworkAuthConfig } from '../model/config.js'
import type { DefaultSession, Session } from '../model/records.js'
import type { SignInInput, SignInResult, SignOutInput, SignOutResult } from '../model/results.js'

// All but the initializers is the same in both versions of Qwik.
export * from '../binding/index.js'

/** The config function of the application, as Qwik hands it over. */
export type ConfigQrl<S extends DefaultSession> = QRL<
  (event: RequestEventBase) => FrameworkAuthConfig<S> | Promise<FrameworkAuthConfig<S>>
>

/** What `FrameworkAuth$` gives an application; export all four from a `plugin@auth.ts`. */
export interface FrameworkAuthMembers<S extends DefaultSession = Session> {
  /** Answers the routes under `basePath`, and makes the session known to all others. */
  onRequest: (event: RequestEventCommon) => Promise<void>
  /** The session, or `null` when nobody is signed in. */
  useSession: Loader<Exposed<S> | null>
  /** Signs in; refused details come back as `failed: true`. */
  useSignIn: Action<SignInResult, SignInInput & Record<string, unknown>>
  /** Signs out. */
  useSignOut: Action<SignOutResult, SignOutInput & Record<string, unknown>>
}

/** The type of `FrameworkAuth$` and `routeAuth$`. */
export type FrameworkAuthInitializer = <S extends DefaultSession = Session>(
  config: (event: RequestEventBase) => FrameworkAuthConfig<S> | Promise<FrameworkAuthConfig<S>>,
) => FrameworkAuthMembers<S>

/** `routeAuth$` after Qwik's optimizer has taken its argument out. */
export function routeAuthQrl<S extends DefaultSession = Session>(
  given: ConfigQrl<S>,
): FrameworkAuthMembers<S> {
  // It gets the event of Qwik that we got: only its type has more than ours.
  const configQrl = given as unknown as SharedConfigQrl<S>
  if (isServer) openInstance(configQrl, { isDev })
  // Ids from the config's hash: equal in browser and server, and different for two instances.
  const hash = configQrl.getHash()

  const onRequest = async (event: RequestEventCommon): Promise<void> => {
    if (!isServer) return
    if (!isDev) expectUnpublished(configQrl, getPlatform())
    await handleRequest(event, configQrl)
  }

  const useSession = routeLoader$(async (event) => loadSession(event, configQrl), {
    id: `session-${hash}`,
  })
  if (isServer) rememberInstance(useSession, configQrl)

  const useSignIn = globalAction$(
    async (input, event) => runSignIn(event, configQrl, input as SignInInput),
    {
      id: `signin-${hash}`,
      validation: [validator$((event, input) => validateSignIn(event, configQrl, input))],
    },
  )

  const useSignOut = globalAction$(
    async (input, event) => runSignOut(event, configQrl, input as SignOutInput),
    {
      id: `signout-${hash}`,
      validation: [validator$((_event, input) => validateSignOut(input))],
    },
  )

  return {
    onRequest,
    useSession: useSession as FrameworkAuthMembers<S>['useSession'],
    useSignIn: useSignIn as unknown as FrameworkAuthMembers<S>['useSignIn'],
    useSignOut: useSignOut as unknown as FrameworkAuthMembers<S>['useSignOut'],
  }
}

/** `FrameworkAuth$` after Qwik's optimizer has taken its argument out. */
export function FrameworkAuthQrl<S extends DefaultSession = Session>(
  configQrl: ConfigQrl<S>,
): FrameworkAuthMembers<S> {
  if (isServer) requireVitePlugin(typeof __LATCHKEY_VITE__ !== 'undefined', twoCures)
  return routeAuthQrl(configQrl)
}

/**
 * Adds sign-in, sign-out and sessions to an application, from a config function that is loaded
 * lazily and called once a request.
 *
 * Qwik keeps the argument of a `route…$` call on the server: it is neither published to the browser
 * nor callable from there.
 */
export const routeAuth$: FrameworkAuthInitializer = /*#__PURE__*/ implicit$FirstArg(routeAuthQrl)

/**
 * {@link routeAuth$} under another name. It needs the plugin of `latchkey/vite`, because Qwik
 * publishes the argument of a call with this name. Without the plugin the server refuses to start.
 */
export const FrameworkAuth$: FrameworkAuthInitializer =
  /*#__PURE__*/ implicit$FirstArg(FrameworkAuthQrl)

/**
 * Returns the config of this request, with the defaults from the environment: what the calls of
 * `latchkey/core` take beside `event.request`. For loaders, actions and endpoints. If several instances
 * run for the request, pass `useSession` of the one that you mean.
 *
 * The answer is kept out of every cache, because what you make with the config depends on the
 * visitor. Qwik never serialises the config: a loader that returns it returns `undefined`.
 */
export async function findAuthConfig<S extends DefaultSession = Session>(
  event: AuthEvent,
  source: SessionSource<S> = {},
): Promise<AuthConfig<S>> {
  return preventSerialization(await findConfig<S>(event, source), noSerialize)
}
